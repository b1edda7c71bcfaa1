import type { LayoutStyle, TextArea } from './layout-style.ts';

export interface LinePosition {
  /** Number of line positions before a line, including skipped positions. */
  readonly slot: number;
  readonly maxEm: number;
}

/** Minimum length in em of a line beside an obstacle, such as the author's area. Shorter lines are skipped. */
const LEAST_EM = 2;

/** Space in em between the end of a line and an obstacle, such as the author's area. */
const CLEARANCE_EM = 0.5;

/**
 * Finds position and maximum length of lines, which end before the obstacle `clearOf`. Skips lines with too little
 * space. The text must be aligned to the corner where reading starts.
 */
export function createLinePositions(
  style: LayoutStyle,
  area: TextArea,
  clearOf: TextArea | undefined,
): (line: number) => LinePosition {
  const { fontSizePx: em, lineGapEm, vertical } = style;
  const maxEm = (vertical ? area.height : area.width) / em;
  if (!clearOf) return (line) => ({ slot: line, maxEm });
  const pitch = em * (1 + lineGapEm);
  const end = vertical ? clearOf.top - area.top : clearOf.left - area.left;
  const shortEm = Math.min(maxEm, end / em - CLEARANCE_EM);
  const crosses = (slot: number) => {
    if (vertical) {
      const right = area.left + area.width - slot * pitch;
      return right > clearOf.left && right - em < clearOf.left + clearOf.width;
    }
    const top = area.top + slot * pitch;
    return top + em > clearOf.top && top < clearOf.top + clearOf.height;
  };
  const places: LinePosition[] = [];
  return (line) => {
    while (places.length <= line) {
      let slot = (places.at(-1)?.slot ?? -1) + 1;
      while (crosses(slot) && shortEm < LEAST_EM) slot++;
      places.push({ slot, maxEm: crosses(slot) ? shortEm : maxEm });
    }
    return places[line] as LinePosition;
  };
}

/** True if two text areas overlap by more than rounding errors. */
export function areasOverlap(one: TextArea, other: TextArea): boolean {
  const share = (from: number, length: number, otherFrom: number, otherLength: number) =>
    Math.min(from + length, otherFrom + otherLength) - Math.max(from, otherFrom) > 0.01;
  return share(one.left, one.width, other.left, other.width) && share(one.top, one.height, other.top, other.height);
}
