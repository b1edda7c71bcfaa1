import { FudebakoError } from '#core/base/errors.ts';

/** Number of bytes to read from a file. They contain every signature, and the first directory of most TIFF files. */
const HEAD_BYTES = 2 ** 16;

/** Returns the error for a file that isn't accepted; names an image's format by its header. */
export async function refusedFile(file: Blob): Promise<FudebakoError> {
  const [{ foreignImageFormat }, head] = await Promise.all([
    import('#core/image/codecs/foreign-formats.ts'),
    // The file can't be read if it has been removed, and then has no header to check.
    file
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  ]);
  const format = foreignImageFormat(new Uint8Array(head));
  return format ? new FudebakoError('imageFormat', { format }) : new FudebakoError('imageType');
}
