import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolations } from './axe.ts';
import { button, command, downloadAll, imageFile, lookedAt } from './batches.ts';
import { download, openImage, stageReady } from './images.ts';
import { test } from './policed.ts';

/** Tests presets: recipes with export settings, saved under a name. */

const chips = (page: Page) => page.getByRole('group', { name: 'Presets', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Presets', exact: true });

async function inMenu(page: Page, item: string): Promise<void> {
  await button(page, 'More').click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function openFile(page: Page, path: string): Promise<void> {
  await openImage(page, { name: 'photo.png', mimeType: 'image/png', buffer: readFileSync(path) });
  await stageReady(page);
}

/** Saves a preset in the scale tool that halves the width of a photo and exports a WebP. */
async function saveHalf(page: Page, photo: string): Promise<void> {
  await page.goto('/scaler');
  await openFile(page, photo);
  await button(page, '50%').click();
  await inMenu(page, 'Download as…');
  const exported = page.getByRole('dialog', { name: 'Download as…' });
  await exported.locator('label', { hasText: /^WebP$/ }).click();
  await exported.getByRole('textbox', { name: 'Quality' }).fill('0.4');
  await exported.getByRole('textbox', { name: 'Quality' }).blur();
  await exported.getByRole('button', { name: 'Cancel' }).click();
  await inMenu(page, 'Save as preset…');
  await expect(dialog(page)).toContainText(/Scale.*Percent 50%.*WebP.*0\.4/s);
  const name = page.getByRole('textbox', { name: 'Save steps and export settings as a preset' });
  await expect(name).toBeFocused();
  await expect(name).toHaveValue('Scale 50%');
  await page.keyboard.type('Half');
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('“Half” is saved.')).toBeFocused();
}

test('a preset keeps settings and export in every tool and tab, and its file gives the page’s bytes in the command', async ({
  page,
  context,
}, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths = [await imageFile(folder, 'photo.png', 120, 80, 1), await imageFile(folder, 'other.png', 90, 200, 2)];
  await saveHalf(page, paths[0] as string);
  await button(page, 'More actions for Half').click();
  const exported = await download(page, 'Export JSON');
  expect(exported.name).toBe('Half.json');
  writeFileSync(info.outputPath('Half.json'), exported.bytes);
  await expectNoViolations(page);
  await dialog(page).getByRole('button', { name: 'Close' }).click();
  await expect(chips(page).getByRole('button')).toHaveText(['Half', 'Presets…']);
  await page.reload();
  await expect(chips(page).getByRole('button')).toHaveText(['Half', 'Presets…']);
  await expectNoViolations(page);

  // In another tool, in a second tab, on an image of another size.
  const second = await context.newPage();
  await second.goto('/color_adjuster');
  await openFile(second, paths[1] as string);
  await chips(second).getByRole('button', { name: 'Half' }).click();
  await expect(second.getByText('45 × 100 px', { exact: true })).toBeVisible();
  const { name, bytes } = await download(second, 'Download WebP');
  expect(name).toBe('photo.webp');
  const made = info.outputPath('made.webp');
  await command('run', info.outputPath('Half.json'), paths[1] as string, '-o', made);
  expect(bytes.equals(readFileSync(made))).toBe(true);

  // A rename and a removal reach the first tab.
  await chips(second).getByRole('button', { name: 'Presets…' }).click();
  await button(second, 'More actions for Half').click();
  await button(second, 'Rename').click();
  await second.getByRole('textbox', { name: 'Rename' }).fill('Small');
  await dialog(second).getByRole('listitem').getByRole('button', { name: 'Save' }).click();
  await expect(chips(page).getByRole('button', { name: 'Small' })).toBeVisible();
  await button(second, 'More actions for Small').click();
  await button(second, 'Remove').click();
  await expect(chips(page)).toBeHidden();
});

test('a preset is found in the palette from home, fills the format converter, and exports a batch', async ({
  page,
}, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths = [await imageFile(folder, 'a.png', 120, 80, 1), await imageFile(folder, 'b.png', 90, 200, 2)];
  await saveHalf(page, paths[0] as string);
  await page.goto('/home');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').last().fill('half');
  await page.getByRole('option', { name: 'Half', exact: true }).click();
  await expect(page).toHaveURL('/format_converter');
  await expect(page.getByRole('radio', { name: /^WebP/ })).toBeChecked();
  await expect(page.getByRole('textbox', { name: 'Quality' })).toHaveValue(/^0\.4/);
  await page.goto('/cropper');
  await page.locator('.source-line input[type=file]').setInputFiles(paths);
  await lookedAt(page, 'a.png');
  await stageReady(page);
  await chips(page).getByRole('button', { name: 'Half' }).click();
  await expect(page.getByText('60 × 40 px', { exact: true })).toBeVisible();
  const made = await downloadAll(page);
  const sizes = await Promise.all(
    Object.entries(made).map(async ([name, bytes]) => {
      const { format, width, height } = await sharp(bytes).metadata();
      return [name, format, width, height];
    }),
  );
  expect(sizes.sort()).toEqual([
    ['a.webp', 'webp', 60, 40],
    ['b.webp', 'webp', 45, 100],
  ]);
  await expect(page.getByRole('region', { name: 'Editing steps' }).getByRole('listitem')).toHaveText([
    'Scale',
    'Format Converter',
  ]);
});
