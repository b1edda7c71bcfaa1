import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { command } from './batches.ts';
import { decode, download, downloadFromFoot, named, openFilePicker, stageReady } from './images.ts';
import { test } from './policed.ts';
import { countPresses, presses } from './presses.ts';

/** A product on a gray table: a red disc with a blue ring. */
const product = () => {
  const svg =
    '<svg width="640" height="480"><circle cx="300" cy="250" r="120" fill="#1c3fa8"/><circle cx="300" cy="250" r="80" fill="#d02c20"/></svg>';
  return sharp({ create: { width: 640, height: 480, channels: 3, background: '#cfcbc4' } })
    .composite([{ input: Buffer.from(svg) }])
    .png()
    .toBuffer();
};

test('a cut-out takes at most 3 presses from the home page, and has the bytes of the command', async ({
  page,
}, info) => {
  const buffer = await product();
  await countPresses(page);
  await page.goto('/home');
  const picker = await openFilePicker(page, () => page.getByRole('button', { name: 'Choose File' }).click());
  await picker.setFiles({ name: 'mug.png', mimeType: 'image/png', buffer });
  await page.getByRole('dialog').getByRole('button', { name: 'Remove background' }).click();
  await expect(page.getByRole('region', { name: 'Editing steps' }).getByRole('listitem')).toHaveText([
    'Remove Background',
  ]);
  await stageReady(page);
  const { name, bytes } = await downloadFromFoot(page, 'Download PNG');
  expect(name).toBe('mug.png');
  expect(await presses(page)).toBeLessThanOrEqual(3);
  const { data, width } = await decode(bytes);
  const alphaAt = (x: number, y: number) => data[(y * width + x) * 4 + 3];
  expect([alphaAt(300, 250), alphaAt(20, 20), alphaAt(600, 450)]).toEqual([255, 0, 0]);
  const [input, output] = [info.outputPath('mug.png'), info.outputPath('cut.png')];
  await writeFile(input, buffer);
  await command('remove-background', input, '-o', output);
  expect(bytes.equals(await readFile(output))).toBe(true);
});

test('a product shot is a white square of 1200 px with the product in its middle', async ({ page }) => {
  await page.goto('/format_converter');
  const picker = await openFilePicker(page, () => page.getByRole('button', { name: 'Choose File' }).click());
  await picker.setFiles({ name: 'mug.png', mimeType: 'image/png', buffer: await product() });
  await stageReady(page);
  await page.getByRole('button', named('Product shot')).click();
  await expect(page.getByText('1200 × 1200 px', { exact: true })).toBeVisible();
  const { bytes } = await downloadFromFoot(page, 'Download JPG');
  const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3)];
  expect([info.width, info.height]).toEqual([1200, 1200]);
  for (const corner of [at(4, 4), at(1190, 1190), at(150, 150)])
    for (const level of corner) expect(level).toBeGreaterThan(250);
  const [red = 0, , blue = 0] = at(600, 600);
  expect(red - blue).toBeGreaterThan(100);
});

test('Mask Creator finds the subject in one press', async ({ page }) => {
  await page.goto('/mask_creator');
  const file = { name: 'mug.png', mimeType: 'image/png', buffer: await product() };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(page.getByText('640 × 480 px', { exact: true })).toBeVisible();
  await stageReady(page);
  await page.getByRole('button', named('Find subject')).click();
  await expect(page.getByRole('button', named('Keep'))).toBeEnabled();
  await stageReady(page);
  const { bytes } = await download(page, 'Download cut-out');
  const { data, width } = await decode(bytes);
  const alphaAt = (x: number, y: number) => data[(y * width + x) * 4 + 3];
  expect([alphaAt(300, 250), alphaAt(20, 20)]).toEqual([255, 0]);
});
