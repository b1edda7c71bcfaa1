import { TextDecoder } from '@exodus/bytes/encoding-browser.js';
import { COMMON, type CommonLanguage } from './common-characters.ts';
import { decodeLatin1, decodeUtf8 } from './text-encoding.ts';

/** Encodings that texts from outside may have, as labels of `TextDecoder`. */
export const textEncodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'shift_jis',
  'euc-jp',
  'iso-2022-jp',
  'gb18030',
  'big5',
  'euc-kr',
  'windows-1251',
  'windows-1252',
] as const;

export type TextEncoding = (typeof textEncodings)[number];

export interface DecodedText {
  readonly text: string;
  readonly encoding: TextEncoding;
  /** False if another encoding is nearly as likely. */
  readonly isCertain: boolean;
}

/** Number of bytes that are scored. Encodings differ within the first few characters of a text. */
const SCORED_BYTES = 16_384;

/** Least difference of two encodings' costs, per byte above 0x7f, from which the cheaper encoding is certain. */
const CERTAIN_MARGIN = 0.12;

/** Least difference of costs in texts of a few characters. */
const LEAST_MARGIN = 1.3;

/** Mean cost of a text's characters from which an encoding that fits is wrong, in texts of more than a few characters. */
const [IMPLAUSIBLE, LEAST_CHARACTERS] = [1.7, 8];

/** Decodes a text. Returns `undefined` for bytes that the encoding doesn't have. `isCut`: drops a cut last character. */
export function decodeStrictly(bytes: Uint8Array, encoding: TextEncoding, isCut = false): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Control and private characters, to which encodings without a mark decode texts of other encodings. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: searches control characters
const UNREADABLE = /[\0-\x08\x0e-\x1f\x7f-\x9f\ue000-\uf8ff]/;

/** Detects a text's encoding and decodes the text. Returns `undefined` if no encoding fits, as for binary files. */
export const detectText = (bytes: Uint8Array, isCut = false): DecodedText | undefined => likelyTexts(bytes, isCut)[0];

/** Decodes a text of one byte per ASCII character for display. Omits damaged characters. Never returns U+FFFD. */
export function decodeForDisplay(bytes: Uint8Array, isCut = false): string {
  // Tags may end with zeros, which must not count as UTF-16.
  const isPlain = !bytes.includes(0x1b);
  const text = (isPlain ? decodeUtf8(bytes, isCut) : undefined) ?? detectText(bytes, isCut)?.text;
  if (text !== undefined) return text.replaceAll('\ufffd', '');
  const encoding = isDamagedUtf8(bytes) ? 'utf-8' : encodingOfParts(bytes);
  return encoding ? decodeLeniently(bytes, encoding) : decodeLatin1(bytes);
}

/** Decodes a text, and omits damaged characters. */
export const decodeLeniently = (bytes: Uint8Array, encoding: TextEncoding): string =>
  new TextDecoder(encoding).decode(bytes).replaceAll('\ufffd', '');

/** Returns the encoding of a part of a damaged text. Halves the text up to `depth` times. */
function encodingOfParts(bytes: Uint8Array, depth = 4): TextEncoding | undefined {
  const half = bytes.indexOf(10, bytes.length >> 1) + 1;
  if (depth === 0 || half === 0) return undefined;
  const parts = [bytes.subarray(0, half), bytes.subarray(half)];
  const found = parts.map((part) => detectText(part)).find((each) => each?.isCertain && each.encoding !== 'utf-8');
  if (found) return found.encoding;
  return parts.map((part) => encodingOfParts(part, depth - 1)).find((each) => each);
}

/** True for UTF-8 with a few invalid bytes, which another encoding would decode to wrong characters. */
export function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder('utf-8').decode(bytes.subarray(0, SCORED_BYTES));
  let [valid, invalid] = [0, 0];
  for (const character of text) {
    if (character === '\ufffd') invalid++;
    // Two bytes of another encoding are often valid UTF-8. Three bytes hardly ever are.
    else if (character > '\x7f') valid += character < '\u0800' ? 1 : 3;
  }
  return valid >= LEAST_VALID && valid > VALID_PER_INVALID * invalid;
}

/** Least valid characters outside ASCII in damaged UTF-8: in the text, and for each invalid character. */
const [LEAST_VALID, VALID_PER_INVALID] = [12, 4];

