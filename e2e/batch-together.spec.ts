import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { button, command, imageFile } from './batches.ts';
import { decode, openFilePicker, stageReady } from './images.ts';
import { test } from './policed.ts';

/** Tests the dialog that makes one file of all images of a batch. */

async function openBatch(page: Page, paths: readonly string[]): Promise<void> {
  await page.goto('/format_converter');
  await expect(button(page, 'Try a sample')).toBeEnabled();
  const picker = await openFilePicker(page, () => button(page, 'Choose File').click());
  await picker.setFiles([...paths]);
  await expect(page.getByRole('heading', { name: `${paths.length} images` })).toBeVisible();
}

async function downloaded(page: Page, name: string) {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('dialog').getByRole('button', { name, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) };
}

test('images are put in order by keyboard and drag, and joined to the same bytes as by the command', async ({
  page,
}, info) => {
  const paths: string[] = [];
  for (let at = 0; at < 3; at++)
    paths.push(await imageFile(info.outputPath(), `photo-${at}.png`, 60 + at * 10, 40, at));
  await openBatch(page, paths);
  await button(page, 'Join into one image').click();
  const dialog = page.getByRole('dialog', { name: 'Join into one image' });
  await expect(dialog.getByText('210 × 40 px')).toBeVisible();
  await expectNoViolations(page);
  const thumbnails = dialog.getByRole('button', { name: /^photo-/ });
  const order = async (...numbers: number[]) => {
    for (const [at, number] of numbers.entries())
      await expect(thumbnails.nth(at)).toHaveAccessibleName(new RegExp(`^photo-${number}\\.png`));
  };
  await thumbnails.nth(0).focus();
  await page.keyboard.press('Alt+ArrowRight');
  await order(1, 0, 2);
  await thumbnails.nth(2).hover();
  await page.mouse.down();
  await thumbnails.nth(0).hover();
  await page.mouse.up();
  await order(2, 1, 0);

  await dialog.getByRole('textbox', { name: 'Gap' }).fill('5');
  await page.keyboard.press('Tab');
  await expect(dialog.getByText('220 × 40 px')).toBeVisible();
  const { name, bytes } = await downloaded(page, 'Download PNG');
  expect(name).toBe('photo-2-joined.png');
  const output = info.outputPath('joined.png');
  await command('join', paths[2] as string, paths[1] as string, paths[0] as string, '-o', output, '--gap', '5');
  expect(bytes.equals(readFileSync(output))).toBe(true);
  await expect(dialog).toBeHidden();
});

test('steps apply to the images before they are joined', async ({ page }, info) => {
  const paths = [
    await imageFile(info.outputPath(), 'a.png', 60, 40, 1),
    await imageFile(info.outputPath(), 'b.png', 60, 40, 2),
  ];
  await page.goto('/cropper');
  await expect(button(page, 'Try a sample')).toBeEnabled();
  const picker = await openFilePicker(page, () => button(page, 'Choose File').click());
  await picker.setFiles(paths);
  await expect(page.getByRole('heading', { name: '2 images' })).toBeVisible();
  await stageReady(page);
  await page.keyboard.press('r');
  await expect(page.getByText('40 × 60 px', { exact: true })).toBeVisible();
  await button(page, 'Join into one image').click();
  await expect(page.getByRole('dialog').getByText('80 × 60 px')).toBeVisible();
  const { bytes } = await downloaded(page, 'Download PNG');
  const { width, height } = await decode(bytes);
  expect([width, height]).toEqual([80, 60]);
});
