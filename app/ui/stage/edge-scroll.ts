/** Width of the scroll zone along a stage's edges, in CSS pixels. */
const EDGE = 32;

/** Maximum speed in CSS pixels per millisecond, reached `EDGE` pixels deeper than the press. */
const TOP_SPEED = 0.8;

/** Maximum frame time in milliseconds that counts for scrolling, so that a long pause doesn't scroll far. */
const LONGEST_FRAME_MS = 50;

/**
 * Returns a drag's scroll speed along one axis, in CSS pixels per millisecond: negative towards `from`. A press in the
 * scroll zone scrolls only once the drag goes deeper, so a handle at the edge can be grabbed.
 */
export function edgeSpeed(at: number, pressedAt: number, from: number, to: number): number {
  // On a small stage, the scroll zone of each edge is half of the stage.
  const edge = Math.min(EDGE, (to - from) / 2);
  const depth = (distance: number) => Math.max(0, edge - distance);
  const speed = (deeper: number) => (Math.min(Math.max(0, deeper), EDGE) / EDGE) * TOP_SPEED;
  return speed(depth(to - at) - depth(to - pressedAt)) - speed(depth(at - from) - depth(pressedAt - from));
}

/**
 * Scrolls the pressed stage while the drag is near its edge.
 * @param move receives the last pointer event again after each scroll, because the content moved
 * @returns a function that takes each pointer event of the drag, and `undefined` at its end
 */
export function scrollAtEdges(
  press: PointerEvent,
  move: (event: PointerEvent) => void,
): (event: PointerEvent | undefined) => void {
  const viewport = press.target instanceof Element ? press.target.closest('.stage-viewport') : null;
  if (!viewport) return () => undefined;
  let last = press;
  let frame: number | undefined;
  let before = 0;
  const step = (now: number) => {
    frame = undefined;
    const { left, top, right, bottom } = viewport.getBoundingClientRect();
    const elapsed = Math.min(LONGEST_FRAME_MS, now - before);
    before = now;
    const x = edgeSpeed(last.clientX, press.clientX, Math.max(0, left), Math.min(innerWidth, right));
    const y = edgeSpeed(last.clientY, press.clientY, Math.max(0, top), Math.min(innerHeight, bottom));
    if (x === 0 && y === 0) return;
    const { scrollLeft, scrollTop } = viewport;
    viewport.scrollBy({ left: x * elapsed, top: y * elapsed, behavior: 'instant' });
    if (elapsed > 0 && viewport.scrollLeft === scrollLeft && viewport.scrollTop === scrollTop) return;
    // A copied event has no coalesced events, whose positions would precede the scroll.
    move(new PointerEvent('pointermove', last));
    frame = requestAnimationFrame(step);
  };
  return (event) => {
    if (frame !== undefined && !event) cancelAnimationFrame(frame);
    if (!event) return;
    last = event;
    if (frame !== undefined) return;
    before = performance.now();
    frame = requestAnimationFrame(step);
  };
}
