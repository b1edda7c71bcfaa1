import { expect } from '@playwright/test';
import {
  cut,
  decode,
  distance,
  download,
  openImage,
  pngUpload,
  pressAndWait,
  shownVersion,
  translucentPixels,
  turnedPhoto,
  waitForChange,
} from './images.ts';
import { test } from './policed.ts';

const field = (name: string) => ({ name, exact: true });

test('the crop tool crops a rotated 12-megapixel photo by dragging and by typing, and undoes the crop', async ({
  page,
}) => {
  await page.goto('/cropper');
  const photo = await turnedPhoto();
  await openImage(page, photo);
  const upright = await decode(photo.buffer);
  await expect(page.getByText(`${upright.width} × ${upright.height} px`, { exact: true })).toBeVisible();

  const canvas = page.locator('.stage-canvas');
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the picture is not on the screen');
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await page.mouse.move(...at(0.75, 0.75));
  await page.mouse.down();
  await page.mouse.move(...at(0.5, 0.5));
  await page.mouse.move(...at(0.25, 0.5));
  await page.mouse.up();
  const dragged = await Promise.all(
    ['topX', 'topY', 'bottomX', 'bottomY'].map(async (name) =>
      Number(await page.getByRole('textbox', field(name)).inputValue()),
    ),
  );
  const expected = [upright.width * 0.25, upright.height * 0.5, upright.width * 0.75, upright.height * 0.75];
  for (const [index, value] of dragged.entries())
    expect(Math.abs(value - (expected[index] ?? 0))).toBeLessThan(upright.height / box.height + 1);

  // Swaps reversed corners. When a field loses the focus, clamps coordinates outside the image.
  const type = async (name: string, value: string) => {
    await page.getByRole('textbox', field(name)).fill(value);
    await page.getByRole('textbox', field(name)).blur();
  };
  await type('topX', '1100');
  await type('bottomX', '100');
  await type('topY', '200');
  await type('bottomY', '99999');
  await expect(page.getByRole('textbox', field('bottomY'))).toHaveValue(String(upright.height));
  await type('bottomY', '800');
  await pressAndWait(page, 'Crop');
  await expect(page.getByText('1000 × 600 px', { exact: true })).toBeVisible();

  const png = await download(page, 'Download PNG');
  expect(png.name).toBe('turned.png');
  const pixels = await decode(png.bytes);
  expect([pixels.width, pixels.height]).toEqual([1000, 600]);
  const reference = cut(upright, 100, 200, 1000, 600);
  // Allows a tolerance, because the browser and sharp upsample chroma differently when they decode JPEG.
  expect(distance(pixels.data, reference).mean).toBeLessThan(1);

  const jpg = await download(page, 'Download JPG');
  expect(jpg.name).toBe('turned.jpg');
  const lossy = await decode(jpg.bytes);
  expect([lossy.width, lossy.height]).toEqual([1000, 600]);
  expect(distance(lossy.data, pixels.data).mean).toBeLessThan(3);

  await pressAndWait(page, 'Undo');
  await expect(page.getByText(`${upright.width} × ${upright.height} px`, { exact: true })).toBeVisible();
  await pressAndWait(page, 'Redo');
  await expect(page.getByText('1000 × 600 px', { exact: true })).toBeVisible();
});

test('the crop tool disables Crop for an empty rectangle and asks for a value in an empty field', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(translucentPixels()));
  await page.getByRole('textbox', field('topX')).fill('256');
  await page.getByRole('textbox', field('topX')).blur();
  await expect(page.getByRole('button', { name: 'Crop', exact: true })).toBeDisabled();
  expect((await decode((await download(page, 'Download PNG')).bytes)).data.equals(translucentPixels().data)).toBe(true);
  await expect(page.getByRole('button', { name: /^Undo(?!:)/ })).toHaveAccessibleName('Undo open image');

  const topY = page.getByRole('textbox', field('topY'));
  await topY.fill('');
  await expect(page.getByText('Please enter a value.')).toBeVisible();
  await topY.pressSequentially('1a2-');
  await expect(topY).toHaveValue('12');
  await expect(page.getByText('Please enter a value.')).toBeHidden();
});

test('the crop tool crops by keyboard alone, and changes no translucent pixel', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(translucentPixels()));
  const selection = page.getByRole('group', { name: 'Selection' });
  await selection.focus();
  for (const key of ['Alt+ArrowLeft', 'Alt+Shift+ArrowLeft', 'Alt+Shift+ArrowUp']) await page.keyboard.press(key);
  for (const key of ['ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await expect(page.getByRole('textbox', field('Width'))).toHaveValue('245');
  await expect(page.getByRole('textbox', field('Height'))).toHaveValue('54');
  const before = await shownVersion(page);
  await page.keyboard.press('Enter');
  await waitForChange(page, before);
  await expect(page.getByText('245 × 54 px', { exact: true })).toBeVisible();
  const { data } = await decode((await download(page, 'Download PNG')).bytes);
  expect(data.equals(cut(translucentPixels(), 1, 1, 245, 54))).toBe(true);
  await page.locator('.stage-viewport').focus();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
  await page.keyboard.press('Control+Shift+z');
  await expect(page.getByText('245 × 54 px', { exact: true })).toBeVisible();
});
