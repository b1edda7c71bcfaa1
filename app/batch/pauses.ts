/** Maximum time in milliseconds for which work blocks the main thread. A single longer step may exceed this time. */
const SLICE_MS = 10;

/** Returns a function that yields to the page when its time slice is over. */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
