import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { dragMouse, type Frame, frameOf, holdMouse, type Place, pixelAt, plainPixels } from './gestures.ts';
import {
  decode,
  download,
  openImage,
  openMoreSettings,
  openSections,
  type Pixels,
  pngUpload,
  shownImage,
  stageReady,
  type Upload,
} from './images.ts';
import { test } from './policed.ts';

const [WIDTH, HEIGHT] = [400, 300];
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const words = (page: Page) => field(page, 'Text');
const textLayer = (page: Page) => page.getByRole('group', { name: 'Text on the image' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

async function openBlank(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await openImage(page, await pngUpload(plainPixels(WIDTH, HEIGHT, [235, 235, 230]), 'plain.png'));
}

async function click(page: Page, { at }: Frame, place: Place): Promise<void> {
  const { x, y } = at(place);
  await page.mouse.click(x, y);
}

/** Returns the edges of the box in the panel's fields: left, top, right, bottom. */
const edges = (page: Page) =>
  Promise.all(['Left', 'Top', 'Right', 'Bottom'].map(async (name) => Number(await field(page, name).inputValue())));

async function expectEdges(page: Page, expected: readonly number[], within = 1): Promise<void> {
  await expect
    .poll(async () => Math.max(...(await edges(page)).map((edge, index) => Math.abs(edge - (expected[index] ?? 0)))))
    .toBeLessThanOrEqual(within);
}

const undo = (page: Page) => page.getByRole('button', { name: /^Undo(?!:)/ });

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a drag on a text moves the text, a drag outside adds a text, a click selects another text, and Delete empties a text', async ({
  page,
}) => {
  await openBlank(page, '/advanced_text_editor');
  await words(page).fill('One');
  await field(page, 'Font size').fill('30');
  await field(page, 'Font size').blur();
  await stageReady(page);
  const frame = await frameOf(textLayer(page), WIDTH);
  // For a text without a drawn box, a drag on the text moves the text and creates a box.
  await openMoreSettings(page);
  const before = await shownImage(page);
  const [middle, lower] = [HEIGHT / 2, HEIGHT / 2 + 100];
  await dragMouse(page, frame, [200, middle], [200, lower]);
  await expect.poll(async () => (await edges(page))[1]).toBeGreaterThan(lower - 40);
  const [left = 0, top = 0, right = 0, bottom = 0] = await edges(page);
  expect(Math.abs(left + right - WIDTH)).toBeLessThanOrEqual(2);
  expect(bottom - top).toBeLessThan(80);
  await undo(page).click();
  await stageReady(page);
  expect((await shownImage(page)).equals(before)).toBe(true);
  await expect(field(page, 'Bottom')).toHaveValue(String(HEIGHT));

  // A drag outside the text draws another text like it, and the words can be typed at once.
  await dragMouse(page, frame, [20, 100], [140, 180]);
  await expect(tab(page, 'text2')).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('textbox', { name: 'Edit text2 on the image' })).toBeFocused();
  await page.keyboard.type('Two');
  await page.keyboard.press('Control+Enter');
  await expect(words(page)).toHaveValue('Two');
  await expect(field(page, 'Font size')).toHaveValue('30');
  await expectEdges(page, [20, 100, 140, 180]);

  // A drag inside the box moves the box. Each drag is one undo step.
  await dragMouse(page, frame, [80, 140], [110, 150]);
  await expectEdges(page, [50, 110, 170, 190]);
  await dragMouse(page, frame, [170, 190], [230, 230]);
  await expectEdges(page, [50, 110, 230, 230]);
  await undo(page).click();
  await undo(page).click();
  await expectEdges(page, [20, 100, 140, 180]);

  // The keyboard also moves, resizes and rotates the box.
  await textLayer(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await page.keyboard.press(']');
  await page.keyboard.press('Shift+}');
  await expectEdges(page, [21, 100, 141, 190], 0);
  await expect(field(page, 'Rotation')).toHaveValue('16');

  await click(page, frame, [200, 150]);
  await expect(tab(page, 'text1')).toHaveAttribute('aria-selected', 'true');
  await click(page, frame, [80, 145]);
  await expect(tab(page, 'text2')).toHaveAttribute('aria-selected', 'true');
  // A drag below the minimum distance counts as a click and draws nothing.
  await dragMouse(page, frame, [300, 250], [302, 251]);
  await expect(tab(page, 'text2')).toHaveAttribute('aria-selected', 'true');
  await expectEdges(page, [21, 100, 141, 190], 0);
  await textLayer(page).focus();
  await page.keyboard.press('Delete');
  await expect(words(page)).toHaveValue('');
  await tab(page, 'text1').click();
  await expect(words(page)).toHaveValue('One');
});

