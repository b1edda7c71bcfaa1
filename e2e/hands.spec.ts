import { expect, type Locator, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { dragMouse, type Frame, frameOf, type Place, plainPicture } from './gestures.ts';
import { decode, openPicture, pngUpload, settled, shownPicture } from './pictures.ts';
import { test } from './policed.ts';

const [WIDTH, HEIGHT] = [400, 300];
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const words = (page: Page) => field(page, 'Text');
const textLayer = (page: Page) => page.getByRole('group', { name: 'Text on the picture' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true });

async function openSheet(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await openPicture(page, await pngUpload(plainPicture(WIDTH, HEIGHT, [235, 235, 230]), 'sheet.png'));
}

async function click(page: Page, { at }: Frame, place: Place): Promise<void> {
  const { x, y } = at(place);
  await page.mouse.click(x, y);
}

/** The four edges that the panel shows: left, top, right, bottom. */
const edges = (page: Page) =>
  Promise.all(['Left', 'Top', 'Right', 'Bottom'].map(async (name) => Number(await field(page, name).inputValue())));

async function expectEdges(page: Page, expected: readonly number[], within = 1): Promise<void> {
  await expect
    .poll(async () => Math.max(...(await edges(page)).map((edge, index) => Math.abs(edge - (expected[index] ?? 0)))))
    .toBeLessThanOrEqual(within);
}

const undo = (page: Page) => page.getByRole('button', { name: 'Undo', exact: true });

/** Chooses in a list of the panel. */
async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`${name}$`) }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

test('a text is moved, drawn, scaled and turned without a mode, and a click opens another', async ({ page }) => {
  await openSheet(page, '/advanced_text_editor');
  await words(page).fill('One');
  await field(page, 'Font size').fill('30');
  await field(page, 'Font size').blur();
  await settled(page);
  const frame = await frameOf(textLayer(page), WIDTH);
  // No box has been drawn: a drag from the words takes them along, and gives them one.
  const before = await shownPicture(page);
  await dragMouse(page, frame, [200, 20], [200, 170]);
  await expect.poll(async () => (await edges(page))[1]).toBeGreaterThan(145);
  const [left = 0, top = 0, right = 0, bottom = 0] = await edges(page);
  expect(Math.abs(left + right - WIDTH)).toBeLessThanOrEqual(2);
  expect(bottom - top).toBeLessThan(80);
  await undo(page).click();
  await settled(page);
  expect((await shownPicture(page)).equals(before)).toBe(true);
  await expect(field(page, 'Bottom')).toHaveValue(String(HEIGHT));

  // Beside them it draws, inside it moves, each one step back.
  await dragMouse(page, frame, [20, 100], [140, 180]);
  await expectEdges(page, [20, 100, 140, 180]);
  await dragMouse(page, frame, [80, 140], [110, 150]);
  await expectEdges(page, [50, 110, 170, 190]);
  await dragMouse(page, frame, [170, 190], [230, 230]);
  await expectEdges(page, [50, 110, 230, 230]);
  await undo(page).click();
  await undo(page).click();
  await expectEdges(page, [20, 100, 140, 180]);

  // The same by keys.
  await textLayer(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await page.keyboard.press(']');
  await page.keyboard.press('Shift+}');
  await expectEdges(page, [21, 100, 141, 190], 0);
  await expect(field(page, 'Rotation')).toHaveValue('16');

  await tab(page, 'text2').click();
  await words(page).fill('Two');
  const again = await frameOf(textLayer(page), WIDTH);
  await dragMouse(page, again, [250, 200], [380, 290]);
  await expectEdges(page, [250, 200, 380, 290]);
  await click(page, again, [80, 145]);
  await expect(tab(page, 'text1')).toHaveAttribute('aria-selected', 'true');
  await click(page, again, [300, 250]);
  await expect(tab(page, 'text2')).toHaveAttribute('aria-selected', 'true');
  // A hand that trembles draws nothing.
  await dragMouse(page, again, [200, 100], [202, 101]);
  await expectEdges(page, [250, 200, 380, 290]);
});

test('a text is written where it stands, input methods included', async ({ page }) => {
  await openSheet(page, '/advanced_text_editor');
  await words(page).fill('Here');
  await field(page, 'Font size').fill('24');
  await field(page, 'Font size').blur();
  const frame = await frameOf(textLayer(page), WIDTH);
  await dragMouse(page, frame, [100, 120], [300, 220]);
  await field(page, 'Rotation').fill('20');
  await field(page, 'Rotation').blur();
  const place = page.getByRole('textbox', { name: 'Words of text1 on the picture' });
  const open = async () => {
    const { x, y } = frame.at([200, 170]);
    await page.mouse.dblclick(x, y);
    await expect(place).toBeFocused();
  };
  await open();
  await expectNoViolations(page);
  // It stands where the words are painted: in their size, as they are turned.
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

  // What is composed is shown in the panel's field and is no step of its own; Escape is the input method's first.
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

  // Enter opens it too, Ctrl+Enter keeps it as one step.
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
  await page.getByRole('button', { name: 'Redo', exact: true }).click();

  // A press elsewhere keeps it as well, and does what it does.
  await settled(page);
  await open();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Elsewhere');
  await tab(page, 'text2').click();
  await expect(place).toHaveCount(0);
  await tab(page, 'text1').click();
  await expect(words(page)).toHaveValue('Elsewhere');
  // What it hid while it was written is painted again.
  await settled(page);
  const blank = await inkOf(page, textLayer(page));
  expect(blank).toBeGreaterThan(100);
});

/** How many dark pixels are seen over the sheet's middle. */
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

test('shapes: inside moves, outside draws, a click opens another, a line is taken at its length', async ({ page }) => {
  await openSheet(page, '/shape_editor');
  const layer = page.getByRole('group', { name: 'Shape on the picture' });
  await choose(page, 'Shape', 'Rect');
  const frame = await frameOf(layer, WIDTH);
  await dragMouse(page, frame, [40, 40], [200, 160]);
  await expectEdges(page, [40, 40, 200, 160]);
  await dragMouse(page, frame, [120, 100], [140, 130]);
  await expectEdges(page, [60, 70, 220, 190]);
  await dragMouse(page, frame, [250, 40], [380, 100]);
  await expectEdges(page, [250, 40, 380, 100]);
  await undo(page).click();
  await expectEdges(page, [60, 70, 220, 190]);

  await tab(page, 'tab2').click();
  await choose(page, 'Shape', 'Line');
  await dragMouse(page, frame, [240, 200], [380, 280]);
  const ends = () => Promise.all((['X', 'Y'] as const).map((name) => field(page, name).first().inputValue()));
  await expect.poll(async () => (await ends()).map(Number)).toEqual([240, 200]);
  // From its middle it is moved, not drawn anew.
  await dragMouse(page, frame, [310, 240], [290, 210]);
  await expect.poll(async () => (await ends()).map(Number)).toEqual([220, 170]);

  await click(page, frame, [100, 120]);
  await expect(tab(page, 'tab1')).toHaveAttribute('aria-selected', 'true');
  await click(page, frame, [290, 212]);
  await expect(tab(page, 'tab2')).toHaveAttribute('aria-selected', 'true');
  await expectNoViolations(page);
});
