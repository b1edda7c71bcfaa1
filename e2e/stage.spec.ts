import { expect, type Locator, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { frameOf, type Place, pixelAt, plainPixels } from './gestures.ts';
import { decode, openImage, type Pixels, pngUpload } from './images.ts';
import { test } from './policed.ts';

const stage = (page: Page) => page.getByRole('group', { name: 'Preview', exact: true });
/** Finds the displayed image. */
const drawn = (page: Page) => stage(page).getByRole('img').first();
const zoomIn = (page: Page) => page.getByRole('button', { name: 'Zoom in', exact: true });
const zoomOut = (page: Page) => page.getByRole('button', { name: 'Zoom out', exact: true });
const readout = (page: Page) => page.getByTitle('100%', { exact: true });

async function expectSize(image: Locator, width: number, height: number): Promise<void> {
  const box = await image.boundingBox();
  expect(box?.width).toBeCloseTo(width, 1);
  expect(box?.height).toBeCloseTo(height, 1);
}

/** Navigates by a link, because this is faster than loading a page. */
async function goTo(page: Page, route: string): Promise<void> {
  const link = page.getByRole('navigation', { name: 'Tools and pages' }).locator(`a[href="/${route}"]`);
  const name = (await link.textContent()) ?? undefined;
  await link.click();
  await expect(page).toHaveURL(`/${route}`);
  // Until the new screen has loaded, the screen before it stays.
  await expect(page.getByRole('heading', { level: 1, name, exact: true })).toBeVisible();
  const ready = page.getByRole('button', { name: /^(?:Choose File|Try a sample)$/, disabled: false });
  await expect(ready.first()).toBeVisible();
}

const wide = plainPixels(200, 100, [60, 120, 200]);
const ZOOMED = [
  'cropper',
  'scaler',
  'color_adjuster',
  'blur_sharpen',
  'shape_editor',
  'mask_creator',
  'layer',
  'advanced_text_editor',
  'horizontal_editor',
  'editor',
];

test('the image area zooms from 10% to 500% in steps of 10%, and Fit shows a small image at 100%', async ({ page }) => {
  await page.goto('/format_converter');
  await openImage(page, await pngUpload(wide, 'wide.png'));
  const fit = page.getByRole('button', { name: 'Fit', exact: true });
  // A small image appears at its own size, because fitting doesn't enlarge images.
  await expect(readout(page)).toHaveText('100%');
  await expect(fit).toBeDisabled();
  const step = async (button: Locator, percent: number) => {
    await button.press('Enter');
    await expect(readout(page)).toHaveText(`${percent}%`);
    await expectSize(drawn(page), (200 * percent) / 100, (100 * percent) / 100);
  };
  for (const percent of [90, 80]) await step(zoomOut(page), percent);
  for (let percent = 70; percent > 10; percent -= 10) await zoomOut(page).press('Enter');
  await step(zoomOut(page), 10);
  await expect(zoomOut(page)).toHaveAttribute('aria-disabled', 'true');
  await step(zoomOut(page), 10);
  for (let percent = 20; percent < 110; percent += 10) await zoomIn(page).press('Enter');
  for (const percent of [110, 120]) await step(zoomIn(page), percent);
  for (let percent = 130; percent < 500; percent += 10) await zoomIn(page).press('Enter');
  await step(zoomIn(page), 500);
  await expect(zoomIn(page)).toHaveAttribute('aria-disabled', 'true');
  await step(zoomIn(page), 500);
  await expect(zoomOut(page)).not.toHaveAttribute('aria-disabled', 'true');
  await fit.click();
  await expect(readout(page)).toHaveText('100%');
  await expectSize(drawn(page), 200, 100);
  await step(zoomIn(page), 110);
  await step(readout(page), 100);
});

test('every editor has the same zoom limits', async ({ page }) => {
  await page.goto('/privacy');
  const upload = await pngUpload(wide, 'wide.png');
  for (const route of firstOf(ZOOMED)) {
    await test.step(route, async () => {
      await goTo(page, route);
      await openImage(page, upload);
      await stage(page).focus();
      for (let press = 0; press < 10; press++) await page.keyboard.press('-');
      await expect(readout(page)).toHaveText('10%');
      await expectSize(drawn(page), 20, 10);
      await page.keyboard.press('+');
      await expect(readout(page)).toHaveText('20%');
      // Ctrl+wheel and a pinch zoom by the same factor as the zoom button.
      const center = await frameOf(drawn(page), 200);
      await page.mouse.move(center.at([100, 50]).x, center.at([100, 50]).y);
      await page.keyboard.down('Control');
      await page.mouse.wheel(0, -1500);
      await page.keyboard.up('Control');
      await expect(readout(page)).toHaveText('500%');
      await page.keyboard.press('+');
      await expect(readout(page)).toHaveText('500%');
      await expectSize(drawn(page), 1000, 500);
      await page.keyboard.press('0');
      await expect(readout(page)).toHaveText('100%');
      await expectSize(drawn(page), 200, 100);
    });
  }
});

test('zooming out never enlarges an image whose fitted zoom is below 10%', async ({ page }) => {
  await page.goto('/format_converter');
  await openImage(page, await pngUpload(plainPixels(40, 12_000, [60, 120, 200]), 'tower.png'));
  const box = await drawn(page).boundingBox();
  if (!box) throw new Error('the picture is not on the screen');
  expect(box.height / 12_000).toBeLessThan(0.06);
  const fitted = await readout(page).textContent();
  const unchanged = async () => {
    await expect(readout(page)).toHaveText(fitted ?? '');
    await expectSize(drawn(page), box.width, box.height);
  };
  await expect(zoomOut(page)).toHaveAttribute('aria-disabled', 'true');
  await zoomOut(page).press('Enter');
  await unchanged();
  await stage(page).focus();
  await page.keyboard.press('-');
  await unchanged();
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, 100);
  await page.keyboard.up('Control');
  await unchanged();

  await zoomIn(page).press('Enter');
  await expect(readout(page)).toHaveText('10%');
  await expectSize(drawn(page), 4, 1200);
  await zoomIn(page).press('Enter');
  await expect(readout(page)).toHaveText('20%');
  await stage(page).focus();
  for (let press = 0; press < 3; press++) await page.keyboard.press('-');
  await expect(readout(page)).toHaveText('10%');
  await page.keyboard.press('0');
  await unchanged();
});

