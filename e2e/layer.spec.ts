import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import {
  decode,
  distance,
  download,
  hasSamples,
  openFilePicker,
  type Pixels,
  pngUpload,
  samplePath,
  shownImage,
  stageReady,
  translucentPixels,
  type Upload,
} from './images.ts';
import { test } from './policed.ts';
import { sendFiles } from './sent-files.ts';

const repository = resolve(import.meta.dirname, '..');

type LayerTab = 'Top layer' | 'Bottom layer' | 'Mask (alpha)';

async function choose(page: Page, tab: LayerTab, file: Upload | string): Promise<void> {
  await page.getByRole('tab', { name: tab }).click();
  await page.locator('input[type=file]').first().setInputFiles(file);
}

async function open(page: Page, tab: LayerTab, file: Upload): Promise<void> {
  await choose(page, tab, file);
  await expect(page.getByText(file.name, { exact: true })).toBeVisible();
}

const opaque = (
  width: number,
  height: number,
  pixelOf: (x: number, y: number) => readonly [number, number, number],
) => {
  const data = Buffer.alloc(width * height * 4, 255);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) data.set(pixelOf(x, y), (y * width + x) * 4);
  return { data, width, height };
};

const bottom = opaque(200, 120, (x, y) => [(x * 5) % 256, (y * 7) % 256, (x + y) % 256]);
const top = opaque(80, 60, (x, y) => [(y * 9) % 256, (x * 11) % 256, 90]);
const mask = opaque(80, 60, (x) => [x * 3, x * 3, x * 3]);

/**
 * Returns the expected pixels of an opaque top layer over an opaque bottom layer (W3C Compositing). `hides` is a mask.
 */
function composed(
  blend: (b: number, s: number) => number,
  { x: left, y: above }: { x: number; y: number },
  hides: Pixels | undefined,
): Buffer {
  const result = Buffer.from(bottom.data);
  for (let y = 0; y < top.height; y++)
    for (let x = 0; x < top.width; x++) {
      const from = (y * top.width + x) * 4;
      const to = ((y + above) * bottom.width + x + left) * 4;
      const alpha = hides ? (hides.data[from] as number) / 255 : 1;
      for (let channel = 0; channel < 3; channel++) {
        const [b, s] = [(bottom.data[to + channel] as number) / 255, (top.data[from + channel] as number) / 255];
        result[to + channel] = Math.round(255 * (alpha * blend(b, s) + (1 - alpha) * b));
      }
    }
  return result;
}

const withoutGpu = (page: Page) => page.getByText('Preview drawn without graphics acceleration');

const downloadedPixels = async (page: Page): Promise<Pixels> => {
  const { name, bytes } = await download(page, 'Download PNG');
  expect(name).toBe('layered.png');
  return decode(bytes);
};

async function chooseMode(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /^(?!Undo|Redo).*Blend mode/ }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

test('the layer tool places the top layer at a corner with a margin', async ({ page }) => {
  await page.goto('/layer');
  await open(page, 'Bottom layer', await pngUpload(bottom, 'bottom.png'));
  await open(page, 'Top layer', await pngUpload(top, 'top.png'));
  await stageReady(page);
  await page.getByRole('button', { name: /Position/ }).click();
  await page.getByRole('option', { name: 'Bottom right', exact: true }).click();
  await page.getByRole('textbox', { name: 'Margin' }).fill('5');
  await page.getByRole('textbox', { name: 'Margin' }).blur();
  // The margin is 6 px: 5% of 120 px, the shorter side.
  const corner = { x: 200 - 80 - 6, y: 120 - 60 - 6 };
  const placed = await downloadedPixels(page);
  expect(placed.data.equals(composed((_, s) => s, corner, undefined))).toBe(true);
});

