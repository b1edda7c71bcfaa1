import { mkdirSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { noise } from '../tests/core/test-images.ts';
import { button, command, downloadAll, imageFile, lookedAt } from './batches.ts';
import { dragMouse, frameOf } from './gestures.ts';
import { decode, download, openImage, pngUpload, pressAndWait, stageReady } from './images.ts';
import { test } from './policed.ts';

const { data: rgba } = noise(90, 60);
const image = { data: Buffer.from(rgba.buffer), width: 90, height: 60 };

async function open(page: Page): Promise<void> {
  await page.goto('/blur_sharpen');
  await openImage(page, await pngUpload(image, 'noise.png'));
  await stageReady(page);
}

const layer = (page: Page) => page.getByRole('group', { name: 'Hidden area' });
const radio = (page: Page, name: string) => page.getByRole('radio', { name, exact: true });

/** Returns the bounding box of all pixels that differ from the opened image. */
async function changedBox(page: Page) {
  const { data } = await decode((await download(page, 'Download PNG')).bytes);
  let [left, top, right, bottom] = [90, 60, 0, 0];
  for (let at = 0; at < data.length; at += 4)
    if (!data.subarray(at, at + 4).equals(image.data.subarray(at, at + 4))) {
      const [x, y] = [(at / 4) % 90, Math.floor(at / 360)];
      [left, top, right, bottom] = [
        Math.min(left, x),
        Math.min(top, y),
        Math.max(right, x + 1),
        Math.max(bottom, y + 1),
      ];
    }
  return [left, top, right, bottom];
}

test('a drag on the image hides an area, with the same bytes as the command', async ({ page }, info) => {
  await open(page);
  await expect(radio(page, 'Whole image')).toBeChecked();
  await dragMouse(page, await frameOf(layer(page), 90), [20, 10], [60, 40]);
  await expect(radio(page, 'Hide areas')).toBeChecked();
  await expect(page.getByText('1 area', { exact: true })).toBeVisible();
  await radio(page, 'Pixelate').check({ force: true });
  const { bytes } = await download(page, 'Download PNG');

  const [input, output] = [info.outputPath('noise.png'), info.outputPath('hidden.png')];
  await sharp(image.data, { raw: { width: 90, height: 60, channels: 4 } })
    .png()
    .toFile(input);
  const areas = JSON.stringify([{ left: 20, top: 10, right: 60, bottom: 40 }]);
  await command('redact', input, '-o', output, '--areas', areas, '--effect', 'pixelate');
  expect(bytes.equals(await readFile(output))).toBe(true);

  await pressAndWait(page, 'Undo');
  await expect(page.getByText('Draw on the image to hide an area.')).toBeVisible();
  expect((await decode((await download(page, 'Download PNG')).bytes)).data.equals(image.data)).toBe(true);
});

test('hidden areas are added, moved, resized and removed by keyboard', async ({ page }) => {
  await open(page);
  await radio(page, 'Hide areas').check({ force: true });
  await page.getByRole('button', { name: 'Add area' }).click();
  await layer(page).focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Alt+ArrowRight');
  // Before the key presses, the area is centered: x from 34 to 57, y from 23 to 38, half the image's size.
  await expect(page.getByText('1 area', { exact: true })).toBeVisible();
  const [left, top, right, bottom] = await changedBox(page);
  expect([left, top, right, bottom]).toEqual([35, 33, 59, 48]);
  await pressAndWait(page, 'Undo');

  await page.getByRole('button', { name: 'Add area' }).click();
  await page.getByRole('button', { name: 'Add area' }).click();
  await expect(page.getByText('2 areas', { exact: true })).toBeVisible();
  await layer(page).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('1 area', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Remove area' }).click();
  await expect(page.getByRole('button', { name: 'Apply' })).toBeDisabled();
});

test('a brush stroke and an ellipse hide every pixel that they touch, and are restored after a reload', async ({
  page,
}) => {
  await open(page);
  await radio(page, 'Hide areas').check({ force: true });
  await radio(page, 'Brush').check({ force: true });
  await page.getByRole('textbox', { name: 'Brush width' }).fill('6');
  await page.getByRole('textbox', { name: 'Brush width' }).press('Enter');
  const frame = await frameOf(layer(page), 90);
  await dragMouse(page, frame, [10, 10], [30, 10]);
  await radio(page, 'Ellipse').check({ force: true });
  await dragMouse(page, frame, [50, 30], [70, 50]);
  await expect(page.getByText('2 areas', { exact: true })).toBeVisible();
  await page.reload();
  await stageReady(page);
  await expect(page.getByText('2 areas', { exact: true })).toBeVisible();
  // The stroke starts at x = 7 and hides every pixel that the stroke touches.
  expect(await changedBox(page)).toEqual([6, 6, 70, 50]);
});

test('the page says when areas without visible surroundings are filled with one color', async ({ page }) => {
  await open(page);
  const says = page.getByText('Hidden areas are filled with one color');
  await dragMouse(page, await frameOf(layer(page), 90), [20, 10], [60, 40]);
  await pressAndWait(page, 'Apply');
  await expect(says).toBeHidden();
  await dragMouse(page, await frameOf(layer(page), 90), [0, 0], [45, 30]);
  await pressAndWait(page, 'Apply');
  await expect(says).toBeHidden();
  await radio(page, 'Rectangle').check({ force: true });
  await dragMouse(page, await frameOf(layer(page), 90), [0.2, 0.2], [89.8, 59.8]);
  await pressAndWait(page, 'Apply');
  await expect(says).toBeVisible();
  await pressAndWait(page, 'Undo');
  await expect(says).toBeHidden();
});

test.describe('with several images', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('the copied recipe and command hide the same places as the page on images of other sizes', async ({
    page,
  }, info) => {
    const folder = info.outputPath('in');
    mkdirSync(folder);
    const paths = await Promise.all([
      imageFile(folder, 'a.png', 180, 120, 1),
      imageFile(folder, 'b.png', 90, 150, 2),
      imageFile(folder, 'c.png', 360, 200, 3),
    ]);
    await page.goto('/blur_sharpen');
    await expect(button(page, 'Try a sample')).toBeEnabled();
    await page
      .locator(':is(.stage-empty, .stage-invitation) input[type=file]:not([webkitdirectory])')
      .first()
      .setInputFiles(paths);
    await lookedAt(page, 'a.png');
    await stageReady(page);
    await dragMouse(page, await frameOf(layer(page), 180), [40, 20], [120, 80]);
    await radio(page, 'Brush').check({ force: true });
    await dragMouse(page, await frameOf(layer(page), 180), [150, 20], [160, 100]);
    await expect(page.getByText('2 areas', { exact: true })).toBeVisible();
    const copied = async (action: string) => {
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: action, exact: true }).click();
      return page.evaluate(() => navigator.clipboard.readText());
    };
    const recipe = await copied('Copy recipe');
    const [, ofCommand] = / run '(.*)' -o .* -- a\.png$/s.exec(await copied('Copy command')) ?? [];
    expect(JSON.parse(ofCommand as string)).toEqual(JSON.parse(recipe).steps);
    const [written, out] = [info.outputPath('recipe.json'), info.outputPath('out')];
    writeFileSync(written, recipe);
    await command('run', written, folder, '-o', out);
    const made = await downloadAll(page);
    expect(Object.keys(made)).toEqual(['a.png', 'b.png', 'c.png']);
    for (const [name, bytes] of Object.entries(made))
      expect(bytes.equals(await readFile(join(out, name))), `${name} is the command’s`).toBe(true);
  });
});

