import { expect, type Page } from '@playwright/test';
import { dragMouse, frameOf, placeImage } from './gestures.ts';
import { cut, decode, download, openImage, pngUpload } from './images.ts';
import { test } from './policed.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const CORNERS = ['topX', 'topY', 'bottomX', 'bottomY'] as const;
const corners = (page: Page) => Promise.all(CORNERS.map(async (name) => Number(await field(page, name).inputValue())));

const choose = (page: Page, ratio: string) => page.getByRole('button', { name: ratio, exact: true }).click();

async function type(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value);
  await field(page, name).press('Enter');
}

/** Checks that all fields show the same selection: corners, size and long edge. */
async function expectSelection(page: Page, left: number, top: number, right: number, bottom: number): Promise<void> {
  await expect.poll(() => corners(page)).toEqual([left, top, right, bottom]);
  await expect(field(page, 'Width')).toHaveValue(`${right - left}`);
  await expect(field(page, 'Height')).toHaveValue(`${bottom - top}`);
  await expect(field(page, 'Long edge')).toHaveValue(`${Math.max(right - left, bottom - top)}`);
}

test('an aspect ratio selects the largest centered box in either orientation and constrains later edits', async ({
  page,
}) => {
  const source = placeImage(240, 160);
  await page.goto('/cropper');
  await openImage(page, await pngUpload(source, 'places.png'));
  await expectSelection(page, 0, 0, 240, 160);

  await choose(page, '1:1');
  await expectSelection(page, 40, 0, 200, 160);
  await choose(page, '16:9');
  await expectSelection(page, 0, 13, 240, 148);
  await page.getByRole('button', { name: 'Swap width and height' }).click();
  await expectSelection(page, 75, 0, 165, 160);
  const swap = page.getByRole('button', { name: 'Swap width and height' });
  await swap.click();
  await expectSelection(page, 0, 13, 240, 148);
  // A second swap restores any selection, even if the first swap had to shrink the selection.
  await type(page, 'Width', '200');
  await type(page, 'topX', '30');
  const before = await corners(page);
  await swap.click();
  await expect.poll(() => corners(page)).not.toEqual(before);
  await swap.click();
  await expect.poll(() => corners(page)).toEqual(before);
  await choose(page, '4:5');
  await expectSelection(page, 56, 0, 184, 160);

  await type(page, 'Long edge', '100');
  await expectSelection(page, 56, 0, 136, 100);
  await type(page, 'Width', '40');
  await expectSelection(page, 56, 0, 96, 50);
  await type(page, 'topX', '16');
  await expectSelection(page, 16, 0, 96, 100);
  await type(page, 'bottomY', '150');
  await expectSelection(page, 16, 0, 136, 150);
  await type(page, 'topY', '50');
  await expectSelection(page, 16, 50, 96, 150);

  // The selection keeps the chosen ratio when a drag moves a corner or an edge, or draws a new selection.
  const frame = await frameOf(page.locator('.crop-layer'), source.width);
  const ratio = async () => {
    const [left = 0, top = 0, right = 0, bottom = 0] = await corners(page);
    return [right - left, Math.abs((right - left) / (bottom - top) - 0.8) * (bottom - top)] as const;
  };
  for (const [from, to] of [
    [
      [96, 150],
      [60, 90],
    ],
    [
      [16, 70],
      [40, 90],
    ],
    [
      [50, 75],
      [90, 95],
    ],
  ] as const) {
    const before = await corners(page);
    await dragMouse(page, frame, from, to);
    await expect.poll(() => corners(page)).not.toEqual(before);
    const [width, error] = await ratio();
    expect(width).toBeGreaterThan(10);
    expect(error).toBeLessThanOrEqual(0.5);
  }
  const [left = 0, top = 0, right = 0, bottom = 0] = await corners(page);
  const { bytes } = await download(page, 'Download PNG');
  const result = await decode(bytes);
  expect([result.width, result.height]).toEqual([right - left, bottom - top]);
  expect(result.data.equals(cut(source, left, top, right - left, bottom - top))).toBe(true);
  // The cropped image already has the chosen ratio, so Crop is disabled.
  await expect(page.getByRole('button', { name: 'Crop', exact: true })).toBeDisabled();
});

