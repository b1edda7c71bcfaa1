import type { ItemGlyph, Join, TextItem } from './item.ts';
import { isInseparable, isLine } from './kinsoku.ts';

type Sign = Pick<TextItem, 'text' | 'glyphs' | 'advance' | 'level'>;

/** Finds items that form one sign with the preceding item, such as `――` (JLREQ 3.1.10, cl-08). */
export function findJoins(signs: readonly Sign[]): (Join | undefined)[] {
  const joins: (Join | undefined)[] = [];
  for (const [index, sign] of signs.entries()) {
    const before = signs[index - 1];
    const isJoined = before && before.level === sign.level && isInseparable(before.text, sign.text);
    joins.push(isJoined ? { isPair: !joins[index - 1]?.isPair, isLine: isLine(sign.text) } : undefined);
  }
  return joins;
}

/** Moves the dots of a leader (`……`) together, so that extra space from em cells is only at the leader's ends. */
export function closeUpDots<Fitted extends Sign>(
  signs: readonly Sign[],
  fitted: readonly Fitted[],
  joins: readonly (Join | undefined)[],
  vertical: boolean,
): Fitted[] {
  const closed = [...fitted];
  for (let from = 0; from < signs.length; ) {
    let to = from + 1;
    while (joins[to]) to++;
    const sign = signs[from] as Sign;
    const space = (fitted[from]?.advance ?? 0) - sign.advance;
    if (to - from > 1 && space > 0 && !isLine(sign.text))
      for (let index = from; index < to; index++) {
        const steps = (to - from - 1) / 2 - (index - from);
        const part = fitted[index] as Fitted;
        const along = (sign.level % 2 === 1 ? -steps : steps) * space;
        closed[index] = { ...part, glyphs: part.glyphs.map((glyph) => moved(glyph, along, vertical)) };
      }
    from = to;
  }
  return closed;
}

const moved = (glyph: ItemGlyph, along: number, vertical: boolean): ItemGlyph =>
  vertical ? { ...glyph, y: glyph.y + along } : { ...glyph, x: glyph.x + along };
