import { notAPicture } from '#core/image/codecs/decode.ts';
import type { ImageFormat } from '#core/image/codecs/encode.ts';
import { sniffPicture } from '#core/image/codecs/header.ts';
import { writtenAs } from '#core/image/codecs/written-as.ts';

/** The format that a picture is written in where nothing asks for one: its source's own, if it can be written. */
export function formatAfter(start: Uint8Array): ImageFormat | undefined {
  const format = sniffPicture(start);
  return format && writtenAs[format];
}

/**
 * As `formatAfter`, for all the bytes that there are to tell by (`SIGNATURE_BYTES`).
 * @throws FudebakoError `imageLoad`, `imageFormat`
 */
export function formatAfterAll(start: Uint8Array): ImageFormat {
  const format = formatAfter(start);
  if (!format) throw notAPicture(start);
  return format;
}
