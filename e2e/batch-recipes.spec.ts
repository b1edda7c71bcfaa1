import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { expectNoViolations } from './axe.ts';
import { button, command, downloadAll, imageFile, lookedAt, unzipped } from './batches.ts';
import { decode, pasteAnywhere, stageReady } from './images.ts';
import { test } from './policed.ts';
import { countPresses, presses } from './presses.ts';

/** Tests recipes that are made on one image and applied to a batch, by mouse, keyboard and touch. */

type Info = { outputPath(...parts: string[]): string };

/** Writes landscape and portrait photos, each larger than the one before, into the test folder. */
async function photos(
  info: Info,
  count: number,
  [longest, shortest] = [346, 240],
): Promise<{ folder: string; paths: string[] }> {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths: string[] = [];
  for (let at = 0; at < count; at++) {
    const [long, short] = [longest + at * 10, shortest + at * 7];
    const name = `photo-${String(at).padStart(2, '0')}.png`;
    paths.push(await imageFile(folder, name, at % 3 ? long : short, at % 3 ? short : long, at));
  }
  return { folder, paths };
}

async function openBatch(page: Page, route: string, paths: readonly string[], sample: string): Promise<void> {
  await page.goto(route);
  await expect(button(page, sample)).toBeEnabled();
  await page
    .locator(':is(.stage-empty, .stage-invitation) input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles([...paths]);
}

/** Checks the sizes of all results, and that all results equal the command's results for the same recipe. */
async function expectAsCommand(
  info: Info,
  made: Readonly<Record<string, Buffer>>,
  recipe: Recipe,
  [across, down] = [320, 180],
): Promise<void> {
  const [written, out] = [info.outputPath('recipe.json'), info.outputPath('out')];
  writeFileSync(written, JSON.stringify(recipe));
  await command('run', written, info.outputPath('in'), '-o', out);
  for (const [name, bytes] of Object.entries(made)) {
    const { width, height } = await decode(bytes);
    // Allows a tolerance, because a rectangle in whole pixels can't be exactly 16:9.
    expect(Math.abs(width - across) + Math.abs(height - down), `${name}: ${width} × ${height}`).toBeLessThanOrEqual(1);
    expect(bytes.equals(readFileSync(join(out, name))), `${name} is the command’s`).toBe(true);
  }
}

const recipe: Recipe = [
  { operation: 'crop', params: { ratio: '16:9' } },
  { operation: 'scale', params: { longEdge: 320 } },
  { operation: 'adjust-color', params: { saturation: 0.2, brightness: -0.1 } },
];

const adjust = async (page: Page, name: string, value: string) => {
  const field = page.getByRole('textbox', { name, exact: true });
  await field.fill(value);
  await field.blur();
};

test.describe('with a recipe on the clipboard', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('a recipe from one photo is applied to a batch of photos in at most six presses', async ({ page }, info) => {
    const { paths } = await photos(info, 4);
    await countPresses(page);
    await page.goto('/color_adjuster');
    await expect(button(page, 'Try a sample')).toBeEnabled();
    await page
      .locator(':is(.stage-empty, .stage-invitation) input[type=file]:not([webkitdirectory])')
      .first()
      .setInputFiles(paths.slice(1, 2));
    await stageReady(page);
    await pasteAnywhere(page, JSON.stringify(recipe));
    await button(page, 'Apply to this image').click();
    await expect(page.getByText('320 × 180 px', { exact: true })).toBeVisible();

    const before = await presses(page);
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Copy recipe', exact: true }).click();
    const copied = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()));
    expect(copied).toMatchObject({ version: 1, steps: recipe });
    await page.locator('.source-line input[type=file]').setInputFiles(paths);
    await expect(page.getByRole('heading', { name: '4 images' })).toBeVisible();
    await lookedAt(page, 'photo-00.png');
    await page.evaluate(() => navigator.clipboard.readText()).then((text) => pasteAnywhere(page, text));
    await button(page, 'Apply to this image').click();
    await expect(page.getByText('320 × 180 px', { exact: true })).toBeVisible();
    const made = await downloadAll(page);
    expect((await presses(page)) - before).toBeLessThanOrEqual(6);
    expect(Object.keys(made)).toHaveLength(4);
    await expectAsCommand(info, made, recipe);
  });
});

test('the images of a batch stay open in every tool', async ({ page }, info) => {
  const { paths } = await photos(info, 4);
  await openBatch(page, '/cropper', paths.slice(1).concat(paths.slice(0, 1)), 'Try a sample');
  await lookedAt(page, 'photo-01.png');
  await page.getByRole('button', { name: '16:9', exact: true }).click();
  await continueInTool(page, 'Scale');
  await expect(page.getByRole('heading', { name: '4 images' })).toBeVisible();
  await lookedAt(page, 'photo-01.png');
  await adjust(page, 'Width', '320');
  await continueInTool(page, 'Color Adjust');
  await adjust(page, 'Saturation', '0.2');
  await adjust(page, 'Brightness', '-0.1');
  await stageReady(page);
  await expectNoViolations(page);
  // The typed width applies to every image of the batch.
  const [cropped, , adjusted] = recipe as [RecipeStep, RecipeStep, RecipeStep];
  const scaled = { operation: 'scale', params: { width: 320 } } as const;
  await expectAsCommand(info, await downloadAll(page), [cropped, scaled, adjusted]);

  // The crop tool, in which the recipe began, shows the same images with all steps.
  await page.goto('/cropper');
  await expect(page.getByRole('heading', { name: '4 images' })).toBeVisible();
});

async function continueInTool(page: Page, tool: string): Promise<void> {
  await page.getByRole('navigation').first().getByRole('link', { name: tool, exact: true }).click();
  await expect(page.getByRole('heading', { name: tool, level: 1 })).toBeVisible();
}

test.describe('on a phone, in Japanese', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, locale: 'ja-JP' });

  test('several images go through two tools by touch, and the language can change during an export', async ({
    page,
  }, info) => {
    // The photos are so large that the export is still running when the language changes.
    const { paths } = await photos(info, 5, [1300, 900]);
    await openBatch(page, '/cropper', paths, 'サンプルで試す');
    await lookedAt(page, 'photo-00.png', '開いている画像');
    await button(page, '設定を表示').tap();
    await page.getByRole('button', { name: '1:1', exact: true }).tap();
    await button(page, 'メニュー').tap();
    await page.getByRole('link', { name: 'サイズ変更', exact: true }).tap();
    await expect(page.getByRole('heading', { name: '画像 5 枚' })).toBeVisible();
    await lookedAt(page, 'photo-00.png', '開いている画像');
    await expectNoViolations(page);

    await button(page, '設定を表示').tap();
    await adjust(page, '幅', '300');
    await stageReady(page);
    await button(page, '設定を隠す').tap();
    const waiting = page.waitForEvent('download');
    await page.getByRole('button', { name: /件すべてダウンロード$/ }).tap();
    await button(page, 'メニュー').tap();
    await page.getByRole('button', { name: 'English', exact: true }).tap();
    await page.keyboard.press('Escape');
    const made = unzipped(readFileSync(await (await waiting).path()));
    await expect(page.getByRole('heading', { name: '5 images' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: '5 done' })).toBeVisible();
    expect(Object.keys(made)).toEqual(paths.map((path) => basename(path)));
    const scaled = { operation: 'scale', params: { width: 300 } } as const;
    await expectAsCommand(info, made, [{ operation: 'crop', params: { ratio: '1:1' } }, scaled], [300, 300]);
  });
});