test('a text is edited in place on the image, also with an input method', async ({ page }) => {
  await openBlank(page, '/advanced_text_editor');
  const frame = await frameOf(textLayer(page), WIDTH);
  await dragMouse(page, frame, [100, 120], [300, 220]);
  await words(page).fill('Here');
  await field(page, 'Font size').fill('24');
  await field(page, 'Font size').blur();
  await openMoreSettings(page);
  await field(page, 'Rotation').fill('20');
  await field(page, 'Rotation').blur();
  const place = page.getByRole('textbox', { name: 'Edit text1 on the image' });
  const open = async () => {
    const { x, y } = frame.at([200, 170]);
    await page.mouse.dblclick(x, y);
    await expect(place).toBeFocused();
  };
  await open();
  await expectNoViolations(page);
  // The text field on the image has the position, size and rotation of the painted text.
  const look = await place.evaluate((element) => {
    const { fontSize, color } = getComputedStyle(element);
    return {
      fontSize: Number.parseFloat(fontSize),
      color,
      rotate: getComputedStyle(element.parentElement as Element).rotate,
    };
  });
  expect(look.fontSize).toBeCloseTo((24 * 96 * frame.scale) / 72, 1);
  expect(look.rotate).toBe('20deg');
  const box = await place.boundingBox();
  const middle = frame.at([200, 170]);
  expect(Math.abs((box?.x ?? 0) + (box?.width ?? 0) / 2 - middle.x)).toBeLessThan(30);

  // The panel shows text during composition, which is not an undo step. The first Escape cancels the composition.
  const ime = await page.context().newCDPSession(page);
  for (const text of ['h', 'は', 'はi', 'はい'])
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await expect(words(page)).toHaveValue('Hereはい');
  await ime.send('Input.insertText', { text: '灰' });
  await expect(words(page)).toHaveValue('Here灰');
  await page.keyboard.press('Escape');
  await expect(place).toHaveCount(0);
  await expect(words(page)).toHaveValue('Here');
  await expect(textLayer(page)).toBeFocused();

  // Enter opens the text field on the image. Ctrl+Enter commits the text as one undo step.
  await page.keyboard.press('Enter');
  await expect(place).toBeFocused();
  await page.keyboard.type(' and');
  await page.keyboard.press('Enter');
  await page.keyboard.type('there');
  await expect(words(page)).toHaveValue('Here and\nthere');
  await page.keyboard.press('Control+Enter');
  await expect(place).toHaveCount(0);
  await expect(words(page)).toHaveValue('Here and\nthere');
  await undo(page).click();
  await expect(words(page)).toHaveValue('Here');
  await page.getByRole('button', { name: /^Redo(?!:)/ }).click();

  // A press outside the text field also commits the text. The press still has its usual effect.
  await stageReady(page);
  await open();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Elsewhere');
  await tab(page, 'text2').click();
  await expect(place).toHaveCount(0);
  await tab(page, 'text1').click();
  await expect(words(page)).toHaveValue('Elsewhere');
  // The painted text, which was hidden during editing, is visible again.
  await stageReady(page);
  const blank = await inkOf(page, textLayer(page));
  expect(blank).toBeGreaterThan(100);
});

/** Returns the number of dark pixels in the middle of the image. */
async function inkOf(page: Page, layer: Locator): Promise<number> {
  const { at, scale } = await frameOf(layer, WIDTH);
  const { x, y } = at([110, 130]);
  const clip = { x, y, width: 180 * scale, height: 80 * scale };
  const { data } = await decode(await page.screenshot({ clip }));
  let ink = 0;
  for (let index = 0; index < data.length; index += 4)
    if ((data[index] as number) + (data[index + 1] as number) < 160) ink++;
  return ink;
}

