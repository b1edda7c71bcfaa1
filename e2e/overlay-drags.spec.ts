import { expect, type Page } from '@playwright/test';
import { drawnImage } from './generated.ts';
import { dragRoughly, Finger, type Frame, frameOf, pixelAt, placeImage, plainPixels } from './gestures.ts';
import { decode, download, downloadFromFoot, openImage, pngUpload } from './images.ts';
import { test } from './policed.ts';

const SIDE = 240;
const WHITE = [250, 250, 250] as const;

const corners = (page: Page) =>
  Promise.all(
    ['topX', 'topY', 'bottomX', 'bottomY'].map(async (name) =>
      Number(await page.getByRole('textbox', { name, exact: true }).inputValue()),
    ),
  );

async function expectCorners(page: Page, expected: readonly number[]): Promise<void> {
  await expect
    .poll(async () => Math.max(...(await corners(page)).map((at, index) => Math.abs(at - (expected[index] ?? 0)))))
    .toBeLessThanOrEqual(1);
}

/** Returns the bounding box of all pixels that differ from the background: left, top, right, bottom. */
async function drawnPart(page: Page): Promise<readonly number[]> {
  const { pixels } = await drawnImage(page, 'PNG');
  const part = [SIDE, SIDE, 0, 0];
  for (let y = 0; y < SIDE; y++)
    for (let x = 0; x < SIDE; x++)
      if (pixelAt(pixels, x, y)[0] !== WHITE[0]) {
        part[0] = Math.min(part[0] as number, x);
        part[1] = Math.min(part[1] as number, y);
        part[2] = Math.max(part[2] as number, x + 1);
        part[3] = Math.max(part[3] as number, y + 1);
      }
  return part;
}

const expectNear = (found: readonly number[], expected: readonly number[]) => {
  for (const [index, edge] of expected.entries())
    expect(Math.abs((found[index] ?? Number.NaN) - edge)).toBeLessThanOrEqual(2);
};

async function openCropper(page: Page): Promise<Frame> {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  return frameOf(page.locator('.crop-layer'), SIDE);
}

async function openEllipse(page: Page): Promise<Frame> {
  await page.goto('/shape_editor');
  await openImage(page, await pngUpload(plainPixels(SIDE, SIDE, WHITE), 'plain.png'));
  const show = page.getByRole('button', { name: 'Show settings' });
  if (await show.isVisible()) await show.click();
  await page.getByRole('button', { name: /Shape$/ }).click();
  await page.getByRole('option', { name: 'Ellipse', exact: true }).click();
  const hide = page.getByRole('button', { name: 'Hide settings' });
  if (await show.isHidden()) await hide.click();
  return frameOf(page.getByRole('group', { name: 'Shape on the image' }), SIDE);
}

async function openMask(page: Page): Promise<Frame> {
  await page.goto('/mask_creator');
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  await page.getByRole('button', { name: 'Pen', exact: true }).click();
  return frameOf(page.getByRole('img', { name: 'Mask', exact: true }), SIDE);
}

async function grays(page: Page, ...places: readonly (readonly [number, number])[]): Promise<(number | undefined)[]> {
  await expect(page.getByRole('button', { name: /^Undo/ })).not.toHaveAttribute('aria-disabled', 'true');
  // On a phone, the download button is in the menu of the narrow bar.
  const isPhone = (page.viewportSize()?.width ?? 0) < 600;
  const { bytes } = await (isPhone ? downloadFromFoot : download)(page, 'Download Mask PNG');
  const mask = await decode(bytes);
  return places.map(([x, y]) => pixelAt(mask, x, y)[0]);
}

