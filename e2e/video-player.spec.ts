import { expect, test } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { hasSamples, samplePath } from './pictures.ts';

const button = (name: string) => ({ name, exact: true });

test('plays the sample, seeks, steps, shows captions and remembers the volume', async ({ page }) => {
  await page.goto('/video_playback');
  await expect(page.getByText('No file', { exact: true })).toBeVisible();
  await expect(page.getByRole('button', button('Play'))).toBeDisabled();
  const canvas = page.locator('canvas.player-canvas');
  await expect(canvas).toHaveAttribute('width', '640');
  await expect(canvas).toHaveAttribute('height', '360');

  await page.getByRole('button', { name: 'Try a sample' }).click();
  await expect(page.getByText('sample.webm')).toBeVisible();
  const seek = page.getByRole('slider', { name: 'Seek' });
  await expect(seek).toHaveAttribute('max', '8');
  await page.getByRole('button', button('Play')).click();
  await expect.poll(async () => Number(await seek.inputValue())).toBeGreaterThan(0.5);
  await page.keyboard.press('Space');
  await expect(page.getByRole('button', button('Play'))).toBeVisible();

  await page.getByRole('button', button('Start')).click();
  await expect(seek).toHaveValue('0');
  await page.keyboard.press('ArrowRight');
  await expect(seek).toHaveValue('5');
  await page.keyboard.press('.');
  await expect.poll(async () => Number(await seek.inputValue())).toBeCloseTo(5.04, 1);
  await page.getByRole('button', button('End')).click();
  await expect(seek).toHaveValue('8');

  await page
    .getByLabel('Captions', { exact: true })
    .last()
    .setInputFiles({
      name: 'words.vtt',
      mimeType: 'text/vtt',
      buffer: Buffer.from('WEBVTT\n\n00:00.000 --> 00:02.000\nGood morning'),
    });
  await page.getByRole('button', button('Start')).click();
  await expect(page.getByText('Good morning')).toBeVisible();

  const volume = page.getByRole('slider', { name: 'Volume' });
  await volume.fill('0.42');
  await expect(page.getByText('42%', { exact: true })).toBeVisible();
  await page.getByRole('button', button('Mute')).click();
  await expect(page.getByText('0%', { exact: true })).toBeVisible();
  await expectNoViolations(page);
  await page.reload();
  await expect(page.getByText('0%', { exact: true })).toBeVisible();
  await page.getByRole('button', button('Mute')).click();
  await expect(page.getByText('42%', { exact: true })).toBeVisible();
});

test('says what it cannot play, and plays the next file', async ({ page }) => {
  test.skip(!hasSamples, 'needs ../shared/samples');
  await page.goto('/video_playback');
  const choose = (name: string) => page.locator('input[type=file]').first().setInputFiles(samplePath(name));
  for (const [name, sentence] of [
    ['video/aac-audio-only-15s.mp4', /^No video track found\.$/],
    ['video/hevc-bframes.mp4', /^Video codec not decodable in this browser\.$/],
    ['broken/malformed-free-box.mp4', /^Video playback error: .+/],
  ] as const) {
    await choose(name);
    await expect(page.getByRole('dialog').getByText(sentence)).toBeVisible();
    await page.getByRole('button', button('Close')).click();
    await expect(page.getByText('No file', { exact: true })).toBeVisible();
  }
  await choose('video/vp8-vorbis.webm');
  await expect(page.getByRole('slider', { name: 'Seek' })).toHaveAttribute('max', '7');
});

for (const [language, colorScheme] of [
  ['en', 'light'],
  ['ja', 'dark'],
] as const)
  test(`has no accessibility violations in ${language}, ${colorScheme}`, async ({ page }) => {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.goto(`/video_playback?lng=${language}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolations(page);
  });

test('is listed at home and not in the sidebar', async ({ page }) => {
  await page.goto('/home');
  await expect(page.getByRole('main').getByRole('link', { name: 'Video player' })).toBeVisible();
  await expect(page.locator('aside nav a[href="/video_playback"]')).toHaveCount(0);
});
