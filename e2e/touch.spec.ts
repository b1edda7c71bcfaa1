import { expect, type Locator, type Page } from '@playwright/test';
import { imageFile, lookedAt } from './batches.ts';
import { drawnImage, generateFile } from './generated.ts';
import { collectPointerTypes, Finger, frameOf, pixelAt, placeImage, plainPixels, watchPointers } from './gestures.ts';
import { cut, decode, downloadFromFoot, openImage, type Pixels, pngUpload, pressAndWait } from './images.ts';
import { test } from './policed.ts';

test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

test.beforeEach(({ page }) => watchPointers(page));

/** Opens the settings sheet on a phone, makes a change, and closes the sheet. */
async function withSettings(page: Page, change: () => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Show settings' }).tap();
  await expect(page.getByRole('button', { name: 'Hide settings' })).toBeVisible();
  await change();
  await page.getByRole('button', { name: 'Hide settings' }).tap();
}

async function choose(page: Page, field: RegExp, option: string): Promise<void> {
  await page.getByRole('button', { name: field }).tap();
  await page.getByRole('option', { name: option, exact: true }).tap();
}

/** Expects that all presses since the previous call were made by touch. */
const expectFingersOnly = async (page: Page) => expect(await collectPointerTypes(page)).toEqual(['touch']);

/** Returns the bounding box of the changed pixels: left, top, right, bottom. */
function changedPart(before: Pixels, after: Pixels): number[] {
  expect([after.width, after.height]).toEqual([before.width, before.height]);
  let [left, top, right, bottom] = [before.width, before.height, 0, 0];
  for (let y = 0; y < before.height; y++)
    for (let x = 0; x < before.width; x++)
      if (pixelAt(before, x, y).join() !== pixelAt(after, x, y).join())
        [left, top, right, bottom] = [
          Math.min(left, x),
          Math.min(top, y),
          Math.max(right, x + 1),
          Math.max(bottom, y + 1),
        ];
  return [left, top, right, bottom];
}

test('a finger drag crops an image', async ({ page }) => {
  await page.goto('/cropper');
  const source = placeImage();
  await openImage(page, await pngUpload(source, 'places.png'));
  const selection = page.getByRole('group', { name: 'Selection' });
  const frame = await frameOf(selection, source.width);
  const finger = await Finger.of(page);
  await finger.drag(frame, [200, 180], [40, 60]);
  await finger.drag(frame, [100, 100], [115, 130]);
  await expectFingersOnly(page);
  await pressAndWait(page, 'Crop');
  const { name, bytes } = await downloadFromFoot(page, 'Download PNG');
  expect(name).toBe('places.png');
  const result = await decode(bytes);
  expect(Math.abs(result.width - 160)).toBeLessThanOrEqual(1);
  expect(Math.abs(result.height - 120)).toBeLessThanOrEqual(1);
  // Checks the crop by the pixels' colors, which encode the original positions of the pixels.
  const [left = 0, top = 0] = pixelAt(result, 0, 0);
  expect(Math.abs(left - 55)).toBeLessThanOrEqual(1);
  expect(Math.abs(top - 90)).toBeLessThanOrEqual(1);
  expect(result.data.equals(cut(source, left, top, result.width, result.height))).toBe(true);
});

test('a finger drag draws on a mask', async ({ page }) => {
  await page.goto('/mask_creator');
  // Touch devices have no file drag and drop, so the page doesn't invite visitors to drop files.
  await page.getByRole('button', { name: 'Expand' }).tap();
  await page.getByRole('tab', { name: 'Load Mask' }).tap();
  await expect(page.getByRole('tabpanel', { name: 'Load Mask' })).toContainText('Drop an image here');
  await expect(page.getByRole('tabpanel', { name: 'Load Mask' }).getByText('Drop an image here')).toBeHidden();
  await page.getByRole('tab', { name: 'Create Mask' }).tap();
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  await page.getByRole('button', { name: 'Pen', exact: true }).tap();
  const frame = await frameOf(page.getByRole('img', { name: 'Mask', exact: true }), 240);
  const finger = await Finger.of(page);
  await finger.drag(frame, [60, 60], [180, 60]);
  await expect(page.getByRole('button', { name: 'Undo pen stroke', exact: true })).toBeEnabled();
  await expect(page.getByRole('button', { name: 'Undo pen stroke', exact: true })).not.toHaveAttribute(
    'aria-disabled',
    'true',
  );
  await finger.drag(frame, [60, 180], [60, 120]);
  await expectFingersOnly(page);
  const { name, bytes } = await downloadFromFoot(page, 'Download Mask PNG');
  expect(name).toBe('places_mask.png');
  const mask = await decode(bytes);
  expect([mask.width, mask.height]).toEqual([240, 240]);
  const grays = (places: readonly (readonly [number, number])[]) => places.map(([x, y]) => pixelAt(mask, x, y));
  const [white, black] = [
    [255, 255, 255, 255],
    [0, 0, 0, 255],
  ];
  // A pen of 32 px covers 16 px on each side of the line and beyond both ends.
  const inside = [
    [60, 60],
    [120, 60],
    [180, 60],
    [120, 47],
    [120, 73],
    [192, 60],
    [60, 150],
    [48, 150],
    [72, 150],
  ] as const;
  expect(grays(inside)).toEqual(inside.map(() => white));
  const outside = [
    [120, 40],
    [120, 80],
    [200, 60],
    [120, 120],
    [40, 150],
    [80, 150],
    [180, 180],
  ] as const;
  expect(grays(outside)).toEqual(outside.map(() => black));
});

