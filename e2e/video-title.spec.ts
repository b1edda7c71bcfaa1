import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { decodeFrames, hasFfmpeg, withFile } from '../tests/video/ffmpeg.ts';
import { expectNoViolations } from './axe.ts';
import { stageReady } from './images.ts';
import { test } from './policed.ts';
import { colored, makeSmall } from './videos.ts';

const field = (page: Page, name: string) => page.getByRole('textbox', { name: `${name} on the video`, exact: true });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Returns the red channel of the upper third of the stage. */
async function stageTop(page: Page): Promise<number[]> {
  await stageReady(page);
  return page.locator('canvas.stage-canvas').evaluate((element) => {
    const { width, height } = element as HTMLCanvasElement;
    const context = (element as HTMLCanvasElement).getContext('2d') as CanvasRenderingContext2D;
    const { data } = context.getImageData(0, 0, width, Math.round(height / 3));
    return [...data.filter((_, index) => index % 4 === 0)];
  });
}

const whiteOf = (pixels: readonly number[]) => pixels.filter((value) => value > 230).length;

test('title and artist from the tags of the audio are on the stage, after a reload, and in the video', async ({
  page,
}) => {
  await page.goto('/sound_to_video');
  const audio = { name: 'sample.mp3', mimeType: 'audio/mpeg', buffer: await readFile('public/samples/sample.mp3') };
  const files = [audio, await colored('main.png', 'rgb(90,90,90)')];
  await page.locator('input[type=file]').first().setInputFiles(files);
  await makeSmall(page);
  await page.locator('summary', { hasText: 'Title and artist' }).click();
  await button(page, 'From the file’s tags').click();
  await expect(field(page, 'Title')).toHaveValue('Koto');
  await expect(field(page, 'Artist')).toHaveValue('Fudebako');
  await expect(button(page, 'From the file’s tags')).toBeDisabled();
  await expect.poll(async () => whiteOf(await stageTop(page))).toBeGreaterThan(1000);
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect.poll(async () => whiteOf(await stageTop(page))).toBe(0);
  await field(page, 'Title').fill('夜の琴');
  await expectNoViolations(page);
  await page.reload();
  await expect(field(page, 'Title')).toHaveValue('夜の琴');
  await expect.poll(async () => whiteOf(await stageTop(page))).toBeGreaterThan(1000);
  const drawn = await stageTop(page);
  await button(page, 'Generate MP4').click();
  const link = page.getByRole('link', { name: 'Download MP4' });
  await expect(link).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  if (!hasFfmpeg) return;
  const [frame = new Uint8Array()] = withFile(await readFile(await file.path()), (path) => decodeFrames(path, [0]));
  // The image and the text are gray: their luma, of the range 16 to 235, states their color.
  const error = drawn.reduce((sum, value, at) => sum + ((((frame[at] ?? 0) - 16) * 255) / 219 - value) ** 2, 0);
  expect(Math.sqrt(error / drawn.length)).toBeLessThan(3);
});
