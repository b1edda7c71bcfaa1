import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { blockWrites, delayAnswers, delayFile, holdBack, release } from './held-storage.ts';
import type { Upload } from './images.ts';
import { layoutFaults } from './layout-faults.ts';
import { test } from './policed.ts';
import { drop } from './sent-files.ts';
import { storedText } from './stored.ts';
import { colored, stageColor, toneUpload } from './videos.ts';

/** Tests adding different numbers of files to the video tools, in different orders. */

const SLIDESHOW = '/sound_to_slide_show_video';
const input = (page: Page) => page.locator('input[type=file]').first();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
/** Names the open audio, and counts the open images. */
const audioName = (page: Page) => page.locator('.source-file .upload-name');
const imageCount = (page: Page) => page.locator('.source-bytes');
const names = (page: Page, count: number) =>
  page
    .getByRole('group', { name: 'Main Images' })
    .getByRole('button')
    .evaluateAll(
      (buttons, wanted) => buttons.slice(0, wanted).map((button) => button.getAttribute('aria-description')),
      count,
    );
const small = (name: string, color = 'rgb(40,160,60)') => colored(name, color, 32, 18);

test('files dropped before the stored files have loaded are added to the stored files', async ({ page }) => {
  await delayAnswers(page, 'document/sound_to_slide_show_video$');
  await page.goto(SLIDESHOW);
  await drop(page, [toneUpload('old.wav', 1), await small('old.png')]);
  await expect(audioName(page)).toHaveText('old.wav');
  await expect(imageCount(page)).toHaveText('1 image');
  // The files appear before they have been stored.
  await expect.poll(() => storedText(page)).toContain('old.png');
  await holdBack(page);
  await page.reload();
  await drop(page, [toneUpload('new.wav', 2), await small('new.png')]);
  await release(page);
  const expectBoth = async () => {
    await expect(imageCount(page)).toHaveText('2 images');
    await expect(audioName(page)).toHaveText('new.wav');
  };
  await expectBoth();
  await tab(page, 'Main Images');
  expect(await names(page, 3)).toEqual(['old.png', 'new.png', 'Empty']);
  await tab(page, 'Resolution');
  await expect.poll(() => storedText(page)).toContain('new.png');
  await page.reload();
  await expectBoth();
});

test('images that are added, moved and cleared before the stored slideshow has loaded leave the stored images in place', async ({
  page,
}) => {
  await delayAnswers(page, 'document/sound_to_slide_show_video$');
  await page.goto(SLIDESHOW);
  await tab(page, 'Main Images');
  await input(page).setInputFiles([await small('old.png'), await small('older.png')]);
  await expect.poll(() => storedText(page)).toContain('older.png');
  await holdBack(page);
  await page.reload();
  await input(page).setInputFiles([await small('x.png'), await small('y.png')]);
  await expect.poll(() => names(page, 3)).toEqual(['x.png', 'y.png', 'Empty']);
  await page.getByRole('button', { name: 'Move the image one slot forward' }).click();
  await expect.poll(() => names(page, 3)).toEqual(['y.png', 'x.png', 'Empty']);
  await page.getByRole('button', { name: 'Clear Image', exact: true }).click();
  await expect.poll(() => names(page, 3)).toEqual(['y.png', 'Empty', 'Empty']);
  await release(page);
  const expectStored = () =>
    expect.poll(() => names(page, 5)).toEqual(['old.png', 'Empty', 'older.png', 'y.png', 'Empty']);
  await expectStored();
  await expect.poll(() => storedText(page)).toContain('y.png');
  await page.reload();
  await expectStored();
  for (const step of ['clear image', 'move image', 'add files'])
    await page.getByRole('button', { name: `Undo ${step}`, exact: true }).click();
  await expect.poll(() => names(page, 3)).toEqual(['old.png', 'older.png', 'Empty']);
});

