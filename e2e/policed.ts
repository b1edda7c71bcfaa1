import { test as base, type Page } from '@playwright/test';

/** Matches violations of the content security policy and of Trusted Types. */
const BREACH = /Content Security Policy|Trusted ?(Type|HTML|Script)/i;

/** Waits until all changes are stored. Before that, the page asks the visitor when it closes. */
const untilStored = (page: Page) =>
  page.waitForFunction(() => dispatchEvent(new Event('beforeunload', { cancelable: true })), undefined, {
    polling: 20,
  });

/** Makes `page.reload` wait until all changes are stored, because tests act faster than visitors. */
function storeBeforeReload(page: Page): void {
  const reload = page.reload.bind(page);
  page.reload = async (options) => {
    await untilStored(page);
    return reload(options);
  };
}

/** Playwright's `test`, which also fails if the page violates its content security policy or contacts another host. */
export const test = base.extend<{ policed: undefined }>({
  policed: [
    async ({ context, baseURL }, use) => {
      const breaches: string[] = [];
      context.on('page', storeBeforeReload);
      context.on('console', (message) => {
        if (BREACH.test(message.text())) breaches.push(message.text());
      });
      // A violation in a worker appears as an uncaught error.
      context.on('weberror', (error) => {
        if (BREACH.test(String(error.error()))) breaches.push(String(error.error()));
      });
      context.on('request', (request) => {
        const url = request.url();
        const own = [baseURL ?? '', `blob:${baseURL}`, 'data:', 'about:'].some((start) => url.startsWith(start));
        if (!own) breaches.push(`A request to ${url}`);
      });
      await use(undefined);
      base.expect(breaches).toEqual([]);
    },
    { auto: true },
  ],
});

/** Returns a function that lists errors of the page and its workers, and policy violations, since this call. */
export async function collectErrors(page: Page): Promise<() => readonly string[]> {
  const found: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || BREACH.test(message.text())) found.push(message.text());
  });
  page.on('pageerror', (error) => found.push(String(error)));
  page.on('worker', (worker) =>
    worker.on('console', (message) => {
      if (message.type() === 'error') found.push(`${worker.url()}: ${message.text()}`);
    }),
  );
  await page.exposeFunction('reportBreach', (breach: string) => found.push(breach));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (window as unknown as { reportBreach: (breach: string) => void }).reportBreach(
        `${violatedDirective} ${blockedURI} ${sample}`,
      ),
    );
  });
  return () => found;
}
