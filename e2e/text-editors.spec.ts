import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { expectNoViolations } from './axe.ts';
import { drawnImage } from './generated.ts';
import { decode, distance, openMoreSettings, type Pixels, stageReady } from './images.ts';
import { test } from './policed.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
const HAIKU = '古池や\n蛙飛びこむ\n水の音';
const [WIDTH, HEIGHT] = [800, 1200];

async function openBlank(page: Page, route: string): Promise<void> {
  await page.goto(route);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByText(`${WIDTH} × ${HEIGHT} px`, { exact: true })).toBeVisible();
}

async function write(page: Page, main: string, author: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Main Text' }).fill(main);
  await page.getByRole('tab', { name: 'Author' }).click();
  await page.getByRole('textbox', { name: 'Author' }).fill(author);
  await expect(page.getByRole('heading', { name: 'Editing: Author' })).toBeVisible();
  await page.getByRole('tab', { name: 'Main Text' }).click();
  await expect(page.getByRole('heading', { name: 'Editing: Main Text' })).toBeVisible();
  await stageReady(page);
}

type Span = readonly [from: number, to: number];

function ink({ data, width }: Pixels, [left, right]: Span, [top, bottom]: Span): number {
  let count = 0;
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) if ((data[(y * width + x) * 4] as number) < 128) count++;
  return count;
}

/** Returns the number of red watermark pixels in the corner. */
function vermilion({ data, width }: Pixels): number {
  let count = 0;
  for (let y = HEIGHT - 130; y < HEIGHT - 10; y++)
    for (let x = WIDTH - 130; x < WIDTH - 10; x++) {
      const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
      if (red > 180 && green < 90 && blue < 70) count++;
    }
  return count;
}

