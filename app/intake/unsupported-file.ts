import { FudebakoError } from '#core/base/errors.ts';

/** Bytes to read from the start, enough for every file signature and the first directory of most TIFF files. */
const HEAD_BYTES = 2 ** 16;

/** Returns the error for a file that the tool doesn't support. The header tells which image format to name. */
export async function unsupportedFileError(file: Blob): Promise<FudebakoError> {
  const [{ foreignImageFormat }, head] = await Promise.all([
    import('#core/image/codecs/foreign-formats.ts'),
    // A file that was removed can't be read, so its format stays unknown.
    file
      .slice(0, HEAD_BYTES)
      .arrayBuffer()
      .catch(() => new ArrayBuffer(0)),
  ]);
  const format = foreignImageFormat(new Uint8Array(head));
  return format ? new FudebakoError('imageFormat', { format }) : new FudebakoError('imageType');
}