/** Draws a box by touch and moves the box. Only the box's area of the generated image changes. */
async function drawAndMove(page: Page, area: Locator, source: Pixels): Promise<void> {
  const finger = await Finger.of(page);
  await finger.drag(await frameOf(area, 240), [30, 40], [110, 130]);
  await expectFingersOnly(page);
  const drawn = (await drawnImage(page, 'PNG')).pixels;
  const first = changedPart(source, drawn);
  for (const [index, edge] of [30, 40, 110, 130].entries())
    expect(Math.abs((first[index] ?? 0) - edge)).toBeLessThanOrEqual(2);

  await withSettings(page, async () => {
    const folded = page.locator('details.folded-section:not([open]) > summary');
    while ((await folded.count()) > 0) await folded.first().tap();
    await choose(page, /Mode$/, 'Move');
  });
  await collectPointerTypes(page);
  await finger.drag(await frameOf(area, 240), [70, 85], [147, 105]);
  await expectFingersOnly(page);
  const moved = changedPart(source, (await drawnImage(page, 'PNG')).pixels);
  for (const [index, edge] of [107, 60, 187, 150].entries())
    expect(Math.abs((moved[index] ?? 0) - edge)).toBeLessThanOrEqual(2);
}

test('finger drags make a rectangle selection and a lasso selection on a mask', async ({ page }) => {
  await page.goto('/mask_creator');
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  const layer = page.getByRole('group', { name: 'Pen on the mask' });
  const frame = await frameOf(layer, 240);
  const finger = await Finger.of(page);
  await page.getByRole('button', { name: 'Rectangle', exact: true }).tap();
  await finger.drag(frame, [40, 60], [120, 160]);
  await expect(layer).toHaveAttribute('data-idle', 'true');
  await page.getByRole('button', { name: 'Lasso', exact: true }).tap();
  await withSettings(page, async () => {
    await page.locator('summary', { hasText: 'More settings' }).tap();
    await page.getByText('Add', { exact: true }).tap();
  });
  await finger.put('touchStart', frame, [180, 180]);
  for (const place of [
    [230, 180],
    [230, 230],
    [180, 230],
  ] as const)
    await finger.put('touchMove', frame, place);
  await finger.put('touchEnd', frame);
  await expect(layer).toHaveAttribute('data-idle', 'true');
  await expectFingersOnly(page);
  const { bytes } = await downloadFromFoot(page, 'Download Mask PNG');
  const mask = await decode(bytes);
  const levels = [
    [80, 110],
    [205, 205],
    [30, 110],
    [80, 170],
    [150, 150],
  ].map(([x = 0, y = 0]) => pixelAt(mask, x, y)[0]);
  expect(levels).toEqual([255, 255, 0, 0, 0]);
});

test('a finger drag on the rotation dial straightens an image', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(placeImage(), 'places.png'));
  const dial = page.getByRole('slider', { name: 'Straighten' });
  await dial.scrollIntoViewIfNeeded();
  const { x, y, width, height } = (await dial.boundingBox()) as { x: number; y: number; width: number; height: number };
  const finger = await Finger.of(page);
  const along = { at: ([part]: readonly [number, number]) => ({ x: x + part * width, y: y + height / 2 }) };
  await finger.drag(along as never, [0.5, 0], [0.75, 0]);
  await expect(page.locator('.straighten-grid')).toBeVisible();
  const angle = Number.parseFloat((await dial.getAttribute('aria-valuetext')) ?? '');
  // The dial reaches from −45° to 45°, and its thumb is narrower than the track.
  expect(angle).toBeGreaterThan(18);
  expect(angle).toBeLessThan(32);
  await expectFingersOnly(page);
  await pressAndWait(page, 'Crop');
  const { bytes } = await downloadFromFoot(page, 'Download PNG');
  const { width: across, height: down } = await decode(bytes);
  const radians = (angle * Math.PI) / 180;
  // Side of the largest upright square inside a square of 240 px that is rotated by the angle.
  const side = Math.floor(240 / (Math.cos(radians) + Math.sin(radians)));
  expect([across, down]).toEqual([side, side]);
});

