/** In the built page, for `frames-in-chromium.ts`: how long a visitor waits for the stage. */
(() => {
  const isBusy = (stage) => stage.getAttribute('aria-busy') === 'true';
  const shows = () => {
    const stage = document.querySelector('.stage-viewport');
    return stage !== null && stage.querySelector('canvas') !== null && !isBusy(stage);
  };

  let asked;
  /**
   * Watches for the next event of a type, and from then on until the stage has been busy and shows a picture again.
   * `whenShown()` tells the milliseconds from the event to the frame with the picture.
   */
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
