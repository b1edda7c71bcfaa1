import { expect, type Page } from '@playwright/test';
import { blockWorker, openImage, pngUpload, translucentPixels, type Upload } from './images.ts';
import { test } from './policed.ts';
import { drop, sendFiles } from './sent-files.ts';

/** Tests dropping and pasting several files, in tools for a single file and in tools with batches. */

const named = async (name: string) => pngUpload(translucentPixels(), name);
const notes: Upload = { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
const note = (page: Page) => page.getByText(/^Only one file can be opened here; \d (was|were) skipped\.$/);

test('/mask_creator shows the number of skipped files until the next image opens', async ({ page }) => {
  await page.goto('/mask_creator');
  await expect(page.getByRole('button', { name: 'Try a sample' })).toBeEnabled();
  // The first image opens, even if a file of another kind comes first.
  const three = [notes, await named('a.png'), await named('b.png')];
  await drop(page, three);
  await expect(note(page)).toHaveText('Only one file can be opened here; 2 were skipped.');
  await expect(page.getByRole('dialog', { name: 'Error' })).toHaveCount(0);
  await expect(page.getByText('256 × 64 px').first()).toBeVisible();
  await sendFiles(page, 'paste', three.slice(1), '.drop-target');
  await expect(note(page)).toHaveText('Only one file can be opened here; 1 was skipped.');
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await drop(page, [await named('c.png')]);
  await expect(note(page)).toHaveCount(0);
});

test('/cropper opens several images at once and names the files that it cannot open', async ({ page }) => {
  await page.goto('/cropper');
  await expect(page.getByRole('button', { name: 'Try a sample' })).toBeEnabled();
  await drop(page, [notes, await named('a.png'), await named('b.png')]);
  await expect(page.getByRole('heading', { name: '3 images' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'a.png, ready' })).toHaveAttribute('aria-current', 'true');
  await expect(page.getByRole('listitem').filter({ hasText: 'notes.txt' })).toContainText(
    'Please provide a jpg, png or webp file.',
  );
  await expect(note(page)).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await sendFiles(page, 'paste', [await named('c.png')], '.drop-target');
  await expect(page.getByText('c.png', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: '3 images' })).toHaveCount(0);
});

test('/cropper opens files dropped during a download when the download finishes', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await named('first.png'));
  const next = page.getByText(/ opens? after this task\.$/);

  const download = page.getByRole('button', { name: 'Download PNG', exact: true });
  let release = await blockWorker(page, 'image');
  await download.click();
  await drop(page, [await named('a.png')]);
  await expect(next).toHaveText('a.png opens after this task.');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await named('b.png'));
  await expect(next).toHaveText('b.png opens after this task.');
  await release();
  await expect(page.getByText('b.png', { exact: true })).toBeVisible();
  await expect(next).toHaveCount(0);

  release = await blockWorker(page, 'image');
  await download.click();
  await sendFiles(page, 'paste', [await named('c.png'), await named('d.png')], '.drop-target');
  await expect(next).toHaveText('2 files open after this task.');
  await release();
  await expect(page.getByRole('heading', { name: '2 images' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'c.png, ready' })).toHaveAttribute('aria-current', 'true');
  await expect(next).toHaveCount(0);

  const thumbnails = page.getByRole('region', { name: 'Open images' }).getByRole('button');
  await page.getByRole('button', { name: 'Remove c.png' }).click();
  await expect(thumbnails).toHaveCount(1);
  await page.getByRole('button', { name: 'Undo remove image' }).click();
  await expect(thumbnails).toHaveCount(2);
  await expect(thumbnails.first()).toHaveAccessibleName('c.png, ready');
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(thumbnails).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo clear images' }).click();
  await expect(thumbnails).toHaveCount(2);
});

test('of two videos dropped with captions, the video player opens one and reports the other as skipped', async ({
  page,
}) => {
  await page.goto('/video_playback?lng=ja');
  await expect(page.getByRole('button', { name: 'サンプルで試す' })).toBeVisible();
  const video = { name: 'a.webm', mimeType: 'video/webm', buffer: Buffer.from('no video at all') };
  const captions = { name: 'a.vtt', mimeType: 'text/vtt', buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:01.000\nA') };
  await drop(page, [video, captions, { ...video, name: 'b.webm' }]);
  await expect(page.getByText('ここで開けるファイルは 1 つです。残りの 1 件は開いていません。')).toBeVisible();
});
