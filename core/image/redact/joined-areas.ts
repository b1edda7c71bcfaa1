import { type Box, boxHeight, boxWidth, growBox } from '../../geometry/box.ts';
import { SPAN, type Spans } from './covered-spans.ts';

/** Redacted pixels that touch each other, and the smallest box around them. */
export interface JoinedArea {
  readonly spans: Spans;
  readonly box: Box;
}

/** Joined areas that are so near to each other that they may hide parts of one text. */
export interface AreaGroup {
  readonly areas: readonly JoinedArea[];
  readonly box: Box;
}

/** Splits redacted pixels into areas that don't touch each other, not even at the corners of pixels. */
export function joinAreas(spans: Spans): readonly JoinedArea[] {
  const count = spans.length / SPAN;
  const parents = Int32Array.from({ length: count }, (_, index) => index);
  const rootOf = (index: number): number => {
    let root = index;
    while (parents[root] !== root) {
      parents[root] = parents[parents[root] as number] as number;
      root = parents[root] as number;
    }
    return root;
  };
  let above = 0;
  for (let index = 0; index < count; index++) {
    const [y, start, end] = spanAt(spans, index);
    while (above < index && isBefore(spanAt(spans, above), y, start)) above++;
    for (let at = above; at < index; at++) {
      const [row, from] = spanAt(spans, at);
      if (row >= y || from > end) break;
      const [one, other] = [rootOf(at), rootOf(index)];
      parents[Math.max(one, other)] = Math.min(one, other);
    }
  }
  const sizes = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const root = rootOf(index);
    parents[index] = root;
    sizes[root] = (sizes[root] as number) + 1;
  }
  const areas = new Map<number, Spans>();
  const filled = new Int32Array(count);
  for (let index = 0; index < count; index++) {
    const root = parents[index] as number;
    const own = areas.get(root) ?? new Int32Array((sizes[root] as number) * SPAN);
    areas.set(root, own);
    own.set(spans.subarray(index * SPAN, (index + 1) * SPAN), filled[root]);
    filled[root] = (filled[root] as number) + SPAN;
  }
  return [...areas.values()].map((own) => ({ spans: own, box: boxOfSpans(own) }));
}

type Span = readonly [y: number, start: number, end: number];

const spanAt = (spans: Spans, index: number): Span => [
  spans[index * SPAN] as number,
  spans[index * SPAN + 1] as number,
  spans[index * SPAN + 2] as number,
];

/** True if a span ends before a span that starts at (`start`, `y`), so that later spans don't touch it either. */
const isBefore = ([row, , end]: Span, y: number, start: number): boolean =>
  row < y - 1 || (row === y - 1 && end < start);

function boxOfSpans(spans: Spans): Box {
  let [left, right] = [Number.POSITIVE_INFINITY, 0];
  for (let at = 0; at < spans.length; at += SPAN) {
    left = Math.min(left, spans[at + 1] as number);
    right = Math.max(right, spans[at + 2] as number);
  }
  return { left, right, top: spans[0] as number, bottom: (spans.at(-SPAN) as number) + 1 };
}

interface NearbyAreas {
  readonly areas: JoinedArea[];
  readonly box: Box;
  /** Maximum distance of an area that belongs to the group. */
  readonly margin: number;
}

/** Maximum number of joined areas that are grouped by distance. More areas form one group. */
const MOST_JOINED = 2000;

/** Groups areas whose distance is at most half the shorter side of one of them. */
export function groupAreas(areas: readonly JoinedArea[]): readonly AreaGroup[] {
  if (areas.length > MOST_JOINED) return [{ areas, box: areas.map(({ box }) => box).reduce(boxAroundBoth) }];
  let groups: NearbyAreas[] = [];
  for (const area of areas) {
    let joined = alone(area);
    // A group that grows may reach further groups.
    for (;;) {
      const near = groups.filter((group) => isNear(group, joined));
      if (near.length === 0) break;
      groups = groups.filter((group) => !near.includes(group));
      joined = near.reduce(merged, joined);
    }
    groups.push(joined);
  }
  return groups;
}

const alone = (area: JoinedArea): NearbyAreas => ({
  areas: [area],
  box: area.box,
  margin: Math.ceil(Math.min(boxWidth(area.box), boxHeight(area.box)) / 2),
});

function isNear(one: NearbyAreas, other: NearbyAreas): boolean {
  const grown = growBox(one.box, Math.max(one.margin, other.margin));
  const { box } = other;
  return grown.left <= box.right && box.left <= grown.right && grown.top <= box.bottom && box.top <= grown.bottom;
}

const merged = (one: NearbyAreas, other: NearbyAreas): NearbyAreas => ({
  areas: one.areas.concat(other.areas),
  box: boxAroundBoth(one.box, other.box),
  margin: Math.max(one.margin, other.margin),
});

const boxAroundBoth = (one: Box, other: Box): Box => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});
