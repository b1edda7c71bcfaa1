import { decodeForDisplay, decodeStrictly, detectText } from '../../base/detect-encoding.ts';
import { MAX_TAG_TEXT_BYTES } from '../../base/limits.ts';
import { decodeUtf8, decodeUtf16 } from '../../base/text-encoding.ts';

/** Text encodings by the first byte of an ID3 frame. */
const LATIN_1 = 0;
const UTF_16 = 1;
const UTF_16_BE = 2;

/**
 * Decodes a text of a tag. `encoding` is an ID3 text encoding; without it, as in ID3v1 and RIFF INFO, the file states no
 * encoding. Many programs write other encodings as ISO 8859-1, which is therefore only a claim.
 */
export function decodeTagText(whole: Uint8Array, encoding = LATIN_1): string {
  const bytes = whole.subarray(0, MAX_TAG_TEXT_BYTES);
  if (encoding === UTF_16 || encoding === UTF_16_BE)
    return withoutMark(decodeUtf16(bytes, encoding === UTF_16)).replaceAll('\ufffd', '');
  return withoutMark(decodeForDisplay(bytes, bytes.length >= MAX_TAG_TEXT_BYTES));
}

/** Decodes a text field of fixed length, which ends at a zero or after `length` bytes, maybe within a character. */
export function decodeFixedText(field: Uint8Array): string {
  const end = field.indexOf(0);
  if (end >= 0) return decodeTagText(field.subarray(0, end));
  const cut = decodeUtf8(field, true);
  // An incomplete character after ASCII only is more likely a letter in ISO 8859-1, such as é.
  if (cut !== undefined && /[^\0-\x7f]/.test(cut)) return cut;
  const before = detectText(field.subarray(0, -1));
  const isCut = before?.isCertain && decodeStrictly(field, before.encoding) === undefined;
  return isCut && before.encoding !== 'utf-8' ? before.text : decodeForDisplay(field);
}

const withoutMark = (text: string) => text.replace(/^[\ufeff\ufffe]/, '');

export const terminatorLength = (encoding: number): 1 | 2 => (encoding === UTF_16 || encoding === UTF_16_BE ? 2 : 1);

/** Returns the offset of the zero that ends the text at `start`; the length of `body` if nothing ends the text. */
export function endOfText(body: Uint8Array, start: number, encoding: number): number {
  const step = terminatorLength(encoding);
  if (step === 1) {
    const end = body.indexOf(0, start);
    return end < 0 ? body.length : end;
  }
  for (let at = start; at + 2 <= body.length; at += 2) if (body[at] === 0 && body[at + 1] === 0) return at;
  return body.length;
}

/** Decodes texts that zeros separate. Each UTF-16 text may have its own byte order mark. */
export const decodeTagTexts = (bytes: Uint8Array, encoding: number): string[] =>
  decodeTagText(bytes, encoding).split('\0').map(withoutMark);
