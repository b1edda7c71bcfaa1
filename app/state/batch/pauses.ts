/** The longest that work on the page's own thread keeps it from answering, but for a single step. */
const SLICE_MS = 10;

/** Between the steps of long work: lets the page answer where a slice of time is over. */
export function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < SLICE_MS) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}
