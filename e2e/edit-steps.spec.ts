import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { recipeFragment } from '#core/recipes/link.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { deepOr } from '../tests/deep.ts';
import { randomRecipes } from '../tests/parity/random-recipes.ts';
import { byCommand } from './batches.ts';
import { dragMouse, Finger, type Place, pixelAt, plainPixels } from './gestures.ts';
import {
  decode,
  download,
  openImage,
  pasteAnywhere,
  pngUpload,
  pressAndWait,
  shownVersion,
  stageReady,
  translucentPixels,
  waitForChange,
} from './images.ts';
import { test } from './policed.ts';

let folder = '';
test.beforeEach(async ({ context }) => {
  folder = mkdtempSync(join(tmpdir(), 'edit-steps-'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

const image = () => pngUpload(translucentPixels(), 'noise.png');
const steps = (page: Page) => page.getByRole('region', { name: 'Editing steps' });
const stepNames = (page: Page) => steps(page).getByRole('listitem');

async function inMenu(page: Page, step: number, item: string): Promise<void> {
  await steps(page)
    .getByRole('button', { name: new RegExp(`^Step ${step}:`) })
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function type(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  const input = page.getByRole('dialog', { name: 'Search tools and commands' }).getByRole('combobox');
  await expect(input).toBeFocused();
  await input.fill(text);
}

const chosen = (page: Page) => page.locator('[role="option"][aria-selected="true"]');

const recipeDialog = (page: Page) => page.getByRole('dialog', { name: 'Recipe' });

async function agree(page: Page): Promise<void> {
  const before = await shownVersion(page);
  await recipeDialog(page).getByRole('button', { name: 'Apply to this image' }).click();
  await waitForChange(page, before);
}

test('typed commands edit the open image at once, and each step can be edited', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await image());
  await type(page, 'crop 1:1');
  await expect(chosen(page)).toHaveText('Crop: Aspect ratio 1:1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('64 × 64 px', { exact: true })).toBeVisible();
  await expect(stepNames(page)).toHaveText(['Crop']);

  // A command typed in the palette applies another tool's operation without opening that tool.
  await type(page, '縮小 50%');
  await expect(chosen(page)).toHaveText('Scale: Percent 50%');
  await page.keyboard.press('Enter');
  await expect(page.getByText('32 × 32 px', { exact: true })).toBeVisible();
  await expect(page).toHaveURL('/cropper');
  await expect(stepNames(page)).toHaveText(['Crop', 'Scale']);
  const both: Recipe = [
    { operation: 'crop', params: { ratio: '1:1' } },
    { operation: 'scale', params: { percent: 50 } },
  ];
  expect(
    (await download(page, 'Download PNG')).bytes.equals(await byCommand(folder, JSON.stringify(both), await image())),
  ).toBe(true);

  const changeStep = async (step: number, item: string) => {
    const before = await shownVersion(page);
    await inMenu(page, step, item);
    await waitForChange(page, before);
  };
  await changeStep(1, 'Switch off');
  await expect(page.getByText('128 × 32 px', { exact: true })).toBeVisible();
  await page.reload();
  await stageReady(page);
  await expect(steps(page).getByRole('button', { name: /^Step 1: Crop.*switched off$/ })).toBeVisible();
  await pressAndWait(page, 'Undo');
  await expect(page.getByText('32 × 32 px', { exact: true })).toBeVisible();
  await changeStep(2, 'Move earlier');
  await expect(stepNames(page)).toHaveText(['Scale', 'Crop']);
  await changeStep(2, 'Remove');
  await expect(page.getByText('128 × 32 px', { exact: true })).toBeVisible();
  await pressAndWait(page, 'Undo');
  await pressAndWait(page, 'Undo');

  // Editing a step opens its tool with the step's settings. Afterwards, all later steps apply again.
  await inMenu(page, 1, 'Edit');
  await expect(page).toHaveURL('/cropper');
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'topX' })).toHaveValue('96');
  const edited = (await download(page, 'Download PNG')).bytes;
  expect((await decode(edited)).width).toBe(32);
});

test('removing a step is refused if a later step would no longer fit, and the error names the later step', async ({
  page,
}) => {
  await page.goto('/scaler');
  const tall = { data: Buffer.alloc(8 * 64 * 4, 200), width: 8, height: 64 };
  await openImage(page, await pngUpload(tall, 'tall.png'));
  const flat = { operation: 'scale', params: { width: 64, height: 1 } } as const;
  const wide = { operation: 'scale', params: { width: 10_000 } } as const;
  await pasteAnywhere(page, JSON.stringify([flat, wide, { operation: 'blur-sharpen', params: { sharpness: -0.1 } }]));
  await agree(page);
  await expect(page.getByText('10000 × 156 px', { exact: true })).toBeVisible();
  await inMenu(page, 1, 'Remove');
  const error = page.getByRole('dialog', { name: 'Error' });
  await expect(error).toContainText('Scale can’t be applied to this image. Nothing was changed.');
  await expect(error).toContainText('The image is too large');
  await error.getByRole('button', { name: 'Close' }).first().click();
  await expect(stepNames(page)).toHaveCount(3);
});

test('a recipe link asks for confirmation and applies to the next image, and a malformed link shows an error', async ({
  page,
}) => {
  const recipe: Recipe = [
    { operation: 'crop', params: { ratio: '1:1' } },
    { operation: 'adjust-color', params: { hue: 0.25 } },
  ];
  await page.goto(`/cropper#${await recipeFragment(recipe)}`);
  await expect(recipeDialog(page)).toContainText('Aspect ratio 1:1');
  await expect(recipeDialog(page)).toContainText('Hue 0.25');
  await expect(page).toHaveURL('/cropper');
  await recipeDialog(page).getByRole('button', { name: 'Apply to the next image' }).click();
  await expect(page.getByText('The recipe will apply to the next image')).toBeVisible();
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await image());
  await expect(stepNames(page)).toHaveText(['Crop', 'Color Adjust']);
  await stageReady(page);
  expect(
    (await download(page, 'Download PNG')).bytes.equals(await byCommand(folder, JSON.stringify(recipe), await image())),
  ).toBe(true);

  const wrong = [...recipe, { operation: 'scale', params: { width: 0 } }] as Recipe;
  await page.goto(`/cropper?lng=ja#${await recipeFragment(wrong)}`);
  await expect(page.getByRole('dialog', { name: 'エラー' })).toContainText('[2].params.width は');
});

