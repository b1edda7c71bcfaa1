/** Maximum time between the clicks of a double-click in milliseconds, and maximum distance in CSS pixels. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 16;

let last: { readonly at: number; readonly x: number; readonly y: number } | undefined;

/**
 * Returns true for the second click of a double-click. Replaces `dblclick`: not all browsers fire it for touch, and the
 * first click may put another element under the second.
 */
export function isDoubleClick({ timeStamp, clientX: x, clientY: y }: MouseEvent): boolean {
  const isSecond =
    last !== undefined && timeStamp - last.at < DOUBLE_MS && Math.hypot(x - last.x, y - last.y) < DOUBLE_PX;
  last = isSecond ? undefined : { at: timeStamp, x, y };
  return isSecond;
}
