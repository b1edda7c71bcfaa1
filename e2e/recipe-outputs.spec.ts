import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { button, command, imageFile, lookedAt, unzipped } from './batches.ts';
import { download, openFilePicker, openImage, pasteAnywhere, stageReady } from './images.ts';
import { test } from './policed.ts';

/** A recipe with `$schema`, `version` and `outputs`, which both the command and the page accept. */
const recipe = {
  $schema: './node_modules/fudebako/schemas/recipe.json',
  version: 1,
  steps: [
    { operation: 'crop', params: { ratio: '1:1' } },
    {
      outputs: [
        { width: 40, format: 'webp', quality: 0.7 },
        { width: 80, format: 'avif' },
        { width: 5000, format: 'jpg' },
      ],
    },
  ],
};

const dialog = (page: Page, name = 'Recipe') => page.getByRole('dialog', { name });

/** Runs the command on the images in a folder. Returns its results, with their file names as keys. */
async function byCommand(folder: string, text: string): Promise<Record<string, Buffer>> {
  const [written, out] = [join(folder, 'recipe.json'), join(folder, 'out')];
  writeFileSync(written, text);
  await command('run', written, join(folder, 'in'), '-o', out);
  return Object.fromEntries(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]));
}

function expectSame(made: Record<string, Buffer>, expected: Record<string, Buffer>): void {
  expect(Object.keys(made).sort()).toEqual(Object.keys(expected).sort());
  for (const [name, bytes] of Object.entries(made)) expect(bytes.equals(expected[name] as Buffer), name).toBe(true);
}

test('a pasted recipe writes all its output files of the open image, with the same names and bytes as the command', async ({
  page,
}, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const path = await imageFile(folder, 'photo.png', 120, 90, 1);
  await page.goto('/cropper');
  await openImage(page, { name: 'photo.png', mimeType: 'image/png', buffer: readFileSync(path) });
  await pasteAnywhere(page, JSON.stringify(recipe));
  await expect(dialog(page)).toContainText('Aspect ratio 1:1');
  await expect(dialog(page).getByRole('list', { name: 'The recipe makes 3 files from each image:' })).toContainText(
    'Width 40 px',
  );
  await expect(dialog(page).getByRole('button', { name: 'Download 3 files' })).toBeFocused();
  await expectNoViolations(page);
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('photo.zip');
  const made = unzipped(readFileSync(await file.path()));
  expect(Object.keys(made).sort()).toEqual(['photo-40.webp', 'photo-80.avif', 'photo-90.jpg']);
  expectSame(made, await byCommand(info.outputPath(), JSON.stringify(recipe)));
  await expect(dialog(page)).toBeHidden();
});

test(
  'a pasted recipe writes its output files of all open images, with the same bytes as the command',
  { tag: '@deep' },
  async ({ page }, info) => {
    const folder = info.outputPath('in');
    mkdirSync(folder);
    const paths = [await imageFile(folder, 'a.png', 120, 60, 2), await imageFile(folder, 'b.png', 60, 100, 3)];
    await page.goto('/cropper');
    await expect(button(page, 'Try a sample')).toBeEnabled();
    await page.locator('input[type=file]').first().setInputFiles(paths);
    await lookedAt(page, 'a.png');
    await stageReady(page);
    await pasteAnywhere(page, JSON.stringify(recipe));
    await expect(dialog(page).getByRole('button', { name: 'Download files for 2 images' })).toBeFocused();
    await expect(dialog(page).getByRole('button', { name: 'Download 3 files' })).toBeVisible();
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toBe('recipe.zip');
    expectSame(unzipped(readFileSync(await file.path())), await byCommand(info.outputPath(), JSON.stringify(recipe)));
  },
);

test('an opened recipe file writes its output files of several chosen images, in Japanese', async ({ page }, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths = [await imageFile(folder, 'a.png', 100, 60, 2), await imageFile(folder, 'b.png', 60, 100, 3)];
  const text = JSON.stringify({ version: '1.0', steps: recipe.steps });
  await page.goto('/format_converter?lng=ja');
  await expect(page.locator('.stage-empty button').first()).toBeEnabled();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('プリセット…');
  await page.keyboard.press('Enter');
  const saved = dialog(page, 'レシピ');
  await dialog(page, 'プリセット')
    .locator('input[type=file]')
    .setInputFiles({
      name: 'web.json',
      mimeType: 'application/json',
      buffer: Buffer.from(text),
    });
  await expect(saved).toContainText('1 枚の画像から、次の 3 個のファイルを作ります。');
  const picker = await openFilePicker(page, () => saved.getByRole('button', { name: '画像を選択…' }).click());
  const [file] = await Promise.all([page.waitForEvent('download'), picker.setFiles(paths)]);
  expect(file.suggestedFilename()).toBe('recipe.zip');
  expectSame(unzipped(readFileSync(await file.path())), await byCommand(info.outputPath(), text));
});

test('a recipe document is applied, saved with its outputs, and exported again', async ({ page }, info) => {
  await page.goto('/scaler');
  const path = await imageFile(info.outputPath(), 'photo.png', 64, 48, 4);
  await openImage(page, { name: 'photo.png', mimeType: 'image/png', buffer: readFileSync(path) });
  const document = { ...recipe, steps: [{ operation: 'scale', params: { width: 32 } }] };
  await pasteAnywhere(page, JSON.stringify(document));
  await button(page, 'Apply to this image').click();
  await expect(page.getByText('32 × 24 px', { exact: true })).toBeVisible();
  await stageReady(page);
  await pasteAnywhere(page, JSON.stringify(recipe));
  await dialog(page).getByRole('button', { name: 'Save as preset…' }).click();
  await page.getByRole('textbox', { name: 'Save steps and export settings as a preset' }).fill('web');
  await button(page, 'Save').click();
  await page.getByRole('button', { name: 'More actions for web' }).click();
  const { name, bytes } = await download(page, 'Export JSON');
  expect([name, JSON.parse(bytes.toString())]).toEqual(['web.json', recipe]);
  await dialog(page, 'Presets').getByRole('button', { name: 'Apply', exact: true }).click();
  await expect(dialog(page)).toContainText('The recipe makes 3 files from each image:');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
});

test('a recipe whose outputs are invalid is refused with the path of the field', async ({ page }) => {
  await page.goto('/cropper');
  await expect(button(page, 'Try a sample')).toBeEnabled();
  await pasteAnywhere(
    page,
    JSON.stringify({ steps: [{ operation: 'crop', params: {} }, { outputs: [{ width: 0 }] }] }),
  );
  await expect(page.getByRole('dialog', { name: 'Error' })).toContainText('steps[1].outputs[0].width');
});
