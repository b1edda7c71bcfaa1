import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { firstOf } from '../tests/deep.ts';
import { command } from './batches.ts';
import {
  decode,
  distance,
  download,
  downloadFromFoot,
  openImage,
  type Pixels,
  pngUpload,
  translucentPixels,
} from './images.ts';
import { test } from './policed.ts';
import { drop, sendFiles } from './sent-files.ts';

test('the format converter makes a PDF of one image, with the bytes of the command', async ({ page }, info) => {
  await page.goto('/format_converter');
  const file = await pngUpload(translucentPixels(), 'page.png');
  await openImage(page, file);
  const { name, bytes } = await downloadFromFoot(page, 'Download PDF');
  expect(name).toBe('page.pdf');
  const [source, made] = [info.outputPath('page.png'), info.outputPath('made.pdf')];
  await writeFile(source, file.buffer);
  await command('images-to-pdf', source, '-o', made);
  expect(bytes.equals(await readFile(made))).toBe(true);
});

test('the format converter converts to PNG without loss, to smaller JPG on white, and to WebP and AVIF', async ({
  page,
}) => {
  await page.goto('/format_converter');
  const pixels = translucentPixels();
  await openImage(page, await pngUpload(pixels, 'many.dots.webp.png'));

  const png = await download(page, 'Download PNG');
  expect(png.name).toBe('many.dots.webp.png');
  expect((await decode(png.bytes)).data.equals(pixels.data)).toBe(true);

  const jpg = await download(page, 'Download JPG');
  expect(jpg.name).toBe('many.dots.webp.jpg');
  const flat = Buffer.from(pixels.data);
  for (let index = 0; index < flat.length; index += 4) {
    const alpha = (flat[index + 3] ?? 0) / 255;
    for (const channel of [0, 1, 2])
      flat[index + channel] = Math.round((flat[index + channel] ?? 0) * alpha + 255 * (1 - alpha));
    flat[index + 3] = 255;
  }
  // Noise is difficult for JPEG, so the test checks the mean difference to a white background.
  expect(distance((await decode(jpg.bytes)).data, flat).mean).toBeLessThan(25);

  await page.getByRole('textbox', { name: 'Quality' }).fill('0.3');
  await page.getByRole('textbox', { name: 'Quality' }).blur();
  const small = await download(page, 'Download JPG');
  expect(small.bytes.length).toBeLessThan(jpg.bytes.length / 2);
  await expect(page.getByRole('status').filter({ hasText: '256 × 64 px · ' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Quality' })).toHaveValue('0.3');

  const webp = await download(page, 'Download WebP');
  expect(webp.bytes.subarray(8, 12).toString('latin1')).toBe('WEBP');

  await page.locator('label', { hasText: /^AVIF/ }).click();
  const avif = await download(page, 'Download AVIF');
  expect([avif.name, avif.bytes.toString('latin1', 4, 12)]).toEqual(['many.dots.webp.avif', 'ftypavif']);
  // Lossy encoders may change colors at low alpha, but must not change alpha.
  const alpha = ({ data }: Pixels) => Buffer.from(data.filter((_, at) => at % 4 === 3));
  expect(distance(alpha(await decode(avif.bytes)), alpha(pixels)).mean).toBeLessThan(2);
});

test('each format tab shows the size of its file, and the foot downloads the chosen format', async ({ page }) => {
  await page.goto('/format_converter');
  await openImage(page, await pngUpload(translucentPixels(), 'noise.png'));
  const tab = (name: string) => page.locator('label.choice', { hasText: new RegExp(`^${name}`) });
  const shown = new Map<string, string>();
  for (const name of ['JPG', 'PNG', 'WebP', 'AVIF']) {
    await expect(tab(name).locator('.choice-note')).toHaveText(/^[\d.]+ (kB|bytes)$/);
    shown.set(name, (await tab(name).locator('.choice-note').textContent()) ?? '');
  }
  await tab('WebP').click();
  await expect(page.locator('.status-line')).toHaveText(`WebP · ${shown.get('WebP')}`);
  for (const name of ['WebP', 'PNG']) {
    await tab(name).click();
    const main = page.locator('.tool-foot .button-primary');
    await expect(main).toHaveAccessibleName(`Download ${name}`);
    const [file] = await Promise.all([page.waitForEvent('download'), main.click()]);
    const { length } = await readFile(await file.path());
    const kilobytes = length / 1000;
    const size = length < 1000 ? `${length} bytes` : `${Number(kilobytes.toFixed(kilobytes < 10 ? 1 : 0))} kB`;
    expect(shown.get(name)).toBe(size);
  }
});

test('the format converter opens pasted and dropped images', async ({ page }) => {
  await page.goto('/format_converter');
  await expect(page.getByRole('button', { name: 'Choose File' })).toBeVisible();
  await sendFiles(page, 'paste', [await pngUpload(translucentPixels(), 'pasted.png')]);
  await expect(page.getByText('pasted.png', { exact: true })).toBeVisible();
  await drop(page, [await pngUpload(translucentPixels(), 'dropped.png')]);
  await expect(page.getByText('dropped.png', { exact: true })).toBeVisible();
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
});

for (const format of firstOf(['avif', 'gif'] as const))
  test(`the format converter opens an image in ${format.toUpperCase()} format`, async ({ page }) => {
    await page.goto('/format_converter');
    const source = sharp({ create: { width: 40, height: 20, channels: 3, background: '#c02030' } });
    const buffer = await source.toFormat(format).toBuffer();
    await openImage(page, { name: `red.${format}`, mimeType: `image/${format}`, buffer });
    const { data, width, height } = await decode((await download(page, 'Download PNG')).bytes);
    expect([width, height]).toEqual([40, 20]);
    for (const [channel, value] of [0xc0, 0x20, 0x30, 255].entries())
      expect(Math.abs((data[channel] ?? -99) - value)).toBeLessThan(5);
  });
