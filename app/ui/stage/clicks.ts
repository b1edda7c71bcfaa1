/** Maximum milliseconds and CSS pixels between the two clicks of a double-click. */
const DOUBLE_MS = 500;
const DOUBLE_PX = 16;

let last: { readonly at: number; readonly x: number; readonly y: number } | undefined;

/** True for the second click. Replaces `dblclick`, which some browsers don't fire for touch. */
export function isDoubleClick({ timeStamp, clientX: x, clientY: y }: MouseEvent): boolean {
  const isSecond =
    last !== undefined && timeStamp - last.at < DOUBLE_MS && Math.hypot(x - last.x, y - last.y) < DOUBLE_PX;
  last = isSecond ? undefined : { at: timeStamp, x, y };
  return isSecond;
}
