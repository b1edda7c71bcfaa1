import { expect, type Page } from '@playwright/test';
import { drawnImage } from './generated.ts';
import {
  collectPointerTypes,
  dragMouse,
  dragRoughly,
  Finger,
  type Frame,
  frameOf,
  type Place,
  pixelAt,
  plainPixels,
  watchPointers,
} from './gestures.ts';
import { cut, decode, distance, named, openImage, openSections, type Pixels, pngUpload } from './images.ts';
import { test } from './policed.ts';

const [WIDTH, HEIGHT] = [400, 300];
const SKY = [150, 190, 240] as const;

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', named(name));
/** Returns the image's position in the window. A press may scroll the page and so change the position. */
const stageFrame = (page: Page): Promise<Frame> =>
  frameOf(page.getByRole('group', { name: 'Points of the curve' }), WIDTH);

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Opens an image of one color and starts a black curve without points, 6 px wide. */
async function begin(page: Page, shape: 'Curve' | 'Polyline'): Promise<void> {
  await page.goto('/shape_editor');
  await openImage(page, await pngUpload(plainPixels(WIDTH, HEIGHT, SKY), 'sky.png'));
  await openSections(page);
  await choose(page, 'Shape', shape);
  await field(page, 'Border width').fill('6');
  await field(page, 'Border width').blur();
  // The zoom is 100%, so one CSS pixel is one image pixel.
  expect((await stageFrame(page)).scale).toBeCloseTo(1, 3);
}

async function click(page: Page, ...places: readonly Place[]): Promise<void> {
  const { at } = await stageFrame(page);
  for (const place of places) {
    const { x, y } = at(place);
    await page.mouse.click(x, y);
  }
}

async function doubleClick(page: Page, place: Place): Promise<void> {
  const { x, y } = (await stageFrame(page)).at(place);
  await page.mouse.dblclick(x, y);
}

const drag = async (page: Page, from: Place, to: Place) => dragMouse(page, await stageFrame(page), from, to);

const beside = ([x, y]: Place, px: number): Place => [x + px, y];

const exported = async (page: Page): Promise<Pixels> => (await drawnImage(page, 'PNG')).pixels;

/** Returns for each position whether the curve passes through it. Fails if a color is neither black nor sky. */
const lineAt = (pixels: Pixels, ...places: readonly Place[]): boolean[] =>
  places.map(([x, y]) => {
    const color = pixelAt(pixels, x, y).join();
    if (color === '0,0,0,255') return true;
    expect(color).toBe([...SKY, 255].join());
    return false;
  });

type Dot = 'active' | 'plain' | 'none';

/** Returns the color of each point's marker: green for the active point, white for all other points. */
async function dotsAt(page: Page, places: readonly Place[]): Promise<Dot[]> {
  const { at } = await stageFrame(page);
  const { x: left, y: top } = at([0, 0]);
  const shown = await decode(await page.screenshot({ clip: { x: left, y: top, width: WIDTH, height: HEIGHT } }));
  return places.map(([x, y]) => {
    const [red = 0, green = 0, blue = 0] = pixelAt(shown, x, y);
    if (red > 240 && green > 240 && blue > 240) return 'plain';
    return green > red + 40 && green > blue + 20 ? 'active' : 'none';
  });
}
const expectDots = (page: Page, places: readonly Place[], dots: readonly Dot[]) =>
  expect.poll(() => dotsAt(page, places)).toEqual(dots);

const A: Place = [60, 60];
const B: Place = [300, 60];
const C: Place = [300, 220];

test('a click adds a curve point, a double-click ends the curve, and a press within 20 px selects the nearest point', async ({
  page,
}) => {
  await begin(page, 'Polyline');
  await click(page, A);
  await expectDots(page, [A, B], ['active', 'none']);
  await click(page, B);
  await expectDots(page, [A, B, C], ['plain', 'active', 'none']);
  // The button Sharp is only visible in the design mode.
  await expect(button(page, 'Sharp')).toHaveCount(0);
  await doubleClick(page, C);
  await expect(button(page, 'Del')).toBeVisible();
  await expectDots(page, [A, B, C], ['plain', 'plain', 'active']);
  const drawn = await exported(page);
  expect(lineAt(drawn, [180, 60], [300, 140], [180, 140])).toEqual([true, true, false]);

  // A click on a point selects that point. A click away from all points does nothing.
  await click(page, beside(B, 19));
  await expectDots(page, [A, B, C], ['plain', 'active', 'plain']);
  await click(page, beside(A, 22));
  await expectDots(page, [A, B, C], ['plain', 'active', 'plain']);
  const D: Place = [180, 180];
  await drag(page, beside(A, 22), D);
  await expectDots(page, [A, B, C, D], ['plain', 'active', 'plain', 'none']);
  await dragRoughly(page, await stageFrame(page), beside(A, 19), D);
  await expectDots(page, [A, B, C, D], ['none', 'plain', 'plain', 'active']);
  const dragged = await exported(page);
  expect(lineAt(dragged, [180, 60], [240, 120], [300, 140])).toEqual([false, true, true]);
});

