/** Two clicks no farther apart than this, in ms and CSS pixels, are a double click. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 16;

let last: { readonly at: number; readonly x: number; readonly y: number } | undefined;

/**
 * Whether a click is the second of a double click. It is told here, as not every browser tells it of a
 * finger, and as what the first click selects may put another element under the second.
 */
export function isDoubleClick({ timeStamp, clientX: x, clientY: y }: MouseEvent): boolean {
  const isSecond =
    last !== undefined && timeStamp - last.at < DOUBLE_MS && Math.hypot(x - last.x, y - last.y) < DOUBLE_PX;
  last = isSecond ? undefined : { at: timeStamp, x, y };
  return isSecond;
}
