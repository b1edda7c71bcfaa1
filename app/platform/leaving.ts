/** Asks the visitor before the page closes while the work runs, because closing would lose its result. */
export async function askBeforeLeaving<Result>(work: Promise<Result>): Promise<Result> {
  const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
  // The unit tests run without a window.
  globalThis.addEventListener?.('beforeunload', ask);
  try {
    return await work;
  } finally {
    globalThis.removeEventListener?.('beforeunload', ask);
  }
}
