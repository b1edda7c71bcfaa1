import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import {
  chooseMore,
  decode,
  download,
  named,
  openImage,
  openMoreSettings,
  pngUpload,
  stageReady,
  translucentPixels,
  turnedPhoto,
} from './images.ts';
import { slowness } from './pace.ts';
import { test } from './policed.ts';

const repository = new URL('..', import.meta.url);

const press = (page: Page, name: string) => page.getByRole('button', named(name)).click();

async function fill(page: Page, name: string, value: number): Promise<void> {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(String(value));
  await field.blur();
}

async function generate(page: Page, width: number, height: number, gray: number): Promise<void> {
  await fill(page, 'Width', width);
  await fill(page, 'Height', height);
  await fill(page, 'Gray value', gray);
  await press(page, 'Generate');
  await expect(page.getByText(`${width} × ${height} px`, { exact: true })).toBeVisible();
  await stageReady(page);
}

/** Draws a line through points, which are given as fractions of the mask's width and height. */
async function draw(page: Page, places: readonly (readonly [x: number, y: number])[]): Promise<void> {
  const box = await page.locator('.pen-layer').boundingBox();
  if (!box) throw new Error('There is nothing to draw on');
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const;
  const [first, ...rest] = places;
  if (!first) return;
  await page.mouse.move(...at(first));
  await page.mouse.down();
  // Moves the pointer like a trembling hand that rests before drawing.
  for (let tremor = 0; tremor < 12; tremor++) await page.mouse.move(at(first)[0] + (tremor % 2) / 8, at(first)[1]);
  for (const place of rest) await page.mouse.move(...at(place), { steps: 8 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Invert', exact: true })).not.toHaveAttribute('aria-disabled', 'true');
}

interface Gray {
  readonly width: number;
  readonly height: number;
  readonly data: Buffer;
  readonly at: (x: number, y: number) => number;
}

/** Returns the downloaded mask. Fails if a pixel isn't opaque and gray. */
async function mask(page: Page): Promise<Gray & { readonly name: string }> {
  const { name, bytes } = await download(page, 'Download Mask PNG');
  return { name, ...(await gray(bytes)) };
}

async function gray(bytes: Buffer): Promise<Gray> {
  const { data, width, height } = await decode(bytes);
  const levels = Buffer.alloc(width * height);
  for (let index = 0; index < levels.length; index++) {
    const [red, green, blue, alpha] = data.subarray(index * 4, index * 4 + 4);
    if (red !== green || red !== blue || alpha !== 255) throw new Error(`Pixel ${index} is not an opaque gray`);
    levels[index] = red as number;
  }
  return { width, height, data: levels, at: (x, y) => levels[y * width + x] as number };
}

test('the mask creator draws, erases, undoes and inverts, restores the mask after a reload, and matches the command’s mask', async ({
  page,
  context,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/mask_creator');
  await press(page, 'Expand');
  await generate(page, 400, 300, 40);
  expect((await mask(page)).data.every((level) => level === 40)).toBe(true);

  await fill(page, 'Pen width', 40);
  await openMoreSettings(page);
  await fill(page, 'Pen gray value', 200);
  await draw(page, [
    [0.25, 0.5],
    [0.75, 0.5],
  ]);
  const drawn = await mask(page);
  expect(drawn.name).toBe('untitled_mask.png');
  // Checks points inside and outside the stroke, and on both sides of its edge, 20 px from its center.
  expect([drawn.at(200, 150), drawn.at(200, 100), drawn.at(200, 132), drawn.at(200, 128)]).toEqual([200, 40, 200, 40]);

  await page.getByRole('button', { name: 'Eraser', exact: true }).click();
  await draw(page, [
    [0.5, 0.2],
    [0.5, 0.8],
  ]);
  const erased = await mask(page);
  expect([erased.at(200, 150), erased.at(200, 100), erased.at(130, 150)]).toEqual([0, 0, 200]);

  // Escape during a stroke discards the stroke and adds no undo step.
  const layer = await page.locator('.pen-layer').boundingBox();
  if (!layer) throw new Error('There is nothing to draw on');
  await page.mouse.move(layer.x + 20, layer.y + 20);
  await page.mouse.down();
  await page.mouse.move(layer.x + 120, layer.y + 60, { steps: 8 });
  await page.keyboard.press('Escape');
  await page.mouse.move(layer.x + 160, layer.y + 100);
  await page.mouse.up();
  await expect(page.getByRole('button', { name: 'Invert', exact: true })).not.toHaveAttribute('aria-disabled', 'true');
  expect((await mask(page)).data.equals(erased.data)).toBe(true);

  await press(page, 'Undo eraser stroke');
  expect((await mask(page)).data.equals(drawn.data)).toBe(true);
  await page.keyboard.press('Control+Shift+z');
  expect((await mask(page)).data.equals(erased.data)).toBe(true);

  await press(page, 'Invert');
  const inverted = await mask(page);
  expect(inverted.data.every((level, index) => level === 255 - (erased.data[index] as number))).toBe(true);

  // A stroke on an inverted mask has the chosen gray level.
  await page.getByRole('button', { name: 'Pen', exact: true }).click();
  await fill(page, 'Feather', 6);
  await draw(page, [
    [0.1, 0.1],
    [0.4, 0.3],
    [0.2, 0.8],
  ]);
  const last = await mask(page);
  expect(last.at(40, 30)).toBeGreaterThan(190);

  await page.reload();
  await stageReady(page);
  expect((await mask(page)).data.equals(last.data)).toBe(true);
  await press(page, 'Undo pen stroke');
  expect((await mask(page)).data.equals(inverted.data)).toBe(true);
  await press(page, 'Redo pen stroke');
  expect((await mask(page)).data.equals(last.data)).toBe(true);

  // The command produces the same pixels from the same strokes.
  await press(page, 'More');
  await page.getByRole('menuitem', { name: 'Copy recipe' }).click();
  const recipe = info.outputPath('recipe.json');
  const made = info.outputPath('made.png');
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('make-mask');
  await writeFile(recipe, await page.evaluate(() => navigator.clipboard.readText()));
  await promisify(execFile)(process.execPath, ['--import', 'tsx', 'scripts/cli.ts', 'run', recipe, '-o', made], {
    cwd: repository,
  });
  expect((await gray(await readFile(made))).data.equals(last.data)).toBe(true);
});

test('the mask creator turns a loaded image into a mask by luminance, and names the download after the base image', async ({
  page,
}) => {
  await page.goto('/mask_creator');
  const pixels = translucentPixels();
  await press(page, 'Expand');
  await page.getByRole('tab', { name: 'Load Mask' }).click();
  await page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles(await pngUpload(pixels, 'shade.png'));
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
  const loaded = await mask(page);
  expect(loaded.name).toBe('shade_mask.png');
  let most = 0;
  for (let index = 0; index < loaded.data.length; index++) {
    const [red = 0, green = 0, blue = 0, alpha = 0] = pixels.data.subarray(index * 4, index * 4 + 4);
    const luminance = ((0.2126 * red + 0.7152 * green + 0.0722 * blue) * alpha) / 255;
    most = Math.max(most, Math.abs((loaded.data[index] as number) - luminance));
  }
  expect(most).toBeLessThanOrEqual(0.5 + 1e-9);

  await page.getByRole('tab', { name: 'Load Base Image' }).click();
  await page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles(await pngUpload(pixels, 'holiday.png'));
  await expect(page.getByRole('tabpanel').getByText('holiday.png', { exact: true })).toBeVisible();
  expect((await mask(page)).name).toBe('holiday_mask.png');
  await chooseMore(page, 'Save base for later');
  await expect(page.getByText('Saved.')).toBeVisible();

  // An unsupported file causes an error message, and nothing else changes.
  const refuse = async (name: string, content: string, mimeType: string, message: string) => {
    const file = { name, mimeType, buffer: Buffer.from(content) };
    await page.getByRole('tabpanel').locator('input[type=file]').setInputFiles(file);
    const dialog = page.getByRole('dialog', { name: 'Error' });
    await expect(dialog).toContainText(message);
    await dialog.getByRole('button', { name: 'Close' }).first().click();
  };
  await refuse('notes.txt', 'hello', 'text/plain', 'Please provide a jpg, png or webp file.');
  await refuse('broken.png', 'hello', 'image/png', 'Failed to load image.');
  await page.getByRole('tab', { name: 'Load Mask' }).click();
  await refuse('broken.png', 'hello', 'image/png', 'Failed to load mask image.');
  expect((await mask(page)).data.equals(loaded.data)).toBe(true);

  await page.getByRole('tab', { name: 'Load Base Image' }).click();
  await press(page, 'Clear');
  await expect(page.getByText('No file selected')).toBeVisible();
  expect((await mask(page)).name).toBe('shade_mask.png');
});

test('a mask takes the size of its base image, and a typed side of 0 means the base image’s side', async ({ page }) => {
  await page.goto('/mask_creator');
  await expect(page.getByRole('tab', { name: 'Create Mask' })).toHaveCount(0);
  await press(page, 'Expand');
  await page.getByRole('tab', { name: 'Create Mask' }).click();
  await press(page, 'Generate');
  await expect(page.getByText('1024 × 768 px', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Load Base Image' }).click();
  await page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles(await pngUpload(translucentPixels()));
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Create Mask' }).click();
  await fill(page, 'Width', 0);
  await fill(page, 'Height', 100);
  await press(page, 'Generate');
  await expect(page.getByText('256 × 100 px', { exact: true })).toBeVisible();
  await fill(page, 'Width', 999_999);
  await press(page, 'Generate');
  await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('999999 × 100 px');
  await press(page, 'Close');
  await page.getByRole('tab', { name: 'Load Base Image' }).click();
  // Generating a mask has also replaced the base image by a checkerboard.
  await expect(page.getByRole('button', { name: 'Clear', exact: true })).toBeDisabled();
  await page
    .getByRole('tabpanel')
    .locator('input[type=file]')
    .setInputFiles(await pngUpload(translucentPixels(), 'again.png'));
  await expect(page.getByRole('tabpanel').getByText('again.png', { exact: true })).toBeVisible();
  await press(page, 'Clear');
  await expect(page.getByRole('tabpanel', { name: 'Load Base Image' })).toContainText('No file selected');
});

test('painting on 12 megapixels never blocks the page', { tag: '@deep' }, async ({ page }) => {
  await page.addInitScript(() => {
    const tasks: number[] = [];
    Object.assign(window, { longTasks: tasks });
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) tasks.push(duration);
    }).observe({ type: 'longtask' });
  });
  await page.goto('/mask_creator');
  const photo = await turnedPhoto();
  await openImage(page, photo);
  await expect(page.getByText(photo.name, { exact: true })).toBeVisible();
  await stageReady(page);
  await press(page, 'Pen');
  await fill(page, 'Pen width', 512);
  const longest: number[] = [];
  // Repeats the measurement and uses the minimum, because other programs only lengthen tasks.
  for (let round = 0; round < 6 && !(Math.min(...longest) <= 50); round++) {
    const before = await slowness(page);
    await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0));
    await draw(page, [
      [0.1, 0.1 + (round % 3) * 0.2],
      [0.9, 0.3 + (round % 3) * 0.2],
      [0.2, 0.5 + (round % 3) * 0.2],
    ]);
    const tasks = await page.evaluate(() => (window as unknown as { longTasks: number[] }).longTasks.splice(0));
    longest.push(Math.max(0, ...tasks) / Math.max(before, await slowness(page)));
  }
  console.log(`longest tasks while painting, in ms: ${longest.join(', ')}`);
  expect(Math.min(...longest)).toBeLessThanOrEqual(50);
  const painted = await mask(page);
  expect(
    new Set([painted.at(0, painted.height - 1), painted.at(painted.width >> 1, Math.round(painted.height * 0.2))]),
  ).toEqual(new Set([0, 255]));
});
