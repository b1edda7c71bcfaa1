import type { CancelSignal } from '../base/cancel-signal.ts';
import type { TextEncoding } from '../base/detect-encoding.ts';
import { FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import { headerError } from '../image/codecs/decode.ts';
import { foreignImageFormat } from '../image/codecs/foreign-formats.ts';
import { readImageHeader, SIGNATURE_BYTES, sniffImage } from '../image/formats/registry.ts';
import { swapsSides } from '../image/orientation.ts';
import type { Data } from '../operation.ts';

/**
 * Detects a file's type by content. Returns format and upright size of an image, or details of an audio or video file.
 * `named` is the encoding of tags that are not in UTF-8; by default, it is detected.
 * @throws FudebakoError `imageLoad`, `imageFormat`, `inspectUnknown`; CancelledError
 */
export async function inspectFile(file: SourceFile, signal?: CancelSignal, named?: TextEncoding): Promise<Data> {
  const head = await file.read(0, SIGNATURE_BYTES);
  if (sniffImage(head)) return await inspectImage(await file.read());
  const format = foreignImageFormat(head);
  if (format) throw new FudebakoError('imageFormat', { format });
  return (await import('./inspect-media.ts')).inspectMedia(file, signal, named);
}

async function inspectImage(bytes: Uint8Array): Promise<Data> {
  const header = readImageHeader(bytes);
  // Detects the type again, because a camera's raw file can look like a TIFF until the whole file is read.
  if (!header) throw headerError(bytes);
  const { format, width, height, orientation, bitDepth, channels, mayHaveAlpha, animated, pages } = header;
  const upright = swapsSides(orientation) ? { width: height, height: width } : { width, height };
  const details = await (await import('./image-details.ts')).imageDetails(bytes, header);
  return {
    kind: 'image',
    format: format,
    bytes: bytes.length,
    ...upright,
    megapixels: Math.round((width * height) / 1e4) / 100,
    orientation,
    bitDepth,
    channels,
    alpha: mayHaveAlpha,
    ...(pages && { pages }),
    animated: animated || Number(details.frames) > 1,
    ...details,
  };
}
