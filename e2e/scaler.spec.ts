import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { command } from './batches.ts';
import {
  decode,
  download,
  openImage,
  pngUpload,
  pressAndWait,
  shownImage,
  translucentPixels,
  turnedPhoto,
  waitForChange,
} from './images.ts';
import { test } from './policed.ts';

const field = (name: string) => ({ name, exact: true });

test('a chip scales to a quarter, to half or to a width of 1080 px, and the note shows the percentage', async ({
  page,
}) => {
  await page.goto('/scaler');
  await openImage(page, await pngUpload({ ...translucentPixels() }, 'wide.png'));
  const chip = (name: string) => page.getByRole('group', { name: 'Common sizes' }).getByRole('button', { name });
  await chip('25%').click();
  await expect(page.getByRole('textbox', field('Height'))).toHaveValue('16');
  await expect(page.getByText('From 256 × 64 px to 64 × 16 px (25%)', { exact: true })).toBeVisible();
  await chip('50%').click();
  await expect(chip('50%')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('From 256 × 64 px to 128 × 32 px (50%)', { exact: true })).toBeVisible();
  expect(await decode((await download(page, 'Download PNG')).bytes)).toMatchObject({ width: 128, height: 32 });
  await chip('1080 px wide').click();
  await expect(page.getByRole('textbox', field('Width'))).toHaveValue('1080');
  await expect(page.getByText('From 128 × 32 px to 1080 × 270 px (843.8%)', { exact: true })).toBeVisible();
});

test('a chip keeps its percentage if the rounded sides have another aspect ratio', async ({ page }) => {
  await page.goto('/scaler');
  await openImage(
    page,
    await pngUpload({ data: Buffer.alloc(21 * 203 * 4, 90), width: 21, height: 203 }, 'narrow.png'),
  );
  const chip = page.getByRole('group', { name: 'Common sizes' }).getByRole('button', { name: '25%' });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('From 21 × 203 px to 5 × 51 px', { exact: false })).toBeVisible();
  await expect(page.getByRole('switch', { name: 'Keep aspect' })).toBeChecked();
});

test('the scale tool scales by ratio and by width, saves for later, and restores its state after a reload', async ({
  page,
}) => {
  await page.goto('/scaler');
  const photo = await turnedPhoto();
  await openImage(page, photo);
  const { width, height } = await decode(photo.buffer);
  const size = (w: number, h: number) => page.getByText(`${w} × ${h} px`, { exact: true });

  await page.getByText('By ratio').click();
  const ratio = page.getByRole('textbox', field('Ratio'));
  await ratio.fill('0.5');
  await ratio.blur();
  await pressAndWait(page, 'Scale');
  await expect(size(width / 2, height / 2)).toBeVisible();

  await page.getByText('By ratio').click();
  const widthField = page.getByRole('textbox', field('Width'));
  await expect(widthField).toHaveValue(String(width / 2));
  await widthField.fill('600');
  await widthField.blur();
  const proportionalHeight = Math.round((600 * (height / 2)) / (width / 2));
  await expect(page.getByRole('textbox', field('Height'))).toHaveValue(String(proportionalHeight));
  await pressAndWait(page, 'Scale');
  await expect(size(600, proportionalHeight)).toBeVisible();

  const png = await download(page, 'Download PNG');
  expect(await decode(png.bytes)).toMatchObject({ width: 600, height: proportionalHeight });
  await page.getByRole('button', { name: 'Save for later' }).click();
  await expect(page.getByText('Saved.')).toBeVisible();

  await page.reload();
  await expect(size(600, proportionalHeight)).toBeVisible();
  await pressAndWait(page, 'Undo');
  await expect(size(width / 2, height / 2)).toBeVisible();

  // Another tool opens the saved image with identical pixels.
  await page.goto('/cropper');
  await page.getByRole('button', { name: 'Load Last Image' }).click();
  await waitForChange(page, null);
  await expect(size(600, proportionalHeight)).toBeVisible();
  const again = await download(page, 'Download PNG');
  expect(again.name).toBe('turned.png');
  expect((await decode(again.bytes)).data.equals((await decode(png.bytes)).data)).toBe(true);
});

test('the scale tool does nothing at the same size, clamps typed values, and truncates ratios to one decimal place', async ({
  page,
}) => {
  await page.goto('/scaler');
  await openImage(page, await pngUpload(translucentPixels()));
  await expect(page.getByRole('button', { name: 'Scale', exact: true })).toBeDisabled();
  expect((await decode((await download(page, 'Download PNG')).bytes)).data.equals(translucentPixels().data)).toBe(true);
  await expect(page.getByRole('button', { name: /^Undo(?!:)/ })).toHaveAccessibleName('Undo open image');
  const type = async (name: string, value: string) => {
    const input = page.getByRole('textbox', field(name));
    await input.fill('');
    await input.pressSequentially(value);
    await input.blur();
    return input;
  };
  await page.getByText('By ratio').click();
  await expect(await type('Ratio', '9')).toHaveValue('4');
  await expect(await type('Ratio', '0.01')).toHaveValue('0.1');
  await expect(await type('Ratio', '1.57')).toHaveValue('1.5');
  await expect(await type('Ratio', 'x2y')).toHaveValue('2');
  await page.getByText('By ratio').click();
  await page.getByText('Keep aspect').click();
  await expect(await type('Width', '0')).toHaveValue('1');
  await expect(await type('Height', '99999')).toHaveValue('10000');
});