test('a drag inside a shape moves the shape, a drag outside adds a shape, and a click selects another shape', async ({
  page,
}) => {
  await openBlank(page, '/shape_editor');
  await openSections(page);
  const layer = page.getByRole('group', { name: 'Shape on the image' });
  await choose(page, 'Shape', 'Rect');
  const frame = await frameOf(layer, WIDTH);
  await dragMouse(page, frame, [40, 40], [200, 160]);
  await expectEdges(page, [40, 40, 200, 160]);
  await dragMouse(page, frame, [120, 100], [140, 130]);
  await expectEdges(page, [60, 70, 220, 190]);
  await dragMouse(page, frame, [250, 40], [380, 100]);
  await expect(tab(page, 'tab2')).toHaveAttribute('aria-selected', 'true');
  await expectEdges(page, [250, 40, 380, 100]);
  await undo(page).click();
  await tab(page, 'tab1').click();
  await expectEdges(page, [60, 70, 220, 190]);

  await tab(page, 'tab2').click();
  await choose(page, 'Shape', 'Line');
  await dragMouse(page, frame, [240, 200], [380, 280]);
  const ends = () => Promise.all((['X', 'Y'] as const).map((name) => field(page, name).first().inputValue()));
  await expect.poll(async () => (await ends()).map(Number)).toEqual([240, 200]);
  // A drag on the middle of a line moves the line and doesn't draw a new line.
  await dragMouse(page, frame, [310, 240], [290, 210]);
  await expect.poll(async () => (await ends()).map(Number)).toEqual([220, 170]);

  await click(page, frame, [100, 120]);
  await expect(tab(page, 'tab1')).toHaveAttribute('aria-selected', 'true');
  await click(page, frame, [290, 212]);
  await expect(tab(page, 'tab2')).toHaveAttribute('aria-selected', 'true');
  await expectNoViolations(page);
});

async function openLayer(page: Page, name: string, file: Upload): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
  await page.locator('input[type=file]').first().setInputFiles(file);
  await expect(page.getByText(file.name, { exact: true })).toBeVisible();
}

const numberIn = async (page: Page, name: string) => Number(await field(page, name).inputValue());