test('a finger drag draws and moves a text box', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/advanced_text_editor');
  const source = plainPixels(240, 240, [250, 250, 250]);
  await openImage(page, await pngUpload(source, 'plain.png'));
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('I');
  await withSettings(page, async () => {
    await page.getByText('Fill box', { exact: true }).tap();
    await page.getByRole('textbox', { name: 'Font size', exact: true }).fill('20');
    await page.getByRole('textbox', { name: 'Font size', exact: true }).blur();
  });
  const area = page.getByRole('group', { name: 'Text on the image' });
  await drawAndMove(page, area, source);
});

test('a finger drag draws and moves a shape', async ({ page }) => {
  await page.goto('/shape_editor');
  const source = plainPixels(240, 240, [250, 250, 250]);
  await openImage(page, await pngUpload(source, 'plain.png'));
  await withSettings(page, () => choose(page, /Shape$/, 'Ellipse'));
  const area = page.getByRole('group', { name: 'Shape on the image' });
  await drawAndMove(page, area, source);
});

test('two fingers zoom and pan, and one finger pans with the hand tool', async ({ page }) => {
  await page.goto('/cropper');
  await expect(page.getByText('Drop an image here')).toBeHidden();
  await expect(page.locator('.stage-empty').getByRole('button', { name: 'Open an image' })).toBeVisible();
  const source = placeImage();
  await openImage(page, await pngUpload(source, 'places.png'));
  const stage = page.getByRole('group', { name: 'Preview', exact: true });
  const scrolled = () => stage.evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const frame = await frameOf(stage, 390);
  const finger = await Finger.of(page);
  // The fingers spread to five times their distance, which exceeds the maximum zoom.
  await finger.put('touchStart', frame, [190, 150]);
  await finger.put('touchStart', frame, [190, 150], [210, 150]);
  await finger.put('touchMove', frame, [150, 150], [250, 150]);
  await finger.put('touchMove', frame, [130, 150], [270, 150]);
  await expect(page.getByRole('button', { name: 'Zoom: 500%' })).toBeVisible();
  const [left = 0, top = 0] = await scrolled();
  await finger.put('touchMove', frame, [100, 110], [240, 110]);
  await finger.put('touchMove', frame, [70, 90], [210, 90]);
  await expect.poll(scrolled).toEqual([left + 60, top + 60]);
  await finger.put('touchEnd', frame, [70, 90]);
  await finger.put('touchEnd', frame);

  const hand = page.getByRole('button', { name: 'Hand tool', exact: true });
  await hand.tap();
  await expect(hand).toHaveAttribute('aria-pressed', 'true');
  await finger.drag(frame, [200, 150], [120, 90]);
  await expect.poll(async () => (await scrolled())[0]).toBeGreaterThan(left + 100);
  // The fingers haven't drawn, because the whole image is still selected.
  await withSettings(page, async () => {
    for (const [name, value] of [
      ['topX', '0'],
      ['topY', '0'],
      ['bottomX', '240'],
      ['bottomY', '240'],
    ] as const)
      await expect(page.getByRole('textbox', { name, exact: true })).toHaveValue(value);
  });
  await page.getByRole('button', { name: 'Zoom: 500%' }).tap();
  await page.getByRole('button', { name: 'Zoom out' }).tap();
  await page.getByRole('button', { name: 'Zoom out' }).tap();
  await expect(page.getByRole('button', { name: 'Zoom: 480%' })).toBeVisible();
  await page.getByRole('button', { name: 'Fit', exact: true }).tap();
  await expect(hand).toHaveAttribute('aria-pressed', 'false');
});

