import { expect, type Page } from '@playwright/test';
import { openFilePicker, pngUpload, translucentPixels } from './images.ts';
import { test } from './policed.ts';

const heroVideo = (page: Page) => page.locator('video');
const isMoving = (page: Page) =>
  heroVideo(page).evaluate((video: HTMLVideoElement) => !video.paused && video.currentTime > 0);

/** Maximum height of the home page on a phone in CSS pixels. */
const HALF_OF_BEFORE = { en: 4869 / 2, ja: 4780 / 2 };

test('the home page on a phone stays within its maximum height in both languages', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [language, longest] of Object.entries(HALF_OF_BEFORE)) {
    await page.goto(`/home?lng=${language}`);
    await expect(heroVideo(page)).toBeVisible();
    await expect(page.locator('#open-a-file')).toBeVisible();
    const { height, width } = await page.evaluate(() => ({
      height: document.documentElement.scrollHeight,
      width: document.documentElement.scrollWidth,
    }));
    expect(height, language).toBeLessThanOrEqual(longest);
    expect(width, language).toBe(390);
  }
});

test('lines of Japanese text break only between phrases', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/site_issues?lng=ja');
  await expect(page.getByRole('heading', { level: 1, name: '既知の問題' })).toBeVisible();
  // Finds line breaks inside words, as `Intl.Segmenter` detects words. Such breaks would be inside a phrase.
  const brokenWords = await page.evaluate(() => {
    const found: string[] = [];
    for (const paragraph of document.querySelectorAll('main p')) {
      const text = paragraph.firstChild;
      if (!(text instanceof Text)) continue;
      const words = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text.data)];
      const range = document.createRange();
      const lineOf = (index: number) => {
        range.setStart(text, index);
        range.setEnd(text, index + 1);
        return range.getBoundingClientRect().top;
      };
      for (const { segment, index } of words)
        if (segment.trim() && lineOf(index) !== lineOf(index + segment.length - 1)) found.push(segment);
    }
    return found;
  });
  expect(brokenWords).toEqual([]);
});

test('the haiku animation plays until paused, and choosing a file shows the tools that open the file', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto('/home');
  await expect.poll(() => isMoving(page)).toBe(true);
  await page.getByRole('button', { name: 'Pause animation' }).click();
  await expect(page.getByRole('button', { name: 'Play animation' })).toBeVisible();
  expect(await heroVideo(page).evaluate((video: HTMLVideoElement) => video.paused)).toBe(true);
  const { bytes, seconds } = await heroVideo(page).evaluate(async (video: HTMLVideoElement) => ({
    bytes: (await (await fetch(video.src)).arrayBuffer()).byteLength,
    seconds: video.duration,
  }));
  expect(bytes).toBeLessThan(300_000);
  expect(seconds).toBeCloseTo(10, 1);

  const picker = await openFilePicker(page, () => page.getByRole('button', { name: 'Choose File' }).click());
  await picker.setFiles(await pngUpload(translucentPixels(), 'chosen.png'));
  await expect(page.getByRole('dialog', { name: 'Open chosen.png in' })).toBeVisible();
  await page.getByRole('button', { name: 'Scale', exact: true }).click();
  await expect(page).toHaveURL('/scaler');
  await expect(page.getByText('256 × 64 px', { exact: true })).toBeVisible();
});

test('with reduced motion, the haiku animation loads and plays only on request', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const fetched: string[] = [];
  page.on('request', (request) => fetched.push(request.url()));
  await page.goto('/home', { waitUntil: 'networkidle' });
  await expect(page.getByRole('button', { name: 'Play animation' })).toBeVisible();
  expect(fetched.some((url) => url.endsWith('/home/hero-animation.webp'))).toBe(true);
  expect(fetched.filter((url) => url.endsWith('.mp4'))).toEqual([]);
  await page.getByRole('button', { name: 'Play animation' }).click();
  await expect.poll(() => isMoving(page)).toBe(true);
});
