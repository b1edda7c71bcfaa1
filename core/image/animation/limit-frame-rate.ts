import type { AnimationFrame } from '../frames/coded-frame.ts';
import { EMPTY_BOX, joinBoxes } from '../frames/frame-area.ts';

/** Tolerance in milliseconds for frames whose start is rounded, such as 33 ms for a thirtieth of a second. */
const ROUNDING_MS = 1;

/**
 * Returns the delay of each frame at no more than `frameRate` frames per second, or `undefined` for an omitted frame.
 * Of the frames that begin within the same interval, the first stays, and takes the time of the others.
 */
export function limitDelays(delaysMs: readonly number[], frameRate: number | undefined): (number | undefined)[] {
  if (frameRate === undefined) return [...delaysMs];
  const limited: (number | undefined)[] = [];
  let [start, slot, shown] = [0, -1, 0];
  for (const [index, delayMs] of delaysMs.entries()) {
    const own = Math.floor(((start + ROUNDING_MS) * frameRate) / 1000);
    if (own > slot) [slot, shown, limited[index]] = [own, index, delayMs];
    else {
      limited[index] = undefined;
      limited[shown] = (limited[shown] as number) + delayMs;
    }
    start += delayMs;
  }
  return limited;
}

/** Yields the frames that have a delay, with this delay. Their changes include the changes of omitted frames. */
export async function* withDelays(
  frames: AsyncIterable<AnimationFrame>,
  delaysMs: readonly (number | undefined)[],
): AsyncGenerator<AnimationFrame> {
  let [index, omitted] = [0, EMPTY_BOX];
  for await (const { image, changed } of frames) {
    const delayMs = delaysMs[index++];
    const box = joinBoxes(omitted, changed);
    omitted = delayMs === undefined ? box : EMPTY_BOX;
    if (delayMs !== undefined) yield { image, changed: box, delayMs };
  }
}
