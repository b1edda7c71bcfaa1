import { FudebakoError } from '#core/base/errors.ts';

/** Holds every signature, and the first directory of most TIFF files. */
const HEAD_BYTES = 2 ** 16;

/** The error for a file that a tool for images does not accept; names the format of an image by the file's header. */
export async function refusedFile(file: Blob): Promise<FudebakoError> {
  const [{ foreignImageFormat }, head] = await Promise.all([
    import('#core/image/codecs/foreign-formats.ts'),
    // A file that is gone has no header.
    file
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  ]);
  const format = foreignImageFormat(new Uint8Array(head));
  return format ? new FudebakoError('imageFormat', { format }) : new FudebakoError('imageType');
}