test('an emptied field asks for a value, and Keep aspect computes the other side exactly', async ({ page }) => {
  await page.goto('/scaler');
  await openImage(page, await pngUpload({ width: 3, height: 3000, data: Buffer.alloc(3 * 3000 * 4, 255) }));
  const width = page.getByRole('textbox', field('Width'));
  const height = page.getByRole('textbox', field('Height'));
  const hint = page.getByText('Please enter a value.');
  await height.fill('');
  await expect(hint).toBeVisible();
  await height.blur();
  await expect(hint).toBeVisible();
  await expect(height).toHaveValue('');

  await width.fill('50');
  await width.press('Enter');
  await expect(hint).toBeHidden();
  await expect(width).toHaveValue('10');
  await expect(height).toHaveValue('10000');
  await expect(page.getByText('From 3 × 3000 px to 10 × 10000 px')).toBeVisible();

  await width.press('Shift+ArrowDown');
  await expect(width).toHaveValue('1');
  // A number field finds the number in pasted, dropped or composed text.
  await width.fill('５');
  await width.blur();
  await expect(width).toHaveValue('5');
  await expect(height).toHaveValue('5000');
  await width.fill('6px');
  await expect(width).toHaveValue('6');
});

test(
  'the scale tool fits an image into a box with a background, with the same bytes as the command',
  { tag: '@deep' },
  async ({ page }, info) => {
    await page.goto('/scaler');
    const photo = await pngUpload(translucentPixels());
    await openImage(page, photo);
    await page.locator('.switch', { hasText: 'Keep aspect' }).click();
    for (const name of ['Width', 'Height']) {
      await page.getByRole('textbox', field(name)).fill('40');
      await page.getByRole('textbox', field(name)).blur();
    }
    await page.getByRole('button', { name: 'Stretch Fit' }).click();
    await page.getByRole('option', { name: 'Pad', exact: true }).click();
    await page.getByRole('button', { name: /Position$/ }).click();
    await page.getByRole('option', { name: 'Top left', exact: true }).click();
    const { bytes } = await download(page, 'Download PNG');
    const [input, output] = [info.outputPath(photo.name), info.outputPath('padded.png')];
    await writeFile(input, photo.buffer);
    await command('scale', input, '-o', output, ...'--width 40 --height 40 --fit pad --anchor top-left'.split(' '));
    expect(bytes.equals(await readFile(output))).toBe(true);
    await expect(page.getByText('40 × 40 px', { exact: true })).toBeVisible();
  },
);

test('an image is padded to a ratio or a size without scaling, and its bytes equal the command’s', async ({
  page,
}, info) => {
  await page.goto('/scaler');
  const photo = await pngUpload(translucentPixels(), 'translucent.png');
  await openImage(page, photo);
  await page.locator('.switch', { hasText: 'Keep aspect' }).click();
  await page.getByRole('button', { name: 'Stretch Fit' }).click();
  await page.getByRole('option', { name: 'Pad only', exact: true }).click();
  await expect(page.getByRole('textbox', field('Width'))).toHaveCount(0);
  await page.getByRole('button', { name: '1:1 Aspect ratio' }).click();
  await page.getByRole('option', { name: 'Custom', exact: true }).click();
  const typed = page.getByRole('textbox', { name: 'Width : height' });
  await typed.fill('2:1');
  await typed.press('Enter');
  await page.getByText('Blur', { exact: true }).click();
  await page.getByRole('button', { name: 'Center Position' }).click();
  await page.getByRole('option', { name: 'Bottom', exact: true }).click();
  await expect(page.getByText('From 256 × 64 px to 256 × 128 px (100% × 200%)', { exact: true })).toBeVisible();
  // The stage shows the padded image before the visitor applies the padding.
  await expect(page.locator('.stage-size')).toHaveText('256 × 128 px');
  const shown = await decode(await shownImage(page));
  expect(shown.width / shown.height).toBeCloseTo(2, 1);
  const padded = await download(page, 'Download PNG');
  const [input, output] = [info.outputPath(photo.name), info.outputPath('padded.png')];
  await writeFile(input, photo.buffer);
  await command('pad', input, '-o', output, ...'--ratio 2:1 --anchor bottom --background blur'.split(' '));
  expect(padded.bytes.equals(await readFile(output))).toBe(true);
  await expect(page.getByText('256 × 128 px', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: /^Undo(?!:)/ }).click();
  await page.getByRole('button', { name: 'Custom Aspect ratio' }).click();
  await page.getByRole('option', { name: 'By size', exact: true }).click();
  await page.getByRole('textbox', field('Height')).fill('100');
  await page.getByRole('textbox', field('Height')).blur();
  await page.getByText('Transparent', { exact: true }).click();
  await pressAndWait(page, 'Scale');
  const result = await decode((await download(page, 'Download PNG')).bytes);
  expect([result.width, result.height, ...result.data.subarray(0, 4)]).toEqual([256, 100, 0, 0, 0, 0]);
});

test('a padding ratio typed in the command palette without an open image is set in the scale tool', async ({
  page,
}) => {
  await page.goto('/cropper');
  await expect(page.getByRole('button', { name: 'Try a sample' })).toBeEnabled();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.type('pad 16:9');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText('16:9');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/scaler');
  await openImage(page, await pngUpload(translucentPixels(), 'translucent.png'));
  await expect(page.getByRole('button', { name: 'Pad only Fit' })).toBeVisible();
  await expect(page.getByRole('button', { name: '16:9 Aspect ratio' })).toBeVisible();
  await expect(page.getByText('From 256 × 64 px to 256 × 144 px (100% × 225%)', { exact: true })).toBeVisible();
});