test('the layer tool removes the background of the top layer in its place, and Undo brings it back', async ({
  page,
}) => {
  const isBall = (x: number, y: number) => Math.hypot(x - 60, y - 50) < 30;
  const ball = opaque(120, 100, (x, y) => (isBall(x, y) ? [200, 30, 20] : [200, 205, 210]));
  await page.goto('/layer');
  await open(page, 'Bottom layer', await pngUpload(bottom, 'bottom.png'));
  await open(page, 'Top layer', await pngUpload(ball, 'ball.png'));
  await stageReady(page);
  const before = await downloadedPixels(page);
  await page.getByRole('button', { name: 'Remove Background', exact: true }).click();
  await expect(page.getByText('ball_cutout.png', { exact: true })).toBeVisible();
  await stageReady(page);
  const cut = await downloadedPixels(page);
  const colorAt = ({ data }: Pixels, x: number, y: number) => [
    ...data.subarray((y * 200 + x) * 4, (y * 200 + x) * 4 + 4),
  ];
  // The top layer is 40 px from the left edge and 10 px from the upper edge.
  expect(colorAt(cut, 100, 60)).toEqual([200, 30, 20, 255]);
  expect(colorAt(cut, 45, 15)).toEqual(colorAt(bottom, 45, 15));
  await page.getByRole('button', { name: 'Undo background removal', exact: true }).click();
  await expect(page.getByText('ball.png', { exact: true })).toBeVisible();
  await stageReady(page);
  expect((await downloadedPixels(page)).data.equals(before.data)).toBe(true);
});

test('the layer tool blends an image over another through a mask in each blend mode', async ({
  page,
  context,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/layer');
  await open(page, 'Bottom layer', await pngUpload(bottom, 'bottom.png'));
  await open(page, 'Top layer', await pngUpload(top, 'top.png'));
  await expect(page.getByText('200 × 120 px', { exact: true })).toBeVisible();
  await stageReady(page);
  await expect(withoutGpu(page)).toHaveCount(0);
  const middle = { x: 60, y: 30 };

  const normal = await downloadedPixels(page);
  expect(normal).toMatchObject({ width: 200, height: 120 });
  expect(normal.data.equals(composed((_, s) => s, middle, undefined))).toBe(true);

  await chooseMode(page, 'Multiply');
  expect(
    distance(
      (await downloadedPixels(page)).data,
      composed((b, s) => b * s, middle, undefined),
    ).max,
  ).toBeLessThan(2);

  await open(page, 'Mask (alpha)', await pngUpload(mask, 'mask.png'));
  await chooseMode(page, 'Difference');
  const difference = (b: number, s: number) => Math.abs(b - s);
  expect(distance((await downloadedPixels(page)).data, composed(difference, middle, mask)).max).toBeLessThan(2);

  await page.getByRole('textbox', { name: 'Offset X' }).fill('-20');
  await page.getByRole('textbox', { name: 'Offset Y' }).fill('7');
  await page.getByRole('textbox', { name: 'Offset Y' }).blur();
  const moved = await downloadedPixels(page);
  expect(distance(moved.data, composed(difference, { x: 40, y: 37 }, mask)).max).toBeLessThan(2);

  // The copied command produces the same pixels from files with the same names as the files in the page.
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Copy command' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('fudebako.mjs layer');
  const command = await page.evaluate(() => navigator.clipboard.readText());
  for (const [name, pixels] of Object.entries({ top, bottom, mask }))
    await writeFile(info.outputPath(`${name}.png`), (await pngUpload(pixels, `${name}.png`)).buffer);
  await promisify(execFile)(
    process.execPath,
    ['--import', import.meta.resolve('tsx'), resolve(repository, 'scripts/cli.ts'), ...command.split(' ').slice(2)],
    { cwd: info.outputPath() },
  );
  expect((await decode(await readFile(info.outputPath('layered.png')))).data.equals(moved.data)).toBe(true);

  await page.reload();
  await expect(page.getByText('200 × 120 px', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: /^(?!Undo|Redo).*Blend mode/ })).toContainText('Difference');
  await expect(page.getByText('mask.png', { exact: true })).toBeVisible();
  expect((await downloadedPixels(page)).data.equals(moved.data)).toBe(true);

  const jpg = await download(page, 'Download JPG');
  expect(jpg.name).toBe('layered.jpg');
  expect(await sharp(jpg.bytes).metadata()).toMatchObject({ format: 'jpeg', width: 200, height: 120 });

  // The view of a single layer shows that layer, or a placeholder if the layer is missing.
  await page.locator('label').filter({ hasText: /^Top$/ }).click();
  expect((await downloadedPixels(page)).data.equals(top.data)).toBe(true);
  await page
    .locator('label')
    .filter({ hasText: /^Mask$/ })
    .click();
  expect((await downloadedPixels(page)).data.equals(mask.data)).toBe(true);
  await page.getByRole('tab', { name: 'Mask (alpha)' }).click();
  await page.getByRole('button', { name: 'Clear' }).click();
  await expect(page.getByText('No file selected')).toBeVisible();
  expect((await downloadedPixels(page)).data.equals(top.data)).toBe(true);
});