test('random recipes give the same bytes when pasted, opened from a link, and run as a command', async ({ page }) => {
  await page.goto('/format_converter');
  await openImage(page, await image());
  for (const recipe of randomRecipes(deepOr(3, 1), 99)) {
    const made = await byCommand(folder, JSON.stringify(recipe), await image());
    const texts = [JSON.stringify(recipe), `https://example.org/scaler#${await recipeFragment(recipe)}`];
    for (const text of texts) {
      await pasteAnywhere(page, text);
      await agree(page);
      expect((await download(page, 'Download PNG')).bytes.equals(made), text).toBe(true);
      const before = await shownVersion(page);
      await page.keyboard.press('Control+z');
      await waitForChange(page, before);
    }
  }
});

test('a step dragged by mouse or after a long press moves to another place as one undo step', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await image());
  for (const command of ['crop 1:1', 'scale 50%', '彩度 20']) {
    const before = await shownVersion(page);
    await type(page, command);
    await page.keyboard.press('Enter');
    await waitForChange(page, before);
  }
  const chip = async (step: number) => {
    const box = await stepNames(page).nth(step).getByRole('button').boundingBox();
    if (!box) throw new Error('no such step');
    return [box.x + box.width / 2, box.y + box.height / 2] as const;
  };
  const window = { scale: 1, at: ([x, y]: Place) => ({ x, y }) };
  const made = ['Crop', 'Scale', 'Color Adjust'];
  const moved = ['Scale', 'Color Adjust', 'Crop'];
  await expect(stepNames(page)).toHaveText(made);

  await dragMouse(page, window, await chip(0), await chip(2));
  await expect(stepNames(page)).toHaveText(moved);
  await expect(page.getByRole('menu')).toHaveCount(0);
  await stageReady(page);
  await page.getByRole('button', { name: 'Undo move step', exact: true }).click();
  await expect(stepNames(page)).toHaveText(made);
  await stageReady(page);

  const finger = await Finger.of(page);
  const [from, to] = [await chip(0), await chip(2)];
  await finger.put('touchStart', window, from);
  await expect(steps(page).locator('[data-moving]')).toHaveCount(1);
  await finger.put('touchMove', window, to);
  await expect(steps(page).locator('[data-target]')).toHaveCount(1);
  await finger.put('touchEnd', window);
  await expect(stepNames(page)).toHaveText(moved);
  await expect(page.getByRole('menu')).toHaveCount(0);

  // A press without movement opens the menu.
  await inMenu(page, 3, 'Move earlier');
  await expect(stepNames(page)).toHaveText(['Scale', 'Crop', 'Color Adjust']);
});

test('while Compare is held, every tool shows the image before its first step', async ({ page }) => {
  await page.goto('/color_adjuster');
  await openImage(page, await pngUpload(plainPixels(256, 256, [200, 120, 40]), 'plain.png'));
  const center = async () => {
    await stageReady(page);
    const shot = await decode(await page.locator('.stage-viewport').screenshot());
    return pixelAt(shot, shot.width >> 1, shot.height >> 1).slice(0, 3);
  };
  const start = await center();
  await page.getByRole('textbox', { name: 'Brightness', exact: true }).fill('-0.5');
  await page.getByRole('textbox', { name: 'Brightness', exact: true }).blur();
  await expect(stepNames(page)).toHaveText(['Color Adjust']);
  const changed = await center();
  expect(changed).not.toEqual(start);
  const compare = page.getByRole('button', { name: 'Compare with the original' });
  for (const tool of ['Color Adjust', 'Scale', 'Shape Editor']) {
    if (tool !== 'Color Adjust') {
      await page.getByRole('navigation').first().getByRole('link', { name: tool, exact: true }).click();
      await expect(page.getByRole('heading', { level: 1, name: tool })).toBeFocused();
    }
    await compare.focus();
    // The image is the original while the button is held, and after a click until the next click.
    await page.keyboard.down('Enter');
    const pressed = await page.evaluate(() => performance.now());
    await expect(compare).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('.stage').getByText('Original', { exact: true })).toBeVisible();
    await expect.poll(center).toEqual(start);
    // A press of less than 300 ms would be a click.
    await page.waitForFunction((since) => performance.now() > since + 300, pressed);
    await page.keyboard.up('Enter');
    await expect.poll(center).toEqual(changed);
    await compare.click();
    await expect.poll(center).toEqual(start);
    await compare.click();
    await expect.poll(center).toEqual(changed);
  }
});

test('the ? key opens the shortcut list, but types a question mark in a text field', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await image());
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys).toContainText('Ctrl+K');
  await expect(keys).toContainText('Arrows move the selection');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.getByRole('textbox', { name: 'topX' }).press('?');
  await expect(keys).toBeHidden();
});