test.describe('while text is selected, pointer capture is lost and the pointer leaves the window', () => {
  test('a mouse drag draws and moves the crop selection', async ({ page }) => {
    const frame = await openCropper(page);
    await dragRoughly(page, frame, [20, 30], [120, 110]);
    await expectCorners(page, [20, 30, 120, 110]);
    await dragRoughly(page, frame, [60, 60], [160, 130]);
    await expectCorners(page, [120, 100, 220, 180]);
    // Pointer movements after the release of the button change nothing.
    await page.mouse.move(frame.at([20, 20]).x, frame.at([20, 20]).y);
    await expectCorners(page, [120, 100, 220, 180]);
    // Escape cancels the drag, even if the pointer keeps moving.
    await page.locator('.crop-selection').focus();
    await page.mouse.move(frame.at([150, 120]).x, frame.at([150, 120]).y);
    await page.mouse.down();
    await page.mouse.move(frame.at([140, 110]).x, frame.at([140, 110]).y);
    await expectCorners(page, [110, 90, 210, 170]);
    await page.keyboard.press('Escape');
    await page.mouse.move(frame.at([60, 60]).x, frame.at([60, 60]).y);
    await page.mouse.up();
    await expectCorners(page, [120, 100, 220, 180]);
  });

  test('a mouse drag draws a shape', { tag: '@deep' }, async ({ page }) => {
    const frame = await openEllipse(page);
    await dragRoughly(page, frame, [30, 40], [150, 130]);
    await page.mouse.move(frame.at([200, 200]).x, frame.at([200, 200]).y);
    expectNear(await drawnPart(page), [30, 40, 150, 130]);
  });

  test('a mouse drag paints on a mask', { tag: '@deep' }, async ({ page }) => {
    const frame = await openMask(page);
    await dragRoughly(page, frame, [60, 60], [180, 200]);
    expect(await grays(page, [60, 60], [90, 95], [180, 200], [200, 40])).toEqual([255, 255, 255, 0]);
  });
});

test.describe('while a second finger touches the screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  /** Drags one finger between two positions while a second finger touches, moves and lifts. */
  async function dragUnderTwo(
    page: Page,
    frame: Frame,
    from: readonly [number, number],
    to: readonly [number, number],
  ) {
    const finger = await Finger.of(page);
    const middle = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2] as const;
    await finger.put('touchStart', frame, from);
    await finger.put('touchMove', frame, middle);
    await finger.put('touchStart', frame, middle, [230, 20]);
    await finger.put('touchMove', frame, middle, [200, 60]);
    await finger.put('touchMove', frame, to, [210, 40]);
    await finger.put('touchEnd', frame, to);
    await finger.put('touchEnd', frame);
  }

  test('a finger drag draws the crop selection without zooming the image', async ({ page }) => {
    const frame = await openCropper(page);
    const percent = page.locator('.stage-percent');
    const before = await percent.textContent();
    await dragUnderTwo(page, frame, [20, 30], [120, 110]);
    await expect(percent).toHaveText(before ?? '');
    await page.getByRole('button', { name: 'Show settings' }).tap();
    await expectCorners(page, [20, 30, 120, 110]);
    await page.getByRole('button', { name: 'Hide settings' }).tap();

    // Two simultaneous fingers zoom the image and draw nothing.
    const finger = await Finger.of(page);
    await finger.put('touchStart', frame, [100, 100]);
    await finger.put('touchStart', frame, [100, 100], [140, 140]);
    await finger.put('touchMove', frame, [60, 60], [180, 180]);
    await finger.put('touchEnd', frame);
    await expect(percent).not.toHaveText(before ?? '');
    await page.getByRole('button', { name: 'Show settings' }).tap();
    await expectCorners(page, [20, 30, 120, 110]);
  });

  test('a finger drag draws a shape', { tag: '@deep' }, async ({ page }) => {
    const frame = await openEllipse(page);
    await dragUnderTwo(page, frame, [30, 40], [150, 130]);
    expectNear(await drawnPart(page), [30, 40, 150, 130]);
  });

  test('a finger drag paints on a mask', { tag: '@deep' }, async ({ page }) => {
    const frame = await openMask(page);
    await dragUnderTwo(page, frame, [60, 60], [180, 200]);
    expect(await grays(page, [60, 60], [90, 95], [180, 200], [210, 40])).toEqual([255, 255, 255, 0]);
  });
});