test('the first image becomes the bottom layer, and a larger second image fits into it, with handles', async ({
  page,
}) => {
  await page.goto('/layer');
  const row = (name: LayerTab) => page.getByRole('tab', { name });
  const input = page.locator('input[type=file]').first();
  // A row is a button and a drop area for its own layer.
  const picker = await openFilePicker(page, () => row('Mask (alpha)').click());
  await picker.setFiles(await pngUpload(mask, 'gray.png'));
  await expect(row('Mask (alpha)')).toContainText('gray.png');
  await sendFiles(page, 'drop', [await pngUpload(mask, 'dropped.png')], '[role=tab]:first-of-type .layer-slot');
  await expect(row('Top layer')).toContainText('dropped.png');
  await page.getByRole('button', { name: 'Undo open Top layer', exact: true }).click();
  await page.getByRole('button', { name: /^Undo open Mask/ }).click();
  await expect(page.locator('.layer-name:not(:empty)')).toHaveCount(0);
  await input.setInputFiles(await pngUpload(top, 'first.png'));
  await expect(row('Bottom layer')).toContainText('first.png');
  await input.setInputFiles(await pngUpload(bottom, 'second.png'));
  await expect(row('Top layer')).toContainText('second.png');
  await expect(row('Top layer')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: 'Undo open Top layer', exact: true })).toBeEnabled();
  await expect(page.locator('.stage-size')).toHaveText('80 × 60 px');
  const scale = page.getByRole('textbox', { name: 'Scale', exact: true });
  await expect(scale).toHaveValue('0.4');
  await expect(page.locator('.box-handle')).toHaveCount(5);
  for (const name of ['Top layer', 'Bottom layer'] as const) await expect(row(name).locator('img')).toBeVisible();

  // What lies outside the canvas is faint, and a note names the canvas.
  const note = page.getByText('The canvas is the bottom layer: 80 × 60 px.', { exact: false });
  await expect(note).toHaveCount(0);
  await page.getByRole('button', { name: 'Cover', exact: true }).click();
  await expect(note).toBeVisible();
  await expect(page.locator('.layer-outside')).toHaveAttribute('href', /^blob:/);
  await page.getByRole('group', { name: 'Position of the top layer' }).press('ArrowRight');
  await expect(page.getByRole('textbox', { name: 'Offset X' })).toHaveValue('1');

  await page.getByRole('button', { name: 'Swap top and bottom' }).click();
  await expect(row('Bottom layer')).toContainText('second.png');
  await expect(page.locator('.stage-size')).toHaveText('200 × 120 px');
  await expect(scale).toHaveValue('1');
  await page.getByRole('button', { name: 'Undo swap', exact: true }).click();
  await expect(row('Bottom layer')).toContainText('first.png');
  await page.getByRole('button', { name: 'Undo placement', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Offset X' })).toHaveValue('0');
});

