/** Maximum milliseconds of work before a pause for the main thread. A single step may take longer. */
const SLICE_MS = 10;

/** Returns a function that pauses for the page's other tasks once the maximum working time is over. */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
