import { ascii, viewOf } from '../base/bytes.ts';
import { MAX_TAG_ENTRIES } from '../base/limits.ts';

const OPUS = 'OpusTags';
const VORBIS = '\x03vorbis';

/** True for an Ogg page that starts with a comment header (RFC 7845, 5.2; Vorbis I, 5). */
export function startsComments(page: Uint8Array): boolean {
  return ascii(page, 0, OPUS.length) === OPUS || ascii(page, 0, VORBIS.length) === VORBIS;
}

/** Checks a comment header in consecutive Ogg pages. Returns `undefined` if the entry count is on a later page. */
export function validateOggComments(pages: Uint8Array): boolean | undefined {
  const at = ascii(pages, 0, OPUS.length) === OPUS ? OPUS.length : VORBIS.length;
  const isCut = at + 4 > pages.length || at + 8 + viewOf(pages).getUint32(at, true) > pages.length;
  return isCut ? undefined : validateVorbisComments(pages, at);
}

/** Returns false for too many entries, which slow mediabunny down. `at` is the offset of the vendor string's length. */
export function validateVorbisComments(bytes: Uint8Array, at = 0): boolean {
  const view = viewOf(bytes);
  if (at + 4 > bytes.length) return false;
  const count = at + 4 + view.getUint32(at, true);
  return count + 4 <= bytes.length && view.getUint32(count, true) <= MAX_TAG_ENTRIES;
}
