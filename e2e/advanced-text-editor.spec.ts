import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolations } from './axe.ts';
import { drawnImage } from './generated.ts';
import { decode, openMoreSettings, type Pixels, shownImage, stageReady, type Upload } from './images.ts';
import { test } from './policed.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const [WIDTH, HEIGHT] = [640, 400];

/** Returns an image of random noise, in which every moved pixel is visible as a difference. */
async function photo(): Promise<Upload> {
  const noise = { type: 'gaussian', mean: 110, sigma: 20 } as const;
  const buffer = await sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#204060', noise } })
    .png()
    .toBuffer();
  return { name: 'harbour.png', mimeType: 'image/png', buffer };
}

async function openPhoto(page: Page): Promise<Pixels> {
  const file = await photo();
  await page.goto('/advanced_text_editor');
  await page
    .locator(':is(.stage-empty, .stage-invitation) input[type=file]:not([webkitdirectory])')
    .setInputFiles(file);
  await expect(page.getByText(`${WIDTH} × ${HEIGHT} px`, { exact: true })).toBeVisible();
  return decode(file.buffer);
}

const words = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const font = (page: Page) => page.getByRole('combobox', { name: 'Font name' });

async function set(page: Page, name: string, value: string): Promise<void> {
  await field(page, name).fill(value);
  await field(page, name).blur();
}

async function chooseFont(page: Page, name: string): Promise<void> {
  await font(page).fill(name);
  await page.getByRole('option', { name, exact: true }).click();
  await expect(font(page)).toHaveValue(name);
}

