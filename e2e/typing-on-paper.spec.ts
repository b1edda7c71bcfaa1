import { expect, type Page } from '@playwright/test';
import { drawnImage } from './generated.ts';
import { dragMouse, frameOf, plainPixels } from './gestures.ts';
import { openImage, openMoreSettings, pngUpload, stageReady } from './images.ts';
import { test } from './policed.ts';

const caret = (page: Page) => page.locator('.paper-caret');
const sample = (page: Page) => page.locator('.paper-placeholder');
const mainText = (page: Page) => page.getByRole('textbox', { name: 'Main Text' });

/** Returns the caret's place on the page, in image pixels: left, top. */
async function caretAt(page: Page): Promise<readonly number[]> {
  const paper = await page.locator('.stage-picture').boundingBox();
  const box = await caret(page).boundingBox();
  if (!paper || !box) return [];
  const scale = paper.width / 800;
  return [Math.round((box.x - paper.x) / scale), Math.round((box.y - paper.y) / scale)];
}

/** Presses the page at a point in image pixels. */
async function press(page: Page, x: number, y: number): Promise<void> {
  const paper = await page.locator('.stage-picture').boundingBox();
  if (!paper) throw new Error('no page');
  await page.mouse.click(paper.x + (x * paper.width) / 800, paper.y + (y * paper.width) / 800);
}

const near = async (page: Page, [left, top]: readonly [number, number]) => {
  const [x = Number.NaN, y = Number.NaN] = await caretAt(page);
  return Math.abs(x - left) <= 4 && Math.abs(y - top) <= 4;
};

test('letters that are typed on an empty page go to the text field, and the stage shows their caret', async ({
  page,
}) => {
  await page.goto('/editor');
  await stageReady(page);
  await expect(sample(page)).toBeVisible();
  // The first column is 96 px wide and 24 px from the right edge; its text begins 36 px below the upper edge.
  await expect.poll(() => near(page, [680, 36])).toBe(true);
  await page.keyboard.press('r');
  await expect(mainText(page)).toBeFocused();
  await expect(mainText(page)).toHaveValue('r');
  await expect(sample(page)).toBeHidden();

  await mainText(page).fill('古池や\n水の音');
  await expect.poll(() => near(page, [527, 324])).toBe(true);
  // A press moves the caret in words that are drawn.
  await stageReady(page);
  // A press between 古 and 池 moves the caret there, and typed words appear there.
  await press(page, 730, 140);
  await expect.poll(() => near(page, [680, 132])).toBe(true);
  await expect(mainText(page)).toBeFocused();
  await page.keyboard.insertText('い');
  await expect(mainText(page)).toHaveValue('古い池や\n水の音');
  await stageReady(page);

  const { pixels } = await drawnImage(page, 'PNG');
  let green = 0;
  for (let at = 0; at < pixels.data.length; at += 4) {
    const [red = 0, level = 0, blue = 0] = pixels.data.subarray(at, at + 3);
    if (level > red + 40 && level > blue + 40) green++;
  }
  expect(green).toBe(0);
});

test('a press on an empty page of the advanced editor writes the first text there', async ({ page }) => {
  await page.goto('/advanced_text_editor');
  await stageReady(page);
  await expect(sample(page)).toBeVisible();
  await press(page, 400, 300);
  const field = page.getByRole('textbox', { name: 'text1 on the image' });
  await expect(field).toBeFocused();
  await expect(sample(page)).toBeHidden();
  await page.keyboard.type('Hello');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('textbox', { name: 'Text', exact: true })).toHaveValue('Hello');
});

test('a press on an image without texts writes the first text there', async ({ page }) => {
  await page.goto('/advanced_text_editor');
  await openImage(page, await pngUpload(plainPixels(800, 600, [90, 140, 200])));
  const field = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(field).toHaveAttribute('placeholder', 'Type here, or on the image');
  await press(page, 400, 300);
  await expect(page.getByRole('textbox', { name: 'text1 on the image' })).toBeFocused();
  await page.keyboard.type('Hello');
  await page.keyboard.press('Control+Enter');
  await expect(field).toHaveValue('Hello');
});

