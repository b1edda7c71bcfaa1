import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { expectNoMedia, mediaState, watchMedia } from './media-watch.ts';
import { test } from './policed.ts';

const SAMPLE = resolve(import.meta.dirname, '../public/samples/sample.webm');
const button = (name: string) => ({ name, exact: true });
const seekBar = (page: Page) => page.getByRole('slider', { name: 'Seek' });

/** Navigates by a link of the page, because loading a page would discard the document and hide a memory leak. */
const leave = async (page: Page) => {
  await page.getByRole('link', { name: 'Fudebako' }).first().click();
  await expect(page).toHaveURL(/\/home$/);
};

/** Waits for some frames, so that pending work can finish. */
const waitFrames = (page: Page, frames: number) =>
  page.evaluate(async (count) => {
    for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
  }, frames);

const complaints: string[] = [];

test.beforeEach(async ({ page }) => {
  complaints.length = 0;
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const meant = message.text().startsWith('Service Worker registration blocked');
    if (['error', 'warning'].includes(message.type()) && !meant) complaints.push(message.text());
  });
  await watchMedia(page);
  await page.goto('/video_playback');
});

test.afterEach(() => expect(complaints).toEqual([]));

test('fifty quick seeks leave no video decoder open', async ({ page }) => {
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(seekBar(page)).toBeEnabled();
  await seekBar(page).evaluate((input: HTMLInputElement) => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value');
    for (let seek = 1; seek <= 50; seek++) {
      value?.set?.call(input, String(((seek * 37) % 80) / 10));
      input.dispatchEvent(new Event('input', { bubbles: true }));
    }
  });
  await expect(seekBar(page)).toHaveValue('1');
  // Only the newest seek runs. Most earlier seeks haven't started a decoder.
  expect((await mediaState(page)).made.decoders).toBeLessThan(10);
  await leave(page);
  await expectNoMedia(page);
});

test('of ten videos opened in a row, only the last stays open', async ({ page }) => {
  const buffer = await readFile(SAMPLE);
  const input = page.locator('input[type=file]').first();
  for (let file = 1; file <= 10; file++) {
    await input.setInputFiles({ name: `${file}.webm`, mimeType: 'video/webm', buffer });
    if (file % 3 !== 0) continue;
    // Plays every third file, so that some videos are playing when the next file opens.
    await page.getByRole('button', button('Play')).click();
    await expect(page.getByRole('button', button('Pause'))).toBeVisible();
  }
  await expect(page.getByText('10.webm', { exact: true })).toBeVisible();
  await expect(seekBar(page)).toBeEnabled();
  const { made } = await mediaState(page);
  expect(made.contexts).toBeGreaterThan(0);
  await expect.poll(async () => (await mediaState(page)).contexts).toBe(0);
  await expect.poll(async () => (await mediaState(page)).decoders).toBeLessThanOrEqual(1);
  await leave(page);
  await expectNoMedia(page);
});

test('leaving the player stops playback, and the player draws nothing afterwards', async ({ page }) => {
  await page.getByRole('button', { name: 'Try a sample' }).click();
  await page.getByRole('button', button('Play')).click();
  await expect.poll(async () => Number(await seekBar(page).inputValue())).toBeGreaterThan(0.3);
  expect((await mediaState(page)).contexts).toBe(1);
  await leave(page);
  await expectNoMedia(page);
  const { draws, made } = await mediaState(page);
  await waitFrames(page, 30);
  const after = await mediaState(page);
  expect([after.draws, after.made]).toEqual([draws, made]);
});

test('leaving the player while a file opens closes the file', async ({ page }) => {
  const buffer = await readFile(SAMPLE);
  await page.locator('input[type=file]').first().setInputFiles({ name: 'slow.webm', mimeType: 'video/webm', buffer });
  await leave(page);
  await waitFrames(page, 30);
  await expectNoMedia(page);
});