interface Ink {
  readonly count: number;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns the number and bounding box of the pixels for which `isInk` returns true. */
function inkOf({ data, width, height }: Pixels, isInk: (r: number, g: number, b: number, at: number) => boolean): Ink {
  let [count, left, top, right, bottom] = [0, width, height, -1, -1];
  for (let at = 0; at < data.length; at += 4) {
    if (!isInk(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, at)) continue;
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    [count, left, top, right, bottom] = [
      count + 1,
      Math.min(left, x),
      Math.min(top, y),
      Math.max(right, x),
      Math.max(bottom, y),
    ];
  }
  return { count, left, top, right, bottom };
}

test('the advanced text editor writes an outlined, rotated headline on a photo and restores the text after a reload', async ({
  page,
}) => {
  const source = await openPhoto(page);
  await words(page).fill('Morning');
  await set(page, 'Font size', '48');
  await set(page, 'Text color', '#ff0000');
  await set(page, 'Outline color', '#00ff00');
  await set(page, 'Outline width', '4');
  await openMoreSettings(page);
  await set(page, 'Character gap', '0');
  for (const [edge, value] of Object.entries({ Left: '120', Right: '520', Top: '150', Bottom: '250' }))
    await set(page, edge, value);
  await stageReady(page);

  const level = await drawnImage(page, 'PNG');
  expect(level.name).toBe('harbour.with_text.png');
  expect([level.pixels.width, level.pixels.height]).toEqual([WIDTH, HEIGHT]);
  const isRed = (r: number, g: number, b: number) => r > 240 && g < 16 && b < 16;
  const isGreen = (r: number, g: number, b: number) => r < 16 && g > 240 && b < 16;
  const flat = inkOf(level.pixels, isRed);
  const flatOutline = inkOf(level.pixels, isGreen);
  // Expected width: seven serif letters of 64 px, plus an outline of 4 px on each side.
  expect(flat.right - flat.left).toBeGreaterThan(190);
  expect(flat.bottom - flat.top).toBeLessThan(75);
  expect(Math.abs((flat.left + flat.right) / 2 - 320)).toBeLessThan(6);
  for (const gap of [
    flat.left - flatOutline.left,
    flatOutline.right - flat.right,
    flat.top - flatOutline.top,
    flatOutline.bottom - flat.bottom,
  ])
    expect(Math.abs(gap - 4)).toBeLessThanOrEqual(1);

  await set(page, 'Rotation', '90');
  await stageReady(page);
  const { pixels } = await drawnImage(page, 'PNG');
  const turned = inkOf(pixels, isRed);
  // A rotation by 90° about the box's center (320, 200) moves the right side of the box to the bottom.
  expect(Math.abs(turned.bottom - turned.top - (flat.right - flat.left))).toBeLessThanOrEqual(2);
  expect(Math.abs(turned.right - 320 - (200 - flat.top))).toBeLessThanOrEqual(2);
  expect(Math.abs(turned.top - 200 - (flat.left - 320))).toBeLessThanOrEqual(2);
  expect(Math.abs(turned.count / flat.count - 1)).toBeLessThan(0.05);
  // The photo outside the headline is unchanged.
  const changed = inkOf(
    pixels,
    (r, g, b, at) => r !== source.data[at] || g !== source.data[at + 1] || b !== source.data[at + 2],
  );
  const outline = inkOf(pixels, isGreen);
  expect(changed.left).toBeGreaterThanOrEqual(outline.left - 1);
  expect(changed.right).toBeLessThanOrEqual(outline.right + 1);
  expect(changed.top).toBeGreaterThanOrEqual(outline.top - 1);
  expect(changed.bottom).toBeLessThanOrEqual(outline.bottom + 1);

  await page.getByRole('tab', { name: 'text2' }).click();
  await words(page).fill('second');
  await page.getByRole('tab', { name: 'text1', exact: true }).click();
  await page.reload();
  await expect(words(page)).toHaveValue('Morning');
  await openMoreSettings(page);
  await expect(field(page, 'Rotation')).toHaveValue('90');
  await expect(field(page, 'Left')).toHaveValue('120');
  await stageReady(page);
  await page.getByRole('tab', { name: 'text2' }).click();
  await expect(words(page)).toHaveValue('second');
});

test('the advanced text editor draws and moves a text box, copies the text and undoes the changes', async ({
  page,
}) => {
  await openPhoto(page);
  await openMoreSettings(page);
  await expect(field(page, 'Bottom')).toHaveValue(String(HEIGHT));
  await expect(field(page, 'Right')).toHaveValue(String(WIDTH));
  const layer = await page.locator('.box-layer').boundingBox();
  if (!layer) throw new Error('no stage');
  const at = (x: number, y: number) =>
    [layer.x + (x * layer.width) / WIDTH, layer.y + (y * layer.height) / HEIGHT] as const;
  await page.mouse.move(...at(100, 80));
  await page.mouse.down();
  await page.mouse.move(...at(200, 120));
  await page.mouse.move(...at(300, 180));
  await page.mouse.up();
  const expectBox = async (top: number, left: number, bottom: number, right: number) => {
    for (const [name, value] of Object.entries({ Top: top, Left: left, Bottom: bottom, Right: right }))
      await expect.poll(async () => Math.abs(Number(await field(page, name).inputValue()) - value)).toBeLessThan(2);
  };
  await expectBox(80, 100, 180, 300);
  await words(page).fill('Box');
  const left = Number(await field(page, 'Left').inputValue());
  await page.locator('.box-layer').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await expect(field(page, 'Left')).toHaveValue(String(left + 9));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(field(page, 'Left')).toHaveValue(String(left));
  await page.keyboard.press('Control+Shift+z');
  await expect(field(page, 'Left')).toHaveValue(String(left + 10));
  // In a text field, the undo shortcut undoes only typing.
  await words(page).press('Control+z');
  await expect(field(page, 'Left')).toHaveValue(String(left + 10));

  await expect(page.getByRole('button', { name: 'Paste', exact: true })).toBeDisabled();
  await page.getByRole('button', { name: 'Copy', exact: true }).click();
  await page.getByRole('tab', { name: 'text3' }).click();
  await words(page).fill('another');
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(field(page, 'Left')).toHaveValue(String(left + 10));
  await expect(words(page)).toHaveValue('another');
  await page.evaluate(() => navigator.clipboard.writeText('no settings'));
  await page.getByRole('button', { name: 'Paste', exact: true }).click();
  await expect(page.getByText('Failed to paste settings.')).toBeVisible();
});

test('an input method’s composition shows on the image and adds one undo step', async ({ page }) => {
  await openPhoto(page);
  await words(page).fill('ab');
  await page.getByRole('switch', { name: 'Bold' }).press('Space');
  await stageReady(page);
  await words(page).focus();
  await page.keyboard.press('End');
  const seen = new Set([(await shownImage(page)).toString('base64')]);
  const ime = await page.context().newCDPSession(page);
  for (const text of ['k', 'か', 'かn', 'かん', 'かんじ']) {
    await ime.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
    // Text that an input method is composing is visible on the image.
    await expect.poll(async () => seen.has((await shownImage(page)).toString('base64'))).toBe(false);
    seen.add((await shownImage(page)).toString('base64'));
  }
  // Key presses during composition trigger no shortcuts.
  for (const key of ['k', 'z']) {
    const event = { key, code: `Key${key.toUpperCase()}`, modifiers: 2, windowsVirtualKeyCode: 229 } as const;
    await ime.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...event });
    await ime.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'Bold' })).toBeChecked();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  await expect(words(page)).toHaveValue('abかんじ');
  await ime.send('Input.insertText', { text: '漢字' });
  await expect(words(page)).toHaveValue('ab漢字');
  await stageReady(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  // The complete composition is one undo step.
  const undo = page.getByRole('button', { name: /^Undo(?!:)/ });
  await undo.click();
  await expect(words(page)).toHaveValue('ab');
  await expect(page.getByRole('switch', { name: 'Bold' })).toBeChecked();
  await undo.click();
  await expect(page.getByRole('switch', { name: 'Bold' })).not.toBeChecked();
});

