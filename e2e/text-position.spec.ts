import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { expectNoViolations } from './axe.ts';
import { drawnImage, fetchFile, fileLink, generateFile } from './generated.ts';
import { dragMouse, frameOf, type Place } from './gestures.ts';
import { openMoreSettings, type Pixels, stageReady } from './images.ts';
import { test } from './policed.ts';
import { describeVideo, toneUpload } from './videos.ts';

const run = promisify(execFile);
const program = join(import.meta.dirname, '../scripts/fudebako.mjs');

const STALE = 'out of date';
const [WIDTH, HEIGHT] = [800, 1200];

async function writeText(page: Page, route: 'editor' | 'horizontal_editor', text: string): Promise<void> {
  await page.goto(`/${route}`);
  await page.getByRole('textbox', { name: 'Main Text' }).fill(text);
  await expect(page.getByText(`${WIDTH} × ${HEIGHT} px`, { exact: true })).toBeVisible();
  await page.getByRole('switch', { name: 'Watermark' }).uncheck({ force: true });
  await stageReady(page);
}

/** Returns the bounding box of dark pixels. */
function inkBounds({ data, width, height }: Pixels) {
  const found = { left: width, top: height, right: 0, bottom: 0 };
  for (let at = 0; at < width * height; at++) {
    if ((data[at * 4] as number) > 127) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    found.left = Math.min(found.left, x);
    found.right = Math.max(found.right, x + 1);
    found.top = Math.min(found.top, y);
    found.bottom = Math.max(found.bottom, y + 1);
  }
  return found;
}

const inkNow = async (page: Page) => inkBounds((await drawnImage(page, 'PNG')).pixels);
const layer = (page: Page) => page.getByRole('group', { name: 'Position of the text' });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

for (const route of firstOf(['editor', 'horizontal_editor'] as const))
  test(`the text of ${route} moves by pointer, by arrow keys and to an anchor`, async ({ page }) => {
    await writeText(page, route, '古池');
    const before = await inkNow(page);
    const from: Place = [(before.left + before.right) / 2, (before.top + before.bottom) / 2];
    const to: Place = [from[0] + (route === 'editor' ? -200 : 150), from[1] + 120];
    await dragMouse(page, await frameOf(layer(page), WIDTH), from, to);
    await stageReady(page);
    await openMoreSettings(page);
    await expect(field(page, 'Vertical offset')).not.toHaveValue('0');
    const dragged = await inkNow(page);
    // A dragged text snaps to the image's edges and center within 6 screen pixels.
    expect(Math.abs(dragged.left - before.left - (to[0] - from[0]))).toBeLessThan(16);
    expect(Math.abs(dragged.top - before.top - 120)).toBeLessThan(16);
    expect(dragged.right - dragged.left).toBe(before.right - before.left);
    // The paddings still have their default values.
    await expect(field(page, 'Horizontal padding')).toHaveValue('3');

    await layer(page).focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowDown');
    await stageReady(page);
    const nudged = await inkNow(page);
    expect(Math.abs(nudged.top - dragged.top - 30)).toBeLessThanOrEqual(1);

    // Movements within a second are one undo step, so the number of steps depends on the machine's speed.
    const offset = () => field(page, 'Vertical offset').inputValue();
    for (let before = await offset(); before !== '0'; before = await offset()) {
      await page.keyboard.press('Control+z');
      await expect(field(page, 'Vertical offset')).not.toHaveValue(before);
    }
    await expect(field(page, 'Main Text')).toHaveValue('古池');

    // In the pad, the arrow keys move in both directions.
    const position = page.getByRole('radiogroup', { name: 'Position', exact: true });
    await expect(position.getByRole('radio', { name: 'Automatic' })).toBeChecked();
    await position.getByRole('radio', { name: 'Bottom right' }).check();
    for (const key of ['ArrowUp', 'ArrowLeft']) await page.keyboard.press(key);
    await expect(position.getByRole('radio', { name: 'Center', exact: true })).toBeChecked();
    await expect(position.getByRole('radio', { name: 'Center', exact: true })).toBeFocused();
    await stageReady(page);
    const centered = await inkNow(page);
    expect(Math.abs(centered.left + centered.right - WIDTH)).toBeLessThan(40);
    expect(Math.abs(centered.top + centered.bottom - HEIGHT)).toBeLessThan(40);
  });

test('the vertical editor collapses the typesetting settings at first, and undoes a change of a setting', async ({
  page,
}) => {
  await writeText(page, 'editor', '漢字《かんじ》');
  const withRuby = await inkNow(page);
  const ruby = page.getByRole('switch', { name: 'Ruby notation' });
  await expect(ruby).toBeHidden();
  await page.getByText('Typesetting', { exact: true }).click();
  await expect(ruby).toBeChecked();
  await ruby.uncheck({ force: true });
  await stageReady(page);
  expect(await inkNow(page)).not.toEqual(withRuby);
  await page.getByRole('button', { name: /^Undo(?!:)/ }).click();
  await expect(ruby).toBeChecked();
  await stageReady(page);
  expect(await inkNow(page)).toEqual(withRuby);
  await expectNoViolations(page);
});

const line = (page: Page, format: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: `Download ${format}`, exact: true }) });

test(
  'the vertical editor makes animations that fade in and have the length of their audio, as the command does',
  { tag: '@deep' },
  async ({ page }, info) => {
    await writeText(page, 'editor', '古池');
    await drawnImage(page, 'PNG');
    await page.getByText('Text animation', { exact: true }).click();
    await field(page, 'Frame rate').fill('10');
    await page.getByRole('button', { name: /Reveal by$/ }).click();
    await page.getByRole('option', { name: 'Fade', exact: true }).click();
    const song = toneUpload('song.wav', 2.5);
    await page.locator('.side-panel input[type=file][accept*="audio"]').setInputFiles(song);
    await expect(page.getByText('song.wav · 2.5 s')).toBeVisible();
    await expect(page.getByRole('switch', { name: 'Match the audio’s length' })).toBeChecked();
    await generateFile(page, 'MP4');
    const { bytes } = await fetchFile(page, 'MP4');
    const { frames, audio, audioSeconds } = await describeVideo(bytes);
    expect(frames).toHaveLength(25);
    expect(audio).toEqual(['mp4a.40.2', 44_100, 2]);
    expect(audioSeconds).toBeCloseTo(2.5, 1);

    await field(page, 'Frame rate').fill('4');
    await field(page, 'Frame rate').blur();
    await expect(line(page, 'MP4')).toContainText(STALE);
    await expect(line(page, 'PNG')).not.toContainText(STALE);

    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Generate GIF', exact: true }).click();
    await expect(fileLink(page, 'GIF')).toBeVisible();
    const gif = info.outputPath('command.gif');
    writeFileSync(info.outputPath('song.wav'), song.buffer);
    const flags = ['--text', '古池', '--width', '800', '--height', '1200', '--reveal', 'fade', '--frame-rate', '4'];
    await run(process.execPath, [
      program,
      'animate-vertical',
      '-o',
      gif,
      ...flags,
      '--audio',
      info.outputPath('song.wav'),
    ]);
    expect((await fetchFile(page, 'GIF')).bytes.equals(readFileSync(gif))).toBe(true);
  },
);
