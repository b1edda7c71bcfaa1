import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { hasSamples, pngUpload, samplePath, stageReady, translucentPixels, type Upload } from './images.ts';
import { test } from './policed.ts';
import { sendFiles } from './sent-files.ts';

/** Tests files that are dropped or pasted outside a drop target, or on a page that doesn't support them. */

const offer = (page: Page) => page.getByRole('dialog', { name: /^(Open .* in|Unsupported file|.*を開くツール)$/ });
const openers = (page: Page) => offer(page).getByRole('listitem');

async function sample(path: string, mimeType: string): Promise<Upload> {
  return { name: basename(path), mimeType, buffer: await readFile(samplePath(path)) };
}
const image = (name = 'a.png') => pngUpload(translucentPixels(), name);
const notes: Upload = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };

async function home(page: Page, address = '/home') {
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
}

test('an image dropped on the home page opens in the tool chosen by keyboard', async ({ page }) => {
  await home(page);
  expect(await sendFiles(page, 'drop', [await image()])).toBe(false);
  await expect(offer(page)).toHaveAccessibleName('Open a.png in');
  const first = openers(page).first().getByRole('button');
  await expect(first).toBeFocused();
  await expect(openers(page)).toHaveCount(13);
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(offer(page)).toBeHidden();
  await expect(page).toHaveURL('/home');

  await sendFiles(page, 'paste', [await image('b.png')]);
  await page.getByRole('button', { name: 'Crop', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/cropper');
  await expect(page.getByRole('heading', { level: 1, name: 'Crop' })).toBeFocused();
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
  await expect(page.getByText('b.png', { exact: true })).toBeVisible();
  // With the image tool open, a file that is dropped elsewhere on the page opens at once, without an offer to open it.
  await stageReady(page);
  await sendFiles(page, 'drop', [await image('c.png')], 'aside');
  await expect(page.getByText('c.png', { exact: true })).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

test('an image tool offers the video player for a dropped video and refuses a text file with an error', async ({
  page,
}) => {
  await home(page, '/cropper');
  await expect(page.getByRole('button', { name: 'Try a sample' })).toBeEnabled();
  expect(
    await sendFiles(page, 'drop', [{ ...notes, name: 'video.webm', mimeType: 'video/webm' }], '.drop-target'),
  ).toBe(false);
  await expect(openers(page)).toHaveText(['Video Player', 'Convert Audio']);
  await expect(page.locator('[data-dragging]')).toHaveCount(0);
  await page.keyboard.press('Escape');
  expect(await sendFiles(page, 'drop', [notes], '.drop-target')).toBe(false);
  await expect(page.getByRole('dialog', { name: 'Error' })).toBeVisible();
});

test('the home page names an unsupported file, and dropping a file never navigates away from the page', async ({
  page,
}) => {
  await home(page);
  expect(await sendFiles(page, 'drop', [notes])).toBe(false);
  await expect(offer(page)).toHaveAccessibleName('Unsupported file');
  await expect(offer(page)).toContainText('No tool can open notes.txt.');
  await expect(offer(page).getByRole('button', { name: 'Close' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(offer(page)).toBeHidden();
  const psd = { name: 'photo.psd', mimeType: '', buffer: Buffer.from('8BPS\0\u0001\0\0', 'latin1') };
  await sendFiles(page, 'drop', [psd]);
  await expect(offer(page)).toContainText('This is a PSD image.');
  await page.keyboard.press('Enter');
  const link = await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/uri-list', 'https://example.com/');
    const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data });
    return document.body.dispatchEvent(event);
  });
  expect(link).toBe(false);
});

test.describe('with sample files', () => {
  test.skip(!hasSamples, 'needs ../shared/samples');

  test('dropped audio and photos open in the slideshow tool, because no other tool accepts more of the files', async ({
    page,
  }) => {
    await home(page, '/home?lng=ja');
    const photos = ['exif-orientation-1.jpg', 'exif-orientation-6.jpg'];
    const files = await Promise.all([
      sample('audio/vbr-xing.mp3', 'audio/mpeg'),
      ...photos.map((name) => sample(`images/${name}`, 'image/jpeg')),
    ]);
    await sendFiles(page, 'drop', [...files, notes], 'h1');
    await expect(offer(page)).toHaveAccessibleName('4 件のファイルを開くツール');
    await expect(offer(page)).toContainText('notes.txt を開けるツールはありません。');
    await expect(openers(page).nth(0)).toHaveText('スライドショー動画4 件中 3 件');
    await expect(openers(page).nth(1)).toHaveText('音声から動画4 件中 2 件');
    await expectNoViolations(page);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/sound_to_slide_show_video');
    await page.getByRole('tab', { name: 'メイン画像' }).click();
    const slots = page.getByRole('group', { name: 'メイン画像' }).getByRole('button');
    for (const [index, name] of photos.entries())
      await expect(slots.nth(index)).toHaveAttribute('aria-description', name);
    await page.getByRole('tab', { name: '音声', exact: true }).click();
    await expect(page.getByText(/^vbr-xing\.mp3 · /)).toBeVisible();
  });

  test('a video dropped on the phone menu plays, and pasted audio opens in the converter', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await home(page, '/privacy');
    await page.getByRole('button', { name: 'Menu' }).click();
    await sendFiles(page, 'drop', [await sample('video/vp9-odd-161x121.webm', 'video/webm')], 'dialog[open]');
    await openers(page).getByRole('button', { name: 'Video Player' }).click();
    await expect(page).toHaveURL('/video_playback');
    await expect(page.locator('canvas.player-canvas')).toHaveAttribute('width', '161');

    await sendFiles(page, 'paste', [await sample('audio/pcm-s16-mono-odd-chunk.wav', 'audio/wav')]);
    await openers(page).getByRole('button', { name: 'WAV to MP3' }).click();
    await expect(page).toHaveURL('/wav_to_mp3');
    await expect(page.getByRole('heading', { name: 'pcm-s16-mono-odd-chunk.wav' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Convert and Download' })).toBeEnabled();
  });
});
