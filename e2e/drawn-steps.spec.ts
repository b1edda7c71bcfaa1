import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Recipe } from '#core/recipes/recipe.ts';
import { byCommand } from './batches.ts';
import {
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

const image = () => pngUpload(translucentPixels(), 'noise.png');
const steps = (page: Page) => page.getByRole('region', { name: 'Editing steps' });

let folder = '';
test.beforeEach(async ({ context }) => {
  folder = mkdtempSync(join(tmpdir(), 'drawn-steps-'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function edit(page: Page, step: number): Promise<void> {
  await steps(page)
    .getByRole('button', { name: new RegExp(`^Step ${step}:`) })
    .click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
}

/** Pastes a recipe while no text field has focus, and confirms the dialog. */
async function apply(page: Page, recipe: Recipe): Promise<void> {
  await pasteAnywhere(page, JSON.stringify(recipe));
  const before = await shownVersion(page);
  await page.getByRole('button', { name: 'Apply to this image' }).click();
  await waitForChange(page, before);
}

test('the shapes and texts of a recipe open for editing in their tools, and saving an edit replaces the step', async ({
  page,
}) => {
  await page.goto('/scaler');
  await openImage(page, await image());
  const box = { top: 0, left: 0, bottom: 64, right: 128 };
  await apply(page, [
    {
      operation: 'draw-shapes',
      params: {
        components: [{ shape: 'rect', boundingBox: box, fillBox: true, fillColor: '#ff0000', borderRadius: 0 }],
      },
    },
    { operation: 'write-texts', params: { texts: [{ text: 'Hi', fontPt: 30, boundingBox: box }] } },
    { operation: 'scale', params: { factor: 0.5 } },
  ]);
  await expect(page.getByText('128 × 32 px', { exact: true })).toBeVisible();

  await edit(page, 1);
  await expect(page).toHaveURL('/shape_editor');
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
  await page.locator('summary', { hasText: 'Numbers' }).click();
  const right = page.getByRole('textbox', { name: 'Right', exact: true });
  await expect(right).toHaveValue('128');
  await right.fill('200');
  await right.blur();
  await pressAndWait(page, 'Apply');
  await expect(page.getByText('128 × 32 px', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Apply', exact: true })).toHaveCount(0);

  await edit(page, 2);
  await expect(page).toHaveURL('/advanced_text_editor');
  const words = page.getByRole('textbox', { name: 'Text', exact: true });
  await expect(words).toHaveValue('Hi');
  await words.fill('Hello');
  await pressAndWait(page, 'Apply');
  await expect(page.getByText('128 × 32 px', { exact: true })).toBeVisible();
  await expect(words).toHaveValue('');

  // In the scale tool, Copy recipe includes the steps of the other tools, and the download has all steps applied.
  await edit(page, 3);
  await expect(page).toHaveURL('/scaler');
  await stageReady(page);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy recipe', exact: true }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('Hello');
  const recipe = await page.evaluate(() => navigator.clipboard.readText());
  expect((JSON.parse(recipe).steps as Recipe).map(({ operation }) => operation)).toEqual([
    'draw-shapes',
    'write-texts',
    'scale',
  ]);
  expect(recipe).toContain('"right": 200');
  const { bytes } = await download(page, 'Download PNG');
  expect(bytes.equals(await byCommand(folder, recipe, await image()))).toBe(true);
});

test('discarding changes to a text step restores the editor’s own text, also after a reload', async ({ page }) => {
  await page.goto('/editor');
  await page.getByRole('tab', { name: 'Upload Image' }).click();
  await openImage(page, await image());
  const words = page.getByRole('textbox', { name: 'Main Text' });
  await words.fill('柳');
  await words.blur();
  await apply(page, [
    { operation: 'write-vertical', params: { text: '古池や', author: '芭蕉', watermark: false } },
    { operation: 'scale', params: { factor: 0.5 } },
  ]);
  await expect(words).toHaveValue('柳');
  await edit(page, 1);
  await expect(words).toHaveValue('古池や');
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
  await page.reload();
  await stageReady(page);
  await expect(words).toHaveValue('古池や');
  await pressAndWait(page, 'Discard changes');
  await expect(page.getByText('128 × 32 px', { exact: true })).toBeVisible();
  await expect(words).toHaveValue('柳');
});
