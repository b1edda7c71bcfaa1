import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { firstOf } from '../tests/deep.ts';
import { openImage, pngUpload, translucentPixels, type Upload } from './images.ts';
import { test } from './policed.ts';
import { sendFiles } from './sent-files.ts';
import { storedText } from './stored.ts';
import { colored, toneUpload } from './videos.ts';

/** Tests messages of the error dialog about problems with the browser. */

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Error' });

async function refused(page: Page, sentence: string): Promise<void> {
  await expect(dialog(page).getByText(sentence, { exact: true })).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Close' }).first().click();
  await expect(dialog(page)).toBeHidden();
}

const image = async () => pngUpload(translucentPixels());

for (const [route, chunk] of firstOf([
  ['/color_adjuster', 'gpu-preview'],
  ['/layer', 'gpu-layers'],
] as const))
  test(`${route} shows an error if the graphics engine cannot load, and stays usable`, async ({ page }) => {
    await page.route(`**/assets/${chunk}-*.js`, (request) => request.abort());
    await page.goto(route);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles(await image());
    await refused(page, 'Failed to load graphics engine.');
    await expect(page.getByText('256 × 64 px').first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Download PNG', exact: true })).toBeEnabled();
  });

test('a script of the page that fails to load is requested once more', async ({ page }) => {
  const requested: string[] = [];
  await page.route('**/assets/gpu-preview-*.js', async (request) => {
    requested.push(request.request().url());
    await (requested.length === 1 ? request.abort('internetdisconnected') : request.continue());
  });
  await page.goto('/color_adjuster');
  await openImage(page, await image());
  await expect(page.locator('.stage-canvas')).toBeVisible();
  await expect.poll(() => requested.length).toBe(2);
  await expect(dialog(page)).toBeHidden();
});

test('a full browser storage is reported, and the image can still be downloaded', async ({ page }) => {
  await page.addInitScript(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (value, key) {
      if (key === 'saved-image') throw new DOMException('No room', 'QuotaExceededError');
      return put.call(this, value, key);
    };
  });
  await page.goto('/cropper');
  await openImage(page, await image());
  await page.getByRole('button', { name: 'Save for later' }).click();
  await refused(page, 'The browser’s storage is full or turned off.');
  await expect(page.getByRole('button', { name: 'Download PNG', exact: true })).toBeEnabled();
});

test('with a blocked clipboard, settings can be copied and pasted within the site, and copying anything else fails', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const refuse = () => Promise.reject(new DOMException('Not today', 'NotAllowedError'));
    Object.assign(navigator.clipboard, { writeText: refuse, readText: refuse });
  });
  await page.goto('/advanced_text_editor');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByText('800 × 1200 px', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(
    page.getByText('Copied. The browser blocks the clipboard, but you can paste these settings on this site.'),
  ).toBeVisible();
  await page.getByRole('textbox', { name: 'Text color' }).fill('#123456');
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Text color' })).toHaveValue('#000000');
  await expect(dialog(page)).toBeHidden();

  // A copied command is useful only outside the page, so a blocked clipboard causes an error.
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Morning');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy command' }).click();
  await refused(page, 'Failed to copy settings.');
});

test('the shape editor reports a shape image that cannot be shown', async ({ page }) => {
  await page.goto('/shape_editor');
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByText('800 × 1200 px', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: /Shape$/ }).click();
  await page.getByRole('option', { name: 'Image', exact: true }).click();
  const broken: Upload = { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('This is no picture.') };
  await page.getByRole('group', { name: 'Shape image', exact: true }).locator('input[type=file]').setInputFiles(broken);
  await refused(page, 'Failed to load shape image.');
  await expect(page.getByText('broken.png')).toHaveCount(0);
});

test('a mask’s base image can be cleared although nothing can be deleted from storage', async ({ page }) => {
  await failDeletions(page);
  await page.goto('/mask_creator');
  await page.getByRole('button', { name: 'Expand' }).click();
  await page.getByRole('tab', { name: 'Load Base Image' }).click();
  await openImage(page, await image());
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('No file selected')).toBeVisible();
  await page.getByRole('button', { name: 'Undo clear base image', exact: true }).click();
  await expect(page.getByRole('tabpanel').getByText('translucent.png')).toBeVisible();
});

