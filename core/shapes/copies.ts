import type { Box } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import type { Repeat, SceneItem } from './scene.ts';

/** A range of copies of a shape by index; first and last index are inclusive. */
export interface IndexRange {
  readonly from: number;
  readonly to: number;
}

export interface VisibleRun {
  readonly run: number;
  readonly copies: IndexRange;
}

/** Returns the visible copies: an index range per row of copies. `bounds` is the shape's box in view pixels. */
export function visibleRuns(
  bounds: Box,
  [first, second]: SceneItem['repeats'],
  scale: number,
  view: Size,
): VisibleRun[] {
  const runs: VisibleRun[] = [];
  for (let run = 0; run < second.count; run++) {
    const [shiftX, shiftY] = [run * second.x * scale, run * second.y * scale];
    const copies = intersect(
      rangeInside(bounds.left + shiftX, bounds.right + shiftX, first.x * scale, view.width, first),
      rangeInside(bounds.top + shiftY, bounds.bottom + shiftY, first.y * scale, view.height, first),
    );
    if (copies.to >= copies.from) runs.push({ run, copies });
  }
  return runs;
}

/** Returns the indices i in [0, `count`) for which the range (near + i·step, far + i·step) overlaps (0, length). */
function rangeInside(near: number, far: number, step: number, length: number, { count }: Repeat): IndexRange {
  if (step === 0) return near < length && far > 0 ? { from: 0, to: count - 1 } : { from: 0, to: -1 };
  const [low, high] = step > 0 ? [-far / step, (length - near) / step] : [(length - near) / step, -far / step];
  return { from: Math.max(0, Math.floor(low) + 1), to: Math.min(count - 1, Math.ceil(high) - 1) };
}

function intersect(one: IndexRange, other: IndexRange): IndexRange {
  return { from: Math.max(one.from, other.from), to: Math.min(one.to, other.to) };
}
