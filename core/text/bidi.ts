import bidiFactory from 'bidi-js';

const bidi = bidiFactory();

const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u200F\u202B\u202E\u2067]/u;

/** Returns the bidi level of every UTF-16 unit (UAX 9). The first strong character sets the paragraph direction. */
export function embeddingLevels(paragraph: string): Uint8Array {
  if (!RIGHT_TO_LEFT.test(paragraph)) return new Uint8Array(paragraph.length);
  return bidi.getEmbeddingLevels(paragraph, 'auto').levels;
}

/** Returns the base embedding level of a paragraph, which is also the level of the trailing spaces (UAX 9, rule L1). */
export function paragraphLevel(paragraph: string): number {
  if (!RIGHT_TO_LEFT.test(paragraph)) return 0;
  return bidi.getEmbeddingLevels(paragraph, 'auto').paragraphs[0]?.level ?? 0;
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