test('a video generated while an image opens contains the image', async ({ page }) => {
  await delayFile(page, 'start.png');
  await page.goto('/sound_to_video');
  await input(page).setInputFiles([toneUpload('tone.wav', 3), await small('main.png')]);
  await expect.poll(() => storedText(page)).toContain('main.png');
  await tab(page, 'Start Image');
  await holdBack(page);
  await page.reload();
  await expect(page.getByText('tone.wav').first()).toBeVisible();
  await input(page).setInputFiles(await small('start.png'));
  await expect(page.getByRole('progressbar')).toContainText('Opening');
  await page.getByRole('button', { name: 'Generate MP4', exact: true }).click();
  await release(page);
  await expect(page.getByText('start.png · 32 × 18 px')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download MP4' })).toBeVisible();
  await expect(page.locator('.maker-made')).toContainText('0:04');
});

test('a damaged stored audio file is set aside and offered for download', async ({ page }) => {
  await page.goto('/sound_to_video');
  await input(page).setInputFiles(toneUpload('song.wav', 1));
  await expect(audioName(page)).toHaveText('song.wav');
  await expect.poll(() => storedText(page)).toContain('song.wav');
  await page.evaluate(async () => {
    const open = indexedDB.open('fudebako');
    await new Promise((done) => Object.assign(open, { onsuccess: done }));
    const change = open.result.transaction('files-v1', 'readwrite');
    const file = new File(['RIFF    WAVE and nothing more'], 'song.wav', { type: 'audio/wav' });
    const stored = change.objectStore('files-v1').openCursor();
    stored.onsuccess = () => {
      if (stored.result?.value instanceof File) stored.result.update(file);
      stored.result?.continue();
    };
    await new Promise((done) => Object.assign(change, { oncomplete: done }));
    open.result.close();
  });
  await page.reload();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download song.wav' }).click(),
  ]);
  expect(await readFile(await download.path(), 'utf8')).toBe('RIFF    WAVE and nothing more');
  await expect(audioName(page)).toHaveCount(0);
  await expect(page.getByRole('dialog', { name: 'Error' })).toHaveCount(0);
});

test('a duration can be set while the image is still being saved', async ({ page }) => {
  await page.goto('/sound_to_video');
  await input(page).setInputFiles(await small('main.png'));
  await expect(imageCount(page)).toHaveText('1 image');
  await tab(page, 'Start Image');
  const unblock = await blockWrites(page);
  await input(page).setInputFiles(await small('start.png'));
  await expect(page.getByText('start.png · 32 × 18 px')).toBeVisible();
  const duration = page.getByRole('textbox', { name: 'Start image duration' });
  await expect(duration).toHaveValue('2');
  await duration.fill('1');
  const question = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  expect((await question).type()).toBe('beforeunload');
  await (await question).dismiss();
  await unblock();
  await duration.blur();
  await expect(duration).toHaveValue('1');
  await page.reload();
  await expect(page.getByText('start.png · 32 × 18 px')).toBeVisible();
  await expect(duration).toHaveValue('1');
});

test('a new image does not replace a duration that is being typed', async ({ page }) => {
  await page.goto('/sound_to_video');
  await tab(page, 'End Image');
  const duration = page.getByRole('textbox', { name: 'End image duration' });
  await duration.fill('7');
  await input(page).setInputFiles(await small('end.png'));
  await expect(page.getByText('end.png · 32 × 18 px')).toBeVisible();
  await expect(duration).toBeFocused();
  await expect(duration).toHaveValue('7');
  // The image appears before it has been stored.
  await expect.poll(() => storedText(page)).toContain('end.png');
  await page.reload();
  await expect(page.getByText('end.png · 32 × 18 px')).toBeVisible();
  await expect(duration).toHaveValue('7');
});

