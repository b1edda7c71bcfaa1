import type { ImageFormat } from '#core/image/codecs/encode.ts';
import { SIGNATURE_BYTES } from '#core/image/codecs/header.ts';
import { readStart } from '../platform/outside-file.ts';
import { formatAfter, formatAfterAll } from './format-after.ts';

/** Enough for all but what may begin with words about itself. */
const USUAL_SIGNATURE_BYTES = 64;

/** The format in which a picture of this file is written where nobody says another. */
export function sourceFormat(path: string): ImageFormat {
  const start = readStart(path, USUAL_SIGNATURE_BYTES);
  return formatAfter(start) ?? formatAfterAll(readStart(path, SIGNATURE_BYTES));
}
