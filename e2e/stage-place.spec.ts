import { expect, type Page } from '@playwright/test';
import { placePicture } from './gestures.ts';
import { blockWorker, openPicture, pngUpload, stageReady } from './pictures.ts';
import { test } from './policed.ts';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const stage = (page: Page) => page.locator('.stage').boundingBox();

for (const [screen, width, height] of [
  ['wide', 1440, 900],
  ['phone', 390, 844],
] as const)
  test.describe(`on a ${screen} screen`, () => {
    test.use({ viewport: { width, height } });

    test('the stage does not move before, during and after a step and a download', async ({ page }) => {
      await page.goto('/scaler');
      await openPicture(page, await pngUpload(placePicture(), 'places.png'));
      const isClosed = screen === 'phone';
      if (isClosed) await button(page, 'Show settings').click();
      await page.getByText('By ratio').click();
      await page.getByRole('textbox', { name: 'Ratio', exact: true }).fill('0.5');
      if (isClosed) await button(page, 'Hide settings').click();
      await stageReady(page);
      const before = await stage(page);
      let release = await blockWorker(page, 'picture');
      await button(page, 'Scale').click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await stage(page)).toEqual(before);
      await release();
      await expect(page.locator('.stage-size')).toHaveText('120 × 120 px');
      await stageReady(page);
      expect(await stage(page)).toEqual(before);
      release = await blockWorker(page, 'picture');
      await page.locator('[data-action^=download]').first().click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await stage(page)).toEqual(before);
      await Promise.all([page.waitForEvent('download'), release()]);
      await expect(page.getByText(/^places\.\w+ · 120 × 120 px/)).toBeVisible();
      expect(await stage(page)).toEqual(before);
    });

    test('the stage does not move while files are generated and when they are listed', async ({ page }) => {
      await page.goto('/horizontal_editor');
      await button(page, 'Generate').click();
      await expect(page.locator('.stage-size')).toContainText('px');
      const text = page.getByRole('textbox', { name: 'Main Text' });
      await text.fill('一筆');
      await text.blur();
      await stageReady(page);
      const before = await stage(page);
      const release = await blockWorker(page, 'picture');
      await button(page, 'Generate PNG').click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await stage(page)).toEqual(before);
      await release();
      await expect(page.getByRole('list', { name: 'Generated files' })).toBeVisible();
      expect(await stage(page)).toEqual(before);
    });
  });
