import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { placeImage } from './gestures.ts';
import { blockWorker, damagedPng, named, openImage, pngUpload, stageReady } from './images.ts';
import { test } from './policed.ts';
import { colored, toneUpload } from './videos.ts';

const button = (page: Page, name: string) => page.getByRole('button', named(name));
const stage = (page: Page) => page.locator('.stage').boundingBox();

for (const [screen, width, height] of firstOf([
  ['wide', 1440, 900],
  ['phone', 390, 844],
] as const))
  test.describe(`on a ${screen} screen`, () => {
    test.use({ viewport: { width, height } });

    test('the image area does not move before, during and after a step and a download', async ({ page }) => {
      await page.goto('/scaler');
      await openImage(page, await pngUpload(placeImage(), 'places.png'));
      const isClosed = screen === 'phone';
      if (isClosed) await button(page, 'Show settings').click();
      await page.getByText('By ratio').click();
      await page.getByRole('textbox', { name: 'Ratio', exact: true }).fill('0.5');
      if (isClosed) await button(page, 'Hide settings').click();
      await stageReady(page);
      const before = await stage(page);
      let release = await blockWorker(page, 'image');
      await button(page, 'Scale').click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await stage(page)).toEqual(before);
      await release();
      await expect(page.locator('.stage-size')).toHaveText('120 × 120 px');
      await stageReady(page);
      expect(await stage(page)).toEqual(before);
      release = await blockWorker(page, 'image');
      await page.locator('[data-action^=download]').first().click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await stage(page)).toEqual(before);
      await Promise.all([page.waitForEvent('download'), release()]);
      await expect(page.getByText(/^places\.\w+ · 120 × 120 px/)).toBeVisible();
      expect(await stage(page)).toEqual(before);
    });

    test('the image area does not move while files are generated and when they are listed', async ({ page }) => {
      await page.goto('/horizontal_editor');
      await button(page, 'Generate').click();
      await expect(page.locator('.stage-size')).toContainText('px');
      const text = page.getByRole('textbox', { name: 'Main Text' });
      await text.fill('一筆');
      await text.blur();
      await stageReady(page);
      const before = await stage(page);
      const release = await blockWorker(page, 'image');
      await button(page, 'Generate PNG').click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await stage(page)).toEqual(before);
      await release();
      await expect(page.getByRole('list', { name: 'Generated files' })).toBeVisible();
      expect(await stage(page)).toEqual(before);
    });

    test('the image area of a slideshow does not move when notes, reports and progress appear', async ({ page }) => {
      await page.goto('/sound_to_slide_show_video');
      const input = page.locator('input[type=file]').first();
      const place = () => page.locator('.maker-stage').boundingBox();
      await input.setInputFiles(await colored('first.png', 'rgb(40,160,60)'));
      await expect(page.getByText('Please upload an audio (MP3/WAV) first.')).toBeInViewport();
      await stageReady(page);
      const before = await place();
      await input.setInputFiles(toneUpload('tone.wav', 4));
      await expect(page.getByText('Please upload an audio (MP3/WAV) first.')).toHaveCount(0);
      await stageReady(page);
      expect(await place()).toEqual(before);
      await input.setInputFiles(await damagedPng());
      await expect(page.getByText('damaged.png Parts of this image are damaged.')).toBeInViewport();
      await stageReady(page);
      expect(await place()).toEqual(before);
      await input.setInputFiles(await colored('third.png', 'rgb(40,60,200)'));
      await expect(page.getByText('1 of 3 images never appears: the audio ends first.')).toBeInViewport();
      await stageReady(page);
      // Checks the position only on a wide screen, because two notes don't fit into one row on a phone.
      if (screen === 'wide') expect(await place()).toEqual(before);
      await button(page, 'Fit to music').click();
      await expect(page.getByText('1 of 3 images never appears: the audio ends first.')).toHaveCount(0);
      expect(await place()).toEqual(before);
      await button(page, 'Generate MP4').click();
      await expect(page.getByRole('progressbar')).toBeVisible();
      expect(await place()).toEqual(before);
      await button(page, 'Cancel').click();
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      expect(await place()).toEqual(before);
    });
  });
