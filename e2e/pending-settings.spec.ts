import { expect, type Page } from '@playwright/test';
import { pixelAt, placeImage } from './gestures.ts';
import {
  blockWorker,
  cut,
  decode,
  download,
  named,
  openImage,
  type Pixels,
  pngUpload,
  pressAndWait,
  waitForChange,
} from './images.ts';
import { test } from './policed.ts';

const button = (page: Page, name: string) => page.getByRole('button', named(name));
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const size = (page: Page, width: number, height: number) =>
  page.getByText(`${width} × ${height} px`, { exact: true }).first();

const png = async (page: Page): Promise<Pixels> => decode((await download(page, 'Download PNG')).bytes);

/** Saves the image for later, opens the saved image in the format converter, and returns the converter's download. */
async function saved(page: Page): Promise<Pixels> {
  await button(page, 'Save for later').click();
  await expect(page.getByText('Saved.')).toBeVisible();
  await page.goto('/format_converter');
  await button(page, 'Load Last Image').click();
  await waitForChange(page, null);
  return png(page);
}

test('Download and Save for later apply a typed scale first, as one undo step', async ({ page }) => {
  await page.goto('/scaler');
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  await expect(button(page, 'Scale')).toBeDisabled();
  await page.getByText('By ratio').click();
  await field(page, 'Ratio').fill('0.5');
  // Presses the button while the field with the typed value still has focus.
  await expect(button(page, 'Scale')).toBeEnabled();
  expect(await png(page)).toMatchObject({ width: 120, height: 120 });
  await expect(size(page, 120, 120)).toBeVisible();
  await expect(button(page, 'Scale')).toBeDisabled();
  expect(await png(page)).toMatchObject({ width: 120, height: 120 });
  await pressAndWait(page, 'Undo');
  await expect(button(page, 'Undo')).toHaveAccessibleName('Undo open image');
  expect(await png(page)).toMatchObject({ width: 240, height: 240 });

  await page.getByText('By ratio').click();
  await page.getByText('Keep aspect').click();
  await field(page, 'Width').fill('60');
  const jpg = await download(page, 'Download JPG');
  expect(await decode(jpg.bytes)).toMatchObject({ width: 60, height: 240 });
  await field(page, 'Height').fill('30');
  expect(await saved(page)).toMatchObject({ width: 60, height: 30 });
});

test('Download and Save for later apply a changed crop first, as one undo step', async ({ page }) => {
  const source = placeImage();
  await page.goto('/cropper');
  await openImage(page, await pngUpload(source, 'places.png'));
  await expect(button(page, 'Crop')).toBeDisabled();
  for (const [name, value] of Object.entries({ topX: 20, topY: 30, bottomX: 150 }))
    await field(page, name).fill(`${value}`);
  await expect(button(page, 'Crop')).toBeEnabled();
  const cropped = await png(page);
  expect([cropped.width, cropped.height]).toEqual([130, 210]);
  expect(cropped.data.equals(cut(source, 20, 30, 130, 210))).toBe(true);
  await expect(size(page, 130, 210)).toBeVisible();
  await expect(button(page, 'Crop')).toBeDisabled();
  await pressAndWait(page, 'Undo');
  await expect(size(page, 240, 240)).toBeVisible();
  await expect(button(page, 'Undo')).toHaveAccessibleName('Undo open image');
  // After Undo, the settings count as applied.
  await expect(button(page, 'Crop')).toBeDisabled();
  for (const [name, value] of Object.entries({ topX: 20, topY: 30, bottomX: 150, bottomY: 100 }))
    await field(page, name).fill(`${value}`);
  const kept = await saved(page);
  expect([kept.width, kept.height]).toEqual([130, 70]);
  expect(kept.data.equals(cut(source, 20, 30, 130, 70))).toBe(true);
});

