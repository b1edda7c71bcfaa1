import { expect, type Locator, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { type Frame, frameOf, holdMouse, type Place, pixelAt, plainPixels } from './gestures.ts';
import { decode, openImage, openSections, pngUpload } from './images.ts';
import { test } from './policed.ts';

const [WIDTH, HEIGHT] = [400, 300];

const TOOLS = [
  {
    route: 'shape_editor',
    area: (page: Page) => page.getByRole('group', { name: 'Shape on the image' }),
    begin: async (page: Page) => {
      await openSections(page);
      await page.getByRole('button', { name: /Shape$/ }).click();
      await page.getByRole('option', { name: 'Ellipse', exact: true }).click();
    },
  },
  {
    route: 'advanced_text_editor',
    area: (page: Page) => page.getByRole('group', { name: 'Text on the image' }),
    begin: async () => {},
  },
] as const;

/** Returns the dashed rectangles over the image, with colors and with edges in image pixels. */
const outlines = (area: Locator, { scale }: Frame) =>
  area.evaluate((layer, pixel) => {
    const layerBox = layer.getBoundingClientRect();
    return [...layer.querySelectorAll('polygon, rect')].flatMap((shape) => {
      const { strokeDasharray, stroke, strokeWidth, visibility } = getComputedStyle(shape);
      if (strokeDasharray === 'none') return [];
      const { left, top, right, bottom } = shape.getBoundingClientRect();
      const edges = [left - layerBox.left, top - layerBox.top, right - layerBox.left, bottom - layerBox.top];
      return [{ edges: edges.map((edge) => edge / pixel), stroke, strokeWidth, visibility }];
    });
  }, scale);

async function expectOutline(area: Locator, frame: Frame, edges: readonly number[]): Promise<void> {
  await expect(async () => {
    const all = await outlines(area, frame);
    expect(all).toHaveLength(1);
    const [outline] = all;
    for (const [index, edge] of edges.entries())
      expect(Math.abs((outline?.edges[index] ?? Number.NaN) - edge)).toBeLessThan(1.5);
    const [red = 0, green = 0, blue = 0] = (outline?.stroke.match(/[\d.]+/g) ?? []).map(Number);
    expect(green).toBeGreaterThan(Math.max(red, blue) + 40);
    expect(Number.parseFloat(outline?.strokeWidth ?? '0')).toBeGreaterThanOrEqual(1);
    expect(outline?.visibility).toBe('visible');
  }).toPass();
}

/** Returns which share of a line on the screen is green. */
async function greenPart(page: Page, { at }: Frame, [x0, y]: Place, [x1]: Place): Promise<number> {
  const screen = await decode(await page.screenshot());
  const [from, to] = [at([x0, y]), at([x1, y])];
  let [green, count] = [0, 0];
  for (let x = Math.ceil(from.x); x < to.x; x++, count++) {
    const rows = [-1, 0].map((by) => pixelAt(screen, x, Math.round(from.y) + by));
    if (rows.some(([r = 0, g = 0, b = 0]) => g > r + 40 && g > b + 20)) green++;
  }
  return green / count;
}

for (const { route, area: areaOf, begin } of firstOf(TOOLS)) {
  test(`/${route}: a dashed green outline shows the selected box, and the new box during a drag`, async ({ page }) => {
    await page.goto(`/${route}`);
    await openImage(page, await pngUpload(plainPixels(WIDTH, HEIGHT, [150, 170, 240]), 'sky.png'));
    await begin(page);
    const area = areaOf(page);
    const frame = await frameOf(area, WIDTH);
    expect(await outlines(area, frame)).toEqual([]);

    await holdMouse(page, frame, [60, 50], [180, 130]);
    await expectOutline(area, frame, [60, 50, 180, 130]);
    await page.mouse.up();
    // Closes the field for the words of a new text.
    await page.keyboard.press('Escape');
    await expectOutline(area, frame, [60, 50, 180, 130]);
    // The line consists of dashes of six pixels and gaps of four pixels, except near the handles.
    const part = await greenPart(page, frame, [130, 50], [170, 50]);
    expect(part).toBeGreaterThan(0.4);
    expect(part).toBeLessThan(0.9);

    await page.getByRole('button', { name: /Mode$/ }).click();
    await page.getByRole('option', { name: 'Move', exact: true }).click();
    const again = await frameOf(area, WIDTH);
    await holdMouse(page, again, [90, 90], [180, 160]);
    await expectOutline(area, again, [150, 120, 270, 200]);
    await page.mouse.up();
    await expectOutline(area, again, [150, 120, 270, 200]);
    await page.getByRole('tab', { name: /^(tab|text)2$/ }).click();
    await expect.poll(() => outlines(areaOf(page), again)).toEqual([]);
  });
}
