import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { noise } from '../tests/core/test-images.ts';
import {
  decode,
  download,
  openImage,
  pngUpload,
  pressAndWait,
  shownVersion,
  stageReady,
  waitForChange,
} from './images.ts';
import { test } from './policed.ts';

const { data: rgba } = noise(90, 60);
const image = { data: Buffer.from(rgba.buffer), width: 90, height: 60 };
const raw = { raw: { width: 90, height: 60, channels: 4 as const } };

async function open(page: Page, route: string): Promise<void> {
  await page.goto(`/${route}`);
  await openImage(page, await pngUpload(image, 'noise.png'));
  await stageReady(page);
}

async function pressKey(page: Page, key: string): Promise<void> {
  const before = await shownVersion(page);
  await page.keyboard.press(key);
  await waitForChange(page, before);
}

async function pixelsOf(page: Page) {
  const { bytes } = await download(page, 'Download PNG');
  return decode(bytes);
}

const size = (page: Page, text: string) => expect(page.getByText(`${text} px`, { exact: true })).toBeVisible();

test('the keys R, Shift+R, H and V turn and flip exactly, and can be undone', async ({ page }) => {
  await open(page, 'scaler');
  await pressKey(page, 'r');
  await size(page, '60 × 90');
  await pressKey(page, 'h');
  const turned = await sharp(image.data, raw).rotate(90).raw().toBuffer();
  const expected = await sharp(turned, { raw: { width: 60, height: 90, channels: 4 } })
    .flop()
    .raw()
    .toBuffer();
  expect((await pixelsOf(page)).data.equals(expected)).toBe(true);

  await pressKey(page, 'v');
  await pressKey(page, 'Shift+R');
  await size(page, '90 × 60');
  for (const expectedSize of ['60 × 90', '60 × 90', '60 × 90', '90 × 60']) {
    await pressAndWait(page, 'Undo');
    await size(page, expectedSize);
  }
  expect((await pixelsOf(page)).data.equals(image.data)).toBe(true);
});

test('the crop tool rotates the selection with the image, types R, H and V in a text field, and folds exact values', async ({
  page,
}) => {
  await open(page, 'cropper');
  const corner = (name: string) => page.getByRole('textbox', { name, exact: true });
  for (const [name, value] of [
    ['topX', '10'],
    ['topY', '5'],
    ['bottomX', '40'],
    ['bottomY', '25'],
  ] as const) {
    await corner(name).fill(value);
    await corner(name).blur();
  }
  await pressAndWait(page, 'Rotate right');
  await size(page, '60 × 90');
  for (const [name, value] of [
    ['topX', '35'],
    ['topY', '10'],
    ['bottomX', '55'],
    ['bottomY', '40'],
  ] as const)
    await expect(corner(name)).toHaveValue(value);

  const fold = page.getByRole('button', { name: 'Exact values' });
  await fold.click();
  await expect(corner('topX')).toHaveCount(0);
  await page.reload();
  await expect(fold).toHaveAttribute('aria-expanded', 'false');

  await page.getByRole('button', { name: 'Custom', exact: true }).click();
  const ratio = page.getByRole('textbox', { name: 'Width : height' });
  await ratio.click();
  await page.keyboard.type('rhv');
  await expect(ratio).toHaveValue('rhv');
  await size(page, '60 × 90');
});