test('an image has no sample words, and letters don’t rotate it', async ({ page }) => {
  await page.goto('/horizontal_editor');
  await expect(sample(page)).toBeVisible();
  await openImage(page, await pngUpload(plainPixels(60, 40, [90, 140, 200])));
  await expect(sample(page)).toBeHidden();
  await expect(caret(page)).toBeHidden();
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('r');
  await stageReady(page);
  await expect(page.getByText('60 × 40 px', { exact: true })).toBeVisible();
  await expect(mainText(page)).toHaveValue('');
});

test('the drag of a corner scales the font with the box, and the drag of an edge only the box', async ({ page }) => {
  await page.goto('/advanced_text_editor');
  await openImage(page, await pngUpload(plainPixels(400, 300, [235, 235, 230])));
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('One');
  const field = (name: string) => page.getByRole('textbox', { name, exact: true });
  const set = async (name: string, value: number) => {
    await field(name).fill(String(value));
    await field(name).blur();
  };
  await set('Font size', 20);
  await openMoreSettings(page);
  for (const [edge, value] of Object.entries({ Left: 100, Right: 200, Top: 100, Bottom: 150 })) await set(edge, value);
  await stageReady(page);
  const frame = await frameOf(page.getByRole('group', { name: 'Text on the image' }), 400);
  await dragMouse(page, frame, [200, 150], [300, 200]);
  await expect.poll(async () => Number(await field('Font size').inputValue())).toBeGreaterThan(38);
  await expect.poll(async () => Number(await field('Right').inputValue())).toBeGreaterThan(295);
  const size = await field('Font size').inputValue();
  await dragMouse(page, frame, [300, 150], [360, 150]);
  await expect.poll(async () => Number(await field('Right').inputValue())).toBeGreaterThan(355);
  await expect(field('Font size')).toHaveValue(size);
});

test('a look is drawn in the visitor’s words, and sets the style in one undo step', async ({ page }) => {
  await page.goto('/horizontal_editor');
  await mainText(page).fill('Rain');
  const look = (name: string) => page.getByRole('button', { name, exact: true });
  const inked = () =>
    look('Label')
      .locator('canvas')
      .evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
        return data.some((value) => value > 0);
      });
  await expect.poll(inked).toBe(true);
  await expect(look('Plain')).toHaveAttribute('aria-pressed', 'true');
  await look('Outline').click();
  await expect(look('Outline')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('textbox', { name: 'Text color' })).toHaveValue('#ffffff');
  // The outline is 6% of the font size, which is 96 px.
  await expect(page.getByRole('textbox', { name: 'Outline width' })).toHaveValue('6');
  await page.getByRole('button', { name: /^Undo(?!:)/ }).click();
  await expect(look('Plain')).toHaveAttribute('aria-pressed', 'true');
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a tap on the page focuses the text field', async ({ page }) => {
    await page.goto('/horizontal_editor');
    await stageReady(page);
    await page.locator('.paper-layer').tap();
    await expect(mainText(page)).toBeFocused();
    await expect(caret(page)).toBeVisible();
  });

  test('the text field is directly below the stage, and its tabs below the field', async ({ page }) => {
    for (const [route, name] of [
      ['editor', 'Main Text'],
      ['advanced_text_editor', 'Text'],
    ] as const) {
      await page.goto(`/${route}`);
      await stageReady(page);
      // A late database shows a notice above the stage for a while.
      await expect.poll(async () => (await page.locator('.stage').boundingBox())?.height).toBeGreaterThanOrEqual(420);
      const stage = await page.locator('.stage').boundingBox();
      const field = await page.getByRole('textbox', { name, exact: true }).boundingBox();
      const tabs = await page.getByRole('tab').first().boundingBox();
      const settings = await page.locator('.side-panel-head').boundingBox();
      if (!stage || !field || !tabs || !settings) throw new Error(route);
      expect(field.y - (stage.y + stage.height)).toBeLessThanOrEqual(24);
      expect(tabs.y).toBeGreaterThanOrEqual(field.y + field.height);
      expect(tabs.y + tabs.height, 'tabs above the settings').toBeLessThanOrEqual(settings.y);
    }
  });
});
