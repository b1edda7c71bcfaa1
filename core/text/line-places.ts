import type { LayoutStyle, Room } from './layout-style.ts';

/** Where a line stands and how long it may be. */
export interface LinePlace {
  /** How many lines' places there are before it. */
  readonly slot: number;
  readonly maxEm: number;
}

/** Beside what it keeps clear of, a line has room for so many characters, or it is not begun there. */
const LEAST_EM = 2;

/** How far a line ends before what it keeps clear of, in em. */
const CLEARANCE_EM = 0.5;

/**
 * The places of a text's lines, one after another, in a room that another text may stand in: lines
 * that would run into it end before it, and where nothing of a line is left the next place is taken.
 *
 * @param clearOf lies at the lines' ends; the text begins at the room's own corner (`align` and `vAlign` as they are in it)
 */
export function createLinePlaces(
  style: LayoutStyle,
  room: Room,
  clearOf: Room | undefined,
): (line: number) => LinePlace {
  const { fontSizePx: em, lineGapEm, vertical } = style;
  const maxEm = (vertical ? room.height : room.width) / em;
  if (!clearOf) return (line) => ({ slot: line, maxEm });
  const pitch = em * (1 + lineGapEm);
  const end = vertical ? clearOf.top - room.top : clearOf.left - room.left;
  const shortEm = Math.min(maxEm, end / em - CLEARANCE_EM);
  const crosses = (slot: number) => {
    if (vertical) {
      const right = room.left + room.width - slot * pitch;
      return right > clearOf.left && right - em < clearOf.left + clearOf.width;
    }
    const top = room.top + slot * pitch;
    return top + em > clearOf.top && top < clearOf.top + clearOf.height;
  };
  const places: LinePlace[] = [];
  return (line) => {
    while (places.length <= line) {
      let slot = (places.at(-1)?.slot ?? -1) + 1;
      while (crosses(slot) && shortEm < LEAST_EM) slot++;
      places.push({ slot, maxEm: crosses(slot) ? shortEm : maxEm });
    }
    return places[line] as LinePlace;
  };
}

/** Whether two rooms have more in common than the rounding of a sum. */
export function roomsMeet(one: Room, other: Room): boolean {
  const share = (from: number, length: number, otherFrom: number, otherLength: number) =>
    Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom) > 0.01;
  return share(one.left, one.width, other.left, other.width) && share(one.top, one.height, other.top, other.height);
}
