import { headerError } from '#core/image/codecs/decode.ts';
import type { OutputFormat } from '#core/image/codecs/encode.ts';
import { SIGNATURE_BYTES, sniffImage, writtenAs } from '#core/image/formats/registry.ts';
import { readStart } from '../platform/outside-file.ts';

/** Returns the default output format: the source's format, if an encoder for that format exists. */
export function formatAfter(start: Uint8Array): OutputFormat | undefined {
  const format = sniffImage(start);
  return format && writtenAs(format);
}

/** Like `formatAfter`, but throws FudebakoError for an unknown format. `start` has `SIGNATURE_BYTES` bytes. */
export function formatAfterAll(start: Uint8Array): OutputFormat {
  const format = formatAfter(start);
  if (!format) throw headerError(start);
  return format;
}

/** Number of bytes that suffice to recognize every format except SVG, which can start with comments. */
const USUAL_SIGNATURE_BYTES = 64;

export function sourceFormat(path: string): OutputFormat {
  const start = readStart(path, USUAL_SIGNATURE_BYTES);
  return formatAfter(start) ?? formatAfterAll(readStart(path, SIGNATURE_BYTES));
}