test('the rotation dial straightens and crops to the largest rectangle of the chosen ratio, and Undo restores the image', async ({
  page,
}) => {
  await open(page, 'cropper');
  await page.getByRole('button', { name: '1:1', exact: true }).click();
  await expect(page.getByRole('button', { name: '1:1', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const dial = page.getByRole('slider', { name: 'Straighten' });
  await dial.focus();
  for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowRight');
  await expect(dial).toHaveAttribute('aria-valuetext', '0.5°');
  await expect(page.locator('.straighten-grid')).toBeVisible();
  await page.getByRole('textbox', { name: 'Straighten' }).fill('10');
  await page.getByRole('textbox', { name: 'Straighten' }).blur();
  // Expected side of the largest square after a rotation of the image by 10°: 60 / (cos 10° + sin 10°) = 51.8.
  const width = page.getByRole('textbox', { name: 'Width', exact: true });
  await expect(width).toHaveValue('51');
  await expect(width).toBeDisabled();
  await pressAndWait(page, 'Crop');
  await size(page, '51 × 51');
  await expect(page.locator('.straighten-grid')).toHaveCount(0);
  await expect(dial).toHaveAttribute('aria-valuetext', '0°');
  await pressAndWait(page, 'Undo');
  await size(page, '90 × 60');
});

test('a straightened step is edited with its angle and ratio, and discarded changes reset the dial', async ({
  page,
}) => {
  await open(page, 'cropper');
  const angle = page.getByRole('textbox', { name: 'Straighten' });
  const square = page.getByRole('button', { name: '1:1', exact: true });
  const steps = page.getByRole('region', { name: 'Editing steps' });
  const openStep = async (number: number) => {
    await steps.getByRole('button', { name: new RegExp(`^Step ${number}:`) }).click();
  };
  const edit = async () => {
    await openStep(1);
    await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
    await size(page, '90 × 60');
  };
  await square.click();
  await angle.fill('10');
  await angle.blur();
  await pressAndWait(page, 'Crop');
  await size(page, '51 × 51');
  await expect(steps).toContainText('Crop');
  await pressAndWait(page, 'Rotate right');
  // A rotation by 90° has no settings, so its step can't be edited.
  await openStep(2);
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Edit', exact: true })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Free', exact: true }).click();
  await edit();
  await expect(angle).toHaveValue('10');
  await expect(square).toHaveAttribute('aria-pressed', 'true');
  await angle.fill('20');
  await angle.blur();
  await pressAndWait(page, 'Crop');
  // Expected side after a rotation by 20°: 60 / (cos 20° + sin 20°) = 46.8. The later rotation by 90° applies again.
  await size(page, '46 × 46');
  await expect(angle).toHaveValue('0');

  await edit();
  await expect(angle).toHaveValue('20');
  await pressAndWait(page, 'Discard changes');
  await size(page, '46 × 46');
  await expect(angle).toHaveValue('0');
});

test('straightening with Keep corners enlarges the image and leaves the new areas transparent', async ({ page }) => {
  await open(page, 'cropper');
  await page.getByRole('textbox', { name: 'Straighten' }).fill('-30');
  await page.getByRole('textbox', { name: 'Straighten' }).blur();
  await page.locator('.switch', { hasText: 'Keep corners' }).click();
  await pressAndWait(page, 'Crop');
  await size(page, '108 × 97');
  const { data } = await pixelsOf(page);
  expect([...data.subarray(0, 4)]).toEqual([0, 0, 0, 0]);
});

test('the command palette finds operations by everyday words in both languages, and applies a typed rotation', async ({
  page,
}) => {
  await open(page, 'color_adjuster');
  for (const [typed, name] of [
    ['mirror', 'Flip horizontally'],
    ['clockwise', 'Rotate right'],
    ['左右反転', 'Flip horizontally'],
    ['rotate', 'Rotate left'],
    ['flip', 'Flip vertically'],
    ['回転', 'Rotate right'],
    ['HEIC', 'Format Converter'],
    ['resize 1200', 'Scale: Width 1200 px'],
    ['compress to 200 kB', 'Format Converter: Max file size 200 kB'],
    ['縦横比 16:9', 'Crop: Aspect ratio 16:9'],
    ['rotate 90', 'Rotate: Turn clockwise 90°'],
  ] as const) {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('combobox').fill(typed);
    await expect(page.getByRole('option', { name, exact: false }).first()).toBeVisible();
    await page.keyboard.press('Escape');
  }
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox').fill('rotate 90');
  await page.keyboard.press('Enter');
  await size(page, '60 × 90');
  await pressAndWait(page, 'Undo');
  await size(page, '90 × 60');
});