/** Returns a text in all encodings that fit, the likeliest first. `isCut`: the text may end within a character. */
export function likelyTexts(bytes: Uint8Array, isCut = false): readonly DecodedText[] {
  const stated = statedEncoding(bytes, isCut);
  if (stated) {
    const text = decodeStrictly(bytes, stated, isCut);
    return text === undefined ? [] : [{ text, encoding: stated, isCertain: true }];
  }
  if (bytes.includes(0) || isDamagedUtf8(bytes)) return [];
  const end = scoredEnd(bytes);
  const head = bytes.subarray(0, end);
  const high = head.reduce((count, byte) => count + (byte >> 7), 0);
  const scored = legacy
    .flatMap(({ encoding, cost }) => {
      const text = decodeStrictly(head, encoding, isCut);
      if (text === undefined || UNREADABLE.test(text)) return [];
      const candidate = { encoding, cost: cost(head, text) };
      return candidate.cost > IMPLAUSIBLE * Math.max(LEAST_CHARACTERS, countOutsideAscii(text)) ? [] : [candidate];
    })
    .sort((a, b) => a.cost - b.cost)
    .flatMap(({ encoding, cost }) => {
      const text = decodeStrictly(bytes, encoding, isCut);
      return text === undefined ? [] : [{ text, encoding, cost }];
    })
    // Encodings that give the same text, such as a no-break space, need no choice.
    .filter(({ text }, index, all) => all.findIndex((each) => each.text === text) === index);
  const [best, second] = scored;
  const isCertain = best && (!second || second.cost - best.cost > Math.max(LEAST_MARGIN, CERTAIN_MARGIN * high));
  return scored.map(({ text, encoding }) => ({
    text,
    encoding,
    isCertain: encoding === best?.encoding && !!isCertain,
  }));
}

const countOutsideAscii = (text: string): number => text.replace(/[\0-\x7f]/g, '').length;

/** Returns the encoding that the bytes prove: a byte order mark, escape sequences, valid UTF-8, or zeros of UTF-16. */
export function statedEncoding(bytes: Uint8Array, isCut: boolean): TextEncoding | undefined {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const isUtf8 = decodeStrictly(bytes, 'utf-8', isCut) !== undefined;
  if (bytes.includes(0)) return zerosOf(bytes, isUtf8 ? ASCII_ZEROS : OTHER_ZEROS) ?? (isUtf8 ? 'utf-8' : undefined);
  const escapeAt = bytes.indexOf(0x1b);
  if (
    isUtf8 &&
    escapeAt >= 0 &&
    bytes[escapeAt + 1] === 0x24 &&
    decodeStrictly(bytes, 'iso-2022-jp', isCut) !== undefined
  )
    return 'iso-2022-jp';
  return isUtf8 ? 'utf-8' : undefined;
}

/** Least share of zeros in UTF-16: bytes that are valid UTF-8 too would be ASCII letters, nearly half of them zeros. */
const [ASCII_ZEROS, OTHER_ZEROS] = [0.25, 0.01];