const more = async (page: Page, action: string) => {
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

const toggle = (page: Page, label: string) => page.getByText(label, { exact: true }).click();

test('the vertical editor writes a haiku with its author in columns as the command does, and restores the text after a reload', async ({
  page,
}, testInfo) => {
  await openBlank(page, '/editor');
  await write(page, HAIKU, '松尾芭蕉');
  const { name, pixels } = await drawnImage(page, 'PNG');
  expect(name).toBe('blank.with_text.png');
  expect([pixels.width, pixels.height]).toEqual([WIDTH, HEIGHT]);

  // The font size is 8% of 1200 px: 96 px. Columns start 24 px from the right and are 57.6 px apart.
  const columns: Span[] = [
    [680, 776],
    [527, 623],
    [373, 469],
  ];
  // Expected text: three columns of 3, 5 and 3 characters of 96 px, with gaps of 24 px, starting 36 px below the top.
  const ends = [372, 612, 372];
  for (const [index, column] of columns.entries()) {
    for (let top = 36; top < (ends[index] as number); top += 120)
      expect(ink(pixels, column, [top, top + 96])).toBeGreaterThan(300);
    expect(ink(pixels, column, [(ends[index] as number) + 4, 1060])).toBe(0);
  }
  for (const gap of [
    [778, 800],
    [626, 678],
    [472, 524],
  ] as const)
    expect(ink(pixels, gap, [0, 1060])).toBe(0);
  // The author's name is 72 px high, at the lower left.
  for (const top of [846, 933, 1019, 1105]) expect(ink(pixels, [16, 88], [top, top + 70])).toBeGreaterThan(200);
  expect(ink(pixels, [16, 88], [0, 840])).toBe(0);
  expect(vermilion(pixels)).toBeGreaterThan(100);

  await more(page, 'Copy settings');
  const style = JSON.parse(await clipboard(page));
  expect(style.main).toMatchObject({ fontPctH: 8, paddingPctW: 3, charGapEm: 0.25, fontFamily: 'Noto Serif JP' });
  expect(style.author).toMatchObject({ fontPctH: 6, paddingPctW: 2, paddingPctH: 2, textColor: '#111111' });
  await more(page, 'Copy command');
  const command = (await clipboard(page)).replace(
    'node scripts/fudebako.mjs',
    `node ${resolve(import.meta.dirname, '../scripts/fudebako.mjs')}`,
  );
  const folder = testInfo.outputPath();
  await promisify(execFile)('bash', ['-c', `mkdir -p . && ${command}`], { cwd: folder });
  const byCommand = await decode(await readFile(resolve(folder, 'blank.with_text.png')));
  const apart = distance(byCommand.data, pixels.data);
  // Outlines and positions are equal, but two rasterizers differ in antialiasing.
  testInfo.annotations.push({ type: 'page beside command', description: JSON.stringify(apart) });
  expect(apart.mean).toBeLessThan(0.2);

  await toggle(page, 'Watermark');
  const unmarked = (await drawnImage(page, 'PNG')).pixels;
  expect(vermilion(unmarked)).toBe(0);
  expect(ink(unmarked, [660, 800], [1060, 1200])).toBe(0);

  await page.getByRole('textbox', { name: 'Font size' }).fill('10');
  await page.getByRole('textbox', { name: 'Font size' }).blur();
  await page.reload();
  await expect(page.getByRole('textbox', { name: 'Main Text' })).toHaveValue(HAIKU);
  await expect(page.getByRole('textbox', { name: 'Font size' })).toHaveValue('10');
  await expect(page.getByRole('switch', { name: 'Watermark' })).not.toBeChecked();
  await expect(page.getByText(`${WIDTH} × ${HEIGHT} px`, { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Author' }).click();
  await expect(page.getByRole('textbox', { name: 'Author' })).toHaveValue('松尾芭蕉');
  await stageReady(page);
  await expectNoViolations(page);
});

test('the horizontal editor writes English lines with their author below as JPG', async ({ page }) => {
  await openBlank(page, '/horizontal_editor');
  await write(page, 'Hope is the thing\nwith feathers', 'E. D.');
  const { name, pixels } = await drawnImage(page, 'JPG');
  expect(name).toBe('blank.with_text.jpg');
  expect([pixels.width, pixels.height]).toEqual([WIDTH, HEIGHT]);
  const lines = Array.from({ length: HEIGHT }, (_, y) => ink(pixels, [0, 660], [y, y + 1]));
  // The paddings at the top and left contain no text.
  expect(lines.slice(0, 30).every((count) => count === 0)).toBe(true);
  expect(ink(pixels, [0, 20], [0, HEIGHT])).toBe(0);
  expect(ink(pixels, [24, 120], [36, 140])).toBeGreaterThan(300);
  expect(vermilion(pixels)).toBeGreaterThan(100);
  // The author's name ends 2% from the right edge, below the main text.
  expect(ink(pixels, [785, 800], [0, 1060])).toBe(0);
  expect(ink(pixels, [600, 784], [200, 1060])).toBeGreaterThan(200);
  await expectNoViolations(page);
});

for (const [route, field] of firstOf([
  ['editor', 'Main Text'],
  ['horizontal_editor', 'Main Text'],
  ['advanced_text_editor', 'Text'],
] as const))
  test(`/${route} shows typed text at once on a blank background`, async ({ page }) => {
    await page.goto(`/${route}`);
    await expect(page.getByText(`${WIDTH} × ${HEIGHT} px`, { exact: true })).toBeVisible();
    await page.getByRole('textbox', { name: field, exact: true }).fill('国');
    await stageReady(page);
    await expect(page.locator('.stage-empty')).toHaveCount(0);
    const inked = await page.locator('.overlay-canvas').evaluate((shown: HTMLCanvasElement) => {
      const canvas = new OffscreenCanvas(shown.width, shown.height);
      const context = canvas.getContext('2d');
      context?.drawImage(shown, 0, 0);
      const { data = new Uint8ClampedArray() } = context?.getImageData(0, 0, shown.width, shown.height) ?? {};
      return data.filter((alpha, at) => at % 4 === 3 && alpha > 128).length;
    });
    expect(inked).toBeGreaterThan(50);
  });

test('the text editor shows each error at its field, and undoes and redoes', async ({ page }) => {
  await page.goto('/editor');
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog', { name: 'Error' }));
  const close = () => dialog.getByRole('button', { name: 'Close' }).click();
  // The blank background is visible before Generate is pressed.
  await expect(page.getByText('800 × 1200 px', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Download PNG' }).click();
  await expect(dialog).toContainText('Please enter text.');
  await close();
  await page.getByRole('textbox', { name: 'Width', exact: true }).fill('0');
  await page.getByRole('textbox', { name: 'Width', exact: true }).blur();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(dialog).toContainText('Failed to generate background.');
  await close();
  await page.getByRole('textbox', { name: 'Width', exact: true }).fill('800');
  await page.getByRole('textbox', { name: 'Width', exact: true }).blur();
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByText('800 × 1200 px', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Download PNG' }).click();
  await expect(dialog).toContainText('Please enter text.');
  await close();

  const field = page.getByRole('textbox', { name: 'Main Text' });
  const wrong = page.getByText('The text has control characters, which cannot be drawn.');
  await field.fill('春\u0007夏');
  await expect(wrong).toBeVisible();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill('春夏');
  await expect(wrong).toBeHidden();
  await stageReady(page);

  await page.getByRole('textbox', { name: 'Font size' }).fill('60');
  await page.getByRole('textbox', { name: 'Font size' }).blur();
  await expect(page.getByRole('textbox', { name: 'Font size' })).toHaveValue('50');
  await page.getByRole('button', { name: /^Undo(?!:)/ }).click();
  await expect(page.getByRole('textbox', { name: 'Font size' })).toHaveValue('8');
  await page.getByRole('button', { name: /^Redo(?!:)/ }).click();
  await expect(page.getByRole('textbox', { name: 'Font size' })).toHaveValue('50');
  await openMoreSettings(page);
  await toggle(page, 'Guides');
  await expect(page.locator('.text-page-guides g')).toHaveCount(1);
  await more(page, 'Set to Default');
  await expect(page.locator('.text-page-guides g')).toHaveCount(0);
  await expect(field).toHaveValue('春夏');

  // A second blank background replaces the first. The next visit restores the new width and the open tab.
  await page.getByRole('textbox', { name: 'Width', exact: true }).fill('300');
  await page.getByRole('textbox', { name: 'Width', exact: true }).blur();
  const generate = page.getByRole('button', { name: 'Generate', exact: true });
  await generate.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('300 × 1200 px', { exact: true })).toBeVisible();
  await expect(generate).toBeFocused();
  await page.getByRole('tab', { name: 'Upload Image' }).click();
  await page.reload();
  await expect(page.getByRole('tab', { name: 'Upload Image' })).toHaveAttribute('aria-selected', 'true');
  await page.getByRole('tab', { name: 'Blank Background' }).click();
  await expect(page.getByRole('textbox', { name: 'Width', exact: true })).toHaveValue('300');
});

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('ControlOrMeta+v');
}

for (const [route, field] of firstOf([
  ['editor', 'Main Text'],
  ['advanced_text_editor', 'Text'],
] as const))
  test(`/${route} accepts a text that is too long, with an error at its field`, async ({ page }) => {
    await openBlank(page, `/${route}`);
    const long = '古池や蛙飛びこむ水の音'.repeat(182);
    const tooLong = page.getByText('The text is too long: at most 2000 characters.');
    const text = page.getByRole('textbox', { name: field, exact: true });
    await text.fill('春');
    await text.selectText();
    await paste(page, long);
    await expect(text).toHaveValue(long);
    await expect(tooLong).toBeVisible();
    await expect(text).toHaveAttribute('aria-invalid', 'true');
    // The field limits the text's length, because a very long text would block the page.
    await expect(text).toHaveAttribute('maxlength', '100000');
    await expect(page.getByRole('dialog', { name: 'Error' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Download PNG' }).click();
    await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('at most 2000 characters');
    await page.keyboard.press('Escape');
    await page.reload();
    await expect(text).toHaveValue(long);
    await expect(tooLong).toBeVisible();
    await text.fill(`${long.slice(0, 40)}`);
    await expect(tooLong).toBeHidden();
    await expect(text).not.toHaveAttribute('aria-invalid', 'true');
  });

test('the undo shortcut does not interrupt an input method’s composition, which adds one undo step', async ({
  page,
}) => {
  await openBlank(page, '/editor');
  const field = page.getByRole('textbox', { name: 'Main Text' });
  const undo = page.getByRole('button', { name: /^Undo(?!:)/ });
  await field.focus();
  const client = await page.context().newCDPSession(page);
  for (const text of ['f', 'ふ', 'ふr', 'ふる', 'ふるい', 'ふるいk', 'ふるいけ'])
    await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await expect(field).toHaveValue('ふるいけ');
  // The composition adds no undo step, and causes no error in the field.
  await expect(undo).toHaveAccessibleName('Undo open image');
  await expect(field).not.toHaveAttribute('aria-invalid', 'true');
  await page.evaluate(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, isComposing: true, bubbles: true, cancelable: true }),
    ),
  );
  await expect(field).toHaveValue('ふるいけ');
  await client.send('Input.insertText', { text: '古池' });
  await expect(field).toHaveValue('古池');
  await expect(undo).toBeEnabled();
  await stageReady(page);
  await undo.click();
  await expect(field).toHaveValue('');
});

test('a preview that takes over two seconds can be stopped, and opens as text after a reload', async ({ page }) => {
  await page.goto('/editor');
  await stageReady(page);
  // A font that never arrives takes as long as a text that never ends.
  await page.route('**/*.woff2', () => undefined);
  const text = page.getByRole('textbox', { name: 'Main Text' });
  // The sample on the empty page has loaded the fonts of other characters.
  await text.fill('檸檬と薔薇');
  await page.getByRole('button', { name: 'Stop drawing' }).click();
  await expect(page.getByText('The text was not drawn.')).toBeVisible();
  await stageReady(page);

  await page.unroute('**/*.woff2');
  await page.reload();
  await expect(text).toHaveValue('檸檬と薔薇');
  await expect(page.getByText('The text was not drawn.')).toBeVisible();
  await stageReady(page);
  const isDrawn = () =>
    page.locator('canvas.overlay-canvas').evaluate((canvas: HTMLCanvasElement) => {
      const copy = new OffscreenCanvas(canvas.width, canvas.height);
      const context = copy.getContext('2d');
      context?.drawImage(canvas, 0, 0);
      return context?.getImageData(0, 0, copy.width, copy.height).data.some((value) => value > 0);
    });
  expect(await isDrawn()).toBe(false);
  await page.getByRole('button', { name: 'Draw text' }).click();
  await expect.poll(isDrawn).toBe(true);
  await expect(page.getByText('The text was not drawn.')).toBeHidden();

  await page.reload();
  await expect.poll(isDrawn).toBe(true);
});
