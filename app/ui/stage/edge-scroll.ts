/** Width of the scroll zone along each edge of the stage, in CSS pixels. */
const EDGE = 32;

/** Maximum speed in CSS pixels per millisecond, reached `EDGE` pixels further outward than the drag's first press. */
const TOP_SPEED = 0.8;

/** Maximum milliseconds between frames that count for scrolling, so that a pause doesn't cause a jump. */
const LONGEST_FRAME_MS = 50;

/** Returns the speed along an axis; negative at edge `from`. After a press near an edge, only outward moves scroll. */
export function edgeSpeed(at: number, pressedAt: number, from: number, to: number): number {
  const edge = Math.min(EDGE, (to - from) / 2);
  const depth = (distance: number) => Math.max(0, edge - distance);
  const speed = (deeper: number) => (Math.min(Math.max(0, deeper), EDGE) / EDGE) * TOP_SPEED;
  return speed(depth(to - at) - depth(to - pressedAt)) - speed(depth(at - from) - depth(pressedAt - from));
}

/**
 * Scrolls the stage while a drag is near its edge. After each scroll, calls `move` with the last pointer event.
 * Returns a function to call with each pointer event, and with `undefined` at the end.
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
    // Copies the event without coalesced events, because their positions are from before the scroll.
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
