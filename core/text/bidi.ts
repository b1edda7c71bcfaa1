import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

/** Matches controls and the blocks whose unassigned characters are also right-to-left (DerivedBidiClass.txt). */
const RIGHT_TO_LEFT =
  /[\u0590-\u08FF\u200F\u202B\u202E\u2067\uFB1D-\uFDFF\uFE70-\uFEFF\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u;

/** A character up to U+FFFF for each bidi class of characters above U+FFFF. */
const STAND_INS: Readonly<Record<string, string>> = {
  L: 'a',
  R: '\u05d0',
  AL: '\u0627',
  EN: '0',
  AN: '\u0660',
  ET: '#',
  NSM: '\u0300',
  BN: '\u00ad',
};

/** Resolves levels (UAX 9). The first strong character sets the direction. bidi-js reads single UTF-16 units. */
function resolve(paragraph: string) {
  const units = paragraph.replace(/[\u{10000}-\u{10FFFF}]/gu, (character) =>
    (STAND_INS[bidi.getBidiCharTypeName(character)] ?? '!').repeat(2),
  );
  return bidi.getEmbeddingLevels(units, 'auto');
}

/** Returns the bidi level of every UTF-16 unit. */
export function embeddingLevels(paragraph: string): Uint8Array {
  return RIGHT_TO_LEFT.test(paragraph) ? resolve(paragraph).levels : new Uint8Array(paragraph.length);
}

/** Returns the base embedding level of a paragraph, which is also the level of the trailing spaces (UAX 9, rule L1). */
export function paragraphLevel(paragraph: string): number {
  return RIGHT_TO_LEFT.test(paragraph) ? (resolve(paragraph).paragraphs[0]?.level ?? 0) : 0;
}

/** Returns the indices of the items of a text line in visual order, from left to right (UAX 9, rule L2). */
export function visualOrder(levels: readonly number[]): number[] {
  const order = levels.map((_, index) => index);
  const highest = Math.max(0, ...levels);
  const lowestOdd = Math.min(...levels.filter((level) => level % 2 === 1), highest + 1);
  for (let level = highest; level >= lowestOdd; level--)
    for (let from = 0; from < order.length; from++) {
      if ((levels[order[from] as number] as number) < level) continue;
      let to = from;
      while (to + 1 < order.length && (levels[order[to + 1] as number] as number) >= level) to++;
      for (let [left, right] = [from, to]; left < right; left++, right--)
        [order[left], order[right]] = [order[right] as number, order[left] as number];
      from = to;
    }
  return order;
}
