import type { LayoutStyle, Room } from './layout-style.ts';

export interface LinePlace {
  /** Number of line positions before this line, including skipped positions. */
  readonly slot: number;
  readonly maxEm: number;
}

/** Minimum line length in em. Shorter lines beside the obstacle are skipped. */
const LEAST_EM = 2;

/** Gap between a line's end and the obstacle, in em. */
const CLEARANCE_EM = 0.5;

/**
 * Returns each line's position and maximum length. Lines end before the obstacle `clearOf`; lines without enough room
 * are skipped. The text must be aligned to the corner where reading starts.
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

/** True if two areas overlap by more than rounding errors. */
export function roomsMeet(one: Room, other: Room): boolean {
  const share = (from: number, length: number, otherFrom: number, otherLength: number) =>
    Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom) > 0.01;
  return share(one.left, one.width, other.left, other.width) && share(one.top, one.height, other.top, other.height);
}