test('the top layer is dragged, scaled, rotated, faded, fitted and filled in the image area', async ({ page }) => {
  await page.goto('/layer');
  await openLayer(page, 'Bottom layer', await pngUpload(plainPixels(400, 300, [30, 60, 120]), 'bottom.png'));
  await openLayer(page, 'Top layer', await pngUpload(plainPixels(100, 50, [240, 40, 40]), 'top.png'));
  await stageReady(page);
  const layer = page.getByRole('group', { name: 'Position of the top layer' });
  const frame = await frameOf(layer, 400);
  // A drag inside the layer moves the layer. A drag outside does nothing.
  await dragMouse(page, frame, [200, 150], [240, 110]);
  await expect.poll(() => numberIn(page, 'Offset X')).toBe(40);
  await expect.poll(() => numberIn(page, 'Offset Y')).toBe(-40);
  await page.keyboard.press('Control+z');
  await expect.poll(() => numberIn(page, 'Offset X')).toBe(0);
  expect(await numberIn(page, 'Offset Y')).toBe(0);
  await expect(page.getByRole('button', { name: 'Undo open Top layer', exact: true })).toBeEnabled();
  await page.getByRole('button', { name: 'Redo placement', exact: true }).click();
  await expect.poll(() => numberIn(page, 'Offset Y')).toBe(-40);
  await dragMouse(page, frame, [60, 250], [160, 250]);
  expect(await numberIn(page, 'Offset X')).toBe(40);
  // The opposite corner stays fixed: the layer grows from 100 × 50 at (190, 85) to twice its size.
  await dragMouse(page, frame, [290, 135], [390, 185]);
  await expect.poll(() => numberIn(page, 'Scale')).toBeCloseTo(2, 1);
  const { at, scale } = frame;
  const seen = async (x: number, y: number) => {
    const place = at([x, y]);
    const { data } = await decode(await page.screenshot({ clip: { ...place, width: 2, height: 2 } }));
    return [...data.subarray(0, 3)];
  };
  expect(scale).toBeGreaterThan(0);
  await stageReady(page);
  const exported = async () => decode((await download(page, 'Download PNG')).bytes);
  const twice = await exported();
  for (const [x, y, red] of [
    [196, 91, 240],
    [384, 179, 240],
    [186, 150, 30],
    [300, 190, 30],
  ] as const) {
    expect(pixelAt(twice, x, y)[0]).toBe(red);
    expect(Math.abs(((await seen(x, y))[0] ?? 0) - red)).toBeLessThan(8);
  }

  await layer.focus();
  for (const key of ['Shift+}', ']', '4']) await page.keyboard.press(key);
  await expect(field(page, 'Rotation')).toHaveValue('16');
  await expect(field(page, 'Opacity')).toHaveValue('0.4');
  await page.keyboard.press('Shift+ArrowLeft');
  await stageReady(page);
  const faded = await exported();
  // Expected color: red at 40% opacity over blue.
  const middle = [100 + 190 - 10, 85 + 50] as const;
  expect(pixelAt(faded, ...middle)).toEqual([114, 52, 88, 255]);
  for (const [index, value] of (await seen(...middle)).entries())
    expect(Math.abs(value - ([114, 52, 88][index] ?? 0))).toBeLessThan(8);
  await expectNoViolations(page);

  // Selects the layer again, because the download button has taken the focus.
  await layer.focus();
  await page.keyboard.press('0');
  await expect(field(page, 'Opacity')).toHaveValue('1');

  await page.getByRole('slider', { name: 'Opacity', exact: true }).press('ArrowLeft');
  await expect(field(page, 'Opacity')).toHaveValue('0.99');
  await page.keyboard.press('Control+z');
  await expect(field(page, 'Opacity')).toHaveValue('1');
  await field(page, 'Rotation').fill('0');
  await field(page, 'Rotation').blur();
  const red = (pixels: Pixels) => {
    let count = 0;
    for (let index = 0; index < pixels.data.length; index += 4) if (pixels.data[index] === 240) count++;
    return count;
  };
  await page.getByRole('button', { name: 'Contain', exact: true }).click();
  await expect(field(page, 'Scale')).toHaveValue('4');
  expect(red(await exported())).toBe(400 * 200);
  await page.getByRole('button', { name: 'Cover', exact: true }).click();
  await expect(field(page, 'Scale')).toHaveValue('6');
  expect(red(await exported())).toBe(400 * 300);
});