/** In UTF-16, the zeros of ASCII characters, spaces and line ends are all in the same half of their pair. */
function zerosOf(bytes: Uint8Array, leastShare: number): TextEncoding | undefined {
  const zeros = [0, 0];
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) zeros[at & 1] = (zeros[at & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // Binary files have zeros in both halves.
  if ((even > 0 && odd > 0) || even + odd < leastShare * bytes.length) return undefined;
  return odd > 0 ? 'utf-16le' : 'utf-16be';
}

/** Ends the scored bytes behind an ASCII character, so that no character is cut. */
function scoredEnd(bytes: Uint8Array): number {
  if (bytes.length <= SCORED_BYTES) return bytes.length;
  for (let end = SCORED_BYTES; end > SCORED_BYTES / 2; end--) if ((bytes[end - 1] as number) < 0x30) return end;
  return bytes.length;
}

interface LegacyEncoding {
  readonly encoding: TextEncoding;
  /** Sum of the costs of all characters outside ASCII. A frequent character has a low cost. */
  readonly cost: (bytes: Uint8Array, text: string) => number;
}

/** Cost of a character that hardly any text of the language has. */
const RARE = 4;

/** Costs for a script with two-byte characters. `classOf` returns the cost by code; common characters cost less. */
const costOfPairs = (language: CommonLanguage, classOf: (character: string, lead: number) => number) => {
  const common = new Set(COMMON[language]);
  return (bytes: Uint8Array, text: string) => {
    let [cost, at] = [language === 'ko' ? 0 : SPACE * [...text.matchAll(SPACED)].length, 0];
    let isRun = false;
    for (const character of text) {
      const lead = bytes[at] as number;
      const isHalfWidth = HALF_WIDTH.test(character);
      const isPair = lead >= 0x80 && !isHalfWidth;
      // Of four-byte characters of GB18030 and three-byte characters of EUC-JP, the second byte counts as a character.
      at += isPair || (lead === 0x8e && language === 'ja') ? 2 : 1;
      // A single half-width letter is rare, but many in a row are not.
      if (isHalfWidth) cost += isRun ? 0.45 : 1.8;
      else if (lead >= 0x80) cost += common.has(character) ? 0.5 : classOf(character, lead);
      isRun = isHalfWidth || (isRun && lead < 0x80);
    }
    return cost;
  };
};

/** Cost of a space between two characters of Chinese or Japanese, which write without spaces, unlike Korean. */
const SPACE = 0.5;
const SPACED = /[^\0-\x7f] (?=[^\0-\x7f])/g;

const HALF_WIDTH = /[\uff61-\uff9f]/;
const KANA = /[\u3041-\u3096\u30a1-\u30fc]/;
const MARKS = /[§¨°±´¶×÷\u2010-\u203b℃№℡Ⅰ-Ⅹ←↑→↓∞≠①-⑳\u25a0-\u266f\u3000-\u303f\u30fb\u3200-\u33ff\uff01-\uff5e]/;
const HANGUL = /[\uac00-\ud7a3]/;
const HAN = /\p{Script=Han}/u;

const japanese = (frequentKanji: (lead: number) => boolean) => (character: string, lead: number) => {
  if (KANA.test(character)) return 0.4;
  if (MARKS.test(character)) return 0.7;
  return HAN.test(character) ? (frequentKanji(lead) ? 1.1 : 2.6) : 3;
};

const chinese = (frequentHan: (lead: number) => boolean) => (character: string, lead: number) => {
  if (MARKS.test(character)) return 0.7;
  return HAN.test(character) ? (frequentHan(lead) ? 1.05 : 2.6) : RARE;
};

const isBetween = (from: number, to: number) => (lead: number) => lead >= from && lead <= to;

/** Encodings without a mark. Lead bytes of frequent characters: JIS level 1, GB 2312 level 1, Big5 level 1. */
const legacy: readonly LegacyEncoding[] = [
  { encoding: 'shift_jis', cost: costOfPairs('ja', japanese(isBetween(0x88, 0x97))) },
  { encoding: 'euc-jp', cost: costOfPairs('ja', japanese(isBetween(0xb0, 0xcf))) },
  { encoding: 'gb18030', cost: costOfPairs('zh-Hans', chinese(isBetween(0xb0, 0xd7))) },
  { encoding: 'big5', cost: costOfPairs('zh-Hant', chinese(isBetween(0xa4, 0xc6))) },
  {
    encoding: 'euc-kr',
    cost: costOfPairs('ko', (character, lead) => {
      if (HANGUL.test(character)) return isBetween(0xb0, 0xc8)(lead) ? 1.1 : 2.2;
      return MARKS.test(character) ? 0.7 : HAN.test(character) ? 2.8 : RARE;
    }),
  },
  { encoding: 'windows-1252', cost: (_bytes, text) => costOfLetters(text, LATIN) },
  { encoding: 'windows-1251', cost: (_bytes, text) => costOfLetters(text, CYRILLIC) },
];

interface Letters {
  readonly lower: RegExp;
  readonly upper: RegExp;
  /** True if the language mixes these letters with ASCII letters within a word. */
  readonly joinsAscii: boolean;
}

const CYRILLIC: Letters = { lower: /[а-яёіїєґў]/, upper: /[А-ЯЁІЇЄҐЎ]/, joinsAscii: false };
const LATIN: Letters = { lower: /[ß-öø-ÿšžœ]/, upper: /[À-ÖØ-ÞŠŽŒŸ]/, joinsAscii: true };

/** Signs between words and beside numbers, and signs inside words. */
const SIGNS = /[«»„“”‘‚–—…•†€£¡¿©®™°±§№ªº²³¹¼½¾µ×÷\u00a0]/;
const IN_WORDS = /[’·\u00ad]/;
const ASCII_LETTER = /[A-Za-z]/;

/** Costs for an alphabet in one byte per character. A letter's neighbors show whether the letter is plausible. */
function costOfLetters(text: string, { lower, upper, joinsAscii }: Letters): number {
  const isLetter = (each: string) => ASCII_LETTER.test(each) || lower.test(each) || upper.test(each);
  let cost = 0;
  for (let at = 0; at < text.length; at++) {
    const [before = ' ', character = ' ', after = ' '] = [text[at - 1], text[at], text[at + 1]];
    if (character < '\x80') continue;
    const neighbors = [before, after];
    const isLower = lower.test(character);
    if (!isLower && !upper.test(character)) {
      if (IN_WORDS.test(character)) cost += 0.3;
      else if (!SIGNS.test(character)) cost += 2.5;
      else cost += neighbors.every(isLetter) ? 2 : 0.6;
      continue;
    }
    const isInCase = isLower || !(lower.test(before) || (before >= 'a' && before <= 'z'));
    if (!isInCase) cost += 2.5;
    else if (neighbors.some((each) => ASCII_LETTER.test(each))) cost += joinsAscii ? 0.4 : 2.5;
    else if (!joinsAscii && neighbors.some(isLetter)) cost += 0.5;
    else cost += neighbors.some((each) => each >= '\x80') ? 2.5 : joinsAscii ? 0.8 : 0.9;
  }
  return cost;
}
