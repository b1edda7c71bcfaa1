/** What a page notes of its own start, from before its first script; `routes-in-chromium.ts` asks for it by `readVisit()`. */
(() => {
  const visit = { lcpMs: Number.NaN, usableMs: Number.NaN };
  let firstPaintMs = Number.NaN;
  const longTasks = [];
  let shown;
  /** Until the screen has been painted, its paints have been told of, and nothing is left to do. */
  globalThis.whenShown = () => painted.then(() => new Promise((done) => requestIdleCallback(() => done())));
  const painted = new Promise((done) => {
    shown = done;
  });
  const observe = (type, take) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    visit.lcpMs = startTime;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') firstPaintMs = startTime;
  });
  observe('longtask', (task) => longTasks.push(task));

  // The page without scripts has no heading: with it come the screen and what answers to presses.
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main h1')) return;
    visit.usableMs = performance.now();
    observer.disconnect();
    // Paints are told of some time after they were made, and not all screens stand in their first frame.
    setTimeout(shown, 2000);
  }).observe(document, { childList: true, subtree: true });

  /** Until the page would open without a connection. */
  globalThis.whenKept = async () => {
    const { serviceWorker } = navigator;
    const taken = new Promise((done) => serviceWorker.addEventListener('controllerchange', done));
    await serviceWorker.ready;
    if (!serviceWorker.controller) await taken;
  };

  globalThis.readVisit = () => ({
    ...visit,
    // https://web.dev/articles/tbt, over all that was seen.
    blockingMs: longTasks
      .filter(({ startTime }) => startTime > firstPaintMs)
      .reduce((sum, { duration }) => sum + duration - 50, 0),
    loaded: performance
      .getEntriesByType('resource')
      .map(({ name, responseEnd }) => ({ path: new URL(name).pathname, endMs: responseEnd })),
  });
})();