test('an aspect ratio can be typed or taken from the image', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(placeImage(240, 160), 'places.png'));
  await choose(page, 'Custom');
  await expectSelection(page, 0, 0, 240, 160);
  for (const [typed, ...edges] of [
    ['4:5', 56, 0, 184, 160],
    ['1.91', 0, 17, 240, 143],
    ['１：１', 40, 0, 200, 160],
    ['3/2', 0, 0, 240, 160],
  ] as const) {
    await type(page, 'Width : height', typed);
    await expectSelection(page, ...(edges as unknown as [number, number, number, number]));
  }
  await type(page, 'Width : height', '4:5');
  await page.getByRole('button', { name: 'Swap width and height' }).click();
  await expect(field(page, 'Width : height')).toHaveValue('5:4');
  await expectSelection(page, 20, 0, 220, 160);
  for (const wrong of ['wide', '0:5', '1:0', '4:5:6', '-1']) {
    await type(page, 'Width : height', wrong);
    await expect(page.getByText('Type an aspect ratio such as 4:5 or 1.91.')).toBeVisible();
    await expectSelection(page, 20, 0, 220, 160);
  }
  await choose(page, 'Original');
  await expectSelection(page, 0, 0, 240, 160);
  await page.getByRole('button', { name: 'Swap width and height' }).click();
  await expectSelection(page, 67, 0, 174, 160);
  await expect(page.getByRole('button', { name: 'Original, rotated' })).toHaveAttribute('aria-pressed', 'true');
  await choose(page, 'Original');
  await expectSelection(page, 0, 0, 240, 160);
  await type(page, 'Height', '80');
  await expectSelection(page, 0, 0, 120, 80);
  // Without a ratio, a typed length changes only one dimension of the selection.
  await choose(page, 'Free');
  await expectSelection(page, 0, 0, 120, 80);
  await type(page, 'Width', '30');
  await expectSelection(page, 0, 0, 30, 80);
  // A typed long edge keeps the selection's aspect ratio.
  await type(page, 'Long edge', '160');
  await expectSelection(page, 0, 0, 60, 160);
  // With Shift, a drag draws a square. Dragging a corner past the opposite corner mirrors the square.
  const frame = await frameOf(page.locator('.crop-layer'), 240);
  await page.keyboard.down('Shift');
  await dragMouse(page, frame, [100, 40], [150, 60]);
  await expectSelection(page, 100, 40, 150, 90);
  await dragMouse(page, frame, [150, 90], [80, 30]);
  await page.keyboard.up('Shift');
  await expectSelection(page, 80, 20, 100, 40);
});

test('ratios and angle stand once: all in sight below the image of a large window, and in the settings of a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('/cropper');
  await openImage(page, await pngUpload(placeImage(240, 160), 'places.png'));
  const chips = page.getByRole('toolbar').getByRole('group', { name: 'Aspect ratio' }).getByRole('button');
  const angle = page.getByRole('textbox', { name: 'Straighten' });
  await expect(chips).toHaveCount(10);
  for (const chip of await chips.all()) await expect(chip).toBeInViewport({ ratio: 1 });
  await expect(angle).toBeInViewport({ ratio: 1 });
  await angle.fill('7.5');
  await angle.press('Enter');
  await expect(page.getByRole('slider', { name: 'Straighten' })).toHaveValue('7.5');
  // An emptied angle is no angle.
  await angle.fill('');
  await angle.press('Enter');
  await expect(angle).toHaveValue('0');

  await page.setViewportSize({ width: 360, height: 640 });
  await expect(chips).toHaveCount(0);
  await expect(page.locator('.side-panel').getByRole('button', { name: '1:1', exact: true })).toBeInViewport({
    ratio: 1,
  });
  await expect(angle).toBeInViewport({ ratio: 1 });
  const dial = await page.getByRole('slider', { name: 'Straighten' }).boundingBox();
  expect(dial?.width).toBeGreaterThan(160);
  for (const button of await page.getByRole('toolbar').getByRole('button').all())
    await expect(button).toBeInViewport({ ratio: 1 });
});
