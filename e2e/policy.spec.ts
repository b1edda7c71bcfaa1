import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { download, openPicture, pngUpload, stageReady, translucentPixels } from './pictures.ts';
import { test, troubles } from './policed.ts';
import { colored } from './videos.ts';

/** One tool for each drawing method: core, GPU, shapes. Other tests watch all other work. */
const PICTURE_TOOLS = ['cropper', 'color_adjuster', 'shape_editor'];
const OTHER_SCREENS = ['home', 'mask_creator', 'layer'];

const sample = (page: Page) => page.getByRole('button', { name: 'Try a sample' }).click();

/** Fails if the page reported any error during the journey. */
async function withoutTrouble(page: Page, journey: () => Promise<void>): Promise<void> {
  const found = await troubles(page);
  await journey();
  // Reports queued earlier arrive before this answer.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(found()).toEqual([]);
}

test('every screen opens and the GPU draws under the content security policy', async ({ page }) => {
  await withoutTrouble(page, async () => {
    for (const screen of OTHER_SCREENS) {
      await page.goto(`/${screen}`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
    await page.keyboard.press('Control+K');
    await expect(page.getByRole('dialog')).toBeVisible();
    for (const screen of PICTURE_TOOLS) {
      await page.goto(`/${screen}`);
      await sample(page);
      await stageReady(page);
    }
  });
});

test('images are written in every format under the content security policy', async ({ page }) => {
  await withoutTrouble(page, async () => {
    await page.goto('/format_converter');
    await openPicture(page, await pngUpload(translucentPixels()));
    const offered = await page.getByRole('button', { name: /^Download \w+$/ }).allTextContents();
    expect(offered).toEqual(expect.arrayContaining(['Download JPG', 'Download PNG', 'Download WebP', 'Download AVIF']));
    for (const button of offered) await download(page, button);
    // Content decides the format: this file needs the AVIF decoder.
    const { buffer } = await colored('any', '#c82828');
    await openPicture(page, { name: 'a.png', mimeType: 'image/png', buffer: await sharp(buffer).avif().toBuffer() });
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