test('the layer tool previews a blend mode during keyboard navigation of the list, and Escape restores the chosen mode', async ({
  page,
}) => {
  await page.goto('/layer');
  await open(page, 'Bottom layer', await pngUpload(bottom, 'bottom.png'));
  await open(page, 'Top layer', await pngUpload(top, 'top.png'));
  const normal = await shownImage(page);
  await chooseMode(page, 'Darken');
  const darkened = await shownImage(page);
  expect(darkened.equals(normal)).toBe(false);
  await chooseMode(page, 'Normal');
  await page.getByRole('button', { name: /^(?!Undo|Redo).*Blend mode/ }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('option')).toHaveCount(26);
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('option', { name: 'Darken', exact: true })).toBeFocused();
  expect((await shownImage(page)).equals(darkened)).toBe(true);
  for (const name of ['Lighten', 'Multiply']) await page.getByRole('option', { name, exact: true }).hover();
  await expect(page.getByRole('option', { name: 'Multiply', exact: true })).toBeFocused();
  expect((await shownImage(page)).equals(darkened)).toBe(false);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option')).toHaveCount(0);
  expect((await shownImage(page)).equals(normal)).toBe(true);
});

test('the layer tool saves a top layer for later, even a GIF, and pastes the saved layer as bottom layer', async ({
  page,
}) => {
  await page.goto('/layer');
  await page.getByRole('tab', { name: 'Top layer' }).click();
  await expect(page.getByRole('button', { name: 'Paste', exact: true })).toBeDisabled();

  const gif = await sharp(top.data, { raw: { ...top, channels: 4 } })
    .gif()
    .toBuffer();
  await open(page, 'Top layer', { name: 'top.gif', mimeType: 'image/gif', buffer: gif });
  await page.getByRole('button', { name: 'Save for later' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.getByRole('tab', { name: 'Bottom layer' }).click();
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(page.getByText('layered.png', { exact: true })).toBeVisible();
  expect(await downloadedPixels(page)).toMatchObject({ width: 80, height: 60 });
});

test('the layer tool refuses a file that cannot be opened, and keeps the open layer', async ({ page }) => {
  await page.goto('/layer');
  const pixels = translucentPixels();
  await open(page, 'Top layer', await pngUpload(pixels, 'top.png'));
  const refuse = async (tab: LayerTab, file: Upload | string, message: string) => {
    await choose(page, tab, file);
    const dialog = page.getByRole('dialog', { name: 'Error' });
    await expect(dialog).toContainText(message);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
    await expect(dialog).toBeHidden();
  };
  const text = (name: string, mimeType: string) => ({ name, mimeType, buffer: Buffer.from('no picture') });
  await refuse('Top layer', text('notes.txt', 'text/plain'), 'Please provide a jpg, png or webp file.');
  await refuse('Top layer', text('broken.png', 'image/png'), 'Failed to load image.');
  await refuse('Mask (alpha)', text('broken.png', 'image/png'), 'Failed to load mask image.');
  if (hasSamples) await refuse('Top layer', samplePath('broken/claims-65535x65535.jpg'), 'The image is too large');
  expect((await downloadedPixels(page)).data.equals(pixels.data)).toBe(true);
});

test('the layer tool works without WebGL, shows a note beside the preview, and draws the same image', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/layer');
  await open(page, 'Bottom layer', await pngUpload(bottom, 'bottom.png'));
  await open(page, 'Top layer', await pngUpload(top, 'top.png'));
  const withGpu = await shownImage(page);
  await page.addInitScript(() => {
    for (const canvas of [HTMLCanvasElement, OffscreenCanvas]) {
      const { getContext } = canvas.prototype;
      canvas.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...options: unknown[]) {
        return kind.startsWith('webgl') ? null : Reflect.apply(getContext, this, [kind, ...options]);
      } as typeof getContext;
    }
  });
  await page.reload();
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(withoutGpu(page)).toBeVisible();
  const without = await shownImage(page);
  const [a, b] = [await decode(withGpu), await decode(without)];
  // Allows a small difference, because a screenshot depends on the canvas's subpixel position.
  expect(distance(a.data, b.data).mean).toBeLessThan(0.5);
  await chooseMode(page, 'Multiply');
  await shownImage(page);
  await expect(dialog).toBeHidden();
});