test('the advanced text editor names the characters that a font lacks and offers a font that has them', async ({
  page,
}) => {
  await openPhoto(page);
  // A text that starts with Latin letters gets a Latin font.
  await words(page).fill('Haiku');
  await words(page).fill('Haiku 俳句');
  const notice = page.getByText('Merriweather has no 俳句; Noto Serif JP is used instead.');
  await expect(notice).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Use Noto Serif JP' }).click();
  await expect(notice).toBeHidden();
  await expect(font(page)).toHaveValue('Noto Serif JP');
  await stageReady(page);
});

test('the advanced text editor finds a font by keyboard, previews fonts in the list, and lists recently used fonts', async ({
  page,
}) => {
  await openPhoto(page);
  await words(page).fill('Sample');
  await font(page).click();
  await expect(page.getByRole('option', { name: 'Lobster', exact: true })).toBeVisible();
  await expect(page.locator('.font-sample').first()).toHaveText('Sample');
  const { violations } = await new AxeBuilder({ page })
    .include('.font-popover')
    .withTags(['wcag2a', 'wcag2aa'])
    .analyze();
  expect(violations).toEqual([]);
  await font(page).fill('handwriting');
  await expect(page.getByRole('option')).toHaveText([/Caveat/, /Dancing Script/, /Pacifico/, /Klee One/, /Yomogi/]);
  await font(page).fill('pacif');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(font(page)).toHaveValue('Pacifico');
  await stageReady(page);
  await page.getByRole('button', { name: /Show suggestions/ }).click();
  await expect(page.getByRole('group', { name: 'Recently used' }).getByRole('option')).toHaveText([/Pacifico/]);
});

test('clearing the font’s name opens the list of fonts, which stays open while the visitor types another', async ({
  page,
}) => {
  await page.goto('/advanced_text_editor');
  await expect(font(page)).toHaveValue('Merriweather');
  await font(page).focus();
  await page.keyboard.press('Delete');
  // The list scrolls to the chosen font inside the window. If the page scrolled, the list would close.
  await expect(page.getByRole('option', { name: 'Merriweather', exact: true })).toBeInViewport({ ratio: 0.9 });
  await page.keyboard.type('pacif');
  await expect(font(page)).toHaveValue('pacif');
  await page.keyboard.press('Enter');
  await expect(font(page)).toHaveValue('Pacifico');
});