test('a cleared layer stays cleared after a reload', async ({ page }) => {
  await page.goto('/layer');
  await openImage(page, await image());
  await page.getByRole('tab', { name: 'Bottom layer' }).click();
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('No file selected')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Try a sample' })).toBeEnabled();
  await expect(page.getByText('No file selected')).toBeVisible();
});

test('image and audio tools report a download that the browser refuses', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await image());
  const refuse = () =>
    page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new TypeError('Not today');
      };
    });
  await refuse();
  await page.getByRole('button', { name: 'Download PNG', exact: true }).click();
  await refused(page, 'Failed to download.');
  await expect(page.getByRole('button', { name: 'Download PNG', exact: true })).toBeEnabled();
  await page.goto('/wav_to_mp3');
  await page.locator('input[type=file]').first().setInputFiles(toneUpload('tone.wav', 1));
  await expect(page.getByText('Ready')).toBeVisible();
  await refuse();
  await page.getByRole('button', { name: 'Convert and Download' }).click();
  await refused(page, 'Failed to download.');
});

/** Stores an invalid file as the image that the visitor has saved with Save for later. */
const saveInvalidImage = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('fudebako');
    await new Promise((done) => Object.assign(open, { onsuccess: done }));
    const change = open.result.transaction('files-v1', 'readwrite');
    change.objectStore('files-v1').put({ name: 'saved.png', blob: new Blob(['no picture']) }, 'saved-image');
    await new Promise((done) => Object.assign(change, { oncomplete: done }));
    open.result.close();
    // Simulates the visitor's return to the tab, which makes the page check storage.
    dispatchEvent(new Event('focus'));
  });

const pasteNoImage = (page: Page) =>
  sendFiles(page, 'paste', [{ name: 'image.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }]);

test('pasted data that is not an image is refused with the reason', async ({ page }) => {
  await page.goto('/layer');
  await openImage(page, await image());
  await saveInvalidImage(page);
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(dialog(page)).toContainText('The file is not an image.');
  await refused(page, 'Failed to paste image.');
  await pasteNoImage(page);
  await refused(page, 'Failed to paste image.');
  await expect(page.getByText('translucent.png')).toBeVisible();
  await page.goto('/cropper');
  await openImage(page, await image());
  await pasteNoImage(page);
  await expect(dialog(page)).toContainText('The file is not an image.');
  await refused(page, 'Failed to paste image.');
  await expect(page.getByText('translucent.png')).toBeVisible();
});

test('the page reports failing image encoders', async ({ page }) => {
  await page.route(/image\.worker.*\.js/, async (route) => {
    const response = await route.fetch();
    // Without WebAssembly, core decodes JPEG with a canvas.
    const failing = [
      'const refuse = () => Promise.reject(new Error("Not today"));',
      'const { instantiate } = WebAssembly;',
      'WebAssembly.instantiate = (source, ...rest) =>',
      '  ArrayBuffer.isView(source) ? refuse() : instantiate(source, ...rest);',
      'OffscreenCanvas.prototype.convertToBlob = refuse;',
    ];
    await route.fulfill({ response, body: `${failing.join('\n')}\n${await response.text()}` });
  });
  // Also blocks the script that encodes PNG with a canvas if WebAssembly is missing.
  await page.route(/encode-png-.*\.js/, (route) => route.abort());
  await page.goto('/scaler');
  await openImage(page, {
    name: 'photo.jpg',
    mimeType: 'image/jpeg',
    buffer: await sharp({ create: { width: 32, height: 18, channels: 3, background: '#468' } })
      .jpeg()
      .toBuffer(),
  });
  for (const [format, sentence] of [
    ['JPG', 'Failed to generate image.'],
    ['PNG', 'Part of this page couldn’t load. Check the connection and try again.'],
  ] as const) {
    await page.getByRole('button', { name: `Download ${format}`, exact: true }).click();
    await refused(page, sentence);
    await expect(page.getByText('32 × 18 px').first()).toBeVisible();
  }
});

test('without Web Audio, an error appears in the page’s language and the video plays without audio', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const name of ['AudioContext', 'AudioBuffer', 'webkitAudioContext'])
      Object.defineProperty(window, name, { value: undefined });
  });
  const audio = { name: 'tone.wav', buffer: toneUpload('tone.wav', 3).buffer, mimeType: 'audio/wav' };
  for (const [query, sentence, play] of [
    ['', 'No Web Audio API available.', 'Play'],
    ['?lng=ja', 'このブラウザーでは Web Audio API を使えません。', '再生'],
  ] as const) {
    await page.goto(`/sound_to_video${query}`);
    // The second visit restores the files of the first visit.
    if (query === '')
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles([audio, await colored('main.png', 'rgb(40,160,60)')]);
    await expect(page.getByText('tone.wav').first()).toBeVisible();
    await expect(page.locator('.source-bytes')).toHaveText(/^1 /);
    await page.getByRole('button', { name: play, exact: true }).click();
    await expect(page.getByRole('dialog').getByText(sentence, { exact: true })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect
      .poll(() =>
        page
          .locator('input[type=range]')
          .first()
          .evaluate((range) => (range as HTMLInputElement).valueAsNumber),
      )
      .toBeGreaterThan(0.3);
  }
});