test('a preview is at most 640 px high in any window, and keeps its aspect ratio', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 1600 });
  await page.goto('/privacy');
  for (const route of ['format_converter', 'mask_creator', 'layer']) {
    await test.step(route, async () => {
      await goTo(page, route);
      await openImage(page, await pngUpload(plainPixels(300, 1500, [60, 120, 200]), 'tall.png'));
      for (const image of await stage(page).getByRole('img').all()) await expectSize(image, 128, 640);
    });
  }
});

test('a fitted image has the same distance from the edges of the stage in every tool', async ({ page }) => {
  await page.goto('/privacy');
  for (const route of ['scaler', 'cropper', 'mask_creator']) {
    await goTo(page, route);
    await openImage(page, await pngUpload(plainPixels(3000, 300, [60, 120, 200]), 'long.png'));
    const [inside, around] = [await drawn(page).boundingBox(), await stage(page).boundingBox()];
    if (!inside || !around) throw new Error('the picture is not on the screen');
    expect([inside.x - around.x, around.width - inside.width].map(Math.round), route).toEqual([20, 40]);
  }
});

test('a mask is shown at half opacity over its base image, or over a checkerboard of 50 px without a base image', async ({
  page,
}) => {
  const [width, height] = [200, 120];
  const bases = [
    [220, 60, 20],
    [20, 60, 220],
  ] as const;
  const grays = [0, 90, 255] as const;
  // The base image is a horizontal gradient, and the mask is a vertical gradient.
  const image = (colorAt: (x: number, y: number) => readonly number[]): Pixels => {
    const data = Buffer.alloc(width * height * 4);
    for (let index = 0; index < width * height; index++)
      data.set([...colorAt(index % width, Math.floor(index / width)), 255], index * 4);
    return { data, width, height };
  };
  const base = image((x) => bases[x < 100 ? 0 : 1]);
  const mask = image((_, y) => new Array(3).fill(grays[Math.floor(y / 40)]));

  await page.goto('/mask_creator');
  await openImage(page, await pngUpload(base, 'base.png'));
  await page.getByRole('button', { name: 'Expand' }).click();
  await page.getByRole('tab', { name: 'Load Mask' }).click();
  const input = page.getByRole('tabpanel', { name: 'Load Mask' }).locator('input[type=file]');
  await input.setInputFiles(await pngUpload(mask, 'mask.png'));

  const seen = async (...places: readonly Place[]) => {
    const { at } = await frameOf(stage(page).getByRole('img', { name: 'Mask', exact: true }), width);
    const screen = await decode(await page.screenshot());
    return places.map((place) => {
      const { x, y } = at(place);
      return pixelAt(screen, Math.floor(x), Math.floor(y)).slice(0, 3);
    });
  };
  const places = grays.flatMap((_, row) => bases.map((_, column): Place => [50 + 100 * column, 20 + 40 * row]));
  const halves = grays.flatMap((gray) => bases.map((color) => color.map((value) => (value + gray) / 2)));
  const farthest = async () =>
    Math.max(
      ...(await seen(...places)).flatMap((color, place) =>
        color.map((value, channel) => Math.abs(value - (halves[place]?.[channel] ?? Number.NaN))),
      ),
    );
  await expect.poll(farthest).toBeLessThanOrEqual(1.5);

  await page.getByRole('tab', { name: 'Create Mask' }).click();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  const squares = async () =>
    (await seen([10, 10], [40, 40], [60, 10], [90, 40], [10, 60], [40, 90], [60, 60], [110, 10])).map(
      ([value = 0]) => value > 115,
    );
  await expect.poll(squares).toEqual([true, true, false, false, false, false, true, true]);
});

