import { expect, type Page } from '@playwright/test';
import {
  decode,
  download,
  named,
  openImage,
  pngUpload,
  pressAndWait,
  stageReady,
  translucentPixels,
} from './images.ts';
import { test } from './policed.ts';
import { countPresses, presses } from './presses.ts';
import { colored } from './videos.ts';

const photo = () => pngUpload(translucentPixels(), 'photo.png');
const button = (page: Page, name: string) => page.getByRole('button', named(name));
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const steps = (page: Page) => page.getByRole('region', { name: 'Editing steps' }).getByRole('listitem');
const size = (page: Page, text: string) => expect(page.locator('.stage-size')).toHaveText(text);

async function toTool(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

test('color, then crop, then text on one photo and its download take at most eight presses from the home page', async ({
  page,
}) => {
  await countPresses(page);
  await page.goto('/home');
  await toTool(page, 'Color Adjust');
  await expect(button(page, 'Choose File')).toBeEnabled();
  const before = await presses(page);
  // The browser's own file dialog takes the press on Choose File.
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await photo());
  await size(page, '256 × 64 px');
  await field(page, 'Brightness').fill('-0.5');
  await toTool(page, 'Crop');
  await field(page, 'Width').fill('100');
  await toTool(page, 'Advanced Text Editor');
  await size(page, '100 × 64 px');
  await expect(steps(page)).toHaveText(['Color Adjust', 'Crop']);
  await field(page, 'Text').fill('Hi');
  await toTool(page, 'Scale');
  await expect(steps(page)).toHaveText(['Color Adjust', 'Crop', 'Advanced Text Editor']);
  const made = await decode((await download(page, 'Download PNG')).bytes);
  expect([made.width, made.height]).toEqual([100, 64]);
  expect((await presses(page)) + 1).toBeLessThanOrEqual(8);
  expect(before).toBe(1);
});

test('the image keeps its steps and its undo history in every tool, without a second copy of its file', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const { postMessage } = Worker.prototype;
    Object.assign(window, { opened: 0 });
    Worker.prototype.postMessage = function (message: unknown, ...rest: never[]) {
      const list = (message as { argumentList?: readonly { value?: { blob?: unknown } }[] }).argumentList;
      if (list?.some(({ value }) => value?.blob instanceof Blob)) (window as unknown as { opened: number }).opened++;
      return postMessage.call(this, message, ...rest);
    };
  });
  await page.goto('/scaler');
  await openImage(page, await photo());
  await field(page, 'Width').fill('128');
  await pressAndWait(page, 'Scale');
  for (const [name, shown] of [
    ['Crop', '128 × 32 px'],
    ['Color Adjust', '128 × 32 px'],
    ['Blur/Sharpen', '128 × 32 px'],
    ['Shape Editor', '128 × 32 px'],
    ['Horizontal Editor', '128 × 32 px'],
    ['Format Converter', '128 × 32 px'],
    ['Scale', '128 × 32 px'],
  ] as const) {
    await toTool(page, name);
    await size(page, shown);
    await stageReady(page);
    await expect(page.getByText('photo.png', { exact: true })).toBeVisible();
  }
  expect(await page.evaluate(() => (window as unknown as { opened: number }).opened)).toBe(1);
  await button(page, 'Undo').click();
  await size(page, '256 × 64 px');
  await page.reload();
  await size(page, '256 × 64 px');
  await button(page, 'Redo').click();
  await size(page, '128 × 32 px');
  await button(page, 'Close image').click();
  await expect(button(page, 'Try a sample')).toBeVisible();
  await toTool(page, 'Crop');
  await expect(button(page, 'Try a sample')).toBeVisible();
  await button(page, 'Undo').click();
  await size(page, '128 × 32 px');
});

test('a text becomes a step when the visitor leaves its editor, and opens again on return', async ({ page }) => {
  await page.goto('/advanced_text_editor');
  await openImage(page, await photo());
  await field(page, 'Text').fill('Hello');
  await toTool(page, 'Crop');
  await expect(steps(page)).toHaveText(['Advanced Text Editor']);
  await toTool(page, 'Advanced Text Editor');
  await expect(field(page, 'Text')).toHaveValue('Hello');
  const before = await field(page, 'Font size').inputValue();
  await field(page, 'Font size').fill('9');
  await toTool(page, 'Crop');
  await expect(steps(page)).toHaveText(['Advanced Text Editor']);
  await button(page, 'Undo').click();
  await expect(steps(page)).toHaveText(['Advanced Text Editor']);
  await toTool(page, 'Advanced Text Editor');
  await expect(field(page, 'Text')).toHaveValue('Hello');
  await expect(field(page, 'Font size')).toHaveValue(before);
  await toTool(page, 'Crop');
  await button(page, 'Undo').click();
  await expect(steps(page)).toHaveCount(0);
});

test('a text on a blank background stays there when an image opens in another tool', async ({ page }) => {
  await page.goto('/horizontal_editor');
  await stageReady(page);
  const blank = (await page.locator('.stage-size').textContent()) ?? '';
  await field(page, 'Main Text').fill('haiku');
  await field(page, 'Main Text').blur();
  await toTool(page, 'Crop');
  await openImage(page, await photo());
  await toTool(page, 'Horizontal Editor');
  await size(page, blank);
  await expect(page.getByText('photo.png is open')).toBeVisible();
  await toTool(page, 'Crop');
  await expect(steps(page)).toHaveCount(0);
  await toTool(page, 'Horizontal Editor');
  await button(page, 'Use it').click();
  await size(page, '256 × 64 px');
  await expect(field(page, 'Main Text')).toHaveValue('haiku');
});

test('an image in a shape is still there after a reload in another tool', async ({ page }) => {
  await page.goto('/shape_editor');
  await openImage(page, await photo());
  await page.getByRole('button', { name: /Shape$/ }).click();
  await page.getByRole('option', { name: 'Image', exact: true }).click();
  await page
    .getByRole('group', { name: 'Shape image', exact: true })
    .locator('input[type=file]')
    .setInputFiles(await colored('sky.png', '#1478dc'));
  await expect(page.getByText('sky.png')).toBeVisible();
  await stageReady(page);
  await toTool(page, 'Crop');
  await expect(steps(page)).toHaveText(['Shape Editor']);
  const before = await decode((await download(page, 'Download PNG')).bytes);
  await page.reload();
  await expect(steps(page)).toHaveText(['Shape Editor']);
  const after = await decode((await download(page, 'Download PNG')).bytes);
  expect(after.data.equals(before.data)).toBe(true);
  expect(after.data.equals(translucentPixels().data)).toBe(false);
});