test('Undo restores cleared audio, its trim, and the state before several files were added together', async ({
  page,
}) => {
  await page.goto('/sound_to_video');
  const undo = page.getByRole('button', { name: /^Undo/ });
  const redo = page.getByRole('button', { name: /^Redo/ });
  await expect(page.getByRole('button', { name: 'Try a sample' })).toBeEnabled();
  await input(page).setInputFiles([toneUpload('tone.wav', 4), await colored('main.png', 'rgb(40,160,60)')]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await page.getByRole('tab', { name: 'Sound' }).click();
  const trim = page.getByRole('textbox', { name: 'Trim from the start of the audio' });
  await trim.fill('1');
  await trim.blur();
  await page.getByRole('button', { name: 'Clear audio' }).click();
  await expect(page.getByText('No file selected')).toBeVisible();
  await undo.click();
  await expect(page.getByText('tone.wav · 4.00 s')).toBeVisible();
  // After Undo, the preview plays the audio again, and the next visit restores the audio.
  await page.getByRole('slider', { name: 'Seek' }).first().fill('1');
  await expect(page.getByRole('region', { name: 'Durations' })).toContainText('3 s');
  await page.keyboard.press('Control+z');
  await expect(trim).toHaveValue('0');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Drop audio and images here')).toBeVisible();
  await expect(undo).toBeDisabled();
  for (let step = 0; step < 2; step++) await redo.click();
  await expect(page.getByText('tone.wav · 4.00 s')).toBeVisible();
  await expect(trim).toHaveValue('1');
  await page.reload();
  await expect(page.getByText('tone.wav · 4.00 s')).toBeVisible();
  await page.getByRole('tab', { name: 'Main Image' }).click();
  await expect(page.getByText('main.png')).toBeVisible();
});

test('dropped images fill free slots whichever tab is open, and every tab names the skipped images', async ({
  page,
}) => {
  await page.goto(SLIDESHOW);
  const duration = page.getByRole('textbox', { name: 'Start image duration' });
  await tab(page, 'Start Image');
  await expect(duration).toHaveValue('0');
  await drop(page, await Promise.all(['s.png', 'a.png', 'b.png'].map((name) => small(name))));
  await expect(page.getByText('s.png · 32 × 18 px')).toBeVisible();
  await expect(page.getByText('2 images were added to the main images.')).toBeVisible();
  await expect(page.getByText('left out')).toHaveCount(0);
  // A new image in an empty slot sets the slot's duration, unless a duration has been typed.
  await expect(duration).toHaveValue('2');
  await duration.fill('5');
  await duration.blur();
  await input(page).setInputFiles(await small('t.png'));
  await expect(page.getByText('t.png · 32 × 18 px')).toBeVisible();
  await expect(page.getByText('2 images were added to the main images.')).toHaveCount(0);
  await expect(duration).toHaveValue('5');

  const images = await Promise.all(Array.from({ length: 19 }, (_, index) => small(`${index}.png`)));
  await tab(page, 'Sound');
  await drop(page, [...images, toneUpload('one.wav', 1), toneUpload('two.wav', 1)]);
  // Longer time limit, because loading many images is slow on a busy machine.
  await expect(page.getByText('1 image was skipped: no free slot.')).toBeVisible();
  await expect(page.getByText('Only one audio file can be used: 1 was skipped.')).toBeVisible();
  await tab(page, 'Resolution');
  await expect(page.getByText('1 image was skipped: no free slot.')).toBeVisible();
  await expect(imageCount(page)).toHaveText('21 images');
  await expect(audioName(page)).toHaveText('two.wav');
  await tab(page, 'End Image');
  await drop(page, await Promise.all(['y.png', 'z.png'].map((name) => small(name))));
  await expect(page.getByText('y.png · 32 × 18 px')).toBeVisible();
  await expect(page.getByText('1 image was skipped: no free slot.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'End image duration' })).toHaveValue('2');
});

/** Returns an MP3 file with a cover image (ID3v2.3, APIC front cover). */
async function withCover({ buffer: image, mimeType }: Upload): Promise<Upload> {
  const audio = await readFile(resolve(import.meta.dirname, '../public/samples/sample.mp3'));
  const syncsafe = (size: number) => Buffer.from([21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f));
  const size = audio.subarray(6, 10).reduce((sum, byte) => (sum << 7) | byte, 0);
  const bare = audio.toString('latin1', 0, 3) === 'ID3' ? audio.subarray(10 + size) : audio;
  const content = Buffer.concat([Buffer.from(`\0${mimeType}\0\x03\0`, 'latin1'), image]);
  const frame = Buffer.alloc(10);
  frame.write('APIC');
  frame.writeUInt32BE(content.length, 4);
  const tag = [Buffer.from('ID3\x03\0\0', 'latin1'), syncsafe(10 + content.length), frame, content];
  return { name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.concat([...tag, bare]) };
}

test('the video tool warns about parts of the video without an image, and offers the audio file’s cover as main image', async ({
  page,
}) => {
  await page.goto('/sound_to_video');
  await drop(page, [toneUpload('plain.wav', 5)]);
  const white = (name: string, seconds: number) =>
    page.getByText(`${name}: no image, so ${seconds} s of the video is white.`);
  const offer = page.getByRole('button', { name: 'Use the cover' });
  await expect(offer).toHaveCount(0);

  await drop(page, [await withCover(await small('cover.png', 'rgb(200,40,40)'))]);
  await expect(audioName(page)).toHaveText('song.mp3');
  await offer.click();
  await expect(imageCount(page)).toHaveText('1 image');
  await expect(offer).toHaveCount(0);
  expect(await stageColor(page, 'Main Image')).toEqual([200, 40, 40]);

  await tab(page, 'Start Image');
  await page.getByRole('textbox', { name: 'Start image duration' }).fill('1');
  await page.getByRole('textbox', { name: 'Start image duration' }).blur();
  await expect(white('Start Image', 1)).toBeVisible();
  await input(page).setInputFiles(await small('start.png'));
  await expect(page.getByText('start.png · 32 × 18 px')).toBeVisible();
  await expect(white('Start Image', 1)).toHaveCount(0);
  await tab(page, 'Main Image');
  await page.getByRole('button', { name: 'Clear Image', exact: true }).click();
  await expect(offer).toBeVisible();
});

for (const [screen, viewport] of [
  ['wide', { width: 1440, height: 900 }],
  ['phone', { width: 390, height: 844 }],
  ['small phone', { width: 360, height: 640 }],
  ['phone in landscape', { width: 844, height: 390 }],
] as const)
  test.describe(`on a ${screen} screen`, () => {
    test.use({ viewport });

    test('one press makes the cover of the audio the main image, and the finished video plays in the box of the stage', async ({
      page,
    }) => {
      await page.goto('/sound_to_video');
      const needed = page.getByRole('list', { name: 'Needed for the video' }).getByRole('listitem');
      const place = () => page.locator('.maker-stage').boundingBox();
      await expect(needed).toHaveText(['Sound missing', 'Main Image missing']);
      const before = await place();
      await input(page).setInputFiles(await withCover(await small('cover.png', 'rgb(200,40,40)')));
      await expect(needed).toHaveText(['Sound added', 'Main Image missing']);
      expect(await place()).toEqual(before);
      const offer = page.getByRole('button', { name: 'Use the cover' });
      await expect(offer).toBeInViewport({ ratio: 1 });
      expect(await layoutFaults(page)).toEqual([]);
      await expectNoViolations(page);
      await offer.click();
      await expect(needed).toHaveCount(0);
      await expect.poll(() => stageColor(page, 'Main Image')).toEqual([200, 40, 40]);
      expect(await place()).toEqual(before);
      await expect(page.getByRole('button', { name: 'Generate MP4' })).not.toHaveAttribute('aria-disabled');
    });
  });