const videoParts = [
  ['Start Image', 'Failed to save Start image.'],
  ['Main Image', 'Failed to save Main image.'],
  ['End Image', 'Failed to save End image.'],
] as const;

/** Makes every deletion in the page's database fail. */
const failDeletions = (page: Page) =>
  page.addInitScript(() => {
    IDBObjectStore.prototype.delete = () => {
      throw new DOMException('Not today', 'UnknownError');
    };
  });

/** Chooses a file as soon as the button is enabled. */
async function choose(page: Page, file: Upload): Promise<void> {
  await expect(page.getByRole('button', { name: 'Choose File', exact: true })).toBeEnabled();
  await page.locator('input[type=file]').first().setInputFiles(file);
}

test('the video tools report each start, main or end image that can’t be read, and clear images that storage fails to delete', async ({
  page,
}) => {
  await failDeletions(page);
  await page.addInitScript(() => {
    const { arrayBuffer } = Blob.prototype;
    // Simulates a file that was deleted from the disk after it was chosen.
    Blob.prototype.arrayBuffer = function () {
      const isGone = this instanceof File && this.name === 'gone.png';
      return isGone ? Promise.reject(new DOMException('Gone', 'NotReadableError')) : arrayBuffer.call(this);
    };
  });
  await page.goto('/sound_to_video');
  for (const [part, notSaved] of videoParts) {
    await page.getByRole('tab', { name: part, exact: true }).click();
    await choose(page, await colored('first.png', 'rgb(200,40,40)'));
    await expect(page.getByText('first.png · 320 × 180 px')).toBeVisible();
    await choose(page, await colored('gone.png', 'rgb(40,160,60)'));
    await refused(page, notSaved);
    await expect(page.getByText('first.png · 320 × 180 px')).toBeVisible();
    await choose(page, await colored('second.png', 'rgb(40,160,60)'));
    await expect(page.getByText('second.png · 320 × 180 px')).toBeVisible();
    await page.getByRole('button', { name: 'Clear Image', exact: true }).click();
    await expect(page.getByText('No file selected')).toBeVisible();
  }
  await expect(dialog(page)).toHaveCount(0);
  await page.reload();
  for (const [part] of videoParts) {
    await page.getByRole('tab', { name: part, exact: true }).click();
    await expect(page.getByText('No file selected')).toBeVisible();
  }
});

test('generating a video reports an image missing from storage', async ({ page }) => {
  await page.goto('/sound_to_video');
  const files = [toneUpload('tone.wav', 2), await colored('main.png', 'rgb(40,160,60)')];
  await page.locator('input[type=file]').first().setInputFiles(files);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await expect(page.getByRole('button', { name: 'Generate MP4', exact: true })).toBeEnabled();
  await expect.poll(() => storedText(page)).toContain('main.png');
  expect(await removeStoredImages(page)).toBe(1);
  await page.reload();
  await expect(page.getByText('tone.wav').first()).toBeVisible();
  await page.getByRole('button', { name: 'Generate MP4', exact: true }).click();
  await refused(page, 'Missing image blob for a slot');
});

/** Removes the stored images from the database, but keeps the list of images. */
function removeStoredImages(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('fudebako');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const store = opening.result.transaction('files-v1', 'readwrite').objectStore('files-v1');
          const files = store.openCursor();
          let removed = 0;
          files.onsuccess = () => {
            const cursor = files.result;
            if (cursor?.value instanceof Blob && cursor.value.type.startsWith('image/')) {
              cursor.delete();
              removed++;
            }
            cursor?.continue();
          };
          store.transaction.oncomplete = () => {
            opening.result.close();
            resolve(removed);
          };
        };
      }),
  );
}
