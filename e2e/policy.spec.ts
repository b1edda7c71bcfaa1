import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { generateFile } from './generated.ts';
import { download, openPicture, pngUpload, settled, translucentPixels } from './pictures.ts';
import { test, troubles } from './policed.ts';
import { colored, toneUpload } from './videos.ts';

/** One for each way of drawing: core's alone, the GPU, shapes. The others are watched in their own journeys. */
const PICTURE_TOOLS = ['cropper', 'color_adjuster', 'shape_editor'];
const OTHER_SCREENS = ['home', 'mask_creator', 'layer'];

const input = (page: Page) => page.locator('input[type=file]').first();
const sample = (page: Page) => page.getByRole('button', { name: 'Try a sample' }).click();

/** Fails where a page had any trouble on the way. */
async function withoutTrouble(page: Page, journey: () => Promise<void>): Promise<void> {
  const found = await troubles(page);
  await journey();
  // What is reported asynchronously comes before the answer to a question that is put after it.
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(found()).toEqual([]);
}

test('every screen opens, and the GPU draws, under the page’s policy', async ({ page }) => {
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
      await settled(page);
    }
  });
});

test('pictures are written in every format under the page’s policy', async ({ page }) => {
  await withoutTrouble(page, async () => {
    await page.goto('/format_converter');
    await openPicture(page, await pngUpload(translucentPixels()));
    const offered = await page.getByRole('button', { name: /^Download \w+$/ }).allTextContents();
    expect(offered).toEqual(expect.arrayContaining(['Download JPG', 'Download PNG', 'Download WebP', 'Download AVIF']));
    for (const button of offered) await download(page, button);
    // A file is what its bytes say: this one is read by the decoder of AVIF.
    const { buffer } = await colored('any', '#c82828');
    await openPicture(page, { name: 'a.png', mimeType: 'image/png', buffer: await sharp(buffer).avif().toBuffer() });
  });
});

test('texts become pictures and a film under the page’s policy', async ({ page }) => {
  await withoutTrouble(page, async () => {
    await page.goto('/advanced_text_editor');
    await openPicture(page, await colored('sheet.png', '#ffffff'));
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Harbour 港 😀');
    await generateFile(page, 'PNG');
    await generateFile(page, 'JPG');
    await page.goto('/editor');
    await input(page).setInputFiles(await colored('sheet.png', '#ffffff', 160, 120));
    await page.getByRole('textbox', { name: 'Main Text' }).fill('古池や');
    await generateFile(page, 'MP4');
  });
});

for (const encoder of ['webcodecs', 'ffmpeg'])
  test(`a sound becomes a video by ${encoder} under the page’s policy`, async ({ page }) => {
    await withoutTrouble(page, async () => {
      await page.goto(`/sound_to_video?encoder=${encoder}`);
      await input(page).setInputFiles([toneUpload('tone.wav', 1), await colored('main.png', 'rgb(40,160,60)')]);
      await expect(page.getByText('main.png')).toBeVisible();
      await page.getByRole('button', { name: 'Resolution' }).click();
      await page.getByRole('option', { name: 'YouTube 720p, landscape' }).click();
      await generateFile(page, 'MP4');
    });
  });

test('pictures become a slideshow under the page’s policy', async ({ page }) => {
  await withoutTrouble(page, async () => {
    await page.goto('/sound_to_slide_show_video');
    await page.getByRole('tab', { name: 'Main Images' }).click();
    await input(page).setInputFiles([await colored('1.png', '#c82828'), await colored('2.png', '#28a03c')]);
    await expect(page.getByRole('button', { name: '2', exact: true })).toHaveAttribute('aria-description', '2.png');
    await page.getByRole('tab', { name: 'Sound' }).click();
    await input(page).setInputFiles(toneUpload('tone.wav', 1));
    await expect(page.getByText('tone.wav · 1.00 s')).toBeVisible();
    await page.getByRole('tab', { name: 'Resolution' }).click();
    await page.getByRole('button', { name: 'Resolution' }).click();
    await page.getByRole('option', { name: 'YouTube 720p, landscape' }).click();
    await generateFile(page, 'MP4');
  });
});

test('videos play and sounds are converted under the page’s policy', async ({ page }) => {
  await withoutTrouble(page, async () => {
    await page.goto('/video_playback');
    await sample(page);
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    const seek = page.getByRole('slider', { name: 'Seek' });
    await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0.2);
    for (const screen of ['wav_to_mp3', 'mp3_to_wav']) {
      await page.goto(`/${screen}`);
      await sample(page);
      await expect(page.locator('dt', { hasText: 'MIME type' })).toBeVisible();
      await download(page, 'Convert and Download');
    }
  });
});

test('a document that an extension has changed is drawn anew under the page’s policy', async ({ page }) => {
  await page.addInitScript(() => {
    const change = () => document.body?.prepend(document.createElement('aside'));
    document.addEventListener('readystatechange', change, { once: true });
  });
  await page.goto('/privacy');
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Contact' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Contact' })).toBeVisible();
});
