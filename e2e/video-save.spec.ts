import { copyFile, readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { command } from './batches.ts';
import { test } from './policed.ts';

async function openSample(page: Page): Promise<void> {
  await page.goto('/video_playback');
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('max', '8');
}

/** Presses a button that saves a file, and returns the file's name and bytes. */
async function savedBy(page: Page, name: string) {
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const download = await downloading;
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
}

test('the player saves the shown frame, and opens it as an image', async ({ page }) => {
  await openSample(page);
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('slider', { name: 'Seek' })).toHaveValue('5');
  const { name, bytes } = await savedBy(page, 'Save frame');
  expect(name).toMatch(/^sample-(4\.9\d\d|5\.000)s\.png$/);
  const { format, width, height } = await sharp(bytes).metadata();
  const canvas = page.locator('canvas.player-canvas');
  expect(format).toBe('png');
  expect([String(width), String(height)]).toEqual([
    await canvas.getAttribute('width'),
    await canvas.getAttribute('height'),
  ]);
  // The saved pixels are those on the screen, within the rounding of the browser's color conversion.
  const shown = await canvas.evaluate((element: HTMLCanvasElement) => [
    ...(element.getContext('2d')?.getImageData(0, 0, 64, 64).data ?? []),
  ]);
  const saved = await sharp(bytes).ensureAlpha().extract({ left: 0, top: 0, width: 64, height: 64 }).raw().toBuffer();
  const apart = shown.reduce((sum, value, at) => sum + Math.abs(value - (saved[at] as number)), 0) / shown.length;
  expect(apart).toBeLessThan(2);

  await page.getByRole('button', { name: 'Edit image', exact: true }).click();
  await expect(page).toHaveURL(/\/format_converter$/);
  await expect(page.getByText(name)).toBeVisible();
});

test('the player saves a part of a video as GIF and as MP4, and says when it is encoded again', async ({ page }) => {
  await openSample(page);
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('1');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('1.9');
  // The field's value counts once the focus has left it. The handle moves by a tenth of a second, and shows its frame.
  await page.getByRole('slider', { name: 'To', exact: true }).press('ArrowRight');
  await expect(page.getByRole('textbox', { name: 'To', exact: true })).toHaveValue('2');
  await expect(page.getByRole('slider', { name: 'Seek' })).toHaveValue('2');
  await page.getByText('GIF', { exact: true }).click();
  const gif = await savedBy(page, 'Save clip');
  expect(gif.name).toBe('sample-1-2s.gif');
  const { pages, delay, width } = await sharp(gif.bytes, { animated: true }).metadata();
  expect([pages, delay?.reduce((sum, each) => sum + each, 0), width]).toEqual([12, 1000, 480]);
  await page.getByText('MP4', { exact: true }).click();
  const mp4 = await savedBy(page, 'Save clip');
  expect(mp4.bytes.toString('latin1', 4, 8)).toBe('ftyp');
  await expect(page.getByText(/the video was encoded again/)).toBeVisible();
});

test('the player saves the audio of a part, with the same bytes as the command', async ({ page }, info) => {
  await openSample(page);
  const whole = info.outputPath('sample.webm');
  await copyFile('public/samples/sample.webm', whole);
  await page.getByRole('textbox', { name: 'From', exact: true }).fill('1');
  await page.getByRole('textbox', { name: 'To', exact: true }).fill('2.5');
  for (const format of ['MP3', 'M4A', 'WAV']) {
    await page.getByText(format, { exact: true }).click();
    const { name, bytes } = await savedBy(page, 'Save clip');
    expect(name).toBe(`sample-1-2.5s.${format.toLowerCase()}`);
    const output = info.outputPath(name);
    await command('extract-audio', whole, '--from', '1', '--to', '2.5', '-o', output);
    expect([format, bytes.equals(await readFile(output))]).toEqual([format, true]);
  }
});

test('the player delays captions', async ({ page }) => {
  await openSample(page);
  const buffer = Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning');
  const captions = page.getByLabel('Captions', { exact: true }).last();
  await captions.setInputFiles({ name: 'words.vtt', mimeType: 'text/vtt', buffer });
  await expect(page.getByText('Good morning')).toBeVisible();
  await page.getByRole('textbox', { name: 'Caption delay' }).fill('4');
  await page.getByRole('textbox', { name: 'Caption delay' }).press('Enter');
  await expect(page.getByText('Good morning')).toBeHidden();
  await page.getByRole('slider', { name: 'Seek' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText('Good morning')).toBeVisible();
});
