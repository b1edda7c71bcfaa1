/** Records a page's start before its first script. `routes-in-chromium.ts` reads the record by `readVisit()`. */
(() => {
  const visit = { lcpMs: Number.NaN, usableMs: Number.NaN };
  let firstPaintMs = Number.NaN;
  const longTasks = [];
  let shown;
  /** Resolves when the screen is painted, the browser has reported the paints, and the page is idle. */
  globalThis.whenShown = () => painted.then(() => new Promise((done) => requestIdleCallback(() => done())));
  const painted = new Promise((done) => {
    shown = done;
  });
  const observe = (type, record) =>
    new PerformanceObserver((list) => list.getEntries().forEach(record)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    visit.lcpMs = startTime;
  });
  observe('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') firstPaintMs = startTime;
  });
  observe('longtask', (task) => longTasks.push(task));

  // The heading proves that the screen is complete, because scripts render the heading together with the controls.
  new MutationObserver((_, observer) => {
    if (!document.querySelector('main h1')) return;
    visit.usableMs = performance.now();
    observer.disconnect();
    // Waits for several frames, because browsers report paints late and some screens paint more than once.
    setTimeout(shown, 2000);
  }).observe(document, { childList: true, subtree: true });

  /** Resolves when the page can open offline. */
  globalThis.whenCached = async () => {
    const { serviceWorker } = navigator;
    const controlled = new Promise((done) => serviceWorker.addEventListener('controllerchange', done));
    await serviceWorker.ready;
    if (!serviceWorker.controller) await controlled;
  };

  globalThis.readVisit = () => ({
    ...visit,
    // Total blocking time (https://web.dev/articles/tbt) during the whole visit.
    blockingMs: longTasks
      .filter(({ startTime }) => startTime > firstPaintMs)
      .reduce((sum, { duration }) => sum + duration - 50, 0),
    loaded: performance
      .getEntriesByType('resource')
      .map(({ name, responseEnd }) => ({ path: new URL(name).pathname, endMs: responseEnd })),
  });
})();
