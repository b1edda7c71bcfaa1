import { ascii, viewOf } from '../base/bytes.ts';
import { MAX_TAG_ENTRIES } from '../base/limits.ts';

const OPUS = 'OpusTags';
const VORBIS = '\x03vorbis';

/** True for a page of Ogg that starts with a comment header (RFC 7845, 5.2; Vorbis I, 5). */
export function startsComments(page: Uint8Array): boolean {
  return ascii(page, 0, OPUS.length) === OPUS || ascii(page, 0, VORBIS.length) === VORBIS;
}

/**
 * As `commentsAreSound`, of one or more Ogg pages of which the first `startsComments`.
 * @returns `undefined` if the number of entries stands on a page behind these
 */
export function oggCommentsAreSound(pages: Uint8Array): boolean | undefined {
  const at = ascii(pages, 0, OPUS.length) === OPUS ? OPUS.length : VORBIS.length;
  const isCut = at + 4 > pages.length || at + 8 + viewOf(pages).getUint32(at, true) > pages.length;
  return isCut ? undefined : commentsAreSound(pages, at);
}

/**
 * False where a list of Vorbis comments says that it has more entries than are read: the parser
 * copies those of one name for each of them.
 *
 * @param at where the length of the vendor's name stands
 */
export function commentsAreSound(bytes: Uint8Array, at = 0): boolean {
  const view = viewOf(bytes);
  if (at + 4 > bytes.length) return false;
  const count = at + 4 + view.getUint32(at, true);
  return count + 4 <= bytes.length && view.getUint32(count, true) <= MAX_TAG_ENTRIES;
}
