import { expect, type Page } from '@playwright/test';
import { screens } from '../app/state/catalogue.ts';
import { test } from './policed.ts';

// What the service worker keeps would come past the test.
test.use({ serviceWorkers: 'block' });

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const SCRIPTS = '**/*.js';
const tools = screens.filter(({ group }) => group !== 'other').map(({ route }) => route);

/** What title and sentence say and where they begin, in each window. */
async function beginning(page: Page) {
  const seen: unknown[] = [];
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    const title = page.locator('h1');
    const lead = page.locator('.tool-lead, h1 + p');
    for (const words of [title, lead]) {
      const { x, y } = (await words.boundingBox()) ?? {};
      seen.push([await words.textContent(), x, y]);
    }
  }
  return seen;
}

test('a tool’s title and sentence are there before its scripts, where they stay', async ({ page }) => {
  test.setTimeout(120_000);
  for (const route of tools) {
    await page.route(SCRIPTS, (request) => request.abort());
    await page.goto(`/${route}`);
    await expect(page.locator('h1')).toBeVisible();
    // Nothing of it can be used yet.
    await expect(page.getByRole('heading')).toHaveCount(0);
    const early = await beginning(page);
    await page.unroute(SCRIPTS);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/${route}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await beginning(page), route).toEqual(early);
  }
});

test('they are in the language of the address, of the last visit, or of the browser', async ({ page, browser }) => {
  await page.route(SCRIPTS, (request) => request.abort());
  const title = page.locator('h1');
  await page.goto('/cropper');
  await expect(title).toHaveText('Crop');
  await page.goto('/cropper?lng=ja-JP');
  await expect(title).toHaveText('切り抜き');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  await page.unroute(SCRIPTS);
  await page.goto('/cropper?lng=ja');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('切り抜き');
  await page.route(SCRIPTS, (request) => request.abort());
  await page.goto('/cropper');
  await expect(title).toHaveText('切り抜き');

  const japanese = await browser.newContext({ locale: 'ja-JP', serviceWorkers: 'block' });
  const other = await japanese.newPage();
  await other.route(SCRIPTS, (request) => request.abort());
  await other.goto(page.url());
  await expect(other.locator('h1')).toHaveText('切り抜き');
  await japanese.close();
});
