import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolations } from './axe.ts';
import { decode, download, openPicture, settled, translucentPixels } from './pictures.ts';
import { test } from './policed.ts';

const program = resolve(import.meta.dirname, '../scripts/fudebako.mjs');

/** A photo of 640 × 400, turned by its Exif, that says where it was made. */
async function photo(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [width, height] = [400, 640];
  const data = Buffer.alloc(width * height * 3);
  for (let at = 0; at < data.length; at++)
    data[at] = (at * 7 + Math.floor(at / 911) * 31 + (at % 13) * (at % 17)) % 256;
  const buffer = await sharp(data, { raw: { width, height, channels: 3 } })
    .withMetadata({ orientation: 6 })
    .withExifMerge({
      IFD0: { Make: 'Fudecam', ImageDescription: 'Kyoto' },
      IFD2: { ExposureTime: '1/250' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 0/1 1/1' },
    })
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
}

const size = (page: Page) => page.locator('.export-size [role="status"]');

/** The measured size in bytes, once it is there: its title has all digits. */
async function measuredBytes(page: Page): Promise<number> {
  await expect(size(page)).toHaveAttribute('title', /bytes/);
  return Number((await size(page).getAttribute('title'))?.replace(/[^0-9]/g, ''));
}

test('shows the size to the byte that a download has, and what the file keeps', async ({ page }) => {
  await page.goto('/format_converter');
  const source = await photo();
  await openPicture(page, source);
  const first = await measuredBytes(page);
  await expect(page.locator('.action-bar .button-primary')).toHaveText('Download JPG');
  expect((await download(page, 'Download JPG')).bytes.length).toBe(first);

  await page.getByRole('textbox', { name: 'Quality' }).fill('0.4');
  await page.getByRole('textbox', { name: 'Quality' }).blur();
  await expect.poll(() => measuredBytes(page)).toBeLessThan(first);
  const less = await measuredBytes(page);
  await expect(size(page)).toContainText('%)');
  const plain = await download(page, 'Download JPG');
  expect(plain.bytes.length).toBe(less);
  expect((await sharp(plain.bytes).metadata()).exif).toBeUndefined();

  await page.getByText('All but the place', { exact: true }).click();
  await expect.poll(() => measuredBytes(page)).toBeGreaterThan(less);
  const told = await download(page, 'Download JPG');
  expect(told.bytes.length).toBe(await measuredBytes(page));
  const { orientation, width, height, icc, exif } = await sharp(told.bytes).metadata();
  expect({ orientation, width, height }).toEqual({ orientation: 1, width: 640, height: 400 });
  expect(icc).toBeDefined();
  expect(exif?.includes('Fudecam')).toBe(true);
  expect(told.bytes.includes('Kyoto')).toBe(false);

  // A limit that no quality keeps says what could be kept.
  await page.getByText('Lower quality to keep the file small').click();
  await page.getByRole('textbox', { name: 'Largest file' }).fill('1');
  await page.getByRole('textbox', { name: 'Largest file' }).blur();
  await expect(size(page)).toContainText(/\d+ kB/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('writes the PNG that the command writes, with what is kept beside its pixels', async ({ page }) => {
  const folder = mkdtempSync(join(tmpdir(), 'export-card-'));
  const { data, width, height } = translucentPixels();
  const buffer = await sharp(data, { raw: { width, height, channels: 4 } })
    .withExif({
      IFD0: { Make: 'Fudecam', ImageDescription: 'Kyoto' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 0/1 1/1' },
    })
    .png()
    .toBuffer();
  await page.goto('/format_converter');
  await openPicture(page, { name: 'in.png', mimeType: 'image/png', buffer });
  await page.getByText('All but the place', { exact: true }).click();
  const { bytes } = await download(page, 'Download PNG');
  writeFileSync(join(folder, 'in.png'), buffer);
  const args = ['convert', 'in.png', '-o', 'out.png', '--metadata', 'all-but-place'];
  await promisify(execFile)(process.execPath, [program, ...args], { cwd: folder });
  expect(bytes.includes('Fudecam')).toBe(true);
  expect(bytes.includes('Kyoto')).toBe(false);
  expect(bytes.equals(readFileSync(join(folder, 'out.png')))).toBe(true);
  rmSync(folder, { recursive: true });
});

test('offers every format of a tool behind its menu, with what is set and not yet applied', async ({ page }) => {
  await page.goto('/scaler');
  await openPicture(page, await photo());
  await page.getByRole('textbox', { name: 'Width' }).fill('320');
  await page.getByRole('textbox', { name: 'Width' }).blur();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download as…' });
  await expectNoViolations(page);
  await dialog.getByText('WebP', { exact: true }).click();
  await dialog.getByText('Colour profile (sRGB)', { exact: true }).click();
  const bytes = await measuredBytes(page);
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const file = await readFile(await (await waiting).path());
  expect(file.length).toBe(bytes);
  const { format, width, height, icc, exif } = await sharp(file).metadata();
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 320, height: 200, exif: undefined });
  expect(icc?.length).toBeGreaterThan(300);
});

test('compares the written file with the picture, by mouse and by keys', async ({ page }) => {
  await page.goto('/format_converter');
  await openPicture(page, await photo());
  await page.getByRole('textbox', { name: 'Quality' }).fill('0');
  await page.getByRole('textbox', { name: 'Quality' }).blur();
  await page.getByText('Compare with the original').click();
  const divider = page.getByRole('slider', { name: 'Divider between before and after' });
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await measuredBytes(page);
  await settled(page);

  // Both sides are what they say: pixels of the picture, and those of the file that a download gives.
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLCanvasElement>('.compare-part canvas')].map((canvas) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d') as OffscreenCanvasRenderingContext2D;
      context.drawImage(canvas, 0, 0);
      return { width: canvas.width, height: canvas.height, data: [...context.getImageData(0, 0, 40, 40).data] };
    }),
  );
  const file = await decode((await download(page, 'Download JPG')).bytes);
  const original = await decode((await download(page, 'Download PNG')).bytes);
  for (const [index, reference] of [original, file].entries()) {
    const side = shown[index];
    if (!side || side.width !== reference.width) throw new Error(`Side ${index} is ${side?.width} px wide`);
    let apart = 0;
    for (let y = 0; y < 40; y++)
      for (let x = 0; x < 160; x++)
        apart = Math.max(apart, Math.abs((side.data[y * 160 + x] ?? 0) - (reference.data[y * 640 * 4 + x] ?? 0)));
    expect(apart).toBeLessThanOrEqual(2);
  }
  expect(shown[0]?.data).not.toEqual(shown[1]?.data);

  await expectNoViolations(page);
  await divider.press('ArrowRight');
  await expect(divider).toHaveAttribute('aria-valuenow', '51');
  await divider.press('Home');
  await expect(divider).toHaveAttribute('aria-valuenow', '0');
  const box = await divider.boundingBox();
  if (!box) throw new Error('The divider is not on the screen');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 64, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(divider).toHaveAttribute('aria-valuenow', '10');

  await page.getByText('PNG', { exact: true }).first().click();
  await expect(divider).toHaveCount(0);
});
