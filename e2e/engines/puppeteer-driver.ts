import { type Browser, type BrowserContext, launch, type Page } from 'puppeteer-core';
import { chromiumLaunch } from '../../scripts/dev/setup/chromium.mjs';
import { type EngineDriver, pageSideSource, VIEWPORT } from './engine.ts';

/** Starts Firefox through WebDriver BiDi, or Chromium through the DevTools Protocol. */
export async function startPuppeteer(engine: 'chromium' | 'firefox', executablePath: string): Promise<EngineDriver> {
  const chromium = engine === 'chromium' ? await chromiumLaunch() : undefined;
  const browser = await launch({
    browser: engine === 'chromium' ? 'chrome' : 'firefox',
    executablePath,
    headless: true,
    protocolTimeout: 300_000,
    args: engine === 'firefox' ? ['-remote-allow-system-access'] : [...(chromium?.args ?? [])],
    env: { ...process.env, ...chromium?.env },
    // Allows audio without a user gesture, because the driver's presses may not count as gestures.
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'intl.accept_languages': 'en-US, en' },
  });
  if (engine === 'firefox') await leaveWorkersAlone(browser);
  let context: BrowserContext | undefined;
  let page: Page;
  let errors: string[] = [];
  return {
    version: await browser.version(),
    async fresh() {
      await context?.close();
      context = await browser.createBrowserContext();
      page = await context.newPage();
      errors = [];
      const found = errors;
      page.on('console', (message) => {
        if (message.type() === 'error') found.push(message.text());
      });
      page.on('pageerror', (error) => found.push(String(error)));
      await page.setViewport(VIEWPORT);
      await page.evaluateOnNewDocument(pageSideSource);
    },
    async goto(url) {
      await page.goto(url, { waitUntil: 'load', timeout: 90_000 });
    },
    call: (name, ...values) => page.evaluate(`journey[${JSON.stringify(name)}](...${JSON.stringify(values)})`),
    press: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    async setFiles(paths) {
      const input = await page.$('input[type=file]');
      await (input as unknown as { uploadFile(...paths: readonly string[]): Promise<void> }).uploadFile(...paths);
    },
    consoleErrors: () => errors,
    close: () => browser.close(),
  };
}

/**
 * Stops Firefox's worker debugger, which each WebDriver session starts. On a busy machine, the debugger blocks 1 of 100
 * starts of nested workers. Visitors never run the debugger.
 */
async function leaveWorkersAlone(browser: Browser): Promise<void> {
  const { connection } = browser as unknown as { readonly connection: BidiConnection };
  const { result: tree } = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const actor = 'chrome://remote/content/shared/js-process-actors/WebDriverWorkerListenerActor.sys.mjs';
  const { result: done } = await connection.send('script.evaluate', {
    expression: `ChromeUtils.importESModule('${actor}').unregisterWebDriverWorkerListenerActor()`,
    target: { context: tree.contexts[0].context },
    awaitPromise: false,
  });
  if (done.type !== 'success') throw new Error(`Firefox still watches workers: ${JSON.stringify(done)}`);
}

/** The used part of Puppeteer's internal connection. Puppeteer's public API has no access to browser windows. */
interface BidiConnection {
  send(method: string, params: object): Promise<{ readonly result: any }>;
}
