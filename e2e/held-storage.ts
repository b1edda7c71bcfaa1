import type { Page } from '@playwright/test';

/** Delays answers of the database and of workers. */

const FLAG = 'hold-back';

/** Makes later visits of this tab wait for `release`, where `delayAnswers` or `delayFile` delays them. */
export const holdBack = (page: Page) => page.evaluate((flag) => sessionStorage.setItem(flag, 'yes'), FLAG);

/** Lets later visits of this tab run without delay. This visit still waits. */
export const stopHolding = (page: Page) => page.evaluate((flag) => sessionStorage.removeItem(flag), FLAG);

/** Delivers the delayed answers. Later visits run without delay. */
export const release = (page: Page) =>
  page.evaluate((flag) => {
    sessionStorage.removeItem(flag);
    (window as unknown as { release: () => void }).release();
  }, FLAG);

/** Delays the database's answers about keys that match `pattern`. */
export const delayAnswers = (page: Page, pattern: string) =>
  page.addInitScript(
    ([flag, pattern]) => {
      if (sessionStorage.getItem(flag) === null) return;
      const held = new Promise<void>((release) => Object.assign(window, { release }));
      const { get } = IDBObjectStore.prototype;
      IDBObjectStore.prototype.get = function (key) {
        const request = get.call(this, key);
        if (!new RegExp(pattern).test(String(key))) return request;
        const late: { result?: unknown; onsuccess?: () => void } = {};
        request.onsuccess = () =>
          held.then(() => {
            late.result = request.result;
            late.onsuccess?.();
          });
        return late as unknown as IDBRequest;
      };
    },
    [FLAG, pattern] as const,
  );

/** Delays work on the file with this name. `window.answered` resolves when the worker has answered. */
export const delayFile = (page: Page, name: string) =>
  page.addInitScript(
    ([flag, name]) => {
      if (sessionStorage.getItem(flag) === null) return;
      const held = new Promise<void>((release) => Object.assign(window, { release }));
      const { postMessage } = Worker.prototype;
      Worker.prototype.postMessage = function (message: unknown, ...rest: never[]) {
        const sent = message as { id?: unknown; argumentList?: readonly { readonly value?: unknown }[] };
        const isHeld = sent.argumentList?.some(({ value }) => value instanceof File && value.name === name);
        if (!isHeld) return postMessage.call(this, message, ...rest);
        const answered = new Promise<void>((done) => {
          this.addEventListener('message', ({ data }) => data?.id === sent.id && setTimeout(done));
        });
        Object.assign(window, { answered });
        void held.then(() => postMessage.call(this, message, ...rest));
      };
    },
    [FLAG, name] as const,
  );

/** Blocks all writes, like a write transaction of another tab, until the returned function is called. */
export async function blockWrites(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(async () => {
    Object.assign(window, { isBlocking: true });
    const open = indexedDB.open('fudebako');
    await new Promise((done) => Object.assign(open, { onsuccess: done }));
    const files = open.result.transaction('files-v1', 'readwrite').objectStore('files-v1');
    const hold = () => {
      if ((window as unknown as { isBlocking: boolean }).isBlocking) files.count().onsuccess = hold;
    };
    await new Promise<void>((done) => {
      files.count().onsuccess = () => {
        hold();
        done();
      };
    });
  });
  return () => page.evaluate(() => void Object.assign(window, { isBlocking: false }));
}