test('a download uses the value of a color slider that is still being dragged', async ({ page }) => {
  await page.goto('/color_adjuster');
  const source = placeImage();
  await openImage(page, await pngUpload(source, 'places.png'));
  const slider = page.getByRole('slider', { name: 'Saturation' });
  const thumb = await slider.locator('xpath=ancestor::*[contains(@class,"slider-thumb")]').boundingBox();
  const track = await page.locator('.slider-track').first().boundingBox();
  if (!thumb || !track) throw new Error('the slider is not on the screen');
  await page.mouse.move(thumb.x + thumb.width / 2, thumb.y + thumb.height / 2);
  await page.mouse.down();
  await page.mouse.move(track.x - 20, thumb.y + thumb.height / 2, { steps: 4 });
  await expect(field(page, 'Saturation')).toHaveValue('-1');
  // Simulates a press by a second finger during the drag.
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Download PNG').evaluate((element: HTMLElement) => element.click()),
  ]);
  const stream = await file.createReadStream();
  const image = await decode(Buffer.concat(await stream.toArray()));
  await page.mouse.up();
  // Without saturation, all three channels equal the luminance.
  const [red = 0, green = 1, blue = 2] = pixelAt(image, 200, 40);
  expect([green, blue]).toEqual([red, red]);
  expect(Math.abs(red - (0.213 * 200 + 0.715 * 40 + 0.072 * 128))).toBeLessThanOrEqual(1);
});

test('typing one side of a wide image clamps the other side to its limits', async ({ page }) => {
  await page.goto('/scaler');
  const wide: Pixels = { data: Buffer.alloc(10_400 * 8 * 4, 200), width: 10_400, height: 8 };
  await openImage(page, await pngUpload(wide, 'wide.png'));
  await page.getByText('Keep aspect').click();
  await expect(field(page, 'Width')).toHaveValue('10400');
  await expect(button(page, 'Scale')).toBeDisabled();
  await field(page, 'Height').fill('4');
  await field(page, 'Height').blur();
  await expect(field(page, 'Width')).toHaveValue('10000');
  await pressAndWait(page, 'Scale');
  await expect(size(page, 10_000, 4)).toBeVisible();
  await pressAndWait(page, 'Undo');
  await field(page, 'Width').fill('10200');
  await field(page, 'Width').blur();
  await expect(field(page, 'Width')).toHaveValue('10000');
  expect(await png(page)).toMatchObject({ width: 10_000, height: 8 });
});

test('values typed while Scale or Apply runs are not overwritten', async ({ page }) => {
  await page.goto('/scaler');
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  await page.getByText('By ratio').click();
  const ratio = field(page, 'Ratio');
  await ratio.fill('0.5');
  let release = await blockWorker(page, 'image');
  await button(page, 'Scale').click();
  await ratio.fill('0.8');
  await release();
  // The stage already previews the next ratio.
  await expect(page.getByText('From 120 × 120 px to 96 × 96 px', { exact: false })).toBeVisible();
  await expect(ratio).toHaveValue('0.8');
  release = await blockWorker(page, 'image');
  await button(page, 'Scale').click();
  // The work finishes while the visitor is still typing "0.5". The result must not replace the beginning "0.".
  await ratio.fill('');
  await ratio.pressSequentially('0.');
  await release();
  await expect(page.getByText('From 96 × 96 px', { exact: false })).toBeVisible();
  await ratio.pressSequentially('5');
  await expect(ratio).toHaveValue('0.5');
  expect(await png(page)).toMatchObject({ width: 48, height: 48 });

  await page.goto('/blur_sharpen');
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  const sharpness = field(page, 'Sharpness');
  await sharpness.fill('-1');
  await sharpness.blur();
  release = await blockWorker(page, 'image');
  await button(page, 'Apply').click();
  await sharpness.fill('0.4');
  await release();
  await expect(button(page, 'Undo')).toBeEnabled();
  await expect(sharpness).toHaveValue('0.4');
  await sharpness.blur();
  await expect(sharpness).toHaveValue('0.4');
  await expect(button(page, 'Apply')).toBeEnabled();
});

test('a press that makes its button unavailable leaves the focus on the button, or on the main button at its place', async ({
  page,
}) => {
  await page.goto('/scaler');
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  await page.getByText('By ratio').click();
  await field(page, 'Ratio').fill('0.5');
  await field(page, 'Ratio').press('Tab');
  const press = async (name: string, length: number, focused = name) => {
    await button(page, name).focus();
    await page.keyboard.press('Enter');
    await expect(size(page, length, length)).toBeVisible();
    await expect(button(page, focused)).toBeFocused();
  };
  await press('Scale', 120, 'Download JPG');
  await expect(button(page, 'Scale')).toBeDisabled();
  await press('Undo', 240);
  await press('Redo', 120);
  await expect(button(page, 'Redo')).toBeDisabled();
  // Another press of the focused button does nothing.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(button(page, 'Redo')).not.toBeFocused();
  await expect(size(page, 120, 120)).toBeVisible();
});
