import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { dragMouse, frameOf } from './gestures.ts';
import { chooseMore, decode, download, named, openImage, openMoreSettings, stageReady, type Upload } from './images.ts';
import { test } from './policed.ts';

const SIZE = { width: 400, height: 300 };

/** Image with two red squares of 100 px on a blue background. */
async function squares(): Promise<Upload> {
  const red = await sharp({ create: { width: 100, height: 100, channels: 3, background: '#c02020' } })
    .png()
    .toBuffer();
  const image = sharp({ create: { ...SIZE, channels: 3, background: '#2040a0' } }).composite([
    { input: red, left: 50, top: 100 },
    { input: red, left: 250, top: 100 },
  ]);
  return { name: 'squares.png', mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

async function openSquares(page: Page): Promise<void> {
  await page.goto('/mask_creator');
  await openImage(page, await squares());
  await expect(page.getByText('400 × 300 px', { exact: true })).toBeVisible();
  await stageReady(page);
}

const layerOf = (page: Page) => page.getByRole('group', { name: 'Pen on the mask' });
const pick = (page: Page, name: string) => page.getByText(name, { exact: true }).click();
const press = (page: Page, name: string) => page.getByRole('button', named(name)).click();

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  await dragMouse(page, await frameOf(layerOf(page), SIZE.width), [...from], [...to]);
  await maskReady(page);
}

/** Waits until the mask is complete. */
async function maskReady(page: Page): Promise<void> {
  await expect(layerOf(page)).toHaveAttribute('data-idle', 'true');
  await stageReady(page);
}

/** Returns the gray levels of the mask at the given positions. */
async function levels(page: Page, ...places: readonly (readonly [number, number])[]): Promise<(number | undefined)[]> {
  const { bytes } = await download(page, 'Download Mask PNG');
  const { data } = await decode(bytes);
  return places.map(([x, y]) => data[(y * SIZE.width + x) * 4]);
}

test('selections by wand and rectangle are combined, grown and undone, and are restored after a reload', async ({
  page,
}) => {
  await openSquares(page);
  await press(page, 'Wand');
  await drag(page, [100, 150], [100, 150]);
  // Below the pointer, what the mask removes is pale; away from the image, the screen shows the result.
  const removed = page.locator('.mask-canvas');
  await expect(removed).toHaveCSS('opacity', '0.72');
  await page.mouse.move(1, 1);
  await expect(removed).toHaveCSS('opacity', '1');
  const both = [
    [100, 150],
    [300, 150],
    [20, 20],
  ] as const;
  expect(await levels(page, ...both)).toEqual([255, 0, 0]);

  // With Shift, a click adds the second red square to the selection.
  await page.keyboard.down('Shift');
  await drag(page, [300, 150], [300, 150]);
  await page.keyboard.up('Shift');
  expect(await levels(page, ...both)).toEqual([255, 255, 0]);

  await press(page, 'Rectangle');
  await openMoreSettings(page);
  await pick(page, 'Subtract');
  await drag(page, [240, 90], [360, 150]);
  const halves = [
    [300, 120],
    [300, 180],
    [100, 150],
  ] as const;
  expect(await levels(page, ...halves)).toEqual([0, 255, 255]);
  await press(page, 'Undo selection');
  await maskReady(page);
  expect(await levels(page, ...halves)).toEqual([255, 255, 255]);
  await press(page, 'Redo selection');
  await maskReady(page);
  expect(await levels(page, ...halves)).toEqual([0, 255, 255]);

  const grow = page.getByRole('textbox', { name: 'Grow or shrink', exact: true });
  await grow.fill('10');
  await grow.blur();
  await maskReady(page);
  expect(await levels(page, [44, 150], [30, 150])).toEqual([255, 0]);

  await page.reload();
  await maskReady(page);
  expect(await levels(page, ...halves, [44, 150])).toEqual([0, 255, 255, 255]);
});

test('a note on the photo says the next act until the first selection', async ({ page }) => {
  await openSquares(page);
  const note = page.locator('.mask-coach');
  const tools = page.getByRole('toolbar', { name: 'Tool' });
  await expect(note).toHaveText('Draw a box around the subject');
  await expect(tools.getByRole('button', { name: 'Subject', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expect(tools.getByRole('button', { name: 'Keep' })).toBeDisabled();
  await press(page, 'Wand');
  await expect(note).toHaveText('Click a color to keep');
  await press(page, 'Subject');
  await drag(page, [35, 80], [170, 220]);
  await expect(note).toHaveCount(0);
  await expect(page.getByText('0 Hide', { exact: true })).toHaveCount(1);
});

test('a rectangle is selected by the keyboard', async ({ page }) => {
  await openSquares(page);
  await press(page, 'Rectangle');
  await layerOf(page).focus();
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.down('Space');
  for (let step = 0; step < 4; step++) await page.keyboard.press('Shift+ArrowRight');
  for (let step = 0; step < 3; step++) await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.up('Space');
  await maskReady(page);
  expect(await levels(page, [200, 155], [180, 155], [200, 140])).toEqual([255, 0, 0]);
});

test('strokes with Keep and Hide correct a selected subject, and the layer tool opens the photo with the mask', async ({
  page,
}) => {
  await openSquares(page);
  await drag(page, [35, 80], [170, 220]);
  expect(await levels(page, [100, 150], [300, 150], [60, 190])).toEqual([255, 0, 255]);
  await press(page, 'Keep');
  await drag(page, [270, 150], [330, 150]);
  expect(await levels(page, [100, 150], [300, 150])).toEqual([255, 255]);
  await press(page, 'Hide');
  await drag(page, [70, 150], [130, 150]);
  expect(await levels(page, [100, 150], [300, 150])).toEqual([0, 255]);
  await press(page, 'Undo subject correction');
  await maskReady(page);
  expect(await levels(page, [100, 150], [300, 150])).toEqual([255, 255]);

  await chooseMore(page, 'Use as mask in Layer');
  await expect(page).toHaveURL(/layer/);
  await stageReady(page);
  const { bytes } = await download(page, 'Download PNG');
  const { data } = await decode(bytes);
  const alpha = (x: number, y: number) => data[(y * SIZE.width + x) * 4 + 3];
  expect([alpha(100, 150), alpha(20, 20)]).toEqual([255, 0]);
});

test('an error explains why no subject is found in a box, and the mask does not change', async ({ page }) => {
  await openSquares(page);
  await drag(page, [0, 0], [400, 300]);
  await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('The box leaves no background.');
  await press(page, 'Close');
  await expect(page.getByRole('button', { name: 'Undo open base image', exact: true })).toBeVisible();
  expect(await levels(page, [100, 150])).toEqual([0]);
});
