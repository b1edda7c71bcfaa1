import { notAPicture } from '#core/image/codecs/decode.ts';
import type { ImageFormat } from '#core/image/codecs/encode.ts';
import { sniffPicture } from '#core/image/codecs/header.ts';
import { writtenAs } from '#core/image/codecs/written-as.ts';

/** Returns the default output format: the format of the source, if an encoder for it exists. */
export function formatAfter(start: Uint8Array): ImageFormat | undefined {
  const format = sniffPicture(start);
  return format && writtenAs[format];
}

/**
 * Same as `formatAfter`, given the first `SIGNATURE_BYTES` of the file.
 * @throws FudebakoError `imageLoad`, `imageFormat`
 */
export function formatAfterAll(start: Uint8Array): ImageFormat {
  const format = formatAfter(start);
  if (!format) throw notAPicture(start);
  return format;
}
