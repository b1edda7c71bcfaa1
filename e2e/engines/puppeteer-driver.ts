import { type BrowserContext, launch, type Page } from 'puppeteer-core';
import { chromiumLaunch } from '../../scripts/setup/chromium.mjs';
import { type EngineDriver, pageSideSource, VIEWPORT } from './engine.ts';

/** Firefox by WebDriver BiDi, which it speaks itself, and Chromium by its own protocol. */
export async function startPuppeteer(engine: 'chromium' | 'firefox', executablePath: string): Promise<EngineDriver> {
  const chromium = engine === 'chromium' ? await chromiumLaunch() : undefined;
  const browser = await launch({
    browser: engine === 'chromium' ? 'chrome' : 'firefox',
    executablePath,
    headless: true,
    protocolTimeout: 300_000,
    args: [...(chromium?.args ?? [])],
    env: { ...process.env, ...chromium?.env },
    // Sound begins without a gesture that the driver's presses may not count as.
    extraPrefsFirefox: { 'media.autoplay.default': 0, 'intl.accept_languages': 'en-US, en' },
  });
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
