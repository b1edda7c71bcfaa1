import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { decode, downloadFromFoot, openImage, openMoreSettings, stageReady, type Upload } from './images.ts';
import { test } from './policed.ts';

const program = resolve(import.meta.dirname, '../scripts/fudebako.mjs');

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
async function plain(background: string, name: string): Promise<Upload> {
  const image = sharp({ create: { width: 600, height: 400, channels: 3, background } });
  return { name, mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).first();

/** Returns the page's file, and the command's file for the same recipe and image. */
async function byPageAndCommand(page: Page, file: Upload): Promise<{ page: Buffer; command: Buffer }> {
  const { bytes } = await downloadFromFoot(page, 'Download PNG');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy recipe' }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeVisible();
  const folder = mkdtempSync(join(tmpdir(), 'first-'));
  try {
    writeFileSync(join(folder, 'recipe.json'), await page.evaluate(() => navigator.clipboard.readText()));
    writeFileSync(join(folder, file.name), file.buffer);
    const command = [program, 'run', 'recipe.json', file.name, '-o', 'made.png'];
    await promisify(execFile)(process.execPath, command, { cwd: folder });
    return { page: bytes, command: readFileSync(join(folder, 'made.png')) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test('the first text on an image gets a readable color and a fitting size, also in the recipe', async ({ page }) => {
  const night = await plain('#101820', 'night.png');
  await page.goto('/advanced_text_editor');
  await openImage(page, night);
  await expect(field(page, 'Font size')).toHaveValue('100');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hello');
  // The font size is 8% of 400 px: 32 px, or 24 points.
  await expect(field(page, 'Font size')).toHaveValue('24');
  await openMoreSettings(page);
  await expect(field(page, 'Character gap')).toHaveValue('0');
  await expect(field(page, 'Text color')).toHaveValue(/^#ffffff$/i);
  // The outline is 5% of the font size, and as dark as the text is light.
  await expect(field(page, 'Outline width')).toHaveValue('2');
  await expect(field(page, 'Outline color')).toHaveValue('#000000');
  await expect(page.getByRole('button', { name: 'Plain', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await stageReady(page);
  const made = await byPageAndCommand(page, night);
  expect(made.command.equals(made.page)).toBe(true);
  // The center of the image contains white letters.
  const { data, width, height } = await decode(made.page);
  let [count, sumX, sumY] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 4)
    if ((data[at] as number) > 200) {
      count++;
      sumX += (at / 4) % width;
      sumY += Math.floor(at / 4 / width);
    }
  expect(count).toBeGreaterThan(200);
  expect(Math.abs(sumX / count - width / 2)).toBeLessThan(8);
  expect(Math.abs(sumY / count - height / 2)).toBeLessThan(12);

  // The text color adapts to the image until the visitor chooses a color.
  await openImage(page, await plain('#f4ead8', 'day.png'));
  await expect(field(page, 'Text color')).toHaveValue('#000000');
  await field(page, 'Text color').fill('#c8371b');
  await field(page, 'Text color').blur();
  await openImage(page, night);
  await expect(field(page, 'Text color')).toHaveValue(/^#c8371b$/i);
});

test('main text and author are readable on a dark image, and Japanese text gets a Japanese font', async ({ page }) => {
  await page.goto('/horizontal_editor');
  await openImage(page, await plain('#101820', 'night.png'));
  await page.getByRole('textbox', { name: 'Main Text' }).fill('雨ニモマケズ');
  await expect(field(page, 'Text color')).toHaveValue(/^#ffffff$/i);
  await expect(page.getByRole('combobox', { name: 'Font family' })).toHaveValue('Noto Serif JP');
  await page.getByRole('tab', { name: 'Author' }).click();
  await page.getByRole('textbox', { name: 'Author' }).fill('Kenji');
  await expect(field(page, 'Text color')).toHaveValue(/^#ffffff$/i);
  await openMoreSettings(page);
  await expect(field(page, 'Character gap')).toHaveValue('0');
});

test('a box drawn before a shape is chosen becomes a visible rectangle', async ({ page }) => {
  await page.goto('/shape_editor');
  await openImage(page, await plain('#101820', 'night.png'));
  const stage = await page.locator('.stage-canvas').boundingBox();
  if (!stage) throw new Error('No stage');
  await page.mouse.move(stage.x + stage.width * 0.25, stage.y + stage.height * 0.25);
  await page.mouse.down();
  await page.mouse.move(stage.x + stage.width * 0.75, stage.y + stage.height * 0.75, { steps: 3 });
  await page.mouse.up();
  await expect(page.getByRole('button', { name: /^Rect Shape/ })).toBeVisible();
  // The border is 0.6% of 400 px: 2.4 px, rounded to 2 px.
  await expect(field(page, 'Border width')).toHaveValue('2');
  await expect(field(page, 'Border color')).toHaveValue(/^#ffffff$/i);
});