test('a double-click within 10 px of a point, Add, Del, Close path and Clear edit a curve', async ({ page }) => {
  await begin(page, 'Polyline');
  await click(page, A, B, C);
  await page.keyboard.press('Enter');
  await expect(button(page, 'Del')).toBeVisible();
  // Beyond 10 px of a point nothing happens; nearer, the line before the point disappears, then returns.
  await doubleClick(page, beside(B, 12));
  expect(lineAt(await exported(page), [180, 60], [300, 140])).toEqual([true, true]);
  await doubleClick(page, beside(B, 9));
  expect(lineAt(await exported(page), [180, 60], [300, 140])).toEqual([false, true]);
  await doubleClick(page, B);
  expect(lineAt(await exported(page), [180, 60], [300, 140])).toEqual([true, true]);

  await click(page, A);
  await expectDots(page, [A, B, C], ['active', 'plain', 'plain']);
  const half: Place = [180, 60];
  const low: Place = [180, 200];
  await button(page, 'Add').click();
  await expectDots(page, [A, half, B], ['plain', 'active', 'plain']);
  await drag(page, half, low);
  // The curve runs from point A down to the new point, which was moved from `half` to `low`, then up to point B.
  expect(lineAt(await exported(page), half, [120, 130], [240, 130])).toEqual([false, true, true]);
  await button(page, 'Del').click();
  await expectDots(page, [A, B, C, low], ['plain', 'active', 'plain', 'none']);
  expect(lineAt(await exported(page), half, [120, 130], [180, 140])).toEqual([true, false, false]);

  await page.getByText('Close path', { exact: true }).click();
  // The closed path contains a line from point C to point A, whose middle is at (180, 140).
  expect(lineAt(await exported(page), half, [300, 140], [180, 140])).toEqual([true, true, true]);
  await button(page, 'Clear').click();
  await expect(button(page, 'Del')).toHaveCount(0);
  await expectDots(page, [A, B, C], ['none', 'none', 'none']);
  const { data } = await exported(page);
  expect(data.equals(plainPixels(WIDTH, HEIGHT, SKY).data)).toBe(true);
  // The button Clear, or deleting the last point, starts a new curve.
  await click(page, C);
  await expectDots(page, [A, B, C], ['none', 'none', 'active']);
  await page.keyboard.press('Enter');
  await button(page, 'Del').click();
  await expect(button(page, 'Del')).toHaveCount(0);
  await click(page, A);
  await expectDots(page, [A, B, C], ['active', 'none', 'none']);
});

test('the Sharp button turns a smooth curve point into a corner, and Move shifts all points', async ({ page }) => {
  await begin(page, 'Curve');
  const [left, peak, right]: readonly Place[] = [
    [60, 180],
    [160, 80],
    [260, 180],
  ];
  await click(page, left as Place, peak as Place, right as Place);
  await page.keyboard.press('Enter');
  await click(page, peak as Place);
  // Halfway, a Catmull–Rom spline is 18.75 px above the straight line between both points.
  const straight: Place = [110, 130];
  const bent: Place = [110, 111];
  expect(lineAt(await exported(page), straight, bent, peak as Place)).toEqual([false, true, true]);
  await expect(button(page, 'Sharp')).toHaveAttribute('aria-pressed', 'false');
  await button(page, 'Sharp').click();
  await expect(button(page, 'Sharp')).toHaveAttribute('aria-pressed', 'true');
  const corner = await exported(page);
  expect(lineAt(corner, straight, bent, peak as Place)).toEqual([true, false, true]);
  await button(page, 'Sharp').click();
  const smooth = await exported(page);
  expect(lineAt(smooth, straight, bent, peak as Place)).toEqual([false, true, true]);

  await choose(page, 'Curve mode', 'Move');
  const whole = await frameOf(page.getByRole('group', { name: 'Shape on the image' }), WIDTH);
  await dragMouse(page, whole, [160, 140], [233, 171]);
  const moved = await exported(page);
  // Allows a tolerance, because the pointer's position may be off by a fraction of a pixel.
  const part = (pixels: Pixels, [x, y]: Place) => cut(pixels, x, y, 220, 120);
  expect(distance(part(moved, [50 + 73, 70 + 31]), part(smooth, [50, 70])).mean).toBeLessThan(1.5);
  expect(lineAt(moved, peak as Place, bent)).toEqual([false, false]);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true });

  test('a press within 200 px selects the nearest curve point', { tag: '@deep' }, async ({ page }) => {
    await watchPointers(page);
    await begin(page, 'Polyline');
    const [one, two]: readonly [Place, Place] = [
      [20, 20],
      [20, 280],
    ];
    const { at } = await stageFrame(page);
    for (const place of [one, two]) {
      const { x, y } = at(place);
      await page.touchscreen.tap(x, y);
    }
    await page.keyboard.press('Enter');
    await expect(button(page, 'Del')).toBeVisible();
    const finger = await Finger.of(page);
    await collectPointerTypes(page);
    // The drag moves no point, because the drag starts more than 200 px away from both points.
    await finger.drag(await stageFrame(page), beside(one, 206), [200, 150]);
    await expectDots(page, [one, two], ['plain', 'active']);
    await finger.drag(await stageFrame(page), beside(one, 194), [200, 150]);
    await expectDots(page, [one, two, [200, 150]], ['none', 'plain', 'active']);
    expect(await collectPointerTypes(page)).toEqual(['touch']);
    expect(lineAt(await exported(page), [20, 150], [110, 215])).toEqual([false, true]);
  });
});
