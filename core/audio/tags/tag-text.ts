import { joinBytes } from '../../base/bytes.ts';
import { decodeForDisplay, decodeStrictly, detectText, type TextEncoding } from '../../base/detect-encoding.ts';
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

/**
 * Decodes texts of one file that state no encoding. They share an encoding, which short texts alone often don't show.
 * `named` is the encoding that the user has named for texts that are not in UTF-8.
 */
export function decodeTogether(texts: readonly Uint8Array[], named?: TextEncoding): string[] {
  const plain = texts.map((text) => (text.includes(0x1b) ? undefined : decodeUtf8(text)));
  const unstated = texts.flatMap((text, index) => (plain[index] === undefined ? [text, LINE_END] : []));
  const joined = joinBytes(...unstated).map((byte) => byte || LINE_END[0]);
  const common = named ?? detectText(joined)?.encoding;
  return texts.map((text, index) =>
    withoutMark(plain[index] ?? (common && decodeStrictly(text, common)) ?? decodeForDisplay(text)).replaceAll(
      '\ufffd',
      '',
    ),
  );
}

const LINE_END = [10] as const;

/** Ends a text field of fixed length at a zero, or before a character that the end of the field cuts. */
export function usedBytes(field: Uint8Array): Uint8Array {
  const end = field.indexOf(0);
  if (end >= 0) return field.subarray(0, end);
  if (decodeUtf8(field) !== undefined) return field;
  const parts = [1, 2, 3].map((length) => field.subarray(0, -length));
  // After ASCII only, an incomplete character is more likely a letter in ISO 8859-1, such as é.
  const inUtf8 = parts.find((part) => /[^\0-\x7f]/.test(decodeUtf8(part) ?? ''));
  if (inUtf8) return inUtf8;
  const before = detectText(field.subarray(0, -1));
  const isCut =
    before?.isCertain && before.encoding !== 'utf-8' && decodeStrictly(field, before.encoding) === undefined;
  return isCut ? field.subarray(0, -1) : field;
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