test('the hand tool, the space bar and the middle button pan a zoomed image, and dragging to its edge scrolls', async ({
  page,
}) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(plainPixels(1200, 900, [60, 120, 200]), 'large.png'));
  const hand = page.getByRole('button', { name: 'Hand tool', exact: true });
  await expect(hand).toHaveAttribute('aria-disabled', 'true');
  await stage(page).focus();
  await page.keyboard.press('0');
  await readout(page).click();
  for (let press = 0; press < 10; press++) await zoomIn(page).click();
  await expect(readout(page)).toHaveText('200%');
  const scrolled = () => stage(page).evaluate(({ scrollLeft, scrollTop }) => [scrollLeft, scrollTop]);
  const box = await stage(page).boundingBox();
  if (!box) throw new Error('no stage');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const left = page.getByRole('textbox', { name: 'topX', exact: true });
  /** Drags by 120 px to the left and 80 px up. Expects that the image moves and that nothing is drawn. */
  const expectPan = async (button: 'left' | 'middle') => {
    const [before, above] = await scrolled();
    await page.mouse.move(x, y);
    await page.mouse.down({ button });
    await page.mouse.move(x - 60, y - 40);
    await page.mouse.move(x - 120, y - 80);
    await page.mouse.up({ button });
    expect(await scrolled()).toEqual([(before ?? 0) + 120, (above ?? 0) + 80]);
    await expect(left).toHaveValue('0');
  };
  await expectPan('middle');
  await page.mouse.click(x, y);
  await page.keyboard.down('Space');
  await expectPan('left');
  await page.keyboard.up('Space');
  await hand.click();
  await expect(hand).toHaveAttribute('aria-pressed', 'true');
  await expectPan('left');
  await hand.click();
  await expect(hand).toHaveAttribute('aria-pressed', 'false');

  // Draws a selection from the middle into the corner, where the image area scrolls to its end.
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 100, y + 100);
  await page.mouse.move(box.x + box.width - 3, box.y + box.height - 3);
  await expect(page.getByRole('textbox', { name: 'bottomX', exact: true })).toHaveValue('1200');
  await expect(page.getByRole('textbox', { name: 'bottomY', exact: true })).toHaveValue('900');
  await page.mouse.up();
  expect(Number(await left.inputValue())).toBeGreaterThan(0);
  const [rightEnd, bottomEnd] = await stage(page).evaluate((element) => [
    element.scrollWidth - element.clientWidth,
    element.scrollHeight - element.clientHeight,
  ]);
  // The image area has scrolled to the end of the image, except for the padding around handles.
  expect((await scrolled())[0]).toBeGreaterThan((rightEnd ?? 0) - 40);
  expect((await scrolled())[1]).toBeGreaterThan((bottomEnd ?? 0) - 40);
});
