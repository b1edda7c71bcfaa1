/** How far from the edge of a stage a drag begins to scroll, in CSS pixels. */
const EDGE = 32;

/** The highest speed, in CSS pixels per millisecond; a drag reaches it `EDGE` pixels deeper than its press. */
const TOP_SPEED = 0.8;

/** A frame after a long pause scrolls no farther than one after this many milliseconds. */
const LONGEST_FRAME_MS = 50;

/**
 * Returns how fast a drag scrolls along one axis, in CSS pixels per millisecond: negative towards `from`, 0 away from
 * the edges. A press beside an edge scrolls only once the drag goes deeper, so a handle at the edge can be taken.
 *
 * @param at where the pointer is
 * @param pressedAt where the pointer went down
 */
export function edgeSpeed(at: number, pressedAt: number, from: number, to: number): number {
  // Both edges of a small stage keep their own half.
  const edge = Math.min(EDGE, (to - from) / 2);
  const depth = (distance: number) => Math.max(0, edge - distance);
  const speed = (deeper: number) => (Math.min(Math.max(0, deeper), EDGE) / EDGE) * TOP_SPEED;
  return speed(depth(to - at) - depth(to - pressedAt)) - speed(depth(at - from) - depth(pressedAt - from));
}

/**
 * Scrolls the stage around a press while the drag is at the stage's edge.
 *
 * @param move receives the last pointer event again after each scroll, as the content under it has changed
 * @returns receives every pointer event of the drag, and `undefined` at its end
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
    // A copy has no coalesced events: those are places where the pointer was before the scroll.
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
