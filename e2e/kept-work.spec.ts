import { mkdirSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { imageFile } from './batches.ts';
import { dragMouse, frameOf } from './gestures.ts';
import { blockWrites, delayAnswers, delayFile, holdBack, release, stopHolding } from './held-storage.ts';
import {
  blockWorker,
  decode,
  download,
  named,
  openFilePicker,
  openImage,
  pngUpload,
  stageReady,
  translucentPixels,
} from './images.ts';
import { test } from './policed.ts';
import { drop } from './sent-files.ts';
import { storedKeys, storedText } from './stored.ts';
import { colored, toneUpload } from './videos.ts';

/** Tests that work is kept if the database or a worker answers late. */

const input = (page: Page) => page.locator('input[type=file]').first();
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const press = (page: Page, name: string) => page.getByRole('button', named(name)).click();
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
/** Names the open audio, and counts the open images. */
const audioName = (page: Page) => page.locator('.source-file .upload-name');
const imageCount = (page: Page) => page.locator('.source-bytes');
const small = (name: string, color = 'rgb(40,160,60)') => colored(name, color, 32, 18);

test('a reload while the audio converter reads its stored files keeps all files', async ({ page }) => {
  await delayFile(page, 'two.wav');
  await page.goto('/wav_to_mp3');
  const row = (name: string) =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
  const files = ['one.wav', 'two.wav', 'three.wav'];
  await input(page).setInputFiles(files.map((name) => toneUpload(name, 1)));
  for (const name of files) await expect(row(name)).toContainText('Ready');
  await holdBack(page);
  await page.reload();
  await expect(row('one.wav')).toContainText('Ready');
  await stopHolding(page);
  await page.reload();
  for (const name of files) await expect(row(name)).toContainText('Ready');
});

test('audio files added while the stored list is late are added to the list, and stay after a reload', async ({
  page,
}) => {
  await delayAnswers(page, 'document/wav_to_mp3$');
  await page.goto('/wav_to_mp3');
  const rows = page.getByRole('list', { name: 'Files' }).getByRole('listitem');
  await input(page).setInputFiles(toneUpload('stored.wav', 1));
  await expect(rows.filter({ hasText: 'Ready' })).toHaveCount(1);
  await expect.poll(() => storedText(page)).toContain('stored.wav');
  await holdBack(page);
  await page.reload();
  await input(page).setInputFiles(toneUpload('new.wav', 1));
  await expect(rows.filter({ hasText: 'new.wav' })).toContainText('Ready');
  await release(page);
  await expect(rows).toContainText(['stored.wav', 'new.wav']);
  await expect.poll(() => storedText(page)).toContain('new.wav');
  await page.reload();
  await expect(rows.filter({ hasText: 'Ready' })).toHaveCount(2);
  await expect(rows).toContainText(['stored.wav', 'new.wav']);
});

const SIZE = { width: 400, height: 300 };

test('an image dropped before the stored mask has loaded keeps the mask', async ({ page }) => {
  await delayAnswers(page, 'document/mask_creator$');
  await page.goto('/mask_creator');
  await press(page, 'Expand');
  await tab(page, 'Load Base Image');
  const base = (name: string, color: string) => colored(name, color, SIZE.width, SIZE.height);
  const shown = page.getByText('400 × 300 px', { exact: true });
  const level = async () => {
    await stageReady(page);
    const { data } = await decode((await download(page, 'Download Mask PNG')).bytes);
    return data[(150 * SIZE.width + 200) * 4];
  };
  await input(page).setInputFiles(await base('old.png', '#2040a0'));
  await expect(shown).toBeVisible();
  await page.getByRole('button', { name: 'Pen', exact: true }).click();
  await stageReady(page);
  const pen = page.getByRole('group', { name: 'Pen on the mask' });
  await dragMouse(page, await frameOf(pen, SIZE.width), [100, 150], [300, 150]);
  await expect(pen).toHaveAttribute('data-idle', 'true');
  expect(await level()).toBe(255);
  await holdBack(page);
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Load Base Image' })).toBeVisible();
  await drop(page, [await base('new.png', '#a04020')]);
  await release(page);
  await expect(page.getByRole('tabpanel').locator('.upload-name')).toHaveText('new.png');
  await expect(shown).toBeVisible();
  expect(await level()).toBe(255);
  await page.reload();
  await expect(page.getByRole('tabpanel').locator('.upload-name')).toHaveText('new.png');
  expect(await level()).toBe(255);
});

test('a stroke drawn while a base image opens is kept, and Undo takes back one after the other', async ({ page }) => {
  await page.goto('/mask_creator');
  await press(page, 'Expand');
  await field(page, 'Width').fill(String(SIZE.width));
  await field(page, 'Height').fill(String(SIZE.height));
  await press(page, 'Generate');
  await stageReady(page);
  const level = async () => {
    await stageReady(page);
    const { data } = await decode((await download(page, 'Download Mask PNG')).bytes);
    return data[(150 * SIZE.width + 200) * 4];
  };
  await tab(page, 'Load Base Image');
  const unblock = await blockWorker(page, 'image');
  await input(page).setInputFiles(await colored('base.png', '#2040a0', 40, 30));
  const pen = page.getByRole('group', { name: 'Pen on the mask' });
  await expect(pen).not.toHaveAttribute('data-idle');
  await dragMouse(page, await frameOf(pen, SIZE.width), [100, 150], [300, 150]);
  await expect(page.getByRole('button', { name: 'Undo pen stroke', exact: true })).toBeVisible();
  await unblock();
  await expect(page.getByRole('tabpanel').locator('.upload-name')).toHaveText('base.png');
  expect(await level()).toBe(255);
  await page.reload();
  await expect(page.getByRole('tabpanel').locator('.upload-name')).toHaveText('base.png');
  expect(await level()).toBe(255);
  await press(page, 'Undo open base image');
  await expect(page.getByRole('tabpanel').locator('.upload-name')).toHaveText('No file selected');
  expect(await level()).toBe(255);
  await press(page, 'Undo pen stroke');
  expect(await level()).toBe(0);
});

test('an image dropped before the stored layers have loaded is added to the layers', { tag: '@deep' }, async ({
  page,
}) => {
  await delayAnswers(page, 'document/layer$');
  await page.goto('/layer');
  const layer = (name: string) => page.getByRole('tablist', { name: 'Images' }).getByRole('tab', { name });
  for (const name of ['Top', 'Bottom']) {
    await layer(name).click();
    await input(page).setInputFiles(await small(`${name}.png`));
    await expect(layer(name)).toContainText(`${name}.png`);
  }
  await layer('Mask').click();
  await holdBack(page);
  await page.reload();
  // A large image, so that the worker is busy when the stored layers arrive.
  await drop(page, [await colored('Mask.png', 'rgb(40,160,60)', 6000, 4000)]);
  await release(page);
  for (const name of ['Mask', 'Top', 'Bottom']) await expect(layer(name)).toContainText(`${name}.png`);
});

test('a layer cleared before the stored layers have loaded is cleared, and the other layers stay', async ({ page }) => {
  await page.goto('/layer');
  const row = (name: string) => page.getByRole('tab', { name: `${name} layer` });
  for (const name of ['Top', 'Bottom']) {
    await tab(page, `${name} layer`);
    await input(page).setInputFiles(await small(`${name}.png`, name === 'Top' ? 'rgb(200,0,0)' : 'rgb(0,0,200)'));
    await expect(row(name)).toContainText(`${name}.png`);
  }
  await stageReady(page);
  // The document arrives at once, the images late: no image may be missing from an export.
  await delayAnswers(page, 'file/');
  await holdBack(page);
  await page.reload();
  await expect(row('Bottom')).toContainText('Bottom.png');
  const downloads = page.locator('.tool-foot [data-action^=download]');
  await expect(downloads.first()).toBeDisabled();
  await tab(page, 'Top layer');
  await press(page, 'Clear');
  await release(page);
  await stageReady(page);
  const blue = await decode((await download(page, 'Download PNG')).bytes);
  expect([...blue.data.subarray(0, 3)]).toEqual([0, 0, 200]);
  await press(page, 'Undo clear Top layer');
  await stageReady(page);
  const red = await decode((await download(page, 'Download PNG')).bytes);
  expect([...red.data.subarray(0, 3)]).toEqual([200, 0, 0]);
});

test('undo returns to the stored image if another image is dropped before the stored image has loaded', {
  tag: '@deep',
}, async ({ page }) => {
  await delayAnswers(page, 'document/desk$');
  await page.goto('/scaler');
  await openImage(page, await small('old.png'));
  await holdBack(page);
  await page.reload();
  await input(page).setInputFiles(await colored('new.png', 'rgb(40,160,60)', 50, 40));
  await release(page);
  await expect(page.locator('.stage-size')).toHaveText('50 × 40 px');
  await press(page, 'Undo');
  await expect(page.locator('.stage-size')).toHaveText('32 × 18 px');
  await expect(page.getByText('old.png')).toBeVisible();
});

test('a setting of a slideshow changed before the stored files have loaded is undone and redone without removing the files', async ({
  page,
}) => {
  const duration = page.getByRole('textbox', { name: 'End image duration' });
  const expectBoth = async () => {
    await expect(audioName(page)).toHaveText('old.wav');
    await expect(imageCount(page)).toHaveText('1 image');
  };
  await delayAnswers(page, 'document/sound_to_slide_show_video$');
  await page.goto('/sound_to_slide_show_video');
  await drop(page, [toneUpload('old.wav', 1), await small('old.png')]);
  // The image appears before it has been stored.
  await expect.poll(() => storedText(page)).toContain('old.png');
  await expectBoth();
  await tab(page, 'End Image');
  await holdBack(page);
  await page.reload();
  await duration.fill('7');
  await duration.blur();
  await press(page, 'Undo End image duration');
  await expect(duration).toHaveValue('0');
  await release(page);
  await expectBoth();
  await press(page, 'Redo End image duration');
  await expect(duration).toHaveValue('7');
  await expectBoth();
  await press(page, 'Undo End image duration');
  await expectBoth();
  await page.reload();
  await expectBoth();
});

test('audio added while the browser still deletes the previous audio stays', async ({ page }) => {
  await page.goto('/sound_to_video');
  await input(page).setInputFiles(toneUpload('old.wav', 1));
  await expect(audioName(page)).toHaveText('old.wav');
  await expect.poll(() => storedText(page)).toContain('old.wav');
  await tab(page, 'Sound');
  const unblock = await blockWrites(page);
  await press(page, 'Clear audio');
  await tab(page, 'Resolution');
  await drop(page, [toneUpload('new.wav', 2)]);
  await expect(page.getByText('new.wav').first()).toBeVisible();
  await unblock();
  await expect(audioName(page)).toHaveText('new.wav');
  // The deletion ends before the new audio is stored.
  await expect
    .poll(() => page.evaluate(() => dispatchEvent(new Event('beforeunload', { cancelable: true }))))
    .toBe(true);
  await expect(audioName(page)).toHaveText('new.wav');
  await page.reload();
  await expect(audioName(page)).toHaveText('new.wav');
});

test('an image that opens for a shape changes only this shape', async ({ page }) => {
  await page.goto('/shape_editor');
  await press(page, 'Generate');
  await stageReady(page);
  const shape = page.getByRole('button', { name: /Shape$/ });
  const choose = async (option: string) => {
    await shape.click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const images = page.getByRole('group', { name: 'Shape image', exact: true });
  for (const [name, option] of [
    ['tab1', 'Image'],
    ['tab2', 'Image'],
    ['tab3', 'Star'],
  ] as const) {
    await tab(page, name);
    await choose(option);
  }
  const unblock = await blockWorker(page, 'painter');
  for (const [name, file] of [
    ['tab1', 'sky.png'],
    ['tab2', 'sea.png'],
  ] as const) {
    await tab(page, name);
    await images.locator('input[type=file]').setInputFiles(await small(file));
  }
  await tab(page, 'tab3');
  await unblock();
  await expect.poll(async () => (await storedKeys(page)).match(/\/file\//g)?.length).toBe(2);
  await page.reload();
  await expect(shape).toHaveText(/Star/);
  await tab(page, 'tab1');
  await expect(images.getByText('sky.png')).toBeVisible();
  await tab(page, 'tab2');
  await expect(images.getByText('sea.png')).toBeVisible();
});

test('a color changed while Undo runs is kept', async ({ page }) => {
  await page.goto('/color_adjuster');
  await openImage(page, await pngUpload(translucentPixels()));
  await field(page, 'Brightness').fill('-0.5');
  await field(page, 'Brightness').blur();
  await stageReady(page);
  const unblock = await blockWorker(page, 'image');
  await press(page, 'Undo');
  await field(page, 'Contrast').fill('0.2');
  await field(page, 'Contrast').blur();
  await unblock();
  await expect(page.getByRole('button', { name: /^Undo(?!:)/ })).toBeEnabled();
  await stageReady(page);
  await expect(field(page, 'Contrast')).toHaveValue('0.2');
  await page.reload();
  await expect(field(page, 'Contrast')).toHaveValue('0.2');
});

test('the audio of a text animation that was chosen last stays', async ({ page }) => {
  await delayFile(page, 'first.wav');
  await page.goto('/horizontal_editor');
  await holdBack(page);
  await page.reload();
  await page.locator('summary', { hasText: 'Text animation' }).click();
  for (const name of ['first.wav', 'second.wav']) {
    const picker = await openFilePicker(page, () => page.getByText('Add audio').click());
    await picker.setFiles(toneUpload(name, 1));
  }
  const audio = page.getByText('second.wav · 1.0 s');
  await expect(audio).toBeVisible();
  await release(page);
  await page.evaluate(() => (window as unknown as { answered: Promise<void> }).answered);
  await expect(audio).toBeVisible();
  await page.reload();
  await expect(audio).toBeAttached();
});

test('a batch keeps images that the database does not answer in time', async ({ page }, info) => {
  await page.addInitScript(() => {
    if (sessionStorage.getItem('hold-back') === null) return;
    const { get } = IDBObjectStore.prototype;
    let asked = 0;
    IDBObjectStore.prototype.get = function (key) {
      if (/\/file\//.test(String(key)) && asked++ === 1) return {} as IDBRequest;
      return get.call(this, key);
    };
  });
  await page.goto('/format_converter');
  mkdirSync(info.outputDir, { recursive: true });
  const paths: string[] = [];
  for (let at = 0; at < 3; at++) paths.push(await imageFile(info.outputDir, `photo-${at}.png`, 60 + at, 40, at));
  await input(page).setInputFiles(paths);
  await expect(page.getByRole('heading', { name: '3 images' })).toBeVisible();
  await expect.poll(async () => (await storedKeys(page)).match(/\/file\//g)?.length).toBe(3);
  await holdBack(page);
  await page.reload();
  await expect(page.getByRole('heading', { name: '3 images' })).toBeVisible();
  await stopHolding(page);
  await page.reload();
  const files = page.getByRole('list', { name: 'Files' });
  await expect(page.getByRole('heading', { name: '3 images' })).toBeVisible();
  for (const name of ['photo-0.png', 'photo-1.png', 'photo-2.png']) await expect(files).toContainText(name);
});

test('a stored image that the database does not return in time stays stored', async ({ page }) => {
  await delayAnswers(page, 'document/layer$');
  await page.goto('/layer');
  await openImage(page, await small('old.png'));
  await holdBack(page);
  await page.reload();
  await expect(page.getByText('Browser storage is slow to answer.', { exact: false })).toBeVisible();
  await input(page).setInputFiles(await colored('new.png', 'rgb(40,160,60)', 50, 40));
  await expect(page.locator('.stage-size')).toHaveText('50 × 40 px');
  await tab(page, 'Bottom layer');
  await press(page, 'Clear');
  await expect(page.getByText('No file selected')).toBeVisible();
  await stopHolding(page);
  // The page asks before it closes, because the changes can't be stored. The visitor leaves all the same.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.evaluate(() => location.reload());
  await expect(page.locator('.stage-size')).toHaveText('32 × 18 px');
});
