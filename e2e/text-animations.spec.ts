import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { openFilePicker, type Pixels, stageReady } from './images.ts';
import { test } from './policed.ts';
import { storedKeys } from './stored.ts';
import { expectPlaysEverywhere, framesAt, toneUpload } from './videos.ts';

const [WIDTH, HEIGHT] = [400, 600];

/** Opens a white background and types a short text. */
async function writeText(page: Page, route: 'editor' | 'horizontal_editor', text: string): Promise<void> {
  await page.goto(`/${route}`);
  for (const [name, value] of [
    ['Width', WIDTH],
    ['Height', HEIGHT],
  ] as const) {
    await page.getByRole('textbox', { name, exact: true }).fill(String(value));
    await page.getByRole('textbox', { name, exact: true }).blur();
  }
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(page.getByText(`${WIDTH} × ${HEIGHT} px`, { exact: true })).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Main Text' });
  await field.fill(text);
  await field.blur();
}

/** Downloads the file of a link as soon as the link appears. */
async function fetchFile(page: Page, link: string): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: link, exact: true }).click(),
  ]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

/** Number of dark pixels in the right half and in the left half of a frame. */
type Ink = readonly [right: number, left: number];

function inkIn({ data, width }: Pixels): Ink {
  const counts: [number, number] = [0, 0];
  for (let at = 0; at < data.length; at += 4)
    if ((data[at + 1] ?? 255) < 100) counts[(at / 4) % width >= width / 2 ? 0 : 1]++;
  return counts;
}

const generateMp4 = (page: Page) => page.getByRole('button', { name: 'Generate MP4', exact: true });

/** Returns the share of the preview's pixels that contain ink. */
const inkOnStage = (page: Page): Promise<number> =>
  page.locator('.stage canvas.overlay-canvas:visible').evaluate((canvas: HTMLCanvasElement) => {
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(canvas, 0, 0);
    const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, index) => index % 4 === 3 && value > 0).length / (data.length / 4);
  });

test('Play animation shows a text’s animation before any export, and Stop animation shows the whole text again', async ({
  page,
}) => {
  await writeText(page, 'editor', '古池や\n蛙飛び込む\n水の音');
  await expect.poll(() => inkOnStage(page)).toBeGreaterThan(0.001);
  await stageReady(page);
  const whole = await inkOnStage(page);
  await page.getByRole('button', { name: 'Play animation' }).click();
  // The watermark appears first, then the first character, and much later the last character.
  await expect.poll(() => inkOnStage(page)).toBeLessThan(whole * 0.95);
  const bare = await inkOnStage(page);
  await expect.poll(() => inkOnStage(page)).toBeGreaterThan(bare);
  expect(await inkOnStage(page)).toBeLessThan(whole);
  await page.getByRole('button', { name: 'Stop animation' }).click();
  await expect.poll(() => inkOnStage(page)).toBe(whole);
  await page.getByRole('button', { name: 'Play animation' }).click();
  await expect.poll(() => inkOnStage(page)).toBeLessThan(whole);
  await page.getByRole('textbox', { name: 'Main Text' }).fill('古池や');
  await expect(page.getByRole('button', { name: 'Play animation' })).toBeVisible();
});

test('the animation shows the columns of a vertical text one after the other', async ({ page }) => {
  await writeText(page, 'editor', '古池や\n蛙飛びこむ\n水の音');
  await page.getByText('Watermark', { exact: true }).click();
  await expect(page.getByRole('switch', { name: 'Watermark' })).not.toBeChecked();
  await generateMp4(page).click();
  const busy = page.getByRole('button', { name: 'Generating…', exact: true });
  await expect(busy).toBeDisabled();
  const { name, bytes } = await fetchFile(page, 'Download MP4');
  expect(name).toBe('blank.with_text.mp4');
  await expect(generateMp4(page)).toBeEnabled();
  const frames = await framesAt(page, bytes, [0, 2.3, 5, 7.5, 9.05, 9.95]);
  expect([frames[0]?.width, frames[0]?.height]).toEqual([WIDTH, HEIGHT]);
  const ink = frames.map(inkIn);
  const total = ink.map(([right, left]) => right + left);
  expect(total[0]).toBe(0);
  for (let at = 1; at < 5; at++) expect(total[at]).toBeGreaterThan((total[at - 1] ?? 0) * 1.1);
  expect(Math.abs((total[5] ?? 0) - (total[4] ?? 0))).toBeLessThan((total[4] ?? 0) * 0.02);
  // The first column of the vertical text is in the right half of the image, so the left half has no ink yet.
  expect(ink[1]?.[1]).toBe(0);
  await expectPlaysEverywhere(page, bytes, 10, 15, { isSilent: true });
});

test('the horizontal editor animates its lines, and a canceled animation leaves no file', async ({ page }) => {
  await writeText(page, 'horizontal_editor', 'Hope is the thing with feathers\nthat perches in the soul');
  await generateMp4(page).click();
  // Presses Enter, because a click waits until the button stops moving, and the work may end before the click.
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(generateMp4(page)).toBeEnabled();
  await expect(page.getByRole('link', { name: 'Download MP4' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await generateMp4(page).click();
  const { bytes } = await fetchFile(page, 'Download MP4');
  await expectPlaysEverywhere(page, bytes, 10, 15, { isSilent: true });
});

test('without a text, the animation buttons are disabled', async ({ page }) => {
  await writeText(page, 'editor', ' ');
  await expect(generateMp4(page)).toBeDisabled();
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('menuitem', { name: 'Generate GIF' })).toHaveAttribute('aria-disabled', 'true');
});

test('the export menu exports a text animation as GIF', async ({ page }) => {
  await writeText(page, 'editor', '古池や');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Generate GIF' }).click();
  const { name, bytes } = await fetchFile(page, 'Download GIF');
  expect(name).toBe('blank.with_text.gif');
  const { pages, delay = [], width, pageHeight } = await sharp(bytes, { pages: -1 }).metadata();
  // Expected frames: the blank background, and one frame for each of three characters.
  expect([pages, width, pageHeight]).toEqual([4, WIDTH, HEIGHT]);
  expect(delay.reduce((sum, each) => sum + each, 0)).toBe(10_000);
});

test('the audio of a text animation is restored after a reload, and the MP4 has the length of the audio', async ({
  page,
}) => {
  await writeText(page, 'editor', '古池や');
  const group = page.locator('summary', { hasText: 'Text animation' });
  const audio = page.getByText('song.wav · 3.0 s');
  await group.click();
  const picker = await openFilePicker(page, () => page.getByText('Add audio').click());
  await picker.setFiles(toneUpload('song.wav', 3));
  await expect(audio).toBeVisible();
  await expect.poll(() => storedKeys(page)).toContain('sound');
  await page.reload();
  await expect(audio).toBeAttached();
  if (!(await audio.isVisible())) await group.click();
  await expect(audio).toBeVisible();
  await generateMp4(page).click();
  const { bytes } = await fetchFile(page, 'Download MP4');
  await expectPlaysEverywhere(page, bytes, 3, 15);
  await page.getByRole('button', { name: 'Remove audio' }).click();
  await expect.poll(() => storedKeys(page)).not.toContain('sound');
});
