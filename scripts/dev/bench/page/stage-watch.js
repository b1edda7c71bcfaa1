/** Runs in the built app for `frames-in-chromium.ts`. Measures how long the displayed image takes to update. */
(() => {
  const isBusy = (stage) => stage.getAttribute('aria-busy') === 'true';
  const shows = () => {
    const stage = document.querySelector('.stage-viewport');
    return stage !== null && stage.querySelector('canvas') !== null && !isBusy(stage);
  };

  let asked;
  /** Waits for an event, then for the first updated image. `whenShown()` resolves to the milliseconds between both. */
  globalThis.watchFor = (type) => {
    asked = new Promise((done) => {
      let [startMs, wasBusy] = [Number.NaN, false];
      addEventListener(
        type,
        ({ timeStamp }) => {
          startMs = timeStamp;
        },
        { capture: true, once: true },
      );
      const observer = new MutationObserver((changes) => {
        if (Number.isNaN(startMs)) return;
        wasBusy ||= changes.some(({ target, oldValue }) => oldValue === 'true' || isBusy(target));
        if (!wasBusy || !shows()) return;
        observer.disconnect();
        requestAnimationFrame(() => done(performance.now() - startMs));
      });
      observer.observe(document, { subtree: true, attributeFilter: ['aria-busy'], attributeOldValue: true });
    });
  };
  globalThis.whenShown = () => asked;
})();
