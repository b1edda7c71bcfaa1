import { expect, type Page } from '@playwright/test';
import { delayFile, holdBack, stopHolding } from './held-storage.ts';
import { test } from './policed.ts';
import { toneUpload } from './videos.ts';

/** Tests that work is kept if the database or a worker answers late. */

const input = (page: Page) => page.locator('input[type=file]').first();

test('a reload while the audio converter reads its stored files keeps all files', async ({ page }) => {
  await delayFile(page, 'two.wav');
  await page.goto('/wav_to_mp3');
  const row = (name: string) =>
    page.getByRole('list', { name: 'Files' }).getByRole('listitem').filter({ hasText: name });
  const files = ['one.wav', 'two.wav', 'three.wav'];
  await input(page).setInputFiles(files.map((name) => toneUpload(name, 1)));
  for (const name of files) await expect(row(name)).toContainText('Ready');
  await holdBack(page);
  await page.reload();
  await expect(row('one.wav')).toContainText('Ready');
  await stopHolding(page);
  await page.reload();
  for (const name of files) await expect(row(name)).toContainText('Ready');
});
