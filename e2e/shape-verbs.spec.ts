import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { command } from './batches.ts';
import { drawnImage } from './generated.ts';
import { dragMouse, frameOf, pixelAt, plainPixels } from './gestures.ts';
import {
  chooseMore,
  decode,
  distance,
  download,
  openFilePicker,
  openImage,
  openSections,
  pngUpload,
  stageReady,
} from './images.ts';
import { test } from './policed.ts';
import { countPresses, presses } from './presses.ts';

const [WIDTH, HEIGHT] = [600, 400];
const NIGHT = [16, 24, 32] as const;
const RED = [0xc8, 0x37, 0x1b, 255];

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const verb = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const tab = (page: Page, number: number) => page.getByRole('tab', { name: `tab${number}`, exact: true });
const layer = (page: Page) => page.getByRole('group', { name: 'Shape on the image' });
const photo = () => pngUpload(plainPixels(WIDTH, HEIGHT, NIGHT), 'night.png');

async function openEditor(page: Page): Promise<void> {
  await page.goto('/shape_editor');
  await openImage(page, await photo());
  await openSections(page);
  await stageReady(page);
}

async function expectBox(page: Page, left: number, top: number, right: number, bottom: number): Promise<void> {
  for (const [name, value] of Object.entries({ Left: left, Top: top, Right: right, Bottom: bottom }))
    await expect
      .poll(async () => Math.abs(Number(await field(page, name).inputValue()) - value))
      .toBeLessThanOrEqual(1);
}

test('a red arrow is on a photo in five actions from the home page', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  let actions = 0;
  const act = async (action: () => Promise<unknown>) => {
    actions++;
    await action();
  };
  const file = await photo();
  await act(() => page.locator('input[type=file]').first().setInputFiles(file));
  await act(() =>
    page
      .getByRole('listitem')
      .getByRole('button', { name: /^Shape Editor/ })
      .click(),
  );
  await stageReady(page);
  await act(() => verb(page, 'Arrow').click());
  const frame = await frameOf(layer(page), WIDTH);
  await act(() => dragMouse(page, frame, [100, 300], [500, 100]));
  // Letters don't turn the photo under the selected arrow.
  await page.keyboard.press('r');
  let image = plainPixels(1, 1, [0, 0, 0]);
  await act(async () => {
    image = (await drawnImage(page, 'PNG')).pixels;
  });
  expect(actions).toBeLessThanOrEqual(5);

  expect([image.width, image.height]).toEqual([WIDTH, HEIGHT]);
  // On the shaft, and on both sides of the head, which are 20 px long at 30° from the shaft.
  for (const [x, y] of [
    [140, 280],
    [300, 200],
    [460, 120],
    [487, 100],
    [492, 111],
  ] as const)
    expect([x, y, ...pixelAt(image, x, y)]).toEqual([x, y, ...RED]);
  for (const [x, y] of [
    [300, 180],
    [300, 220],
    [520, 90],
    [470, 100],
    [485, 122],
    [80, 310],
  ] as const)
    expect([x, y, ...pixelAt(image, x, y)]).toEqual([x, y, ...NIGHT, 255]);
  await expectNoViolations(page);

  // One press on a swatch chooses a color, and a typed color is a swatch afterwards.
  const picker = page.getByRole('button', { name: 'Pick Line color' });
  const swatches = page.getByRole('listbox', { name: 'Colors' }).getByRole('option');
  await picker.click();
  await expect(swatches).toHaveCount(7);
  await swatches.nth(4).click();
  const code = page.getByRole('textbox', { name: 'Color code' });
  await expect(code).toHaveValue('#1971C2');
  await code.fill('#123456');
  await code.press('Enter');
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await picker.click();
  await expect(swatches).toHaveCount(8);
  await swatches.last().click();
  await page.keyboard.press('Escape');
  await expect(field(page, 'Border color')).toHaveValue('#123456');
});