test('a mask cuts out its base image as the command does', async ({ page }, info) => {
  await page.goto('/mask_creator');
  const base = await pngUpload(plainPixels(2048, 1024, [200, 120, 40]), 'base.png');
  await openImage(page, base);
  await page.getByRole('button', { name: 'Pen', exact: true }).click();
  // The pen width scales with the mask: a mask of twice the default size doubles the pen width.
  await expect(field(page, 'Pen width')).toHaveValue('64');
  const surface = page.getByRole('img', { name: 'Mask', exact: true });
  const frame = await frameOf(surface, 2048);
  const ring = page.locator('.pen-ring');
  await page.mouse.move(frame.at([1000, 500]).x, frame.at([1000, 500]).y);
  expect((await ring.boundingBox())?.width).toBeCloseTo(64 * frame.scale, 0);
  await page.getByRole('slider', { name: 'Pen width' }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(ring).toBeVisible();
  expect((await ring.boundingBox())?.width).toBeCloseTo(65 * frame.scale, 0);
  await dragMouse(page, frame, [400, 500], [1500, 500]);

  const cutOut = await download(page, 'Download cut-out');
  expect(cutOut.name).toBe('base_cutout.png');
  const pixels = await decode(cutOut.bytes);
  expect([pixels.width, pixels.height]).toEqual([2048, 1024]);
  expect(pixelAt(pixels, 1000, 500)).toEqual([200, 120, 40, 255]);
  expect(pixelAt(pixels, 1000, 800)[3]).toBe(0);
  const mask = await download(page, 'Download Mask PNG');
  await writeFile(info.outputPath('base.png'), base.buffer);
  await writeFile(info.outputPath('mask.png'), mask.bytes);
  await promisify(execFile)(
    process.execPath,
    [
      ...['--import', import.meta.resolve('tsx'), resolve(import.meta.dirname, '../scripts/cli.ts')],
      ...['layer', '--top', 'base.png', '--mask', 'mask.png', '-o', 'out.png'],
    ],
    { cwd: info.outputPath() },
  );
  expect((await readFile(info.outputPath('out.png'))).equals(cutOut.bytes)).toBe(true);
});

test('the crop selection shows its size and the rule-of-thirds lines while dragged, and no handle is clipped', async ({
  page,
}) => {
  await openBlank(page, '/cropper');
  const selection = page.getByRole('group', { name: 'Selection' });
  const stage = await page.getByRole('group', { name: 'Preview' }).boundingBox();
  for (const handle of await page.locator('.crop-handle').all()) {
    // The handle's mark of 12 px is entirely inside the image area.
    const box = await handle.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    expect(x - 6).toBeGreaterThanOrEqual(stage?.x ?? Number.NaN);
    expect(y - 6).toBeGreaterThanOrEqual(stage?.y ?? Number.NaN);
    expect(x + 6).toBeLessThanOrEqual((stage?.x ?? 0) + (stage?.width ?? 0));
    expect(y + 6).toBeLessThanOrEqual((stage?.y ?? 0) + (stage?.height ?? 0));
  }
  const frame = await frameOf(page.locator('.crop-layer'), WIDTH);
  const [tag, thirds] = [page.locator('.crop-size'), page.locator('.crop-thirds')];
  await expect(tag).toBeHidden();
  await holdMouse(page, frame, [50, 60], [250, 210]);
  await expect(tag).toHaveText('200 × 150');
  await expect(tag).toBeVisible();
  await expect(thirds).toBeVisible();
  await page.mouse.up();
  await expect(tag).toBeHidden();
  await expect(thirds).toBeHidden();
  // A drag that starts outside the image can also grab a corner handle.
  const corner = frame.at([250, 210]);
  await page.mouse.move(corner.x + 8, corner.y + 8);
  await page.mouse.down();
  await page.mouse.move(frame.at([300, 210]).x, frame.at([300, 210]).y);
  await expect(tag).toHaveText('250 × 150');
  await page.mouse.up();
  await selection.focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(tag).toHaveText('249 × 150');
  await expect(tag).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Crop', exact: true }).click();
  const { data } = await decode((await download(page, 'Download PNG')).bytes);
  expect(data.equals(plainPixels(249, 150, [235, 235, 230]).data)).toBe(true);
});

test('a mask is painted by keyboard, and keys change the pen', async ({ page }) => {
  await page.goto('/mask_creator');
  await openImage(page, await pngUpload(plainPixels(WIDTH, HEIGHT, [235, 235, 230]), 'plain.png'));
  await page.getByRole('button', { name: 'Pen', exact: true }).click();
  const pen = page.getByRole('group', { name: 'Pen on the mask' });
  await expect(field(page, 'Pen width')).toHaveValue('32');
  // Tab moves the focus to the mask's drawing area, which then shows a cursor.
  await page.getByRole('group', { name: 'Preview', exact: true }).focus();
  await page.keyboard.press('Tab');
  await expect(pen).toBeFocused();
  await expect(page.locator('.pen-cursor')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(pen.getByRole('status')).toHaveText('Pen at 190, 150');
  await page.keyboard.down('Space');
  await expect(pen.getByRole('status')).toHaveText('Painting');
  for (let press = 0; press < 10; press++) await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.up('Space');
  await expect(pen.getByRole('status')).toHaveText('Painted');
  await expect(page.getByRole('button', { name: 'Undo pen stroke', exact: true })).toBeEnabled();

  // Keys change the pen: X inverts the gray value, brackets change the width, E selects the eraser, B the brush.
  await openMoreSettings(page);
  await field(page, 'Pen gray value').fill('200');
  await field(page, 'Pen gray value').press('x');
  await field(page, 'Pen gray value').blur();
  await expect(field(page, 'Pen gray value')).toHaveValue('200');
  await pen.focus();
  await page.keyboard.press('x');
  await expect(field(page, 'Pen gray value')).toHaveValue('55');
  await page.keyboard.press(']');
  await expect(field(page, 'Pen width')).toHaveValue('35');
  await page.keyboard.press('[');
  await page.keyboard.press('[');
  await expect(field(page, 'Pen width')).toHaveValue('29');
  await page.keyboard.press('e');
  await expect(page.getByRole('button', { name: 'Eraser' })).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('status').filter({ hasText: 'Eraser, 29 px, gray value 0' })).toHaveCount(1);
  await page.keyboard.press('b');
  await expect(page.getByRole('button', { name: 'Pen', exact: true })).toHaveAttribute('aria-pressed', 'true');
  // Holding the space bar over the drawing area pans the image and paints nothing.
  const over = (await frameOf(pen, WIDTH)).at([200, 220]);
  await page.mouse.move(over.x, over.y);
  await expect(page.locator('.pen-cursor')).toHaveCount(0);
  await page.keyboard.press('Space');

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const text of ['Narrower pen', 'Invert the pen’s gray value', 'Hold Space to paint.', 'move a zoomed image'])
    await expect(keys).toContainText(text);
  await page.keyboard.press('Escape');

  const mask = await decode((await download(page, 'Download Mask PNG')).bytes);
  const grays = [
    [190, 150],
    [290, 150],
    [240, 160],
    [200, 220],
    [330, 150],
    [200, 100],
  ].map(([x = 0, y = 0]) => pixelAt(mask, x, y)[0]);
  expect(grays).toEqual([255, 255, 255, 0, 0, 0]);
});

