import { headerError } from '#core/image/codecs/decode.ts';
import type { OutputFormat } from '#core/image/formats/output-formats.ts';
import {
  type ImageHeader,
  readImageHeader,
  SIGNATURE_BYTES,
  sniffImage,
  writtenAs,
} from '#core/image/formats/registry.ts';
import { hasTiffSignature } from '#core/image/formats/tiff/tiff-directory.ts';
import { readStart } from '../../platform/outside-file.ts';

/** Number of bytes that the first and the second attempt read to find an image's header, which metadata may precede. */
const HEADER_BYTES = [4096, 256 * 1024];

/** Returns the header of an image, if any, and the bytes read. */
export function headerOf(path: string, size: number): { readonly header?: ImageHeader; readonly start: Uint8Array } {
  let start: Uint8Array = new Uint8Array();
  // Last attempt: the whole file, but only for TIFF, whose header (the directory) may be at the end of the file.
  for (const length of [...HEADER_BYTES, size]) {
    if (length === size && start.length > 0 && !hasTiffSignature(start)) break;
    start = readStart(path, length);
    const header = readImageHeader(start);
    if (header) return { header, start };
    if (size <= length || !sniffImage(start)) break;
  }
  return { start };
}

/** Returns the default output format: the source's format, if an encoder for that format exists. */
function formatAfter(start: Uint8Array): OutputFormat | undefined {
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