test('a tap on an option presses nothing beneath the list, even if the browser reports the click late', async ({
  page,
}, info) => {
  // Simulates a busy device, on which a timer that is set at a tap's release ends before the browser's click.
  await page.addInitScript(() => {
    const wait = window.setTimeout;
    let isReleasing = false;
    const setReleasing = ({ eventPhase }: Event) => {
      isReleasing = eventPhase === Event.CAPTURING_PHASE;
    };
    addEventListener('pointerup', setReleasing, { capture: true });
    addEventListener('pointerup', setReleasing);
    const waitUnlessReleasing = (run: () => void, ms?: number) => {
      if (!isReleasing) return wait(run, ms);
      queueMicrotask(run);
      return 0;
    };
    Object.assign(window, { setTimeout: waitUnlessReleasing });
  });
  await page.goto('/layer');
  const paths = await Promise.all([1, 2, 3].map((seed) => imageFile(info.outputPath(), `${seed}.png`, 300, 200, seed)));
  await page.locator(':is(.stage-empty, .stage-invitation) input[type=file]').first().setInputFiles(paths);
  await lookedAt(page, '1.png');
  await page.getByRole('tab', { name: 'Top layer' }).tap();
  await page
    .locator('.layer-buttons input[type=file]')
    .setInputFiles(await pngUpload(plainPixels(60, 40, [200, 40, 40])));
  await page.getByRole('button', { name: 'Show settings' }).tap();
  const mode = page.getByRole('button', { name: /^(?!Undo|Redo).*Blend mode/ });
  await mode.tap();
  await expect(page.getByRole('option', { name: 'Multiply', exact: true })).toBeVisible();
  const beneath = await page.getByRole('button', { name: /^3\.png/, includeHidden: true }).boundingBox();
  if (!beneath) throw new Error('The third image is not on the screen');
  const [x, y] = [beneath.x + beneath.width / 2, beneath.y + beneath.height / 2];
  const isOption = ([x, y]: readonly [number, number]) =>
    Boolean(document.elementFromPoint(x, y)?.closest('[role=option]'));
  expect(await page.evaluate(isOption, [x, y] as const)).toBe(true);
  await page.evaluate(() => {
    Object.assign(window, { clicks: [] });
    document.addEventListener('click', ({ isTrusted }) => Reflect.get(window, 'clicks').push(isTrusted), true);
  });
  await page.touchscreen.tap(x, y);
  await expect(page.getByRole('option')).toHaveCount(0);
  // The page's own click has chosen the option.
  expect(await page.evaluate(() => Reflect.get(window, 'clicks'))).toEqual([false]);
  await expect(mode).not.toContainText('Normal');
  await lookedAt(page, '1.png');
});

test('the link to a generated image takes the place of the main button', async ({ page }) => {
  await page.goto('/shape_editor');
  await openImage(page, await pngUpload(plainPixels(240, 240, [250, 250, 250]), 'plain.png'));
  const frame = await frameOf(page.getByRole('group', { name: 'Shape on the image' }), 240);
  const finger = await Finger.of(page);
  await finger.drag(frame, [40, 40], [160, 120]);
  const undo = page.getByRole('button', { name: /^Undo(?!:)/ });
  await expect(undo).toBeEnabled();
  const save = page.getByRole('button', { name: 'Download PNG', exact: true });
  const before = await save.boundingBox();
  await generateFile(page, 'PNG');
  const link = page.getByRole('link', { name: 'Download PNG' });
  await expect(link).toBeVisible();
  await expect(undo).toBeVisible();
  const after = await link.boundingBox();
  expect([after?.x, after?.y, after?.height]).toEqual([before?.x, before?.y, before?.height]);
  await page.getByRole('button', { name: 'More', exact: true }).tap();
  await expect(page.getByRole('menuitem', { name: 'Download PNG', exact: true })).toBeVisible();
});

test('a result shows its size whole', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(placeImage()));
  await downloadFromFoot(page, 'Download PNG');
  const status = page.getByRole('status').filter({ hasText: /240 × 240 px · \d.*% of original/ });
  await expect(status).toBeInViewport({ ratio: 1 });
  expect(await status.evaluate(({ scrollWidth, clientWidth }) => scrollWidth <= clientWidth)).toBe(true);
});

test.describe('on a narrow phone, in Japanese', () => {
  test.use({ viewport: { width: 360, height: 640 }, locale: 'ja-JP' });

  test('the main button applies settings that wait, and otherwise downloads', async ({ page }) => {
    await page.goto('/scaler');
    await openImage(page, await pngUpload(placeImage(), 'places.png'));
    const main = page.locator('.action-bar .button-primary');
    await expect(main).toHaveAccessibleName('JPG をダウンロード');
    await page.getByRole('button', { name: '設定を表示' }).tap();
    await page.getByRole('textbox', { name: '幅', exact: true }).fill('100');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: '設定を隠す' }).tap();
    await expect(main).toHaveAccessibleName('サイズを変更');
    await main.tap();
    await expect(main).toHaveAccessibleName('JPG をダウンロード');
    await expect(page.locator('[data-action=undo]')).toBeVisible();
    const [file] = await Promise.all([page.waitForEvent('download'), main.tap()]);
    expect(file.suggestedFilename()).toBe('places.jpg');
  });
});
