import { expect, type Page } from '@playwright/test';
import { button } from './batches.ts';
import { damagedPng, openImage, pngUpload, translucentPixels } from './images.ts';
import { test } from './policed.ts';
import { storedKeys, storedText } from './stored.ts';

const SENTENCE = 'Parts of this image are damaged.';
const note = (page: Page) => page.getByRole('status').filter({ hasText: SENTENCE });
const chooser = (page: Page) => page.locator('input[type=file]').first();

const finePng = () => pngUpload(translucentPixels(), 'fine.png');

test('the page warns about a damaged image until another image opens', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await damagedPng());
  await expect(note(page)).toHaveText(`damaged.png ${SENTENCE}`);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => storedKeys(page)).toContain('document/desk');
  await page.reload();
  await expect(note(page)).toBeVisible();
  await button(page, '日本語').click();
  await expect(page.getByRole('status').filter({ hasText: 'この画像の一部が壊れています。' })).toBeVisible();
  await button(page, 'English').click();
  await openImage(page, await finePng());
  await expect(note(page)).toHaveCount(0);
});

test('the page marks the damaged image among several images in the list', async ({ page }) => {
  await page.goto('/blur_sharpen');
  await chooser(page).setInputFiles([await finePng(), await damagedPng()]);
  const strip = page.getByRole('region', { name: 'Open images' });
  await expect(strip.getByRole('button', { name: `damaged.png, ready, ${SENTENCE}` })).toBeVisible();
  await expect(strip.getByRole('button', { name: 'fine.png, ready', exact: true })).toBeVisible();
  const rows = page.getByRole('list', { name: 'Files' });
  await expect(rows.getByRole('listitem').filter({ hasText: 'damaged.png' })).toContainText(SENTENCE);
  await expect(rows.getByRole('listitem').filter({ hasText: 'fine.png' })).not.toContainText(SENTENCE);
  await page.reload();
  await expect(strip.getByRole('button', { name: `damaged.png, ready, ${SENTENCE}` })).toBeVisible();
});

test('the page warns about a damaged layer until the layer is cleared', async ({ page }) => {
  await page.goto('/layer');
  await chooser(page).setInputFiles(await damagedPng());
  await expect(note(page)).toBeVisible();
  await expect.poll(() => storedKeys(page)).toContain('document/layer');
  await page.reload();
  await expect(note(page)).toBeVisible();
  await page.getByRole('tab', { name: 'Bottom layer' }).click();
  await button(page, 'Clear').click();
  await expect(note(page)).toHaveCount(0);
});

test('the page warns about a damaged image in a mask, in a shape and in a slideshow', async ({ page }) => {
  await page.goto('/mask_creator');
  await page.locator(':is(.stage-empty, .stage-invitation) input[type=file]').setInputFiles(await damagedPng());
  await expect(note(page)).toBeVisible();
  await expect.poll(() => storedKeys(page)).toContain('document/mask_creator');
  await page.reload();
  await expect(note(page)).toBeVisible();

  await page.goto('/shape_editor');
  await openImage(page, await finePng());
  await page.getByRole('button', { name: /Shape$/ }).click();
  await page.getByRole('option', { name: 'Image', exact: true }).click();
  const images = page.getByRole('group', { name: 'Shape image', exact: true });
  await images.locator('input[type=file]').setInputFiles(await damagedPng());
  await expect(note(page)).toBeVisible();
  await page.reload();
  await expect(note(page)).toBeVisible();

  await page.goto('/sound_to_slide_show_video');
  await page.getByRole('tab', { name: 'Main Images' }).click();
  await chooser(page).setInputFiles([await finePng(), await damagedPng()]);
  await expect(note(page)).toHaveText(`damaged.png ${SENTENCE}`);
  await expect.poll(() => storedText(page)).toContain('damaged.png');
  await page.reload();
  await expect(note(page)).toBeVisible();
});
