import { mkdtempSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import type { Recipe } from '#core/recipes/recipe.ts';
import { byCommand } from './batches.ts';
import {
  download,
  downloadFromFoot,
  named,
  openImage,
  pasteAnywhere,
  pngUpload,
  shownVersion,
  translucentPixels,
  type Upload,
  waitForChange,
} from './images.ts';
import { test } from './policed.ts';
import { colored, describeVideo, makeSmall, toneUpload } from './videos.ts';

/** Removes browser features from the page and its workers, to test the fallbacks in docs/browser-support.md. */
async function without(page: Page, ...removals: readonly string[]): Promise<void> {
  const script = `${removals.join(';')};`;
  await withoutOnPage(page, ...removals);
  // Adds code to the scripts of all workers.
  await page.route(/\.service-[\w-]+\.js$/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script}${await response.text()}` });
  });
}

/** Features that exist only in pages, not in workers. */
const withoutOnPage = (page: Page, ...removals: readonly string[]) =>
  page.addInitScript({ content: removals.join(';') });

const button = (page: Page, name: string) => page.getByRole('button', named(name));
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Error' });
const files = (page: Page) => page.locator('input[type=file]').first();

async function makeVideo(page: Page, fps?: number): Promise<Buffer> {
  await page.goto('/sound_to_video');
  await files(page).setInputFiles([toneUpload('tone.wav', 1), await colored('main.png', 'rgb(40,160,60)')]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await makeSmall(page, fps);
  await button(page, 'Generate MP4').click();
  const link = page.getByRole('link', { name: 'Download MP4' });
  // Waits for as long as the page works, because FFmpeg may take minutes on a busy machine.
  await link.or(dialog(page)).waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  return readFile(await file.path());
}

async function playSample(page: Page): Promise<void> {
  await page.goto('/video_playback');
  await button(page, 'Try a sample').click();
  await expect(page.getByText('sample.webm')).toBeVisible();
}

const seek = (page: Page) => page.getByRole('slider', { name: 'Seek' });

async function play(page: Page): Promise<void> {
  await button(page, 'Play').click();
  await expect.poll(async () => Number(await seek(page).inputValue())).toBeGreaterThan(0.5);
}

async function convertSample(page: Page): Promise<Buffer> {
  await page.goto('/wav_to_mp3');
  await button(page, 'Try a sample').click();
  await expect(page.locator('dt', { hasText: 'Duration' }).locator('+ dd')).toHaveText('5.00 s');
  return (await download(page, 'Convert and Download')).bytes;
}

test('without a video encoder, FFmpeg makes the video', async ({ page }) => {
  await without(page, 'delete globalThis.VideoEncoder');
  const program = page.waitForRequest(/ffmpeg-core-[\w-]+\.wasm$/);
  const { codec, frames } = await describeVideo(await makeVideo(page, 2));
  await program;
  expect(codec).toMatch(/^avc1/);
  expect(frames.length).toBeGreaterThan(0);
});

test('without a video decoder, a video is refused with a message', async ({ page }) => {
  await without(page, 'delete globalThis.VideoDecoder');
  await page.goto('/video_playback');
  await button(page, 'Try a sample').click();
  await expect(dialog(page)).toContainText('Video codec not decodable in this browser.');
});

test('without an audio decoder in the browser, a video still plays', async ({ page }) => {
  await without(page, 'delete globalThis.AudioDecoder');
  await playSample(page);
  await play(page);
});

test('without an audio encoder in the browser, a generated video still has audio', async ({ page }) => {
  await without(page, 'delete globalThis.AudioEncoder');
  const { audio } = await describeVideo(await makeVideo(page));
  expect(audio).toEqual(['mp4a.40.2', 44_100, 2]);
});

test('without synchronous file access or a private file system, audio converts to the same bytes', async ({
  page,
  browser,
  baseURL,
}) => {
  const convert = async (...removals: readonly string[]) => {
    const own = await browser.newPage({ baseURL, serviceWorkers: 'block' });
    await without(own, ...removals);
    const bytes = await convertSample(own);
    await own.close();
    return bytes;
  };
  const expected = await convertSample(page);
  for (const removal of [
    'delete FileSystemFileHandle.prototype.createSyncAccessHandle',
    'delete StorageManager.prototype.getDirectory',
  ])
    expect((await convert(removal)).equals(expected), removal).toBe(true);
});

test('without clipboard reading, Paste names the keys that paste, and they do', async ({ page }) => {
  await withoutOnPage(page, 'delete Clipboard.prototype.readText');
  await page.goto('/cropper');
  await openImage(page, await pngUpload(translucentPixels()));
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: 'Paste recipe' }).click();
  await expect(dialog(page)).toContainText('Press Ctrl+V (⌘V) instead.');
  await page.keyboard.press('Escape');
  await pasteAnywhere(page, JSON.stringify([{ operation: 'scale', params: { ratio: 0.5 } }]));
  await button(page, 'Apply to this image').click();
  await expect(page.getByText('128 × 32 px', { exact: true })).toBeVisible();
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('without the share API, a finished file is downloaded, and no Share button appears', async ({ page }) => {
    await withoutOnPage(page, 'delete Navigator.prototype.share', 'delete Navigator.prototype.canShare');
    await page.goto('/scaler');
    await openImage(page, await pngUpload(translucentPixels()));
    expect((await downloadFromFoot(page, 'Download PNG')).name).toMatch(/\.png$/);
    await expect(button(page, 'Share')).toHaveCount(0);
  });
});

test('without module workers, a message says that part of the page could not load', async ({ page }) => {
  // Browsers without module workers run worker scripts as classic scripts, in which an import is a syntax error.
  await page.addInitScript({
    content: 'const Known = Worker; Worker = class extends Known { constructor(url) { super(url); } }',
  });
  await page.goto('/cropper');
  await files(page).setInputFiles(await pngUpload(translucentPixels()));
  await expect(dialog(page)).toContainText('Part of this page couldn’t load.');
});

/** Simulates iOS, where a canvas above 16,777,216 pixels ignores drawing and reads as transparent. */
const SMALL_CANVASES = `
  for (const name of ['CanvasRenderingContext2D', 'OffscreenCanvasRenderingContext2D']) {
    const { prototype } = globalThis[name] ?? {};
    if (!prototype) continue;
    const isTooLarge = ({ canvas }) => canvas.width * canvas.height > 4096 * 4096;
    for (const method of ['drawImage', 'fill', 'fillRect', 'fillText', 'putImageData', 'stroke', 'strokeRect']) {
      const draw = prototype[method];
      prototype[method] = function (...rest) { if (!isTooLarge(this)) draw.apply(this, rest); };
    }
    const read = prototype.getImageData;
    prototype.getImageData = function (left, top, width, height) {
      return isTooLarge(this) ? new ImageData(width, height) : read.call(this, left, top, width, height);
    };
  }`;

/** Returns a 17.6-megapixel photo of a gradient that the browser's own decoder can read. */
async function largePhoto(): Promise<Upload> {
  const [width, height] = [4400, 4000];
  const buffer = await sharp({
    create: {
      width: 30,
      height: 20,
      channels: 3,
      background: '#7090b0',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .resize(width, height, { kernel: 'linear' })
    .jpeg({ quality: 90, progressive: true })
    .toBuffer();
  return { name: 'large.jpg', mimeType: 'image/jpeg', buffer };
}

/** The crop still exceeds the canvas limit, so no single canvas can contain all shapes or the text. */
const ON_LARGE: Recipe = [
  { operation: 'crop', params: { topX: 20, topY: 20, bottomX: 4380, bottomY: 3980 } },
  {
    operation: 'draw-shapes',
    params: {
      components: [
        {
          shape: 'star',
          fillBox: true,
          fillColor: '#e0503080',
          borderWidth: 40,
          rotation: 15,
          boundingBox: { left: 300, top: 200, right: 3800, bottom: 3700 },
        },
        {
          shape: 'circle',
          fillBox: true,
          boundingBox: { left: 3880, top: 100, right: 3940, bottom: 160 },
          repeatCount: 5,
          repeatXOffset: 90,
          repeat2Count: 20,
          repeat2YOffset: 180,
        },
      ],
    },
  },
  {
    operation: 'write-texts',
    params: {
      texts: [
        {
          text: 'Two lines that\nlie far apart',
          fontPt: 300,
          colGapEm: 4,
          textColor: '#103060a0',
          outlineTextColor: '#ffffffc0',
          outlineTextWidth: 12,
        },
      ],
    },
  },
];

test('with canvases limited to 16.7 megapixels, crop, shapes and texts of a 17.6-megapixel image equal the command’s', {
  tag: '@deep',
}, async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'large-'));
  try {
    const photo = await largePhoto();
    await without(page, SMALL_CANVASES);
    await page.goto('/cropper');
    await openImage(page, photo);
    const before = await shownVersion(page);
    await pasteAnywhere(page, JSON.stringify(ON_LARGE));
    await page.getByRole('dialog', { name: 'Recipe' }).getByRole('button', { name: 'Apply to this image' }).click();
    await waitForChange(page, before);
    const { bytes } = await download(page, 'Download PNG');
    expect(bytes.equals(await byCommand(folder, JSON.stringify(ON_LARGE), photo))).toBe(true);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