test('Delete removes the selected shape or text, and Ctrl+D duplicates the selection', async ({ page }) => {
  await openBlank(page, '/shape_editor');
  await openSections(page);
  await choose(page, 'Shape', 'Ellipse');
  const layer = page.getByRole('group', { name: 'Shape on the image' });
  await dragMouse(page, await frameOf(layer, WIDTH), [20, 30], [120, 110]);
  await expectEdges(page, [20, 30, 120, 110]);
  await expect(layer).toBeFocused();
  await page.keyboard.press('Control+d');
  await expect(tab(page, 'tab2')).toHaveAttribute('aria-selected', 'true');
  await expectEdges(page, [28, 38, 128, 118], 0);
  await expect(layer).toBeFocused();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('status').filter({ hasText: 'tab2 removed' })).toHaveCount(1);
  await expect(tab(page, 'tab2').locator('canvas')).toHaveCount(0);
  await expect(layer).toBeFocused();
  await undo(page).click();
  await expect(tab(page, 'tab2').locator('canvas')).toHaveCount(1);
  // In a text field, Delete deletes characters.
  await field(page, 'Left').press('Delete');
  await expect(tab(page, 'tab2').locator('canvas')).toHaveCount(1);

  await openBlank(page, '/advanced_text_editor');
  await openMoreSettings(page);
  await words(page).fill('Twice');
  await field(page, 'Font size').fill('30');
  await field(page, 'Font size').blur();
  await stageReady(page);
  await textLayer(page).focus();
  await page.keyboard.press('Control+d');
  await expect(tab(page, 'text2')).toHaveAttribute('aria-selected', 'true');
  await expect(words(page)).toHaveValue('Twice');
  // Copying a text without a drawn box creates a box for the copy, beside the original text.
  const [left = 0, , right = 0] = await edges(page);
  expect(Math.abs((left + right) / 2 - WIDTH / 2 - 8)).toBeLessThanOrEqual(1);
  await expect(textLayer(page)).toBeFocused();
  // Keys that are pressed during composition are not shortcuts.
  await textLayer(page).dispatchEvent('keydown', { key: 'Delete', keyCode: 229, bubbles: true });
  await expect(words(page)).toHaveValue('Twice');
  await page.keyboard.press('Backspace');
  await expect(words(page)).toHaveValue('');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Ctrl+D');
  await expect(keys).toContainText('Delete');
});
