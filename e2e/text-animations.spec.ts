import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { decodeFrames, withFile } from '../tests/video/ffmpeg.ts';
import { openFilePicker, stageReady } from './images.ts';
import { test } from './policed.ts';
import { storedKeys, storedText } from './stored.ts';
import { expectPlaysEverywhere, toneUpload } from './videos.ts';

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

const generateMp4 = (page: Page) => page.getByRole('button', { name: 'Generate MP4', exact: true });

/** Returns the share of the preview's pixels that contain ink, below a part of its height. */
const inkOnStage = (page: Page, above = 0): Promise<number> =>
  page.locator('.stage canvas.overlay-canvas:visible').evaluate((canvas: HTMLCanvasElement, above) => {
    const context = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(canvas, 0, 0);
    const top = Math.round(canvas.height * above);
    const { data } = context.getImageData(0, top, canvas.width, canvas.height - top);
    return data.filter((value, index) => index % 4 === 3 && value > 0).length / (data.length / 4);
  }, above);

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

test('the horizontal editor animates its lines, and a canceled animation leaves no file', async ({ page }) => {
  await writeText(page, 'horizontal_editor', 'Hope is the thing with feathers\nthat perches in the soul');
  await generateMp4(page).click();
  // Presses Enter, because a click waits until the button stops moving, and the work may end before the click.
  await page.getByRole('button', { name: 'Cancel', exact: true }).press('Enter');
  await expect(generateMp4(page)).toBeEnabled();
  await expect(page.getByRole('link', { name: 'Download MP4' })).toHaveCount(0);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const places = () =>
    page
      .locator('.action-bar-buttons [data-action]')
      .evaluateAll((all) => all.slice(0, 2).map((each) => [each.dataset.action, each.getBoundingClientRect().x]));
  const before = await places();
  await generateMp4(page).click();
  // The finished file plays in the place of the page, and no button has moved.
  const player = page.getByRole('region', { name: /^Player: .*\.mp4$/ });
  const played = () => player.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
  await expect.poll(played).toBeGreaterThan(0);
  expect(await places()).toEqual(before);
  const { bytes } = await fetchFile(page, 'Download MP4');
  await page.getByRole('button', { name: 'Back to editing' }).click();
  await expect(player).toHaveCount(0);
  await expectPlaysEverywhere(page, bytes, 10, 15, { isSilent: true });
});

test('a text animation needs a text, its audio is restored after a reload, and Undo brings back removed audio', async ({
  page,
}) => {
  await writeText(page, 'editor', ' ');
  await page.getByRole('button', { name: 'More' }).click();
  for (const name of ['Generate MP4', 'Generate GIF'])
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');
  await page.getByRole('textbox', { name: 'Main Text' }).fill('古池や');
  const group = page.locator('summary', { hasText: 'Text animation' });
  const audio = page.getByText('song.wav · 3.0 s');
  await group.click();
  const picker = await openFilePicker(page, () => page.getByText('Add audio').click());
  await picker.setFiles(toneUpload('song.wav', 3));
  await expect(audio).toBeVisible();
  await expect.poll(() => storedKeys(page)).toContain('/file/');
  await page.reload();
  await expect(audio).toBeAttached();
  if (!(await audio.isVisible())) await group.click();
  await expect(audio).toBeVisible();
  await page.getByRole('button', { name: 'Remove audio', exact: true }).click();
  await expect(audio).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo remove audio' }).click();
  await expect(audio).toBeVisible();
});

test('captions of a text animation are tapped while its audio plays, and the stage shows them as the MP4 does', async ({
  page,
}) => {
  await writeText(page, 'editor', '古池や蛙飛び込む水の音');
  await stageReady(page);
  const whole = await inkOnStage(page);
  await page.locator('summary', { hasText: 'Text animation' }).click();
  const audio = await openFilePicker(page, () => page.getByText('Add audio').click());
  await audio.setFiles(toneUpload('song.wav', 20));
  await page.locator('summary', { hasText: 'Captions' }).click();
  await page.getByText('Place a text by tapping').click();
  await page.getByRole('textbox', { name: 'Text, one caption per line' }).fill('first\nsecond');
  await page.getByRole('button', { name: 'Play and tap' }).click();
  const ink = () => inkOnStage(page);
  await expect.poll(ink).toBeLessThan(whole * 0.95);
  const bare = await ink();
  await expect.poll(ink).toBeGreaterThan(bare);
  const first = await ink();
  // The lower part of the stage, which has the watermark before the first caption.
  const below = () => inkOnStage(page, 0.7);
  const uncaptioned = await below();
  await page.keyboard.press('Space');
  await expect(page.getByText('Next: second')).toBeVisible();
  await expect.poll(ink).toBeGreaterThan(first);
  await page.keyboard.press('Space');
  await expect(page.getByText('The next tap ends the last line.')).toBeVisible();
  await page.keyboard.press('Space');
  const text = page.getByRole('textbox', { name: 'Text of caption 1' });
  await expect(text).toHaveValue('first');
  await expect(page.getByRole('textbox', { name: 'Text of caption 2' })).toHaveValue('second');
  await text.focus();
  await expect.poll(below).toBeGreaterThan(uncaptioned);
  const captioned = await below();
  await text.fill('first and longer');
  await expect.poll(below).toBeGreaterThan(captioned);
  await page.getByRole('button', { name: 'Clear captions' }).click();
  await expect.poll(below).toBe(uncaptioned);
});

test('a text animation as MP4 shows captions of an SRT file, which are edited, and Undo brings back removed captions', async ({
  page,
}) => {
  await writeText(page, 'editor', '古');
  await page.locator('summary', { hasText: 'Captions' }).click();
  const picker = await openFilePicker(page, () => page.getByRole('button', { name: 'Open SRT or VTT' }).click());
  const buffer = Buffer.from('1\n00:00:04,000 --> 00:00:06,000\nHello\n');
  await picker.setFiles({ name: 'talk.srt', mimeType: 'application/x-subrip', buffer });
  const text = page.getByRole('textbox', { name: 'Text of caption 1' });
  await expect(text).toHaveValue('Hello');
  await text.fill('Hello, hello');
  await page.getByRole('button', { name: 'Remove caption 1' }).click();
  await expect(text).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo captions' }).click();
  await expect(text).toHaveValue('Hello, hello');
  await expect.poll(() => storedText(page)).toContain('Hello, hello');
  await page.reload();
  await generateMp4(page).click();
  const { bytes } = await fetchFile(page, 'Download MP4');
  const lower = withFile(bytes, (path) => decodeFrames(path, [45, 75, 105])).map((frame) =>
    frame.subarray(WIDTH * 400, WIDTH * 500).reduce((darkest, luma) => Math.min(darkest, luma), 255),
  );
  expect(lower.map((luma) => luma < 60)).toEqual([false, true, false]);
});
