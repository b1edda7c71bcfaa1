import { expect, type Page } from '@playwright/test';
import { emptyDesk, stageReady } from './images.ts';
import { collectErrors, test } from './policed.ts';

/** One tool for each way of drawing: CPU, GPU, shapes. Other tests check the remaining tools for violations. */
const IMAGE_TOOLS = ['cropper', 'color_adjuster', 'shape_editor'];
const OTHER_SCREENS = ['home', 'mask_creator', 'layer'];

const sample = (page: Page) => page.getByRole('button', { name: 'Try a sample' }).click();

/** Fails if the page has reported an error since the start of the test. */
async function expectNoErrors(page: Page, journey: () => Promise<void>): Promise<void> {
  const found = await collectErrors(page);
  await journey();
  // Waits for a reply from the page, because error reports that were sent earlier arrive before the reply.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(found()).toEqual([]);
}

test('every screen opens and the GPU draws under the content security policy', { tag: '@deep' }, async ({ page }) => {
  await expectNoErrors(page, async () => {
    for (const screen of OTHER_SCREENS) {
      await page.goto(`/${screen}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog')).toBeVisible();
    for (const screen of IMAGE_TOOLS) {
      await page.goto(`/${screen}`);
      await emptyDesk(page);
      await sample(page);
      await stageReady(page);
    }
  });
});

test('a page changed by a browser extension renders again under the content security policy', async ({ page }) => {
  await page.addInitScript(() => {
    const change = () => document.body?.prepend(document.createElement('aside'));
    document.addEventListener('readystatechange', change, { once: true });
  });
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
});
