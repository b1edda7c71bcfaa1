import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolations } from './axe.ts';
import { button, command, downloadAll, lookedAt } from './batches.ts';
import { decode, download, openImage, pngUpload, stageReady, translucentPixels } from './images.ts';
import { test } from './policed.ts';

/** Returns a photo of 320 × 200 pixels, rotated by Exif, with GPS tags. */
async function photo(): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const [width, height] = [200, 320];
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

/** Returns the displayed file size in bytes. The text is rounded, so this reads the tooltip, which has all digits. */
async function measuredBytes(page: Page): Promise<number> {
  await expect(size(page)).toHaveAttribute('title', /bytes/);
  return Number((await size(page).getAttribute('title'))?.replace(/[^0-9]/g, ''));
}

test('the export card shows the exact byte size of the download and its preserved metadata', async ({ page }) => {
  await page.goto('/format_converter');
  const source = await photo();
  await openImage(page, source);
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

  await page.getByText('Everything except location', { exact: true }).click();
  await expect.poll(() => measuredBytes(page)).toBeGreaterThan(less);
  const exported = await download(page, 'Download JPG');
  expect(exported.bytes.length).toBe(await measuredBytes(page));
  const { orientation, width, height, icc, exif } = await sharp(exported.bytes).metadata();
  expect({ orientation, width, height }).toEqual({ orientation: 1, width: 320, height: 200 });
  expect(icc).toBeDefined();
  expect(exif?.includes('Fudecam')).toBe(true);
  expect(exported.bytes.includes('Kyoto')).toBe(false);

  // If no quality reaches the maximum size, the card shows the smallest possible size.
  await page.getByText('Limit file size').click();
  await page.getByRole('textbox', { name: 'Max file size' }).fill('1');
  await page.getByRole('textbox', { name: 'Max file size' }).blur();
  await expect(size(page)).toContainText(/\d+ kB/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('the export card writes the same PNG as the command, with the chosen metadata', { tag: '@deep' }, async ({
  page,
}) => {
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
  await openImage(page, { name: 'in.png', mimeType: 'image/png', buffer });
  await page.getByText('Everything except location', { exact: true }).click();
  const { bytes } = await download(page, 'Download PNG');
  const [source, made] = [join(folder, 'in.png'), join(folder, 'out.png')];
  writeFileSync(source, buffer);
  await command('convert', source, '-o', made, '--metadata', 'all-but-place');
  expect(bytes.includes('Fudecam')).toBe(true);
  expect(bytes.includes('Kyoto')).toBe(false);
  expect(bytes.equals(readFileSync(made))).toBe(true);
  rmSync(folder, { recursive: true });
});

test('the export card writes the same PNG with fewer colors as the command', async ({ page }, info) => {
  const source = await photo();
  const [file, made] = [info.outputPath(source.name), info.outputPath('made.png')];
  writeFileSync(file, source.buffer);
  await page.goto('/format_converter');
  await openImage(page, source);
  await page.locator('label', { hasText: /^PNG/ }).first().click();
  const whole = await measuredBytes(page);
  await page.getByText('Fewer colors', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Colors' }).fill('16');
  await page.getByRole('textbox', { name: 'Colors' }).blur();
  await expect.poll(() => measuredBytes(page)).toBeLessThan(whole);
  await expectNoViolations(page);
  const dithered = await download(page, 'Download PNG');
  await command('convert', file, '-o', made, '--colors', '16');
  expect(dithered.bytes.equals(readFileSync(made))).toBe(true);

  await page.getByText('Dithering', { exact: true }).click();
  await expect.poll(() => measuredBytes(page)).not.toBe(dithered.bytes.length);
  const plain = await download(page, 'Download PNG');
  await command('convert', file, '-o', made, '--colors', '16', '--no-dithering', '--force');
  expect(plain.bytes.equals(readFileSync(made))).toBe(true);
});

/** Opens "Download as…", applies `choose`, and downloads the file. Checks that the file has the displayed size. */
async function downloadAs(
  page: Page,
  choose: (dialog: Locator) => Promise<void>,
): Promise<{ name: string; file: Buffer }> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Download as…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Download as…' });
  await choose(dialog);
  const bytes = await measuredBytes(page);
  const waiting = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  const made = await waiting;
  const file = await readFile(await made.path());
  expect(file.length).toBe(bytes);
  return { name: made.suggestedFilename(), file };
}

test('the export menu offers every format of a tool, and exports settings that are not applied yet', async ({
  page,
}) => {
  await page.goto('/scaler');
  await openImage(page, await photo());
  await page.getByRole('textbox', { name: 'Width' }).fill('320');
  await page.getByRole('textbox', { name: 'Width' }).blur();
  const { name, file } = await downloadAs(page, async (dialog) => {
    await expectNoViolations(page);
    await dialog.locator('label', { hasText: /^WebP$/ }).click();
    await dialog.getByText('Color profile (sRGB)', { exact: true }).click();
  });
  expect(name).toBe('photo.webp');
  const { format, width, height, icc, exif } = await sharp(file).metadata();
  expect({ format, width, height, exif }).toEqual({ format: 'webp', width: 320, height: 200, exif: undefined });
  expect(icc?.length).toBeGreaterThan(300);
});

test('the export card writes an image with text in any format, with the photo’s metadata', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/advanced_text_editor');
  await openImage(page, await photo());
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Harbour');
  await stageReady(page);
  const { name, file } = await downloadAs(page, async (dialog) => {
    await dialog.locator('label', { hasText: /^WebP$/ }).click();
    await dialog.getByText('Everything except location', { exact: true }).click();
  });
  expect(name).toBe('photo.with_text.webp');
  const { format, width, height, exif } = await sharp(file).metadata();
  expect({ format, width, height }).toEqual({ format: 'webp', width: 320, height: 200 });
  expect(exif?.includes('Fudecam')).toBe(true);
  expect(exif?.includes('Kyoto')).toBe(false);
  const [written, plain] = await Promise.all([decode(file), decode((await photo()).buffer)]);
  const changed = written.data.filter((value, at) => Math.abs(value - (plain.data[at] ?? 0)) > 100).length;
  expect(changed).toBeGreaterThan(200);
});

test('the export card writes layers with the same bytes as the command, and with the bottom photo’s metadata', async ({
  page,
}, info) => {
  const top = await pngUpload(translucentPixels(), 'top.png');
  const bottom = await photo();
  await page.goto('/layer');
  for (const [tab, file] of [
    ['Bottom layer', bottom],
    ['Top layer', top],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click();
    await page.locator('input[type=file]').first().setInputFiles(file);
    await expect(page.getByText(file.name, { exact: true })).toBeVisible();
    writeFileSync(info.outputPath(file.name), file.buffer);
  }
  await stageReady(page);
  const { name, file } = await downloadAs(page, async (dialog) => {
    await dialog.locator('label', { hasText: /^PNG$/ }).click();
    await dialog.getByText('Everything except location', { exact: true }).click();
  });
  expect(name).toBe('layered.png');
  const made = info.outputPath('made.png');
  const inputs = ['--top', info.outputPath('top.png'), '--bottom', info.outputPath('photo.jpg')];
  await command('layer', ...inputs, '-o', made, '--metadata', 'all-but-place');
  expect(file.includes('Fudecam')).toBe(true);
  expect(file.includes('Kyoto')).toBe(false);
  expect(file.equals(readFileSync(made))).toBe(true);
});

test('a batch exports each photo with its own metadata', async ({ page }) => {
  const { buffer, mimeType } = await photo();
  await page.goto('/color_adjuster');
  await expect(button(page, 'Open a folder')).toBeEnabled();
  await page
    .locator(':is(.stage-empty, .stage-invitation) input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles(['one.jpg', 'two.jpg'].map((name) => ({ name, mimeType, buffer })));
  await lookedAt(page, 'one.jpg');
  const list = page.getByRole('region', { name: 'All images' });
  await list.getByRole('button', { name: /Metadata$/ }).click();
  await page.getByRole('option', { name: 'Everything except location', exact: true }).click();
  for (const file of Object.values(await downloadAll(page))) {
    const { exif, width, format } = await sharp(file).metadata();
    expect({ width, format, hasCamera: exif?.includes('Fudecam') }).toEqual({
      width: 320,
      format: 'jpeg',
      hasCamera: true,
    });
    expect(file.includes('Kyoto')).toBe(false);
  }
});

test('the export card compares the exported file with the image by mouse and by keyboard', async ({ page }) => {
  await page.goto('/format_converter');
  await openImage(page, await photo());
  await page.getByRole('textbox', { name: 'Quality' }).fill('0');
  await page.getByRole('textbox', { name: 'Quality' }).blur();
  await page.getByText('Split view with the original').click();
  const divider = page.getByRole('slider', { name: 'Divider between before and after' });
  await expect(divider).toHaveAttribute('aria-valuenow', '50');
  await measuredBytes(page);
  await stageReady(page);

  // The left side shows the image's pixels, and the right side shows the downloaded file's pixels.
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
        apart = Math.max(apart, Math.abs((side.data[y * 160 + x] ?? 0) - (reference.data[y * 320 * 4 + x] ?? 0)));
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
  await page.mouse.move(box.x + box.width / 2 + 32, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await expect(divider).toHaveAttribute('aria-valuenow', '10');

  await page.locator('label', { hasText: /^PNG/ }).first().click();
  await expect(divider).toHaveCount(0);
});
