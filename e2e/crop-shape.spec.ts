import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import sharp from 'sharp';
import { command } from './batches.ts';
import { pixelAt } from './gestures.ts';
import { decode, download, named, openImage, stageReady } from './images.ts';
import { test } from './policed.ts';

test('the crop tool cuts a circle with transparent corners, as the stage shows it and as the command does', async ({
  page,
}, info) => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const buffer = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#88aacc', noise } })
    .png()
    .toBuffer();
  await page.goto('/cropper');
  await openImage(page, { name: 'portrait.png', mimeType: 'image/png', buffer });
  await stageReady(page);
  await page.getByRole('button', named('1:1')).click();
  await page.getByRole('radio', named('Ellipse')).check({ force: true });
  await expect(page.locator('.crop-hole')).toHaveCSS('border-radius', '50%');
  const png = await download(page, 'Download PNG');
  const pixels = await decode(png.bytes);
  expect([pixels.width, pixels.height]).toEqual([200, 200]);
  expect(pixelAt(pixels, 0, 0)).toEqual([0, 0, 0, 0]);
  expect(pixelAt(pixels, 100, 100)[3]).toBe(255);
  const [input, output] = [info.outputPath('portrait.png'), info.outputPath('circle.png')];
  await writeFile(input, buffer);
  await command('crop', input, '-o', output, '--ratio', '1:1', '--shape', 'ellipse');
  expect(png.bytes.equals(await readFile(output))).toBe(true);

  // The crop is applied once, and a JPG has white corners.
  const jpg = await decode((await download(page, 'Download JPG')).bytes);
  expect(pixelAt(jpg, 0, 0)).toEqual([255, 255, 255, 255]);
  expect([jpg.width, jpg.height]).toEqual([200, 200]);
});