test('the advanced text editor adds a font file and keeps the font after a reload', { tag: '@deep' }, async ({
  page,
}) => {
  const lobster = resolve(
    import.meta.dirname,
    '../node_modules/@fontsource/lobster/files/lobster-latin-400-normal.woff2',
  );
  await openPhoto(page);
  await words(page).fill('Mine');
  await chooseFont(page, 'Lobster');
  const catalogue = await drawnImage(page, 'PNG');

  const chooser = page.locator('.font-field input[type=file]');
  await chooser.setInputFiles({ name: 'broken.ttf', mimeType: 'font/ttf', buffer: Buffer.from('no font at all') });
  await expect(page.getByText('Please provide a .ttf, .otf or .woff2 font file.')).toBeVisible();
  await page.getByRole('button', { name: 'Close', exact: true }).click();
  await chooser.setInputFiles({ name: 'My Brush.woff2', mimeType: 'font/woff2', buffer: await readFile(lobster) });
  // The menu shows the name in the font's name table, not the file name.
  await expect(font(page)).toHaveValue('Lobster');
  await stageReady(page);
  const own = await drawnImage(page, 'PNG');
  expect(own.pixels.data.equals(catalogue.pixels.data)).toBe(true);

  await page.reload();
  await expect(font(page)).toHaveValue('Lobster');
  await expect(page.getByText(`${WIDTH} × ${HEIGHT} px`, { exact: true })).toBeVisible();
  await stageReady(page);
  const again = await drawnImage(page, 'PNG');
  expect(again.pixels.data.equals(catalogue.pixels.data)).toBe(true);

  const favorite = page.getByRole('button', { name: 'Favorite', exact: true });
  await favorite.click();
  await expect(favorite).toHaveAttribute('aria-pressed', 'true');
  await page.reload();
  await expect(favorite).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: /Show suggestions/ }).click();
  await expect(page.getByRole('group', { name: 'Favorites' }).getByRole('option')).toHaveText([/Lobster/]);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Remove Lobster' }).click();
  await expect(page.getByText('The font My Brush is not on this device.', { exact: false })).toBeVisible();
  await stageReady(page);
  await page.reload();
  await expect(page.getByText('The font My Brush is not on this device.', { exact: false })).toBeVisible();
});

test('color fields accept alpha only where the parameter has alpha, and explain a refused color code', async ({
  page,
}) => {
  await page.goto('/advanced_text_editor');
  const background = page.getByRole('textbox', { name: 'Background color' });
  await background.fill('#f808');
  await background.press('Enter');
  await expect(page.getByText('This color can’t be transparent.')).toBeVisible();
  await background.fill('ff8800ff');
  await background.press('Enter');
  await expect(background).toHaveValue('#ff8800');
  await expect(page.getByText('This color can’t be transparent.')).toBeHidden();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await stageReady(page);

  const ink = page.getByRole('textbox', { name: 'Text color' });
  await ink.fill('#0f08');
  await ink.blur();
  await expect(ink).toHaveValue('#00ff0088');
  await ink.fill('green');
  await ink.blur();
  await expect(page.getByText('Type a color such as #ff8800.')).toBeVisible();
  await expect(ink).toHaveValue('green');
  await page.getByRole('button', { name: /^Undo(?!:)/ }).click();
  await expect(ink).toHaveValue('#000000');
  await expect(page.getByText('Type a color such as #ff8800.')).toBeHidden();
});

test('a click on an image begins a text there, and a double-click on free space adds another', async ({ page }) => {
  await openPhoto(page);
  await stageReady(page);
  const layer = page.getByRole('group', { name: 'Text on the image' });
  const box = await layer.boundingBox();
  if (!box) throw new Error('no image');
  const scale = box.width / WIDTH;
  const at = (x: number, y: number) => [box.x + x * scale, box.y + y * scale] as const;
  const place = page.getByRole('textbox', { name: /on the image$/ });
  const found = () => layer.locator('.box-outline').first().boundingBox();

  await page.mouse.click(...at(60, 60));
  await expect(place).toBeFocused();
  await page.keyboard.type('First');
  await page.mouse.dblclick(...at(600, 340));
  await expect(place).toBeFocused();
  await expect(words(page)).toHaveValue('');
  await page.keyboard.type('Second');
  await page.keyboard.press('Control+Enter');
  await expect(words(page)).toHaveValue('Second');
  await stageReady(page);
  // The second text ends at the point, and the outline surrounds only the letters.
  const second = await found();
  expect(Math.abs((second?.x ?? 0) + (second?.width ?? 0) - (box.x + 600 * scale))).toBeLessThan(6);
  expect(Math.abs((second?.y ?? 0) + (second?.height ?? 0) / 2 - (box.y + 340 * scale))).toBeLessThan(20 * scale);
  expect(second?.width).toBeLessThan(box.width / 2);

  await page.getByRole('tab', { name: 'text1', exact: true }).click();
  await expect(words(page)).toHaveValue('First');
  const first = await found();
  expect(Math.abs((first?.x ?? 0) - (box.x + 60 * scale))).toBeLessThan(6);
  expect(Math.abs((first?.y ?? 0) + (first?.height ?? 0) / 2 - (box.y + 60 * scale))).toBeLessThan(20 * scale);
});
