/** Maximum milliseconds between the release of a finger or mouse button and the browser's click. */
const CLICK_MS = 1000;

/**
 * Ignores the second click of a press. React Aria clicks the pressed element itself if the browser sends no click within
 * 80 ms after the release. On a busy device, the browser's click comes later. If the first click has closed a list or
 * menu, the second click would press whatever was beneath.
 */
export function ignoreSecondClicks(): void {
  let release: { readonly target: Node; readonly at: number } | undefined;
  let isClicked = false;
  const onPointerUp = ({ target, timeStamp }: PointerEvent) => {
    release = target instanceof Node ? { target, at: timeStamp } : undefined;
    isClicked = false;
  };
  const onClick = (event: MouseEvent) => {
    // Clicks by keyboard have the detail 0.
    if (!release || (event.isTrusted && event.detail === 0)) return;
    if (!event.isTrusted) {
      isClicked ||= event.target instanceof Node && event.target.contains(release.target);
      return;
    }
    if (isClicked && event.timeStamp - release.at < CLICK_MS) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    release = undefined;
  };
  addEventListener('pointerup', onPointerUp, { capture: true });
  addEventListener('click', onClick, { capture: true });
}
