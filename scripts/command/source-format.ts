import type { ImageFormat } from '#core/image/codecs/encode.ts';
import { SIGNATURE_BYTES } from '#core/image/codecs/header.ts';
import { readStart } from '../platform/outside-file.ts';
import { formatAfter, formatAfterAll } from './format-after.ts';

/** Bytes to read: enough for every format except SVG, which can begin with comments. */
const USUAL_SIGNATURE_BYTES = 64;

export function sourceFormat(path: string): ImageFormat {
  const start = readStart(path, USUAL_SIGNATURE_BYTES);
  return formatAfter(start) ?? formatAfterAll(readStart(path, SIGNATURE_BYTES));
}