test('a shape with a text takes at most five presses from the home page, and the command draws the same', async ({
  page,
  context,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await countPresses(page);
  await page.goto('/home');
  const file = await photo();
  const picker = await openFilePicker(page, () => page.getByRole('button', { name: 'Choose File' }).click());
  await picker.setFiles([file]);
  await page.getByRole('dialog').getByRole('button', { name: 'Shape Editor' }).click();
  await stageReady(page);
  await verb(page, 'Rect').click();
  const frame = await frameOf(layer(page), WIDTH);
  await dragMouse(page, frame, [100, 100], [500, 300]);
  await page.keyboard.type('Hello 春');
  await expect(page.getByRole('textbox', { name: 'Text in tab1' })).toHaveValue('Hello 春');
  await page.keyboard.press('Control+Enter');
  await expect(layer(page)).toBeFocused();
  const { bytes } = await download(page, 'Download PNG');
  expect(await presses(page)).toBeLessThanOrEqual(5);

  await chooseMore(page, 'Copy recipe');
  const [recipe, source, again] = ['recipe.json', file.name, 'again.png'].map((name) => info.outputPath(name)) as [
    string,
    string,
    string,
  ];
  await writeFile(recipe, await page.evaluate(() => navigator.clipboard.readText()));
  await writeFile(source, file.buffer);
  await command('run', recipe, source, '-o', again);
  const [own, other] = [await decode(bytes), await decode(await readFile(again))];
  // Canvases of page and command round the edges of drawings differently.
  expect(distance(own.data, other.data).max).toBeLessThanOrEqual(8);
  const letters = Array.from({ length: 300 }, (_, x) => pixelAt(own, 150 + x, 200));
  expect(letters.some((pixel) => String(pixel) === String(RED))).toBe(true);

  // A double-click opens the text again, Escape discards, and a click outside commits.
  const [middle, outside] = [frame.at([300, 200]), frame.at([30, 30])];
  await page.mouse.dblclick(middle.x, middle.y);
  const field = page.getByRole('textbox', { name: 'Text in tab1' });
  await field.fill('lost');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('Hello 春');
  await field.fill('');
  await page.mouse.click(outside.x, outside.y);
  expect(pixelAt((await drawnImage(page, 'PNG')).pixels, 300, 200)).toEqual([...NIGHT, 255]);
});

test('a click with the verb Text begins a text, and leaves nothing without words', async ({ page }) => {
  await openEditor(page);
  const frame = await frameOf(layer(page), WIDTH);
  const [middle, outside] = [frame.at([300, 200]), frame.at([30, 30])];
  await verb(page, 'Text').click();
  await page.mouse.click(middle.x, middle.y);
  const field = page.getByRole('textbox', { name: 'Text in tab1' });
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^None Shape/ })).toBeVisible();
  await verb(page, 'Text').click();
  await page.mouse.click(middle.x, middle.y);
  await page.keyboard.type('■■■');
  await page.mouse.click(outside.x, outside.y);
  const { pixels } = await drawnImage(page, 'PNG');
  expect(pixelAt(pixels, 300, 200)).toEqual(RED);
  // No border surrounds the text.
  expect(pixelAt(pixels, 200, 200)).toEqual([...NIGHT, 255]);
});

test('a shape is added, moved, styled and removed by keyboard alone', async ({ page }) => {
  await openEditor(page);
  await verb(page, 'Rect').focus();
  await page.keyboard.press('Enter');
  await expect(layer(page)).toBeFocused();
  await expect(layer(page)).toHaveAccessibleDescription(/press Enter to add/);
  // Escape goes back to selecting, and adds nothing.
  await page.keyboard.press('Escape');
  await expect(verb(page, 'Select')).toHaveAttribute('aria-pressed', 'true');
  await verb(page, 'Rect').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expectBox(page, 200, 133, 400, 267);
  await expect(layer(page)).toBeFocused();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowUp');
  await expectBox(page, 210, 132, 410, 266);
  await verb(page, 'Fill').focus();
  await page.keyboard.press('Space');
  await expect(verb(page, 'Fill')).toHaveAttribute('aria-pressed', 'true');
  const { pixels } = await drawnImage(page, 'PNG');
  expect(pixelAt(pixels, 300, 200)).toEqual([255, 255, 255, 255]);
  expect(pixelAt(pixels, 210, 200)).toEqual(RED);
  await layer(page).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: /^None Shape/ })).toBeVisible();
});

