import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { button, command, imageFile } from './batches.ts';
import { decode, openFilePicker, stageReady } from './images.ts';
import { test } from './policed.ts';

/** Tests the copying of images to the clipboard, and the dialog for watermarks. */

async function openImage(page: Page, path: string): Promise<void> {
  await page.goto('/format_converter');
  await expect(button(page, 'Try a sample')).toBeEnabled();
  const picker = await openFilePicker(page, () => button(page, 'Choose File').click());
  await picker.setFiles(path);
  await stageReady(page);
}

const copied = async (page: Page): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const blob = await item?.getType('image/png');
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
    }),
  );

test('Ctrl+C copies the image as PNG, and a refusal is explained', async ({ page, context }, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const path = await imageFile(info.outputPath(), 'photo.png', 60, 40, 1);
  await openImage(page, path);
  await page.keyboard.press('Control+c');
  await expect(page.getByText('Copied', { exact: true })).toBeAttached();
  const [is, was] = [await decode(await copied(page)), await decode(readFileSync(path))];
  expect([is.width, is.height]).toEqual([60, 40]);
  expect(Buffer.from(is.data).equals(Buffer.from(was.data))).toBe(true);

  await page.evaluate(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('denied', 'NotAllowedError'));
  });
  await page.keyboard.press('Control+c');
  await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toContainText(
    'The browser refused to copy the image.',
  );
});

for (const route of ['layer', 'mask_creator', 'shape_editor'])
  test(`/${route}: Ctrl+C copies the image as PNG`, async ({ page, context }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const path = await imageFile(info.outputPath(), 'photo.png', 60, 40, 1);
    await page.goto(`/${route}`);
    await page.locator('input[type=file]:not([webkitdirectory])').first().setInputFiles(path);
    await stageReady(page);
    await page.locator('body').press('Control+c');
    await expect(page.getByText('Copied', { exact: true })).toBeAttached();
    const { width, height } = await decode(await copied(page));
    expect([width, height]).toEqual([60, 40]);
  });

test('a watermark of a text or a logo is a step with the same bytes as the command', async ({ page }, info) => {
  const path = info.outputPath('photo.png');
  await sharp({ create: { width: 200, height: 120, channels: 3, background: '#707070' } })
    .png()
    .toFile(path);
  await openImage(page, path);
  await button(page, 'Watermark…').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Text' }).fill('Hana');
  await dialog.getByRole('switch', { name: 'Repeat' }).uncheck({ force: true });
  await dialog.getByRole('radio', { name: 'Bottom left' }).check();
  // The mark is on the preview, in the chosen corner, before it is applied.
  const brightest = (left: number, top: number) =>
    dialog.getByRole('img', { name: 'Watermark' }).evaluate(
      (canvas: HTMLCanvasElement, [left, top]) => {
        const copy = new OffscreenCanvas(100, 60);
        const context = copy.getContext('2d') as OffscreenCanvasRenderingContext2D;
        context.drawImage(canvas, left, top, 100, 60, 0, 0, 100, 60);
        return Math.max(...context.getImageData(0, 0, 100, 60).data.filter((_, at) => at % 4 === 0));
      },
      [left, top] as const,
    );
  const plain = await brightest(100, 0);
  await expect.poll(() => brightest(0, 60)).toBeGreaterThan(plain);
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByRole('region', { name: 'Edits' }).or(page.locator('.edit-steps'))).toContainText('Watermark');
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download PNG').click()]);
  const output = info.outputPath('marked.png');
  await command('watermark', path, '-o', output, '--text', 'Hana', '--no-tile', '--anchor', 'bottom-left');
  expect(readFileSync(await file.path()).equals(readFileSync(output))).toBe(true);

  await page.keyboard.press('Control+z');
  await expect(page.locator('.edit-steps')).toBeHidden();
  const logo = await imageFile(info.outputPath(), 'logo.png', 20, 10, 2);
  await button(page, 'Watermark…').click();
  const picker = await openFilePicker(page, () => dialog.getByRole('button', { name: 'Choose logo' }).click());
  await picker.setFiles(logo);
  await dialog.getByRole('textbox', { name: 'Angle' }).fill('15');
  await dialog.getByRole('textbox', { name: 'Gap' }).fill('40');
  await dialog.getByRole('textbox', { name: 'Gap' }).blur();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.locator('.edit-steps')).toContainText('Watermark');
  await stageReady(page);
  const [second] = await Promise.all([page.waitForEvent('download'), button(page, 'Download PNG').click()]);
  await command('watermark', path, '-o', output, '--image', logo, '--angle', '15', '--gap', '40', '--force');
  expect(readFileSync(await second.path()).equals(readFileSync(output))).toBe(true);
});
