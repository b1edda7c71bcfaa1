import { expect, type Page } from '@playwright/test';
import { screens } from '../app/tools/catalog.ts';
import { firstOf } from '../tests/deep.ts';
import { test } from './policed.ts';

// Blocks service workers, because their cache would bypass this test's network routes.
test.use({ serviceWorkers: 'block' });

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];
const SCRIPTS = '**/*.js';
const tools = screens.filter(({ group }) => group !== 'other').map(({ route }) => route);

/** Returns the texts and positions of the tool's title and description, for each window size. */
async function beginning(page: Page) {
  const seen: unknown[] = [];
  for (const window of WINDOWS) {
    await page.setViewportSize(window);
    // Waits a frame, because the screen adapts to a new window size in the next frame.
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const title = page.locator('h1');
    const lead = page.locator('.tool-lead');
    for (const words of [title, lead]) {
      const { x, y } = (await words.boundingBox()) ?? {};
      seen.push([await words.textContent(), x, y]);
    }
  }
  return seen;
}

test('a tool shows its title and description before its scripts run, at their final position', async ({ page }) => {
  for (const route of firstOf(tools, 2)) {
    await page.route(SCRIPTS, (request) => request.abort());
    await page.goto(`/${route}`);
    await expect(page.locator('h1')).toBeVisible();
    // The placeholder in the HTML is hidden from assistive technology, so it has no heading role.
    await expect(page.getByRole('heading')).toHaveCount(0);
    const early = await beginning(page);
    await page.unroute(SCRIPTS);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/${route}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await beginning(page), route).toEqual(early);
  }
});

const head = (page: Page) =>
  page.evaluate(() => ({
    title: document.title,
    description: document.querySelector('meta[name=description]')?.getAttribute('content'),
    manifest: document.querySelector('link[rel=manifest]')?.getAttribute('href'),
  }));

const ENGLISH = {
  title: 'Crop – Fudebako',
  description: 'Draw a rectangle and cut off everything outside it.',
  manifest: '/manifest.webmanifest',
};
const JAPANESE = {
  title: '切り抜き – 筆箱',
  description: '四角く囲んだところだけを残します。',
  manifest: '/manifest.ja.webmanifest',
};

test('title and description use the language of the address, then of the last visit, then of the browser', async ({
  page,
  browser,
}) => {
  await page.route(SCRIPTS, (request) => request.abort());
  const title = page.locator('h1');
  await page.goto('/cropper');
  await expect(title).toHaveText('Crop');
  expect(await head(page)).toEqual(ENGLISH);
  await page.goto('/cropper?lng=ja-JP');
  await expect(title).toHaveText('切り抜き');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ja');
  expect(await head(page)).toEqual(JAPANESE);
  await page.goto('/privacy?lng=ja');
  await expect(page).toHaveTitle('プライバシー – 筆箱');
  await page.unroute(SCRIPTS);
  await page.goto('/cropper?lng=ja');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('切り抜き');
  expect(await head(page)).toEqual(JAPANESE);
  await page.getByRole('button', { name: 'English' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Crop');
  await expect.poll(() => head(page)).toEqual(ENGLISH);
  await page.goto('/cropper?lng=ja');
  await expect(page).toHaveTitle(JAPANESE.title);
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

test('the HTML of each page has its title and description without scripts', async ({ request }) => {
  const html = await (await request.get('/cropper')).text();
  expect(html).toContain(`<title>${ENGLISH.title}</title>`);
  expect(html).toContain(`<meta name="description" content="${ENGLISH.description}"/>`);
  const [english, japanese] = await Promise.all(
    [ENGLISH, JAPANESE].map(async ({ manifest }) => (await request.get(manifest)).json()),
  );
  const texts = { name: '筆箱', short_name: '筆箱', description: japanese.description, lang: 'ja' };
  expect(japanese).toEqual({ ...english, ...texts });
  expect(japanese.description).toMatch(/[ぁ-ん]/);
});