test('strokes of the pen are one shape until another verb is chosen, and one undo step each', async ({ page }) => {
  await openEditor(page);
  const frame = await frameOf(layer(page), WIDTH);
  await verb(page, 'Pen').click();
  await dragMouse(page, frame, [100, 100], [300, 100]);
  await dragMouse(page, frame, [100, 300], [300, 300]);
  await expect(verb(page, 'Pen')).toHaveAttribute('aria-pressed', 'true');
  await expect(tab(page, 1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  const both = (await drawnImage(page, 'PNG')).pixels;
  for (const [x, y] of [
    [104, 100],
    [200, 101],
    [296, 100],
    [200, 300],
  ] as const)
    expect([x, y, ...pixelAt(both, x, y)]).toEqual([x, y, ...RED]);
  // No line joins the end of a stroke to the start of the next.
  expect(pixelAt(both, 200, 200)).toEqual([...NIGHT, 255]);
  await page.keyboard.press('Control+z');
  const { pixels } = await drawnImage(page, 'PNG');
  expect(pixelAt(pixels, 200, 100)).toEqual(RED);
  expect(pixelAt(pixels, 200, 300)).toEqual([...NIGHT, 255]);
  // The stroke moves as one shape, and the pen begins another shape.
  await dragMouse(page, frame, [200, 100], [200, 200]);
  await verb(page, 'Pen').click();
  await dragMouse(page, frame, [400, 100], [500, 150]);
  await expect(tab(page, 2)).toHaveAttribute('aria-selected', 'true');
  expect(pixelAt((await drawnImage(page, 'PNG')).pixels, 200, 200)).toEqual(RED);
});

test('clicks add numbered steps that count up, and the highlighter leaves dark pixels dark', async ({ page }) => {
  await openEditor(page);
  const frame = await frameOf(layer(page), WIDTH);
  const click = async (x: number, y: number) => {
    const at = frame.at([x, y]);
    await page.mouse.click(at.x, at.y);
  };
  await verb(page, 'Numbered step').click();
  await click(100, 100);
  await expect(tab(page, 1)).toHaveAttribute('aria-selected', 'true');
  await click(300, 100);
  await expect(tab(page, 2)).toHaveAttribute('aria-selected', 'true');
  await expect(field(page, 'Number')).toHaveValue('2');
  // 8% of 400 px, in the middle of the click.
  await expectBox(page, 284, 84, 316, 116);
  await page.keyboard.press('Escape');
  await tab(page, 1).click();
  await expect(field(page, 'Number')).toHaveValue('1');
  // The next step has the color of the last circle.
  await field(page, 'Fill color').fill('#2b4c7e');
  await field(page, 'Fill color').blur();
  await verb(page, 'Numbered step').click();
  await click(500, 100);
  await expect(field(page, 'Number')).toHaveValue('3');
  await verb(page, 'Highlighter').click();
  await dragMouse(page, frame, [50, 300], [550, 300]);
  await page.keyboard.press('Escape');
  const { pixels } = await drawnImage(page, 'PNG');
  // Multiplied by #ffe34d: 16, 24 × 227 / 255 = 21, 32 × 77 / 255 = 10.
  expect(pixelAt(pixels, 300, 300)).toEqual([16, 21, 10, 255]);
  expect(pixelAt(pixels, 300, 309)).toEqual([16, 21, 10, 255]);
  expect(pixelAt(pixels, 300, 312)).toEqual([...NIGHT, 255]);
  expect(pixelAt(pixels, 292, 92)).toEqual(RED);
  expect(pixelAt(pixels, 492, 92)).toEqual([0x2b, 0x4c, 0x7e, 255]);
  // Beside the outline of the selected stroke, the screen shows the colors of the file.
  const screen = await decode(await page.screenshot());
  const at = frame.at([200, 306]);
  for (const [channel, value] of pixelAt(screen, Math.round(at.x), Math.round(at.y)).entries())
    expect(Math.abs(value - ([16, 21, 10, 255][channel] ?? 0))).toBeLessThanOrEqual(2);
});

test('verbs add shapes until all ten tabs are taken, and new shapes take the chosen style', async ({ page }) => {
  await openEditor(page);
  // Bar and panel show the same style, of the empty tab and of a verb's next shape.
  await expect(field(page, 'Line width')).toHaveValue('1');
  await field(page, 'Line width').fill('7');
  await field(page, 'Line width').blur();
  await expect(field(page, 'Border width')).toHaveValue('7');
  const frame = await frameOf(layer(page), WIDTH);
  await verb(page, 'Ellipse').click();
  await expect(field(page, 'Border color')).toHaveValue('#c8371b');
  await field(page, 'Border width').fill('9');
  await field(page, 'Border width').blur();
  await expect(field(page, 'Line width')).toHaveValue('9');
  await dragMouse(page, frame, [20, 20], [120, 80]);
  await expectBox(page, 20, 20, 120, 80);
  await expect(field(page, 'Border width')).toHaveValue('9');
  // With a verb, a drag that starts on the selected shape adds another shape.
  await verb(page, 'Other shapes').click();
  await page.getByRole('menuitem', { name: 'Star', exact: true }).click();
  await dragMouse(page, frame, [60, 40], [160, 140]);
  await expect(tab(page, 2)).toHaveAttribute('aria-selected', 'true');
  await expectBox(page, 60, 40, 160, 140);
  // Without a verb, a drag outside adds a shape like the selected one.
  await dragMouse(page, frame, [300, 200], [360, 260]);
  await expect(tab(page, 3)).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: /^Star Shape/ })).toBeVisible();
  // Undo takes back the addition in one step.
  await page.keyboard.press('Control+z');
  await expect(page.getByRole('button', { name: /^None Shape/ })).toBeVisible();
  for (let count = 3; count <= 10; count++) {
    await verb(page, 'Line').click();
    await page.keyboard.press('Enter');
    await expect(tab(page, count)).toHaveAttribute('aria-selected', 'true');
  }
  await expect(page.getByText('All 10 places are taken. Remove one to add another.')).toBeVisible();
  await expect(verb(page, 'Line')).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Delete');
  await expect(verb(page, 'Line')).not.toHaveAttribute('aria-disabled');
  await expectNoViolations(page);
});

test('the bars of verbs are one row on a phone', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [route, name] of [
    ['shape_editor', 'Shapes'],
    ['mask_creator', 'Tool'],
  ] as const) {
    await page.goto(`/${route}`);
    await openImage(page, await photo());
    const { height = Infinity } = (await page.getByRole('toolbar', { name, exact: true }).boundingBox()) ?? {};
    expect(height, route).toBeLessThanOrEqual(60);
  }
});
