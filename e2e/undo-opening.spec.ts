import { expect, type Page } from '@playwright/test';
import { button } from './batches.ts';
import { openImage, type Pixels, pngUpload, pressAndWait, stageReady, type Upload } from './images.ts';
import { test } from './policed.ts';

async function sized(width: number, height: number): Promise<Upload> {
  const pixels: Pixels = { data: Buffer.alloc(width * height * 4, 128), width, height };
  return pngUpload(pixels, `${width}x${height}.png`);
}

const shows = async (page: Page, width: number, height: number) => {
  await expect(page.locator('.stage-size')).toHaveText(`${width} × ${height} px`);
  await stageReady(page);
};
const choose = async (page: Page, file: Upload) => page.locator('input[type=file]').first().setInputFiles(file);

test('undo restores a replaced image with its steps, and redo restores the newer image', async ({ page }) => {
  await page.goto('/scaler');
  await openImage(page, await sized(200, 100));
  const width = page.getByRole('textbox', { name: 'Width', exact: true });
  await width.fill('100');
  await pressAndWait(page, 'Scale');
  await shows(page, 100, 50);
  await choose(page, await sized(60, 90));
  await shows(page, 60, 90);
  await width.fill('30');
  await pressAndWait(page, 'Scale');
  const sizes = [
    [200, 100],
    [100, 50],
    [60, 90],
    [30, 45],
  ] as const;
  await shows(page, 30, 45);
  for (const size of sizes.slice(0, 3).reverse()) {
    await button(page, 'Undo').click();
    await shows(page, size[0], size[1]);
  }
  await expect(button(page, 'Undo')).toHaveAccessibleName('Undo open image');
  await expect(page.getByText('200x100.png').first()).toBeVisible();
  for (const size of sizes.slice(1)) {
    await button(page, 'Redo').click();
    await shows(page, size[0], size[1]);
  }
  await expect(button(page, 'Redo')).toBeDisabled();
});

test('undo restores the image before a batch, and redo restores the batch', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await sized(200, 100));
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([await sized(60, 90), await sized(70, 80)]);
  await expect(page.getByRole('heading', { name: '2 images' })).toBeVisible();
  await shows(page, 60, 90);
  await button(page, 'Undo').click();
  await shows(page, 200, 100);
  await expect(page.getByRole('heading', { name: '2 images' })).toHaveCount(0);
  await button(page, 'Redo').click();
  await shows(page, 60, 90);
  await expect(page.getByRole('heading', { name: '2 images' })).toBeVisible();
  const current = (name: string) =>
    expect(page.getByRole('button', { name: `${name}, ready` })).toHaveAttribute('aria-current', 'true');
  await current('60x90.png');
  await page
    .locator('input[type=file][multiple]')
    .first()
    .setInputFiles([await sized(80, 50), await sized(90, 40)]);
  await current('80x50.png');
  await shows(page, 80, 50);
  await button(page, 'Undo').click();
  await current('60x90.png');
  await button(page, 'Redo').click();
  await current('80x50.png');
});

test('undo restores the blank background behind a text after an image has replaced it', async ({ page }) => {
  await page.goto('/horizontal_editor');
  await button(page, 'Generate').click();
  await expect(page.locator('.stage-size')).toContainText('px');
  const blank = await page.locator('.stage-size').textContent();
  const text = page.getByRole('textbox', { name: 'Main Text' });
  await text.fill('one');
  await text.blur();
  await page.getByRole('tab', { name: 'Upload Image' }).click();
  await page
    .locator('.source-card input[type=file]')
    .first()
    .setInputFiles(await sized(60, 90));
  await shows(page, 60, 90);
  await text.fill('two');
  await text.blur();
  await button(page, 'Undo').click();
  await expect(text).toHaveValue('one');
  await button(page, 'Undo').click();
  await expect(page.locator('.stage-size')).toHaveText(blank ?? '');
  await expect(text).toHaveValue('one');
  await button(page, 'Undo').click();
  await expect(text).toHaveValue('');
  await button(page, 'Redo').click();
  await button(page, 'Redo').click();
  await shows(page, 60, 90);
});

/** Undo and Redo of a tool that names the change. */
const step = (page: Page, name: 'Undo' | 'Redo') => page.getByRole('button', { name: new RegExp(`^${name} `) });

test('undo reverts Generate, Load Mask, Load Base and Clear of a mask', async ({ page }) => {
  await page.goto('/mask_creator');
  const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click();
  const file = page.getByRole('tabpanel').locator('input[type=file]');
  const base = page.getByRole('tabpanel').locator('.upload-name');
  await button(page, 'Expand').click();
  await page.getByRole('textbox', { name: 'Width', exact: true }).fill('200');
  await page.getByRole('textbox', { name: 'Height', exact: true }).fill('100');
  await button(page, 'Generate').click();
  await shows(page, 200, 100);
  await button(page, 'Invert').click();
  await tab('Load Mask');
  await file.setInputFiles(await sized(60, 90));
  await shows(page, 60, 90);
  await tab('Load Base Image');
  await file.setInputFiles(await sized(30, 40));
  await expect(base).toHaveText('30x40.png');
  await button(page, 'Clear').click();
  await expect(base).toHaveText('No file selected');
  await tab('Create Mask');
  await button(page, 'Generate').click();
  await shows(page, 200, 100);

  await tab('Load Base Image');
  await button(page, 'Undo new mask').click();
  await shows(page, 60, 90);
  await button(page, 'Undo clear base image').click();
  await expect(base).toHaveText('30x40.png');
  await button(page, 'Undo open base image').click();
  await expect(base).toHaveText('No file selected');
  await shows(page, 60, 90);
  await button(page, 'Undo open mask').click();
  await shows(page, 200, 100);
  await button(page, 'Undo invert').click();
  await button(page, 'Undo new mask').click();
  await expect(button(page, 'Undo')).toBeDisabled();
  for (let redo = 0; redo < 6; redo++) {
    await expect(step(page, 'Redo')).not.toHaveAttribute('aria-disabled', 'true');
    await step(page, 'Redo').click();
  }
  await expect(button(page, 'Redo')).toBeDisabled();
  await shows(page, 200, 100);
});

test('after an opacity change and Clear, Undo first restores the layer and then the opacity', async ({ page }) => {
  await page.goto('/layer');
  await button(page, 'Try a sample').click();
  const name = page.getByRole('tab', { name: 'Top layer' }).locator('.layer-name');
  await expect(name).toHaveText('blossoms.png');
  const opacity = page.getByRole('textbox', { name: 'Opacity', exact: true });
  const before = await opacity.inputValue();
  await opacity.fill('0.5');
  await opacity.blur();
  await button(page, 'Clear').click();
  await expect(name).toHaveText('');
  await step(page, 'Undo').click();
  await expect(name).toHaveText('blossoms.png');
  await expect(opacity).toHaveValue('0.5');
  await step(page, 'Undo').click();
  await expect(opacity).toHaveValue(before);
  await expect(name).toHaveText('blossoms.png');
  await step(page, 'Redo').click();
  await step(page, 'Redo').click();
  await expect(name).toHaveText('');
  await step(page, 'Undo').click();
  await page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles(await sized(60, 90));
  await expect(name).toHaveText('60x90.png');
  await step(page, 'Undo').click();
  await expect(name).toHaveText('blossoms.png');
});