test('hidden areas rotate with the image', async ({ page }) => {
  await open(page);
  await dragMouse(page, await frameOf(layer(page), 90), [10, 5], [40, 25]);
  await expect(page.getByText('1 area', { exact: true })).toBeVisible();
  await page.keyboard.press('r');
  await expect(page.getByText('60 × 90 px', { exact: true })).toBeVisible();
  await expect(page.getByText('1 area', { exact: true })).toBeVisible();
  await radio(page, 'Solid').check({ force: true });
  const { data } = await decode((await download(page, 'Download PNG')).bytes);
  const at = (x: number, y: number) => [...data.subarray((y * 60 + x) * 4, (y * 60 + x) * 4 + 4)];
  for (const [x, y] of [
    [35, 10],
    [54, 10],
    [35, 39],
    [54, 39],
  ] as const)
    expect(at(x, y)).toEqual([0, 0, 0, 255]);
  expect(at(34, 9)).not.toEqual([0, 0, 0, 255]);
});

test('editing a Redact step shows the hidden areas of that step', async ({ page }) => {
  await open(page);
  await dragMouse(page, await frameOf(layer(page), 90), [20, 10], [60, 40]);
  await pressAndWait(page, 'Apply');
  await page.getByRole('button', { name: /Redact/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(page.getByText('1 area', { exact: true })).toBeVisible();
});
