import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { expectNoViolations } from './axe.ts';
import { dragRoughly, type Place } from './gestures.ts';
import { test } from './policed.ts';
import { colored, colorsAt, describeVideo, expectPlaysEverywhere, stageColor, toneUpload } from './videos.ts';

const input = (page: Page) => page.locator('input[type=file]').first();
const slots = (page: Page) => page.getByRole('group', { name: 'Main Images' });
const slot = (page: Page, number: number) => slots(page).getByRole('button', { name: String(number), exact: true });
const names = (page: Page, count: number) =>
  slots(page)
    .getByRole('button')
    .evaluateAll(
      (buttons, wanted) => buttons.slice(0, wanted).map((button) => button.getAttribute('aria-description')),
      count,
    );

const COLORS = [
  [200, 40, 40],
  [40, 160, 60],
  [40, 60, 200],
] as const;
const images = () =>
  Promise.all(COLORS.map((color, index) => colored(`${index + 1}.png`, `rgb(${color.join()})`, 160, 90)));

async function openMains(page: Page): Promise<void> {
  await page.goto('/sound_to_slide_show_video');
  await page.getByRole('tab', { name: 'Main Images' }).click();
}

test('the slideshow tool makes a slideshow in slot order with crossfades, repeating the images until the audio ends', async ({
  page,
}) => {
  await openMains(page);
  await expect(slots(page).getByRole('button')).toHaveCount(20);
  await input(page).setInputFiles(await images());
  await expect.poll(() => names(page, 4)).toEqual(['1.png', '2.png', '3.png', 'Empty']);
  await expectNoViolations(page);
  await page.getByRole('tab', { name: 'Sound' }).click();
  await input(page).setInputFiles(toneUpload('tone.wav', 5.5));
  await expect(page.getByText('tone.wav · 5.50 s')).toBeVisible();
  await page.getByRole('tab', { name: 'Resolution' }).click();
  await page.getByRole('button', { name: /^(?!Undo|Redo).*Resolution/ }).click();
  await page.getByRole('option', { name: 'YouTube landscape (1280 × 720)' }).click();
  for (const [label, value] of [
    ['Frame rate', '10'],
    ['Image duration', '1'],
    ['Transition duration', '0.4'],
  ] as const) {
    await page.getByRole('textbox', { name: label }).fill(value);
    await page.getByRole('textbox', { name: label }).blur();
  }

  // "Fit to music" divides five seconds among three images, rounded to tenths of a second: 1.7 s per image.
  await page.getByRole('tab', { name: 'Main Images' }).click();
  await expect(page.getByText('After all 3 images, 2 are repeated.')).toBeVisible();
  await page.getByRole('button', { name: 'Fit to music' }).click();
  await expect(page.getByText('Every image is shown once.')).toBeVisible();
  await page.getByRole('tab', { name: 'Resolution' }).click();
  await expect(page.getByRole('textbox', { name: 'Image duration' })).toHaveValue('1.7');
  await page.getByRole('textbox', { name: 'Image duration' }).fill('3');
  await page.getByRole('textbox', { name: 'Image duration' }).blur();

  // Every tab shows how many images never appear because the audio ends first, and offers to change the duration.
  await page.getByRole('tab', { name: 'Sound' }).click();
  const report = page.getByText('1 of 3 images never appears: the audio ends first.');
  await expect(report).toBeVisible();
  await page.getByRole('button', { name: 'Fit to music' }).click();
  await expect(report).toHaveCount(0);
  await page.getByRole('tab', { name: 'Resolution' }).click();
  await expect(page.getByRole('textbox', { name: 'Image duration' })).toHaveValue('1.7');
  await page.getByRole('textbox', { name: 'Image duration' }).fill('1');
  await page.getByRole('textbox', { name: 'Image duration' }).blur();

  // In a crossfade from frame 6 to frame 9, frame 8 has a weight of 3/5.
  await page.getByRole('slider', { name: 'Seek' }).fill('0.8');
  const mixed = await stageColor(page, 'Main Image 1 into Main Image 2');
  for (const [channel, value] of mixed.entries()) {
    const [from, to] = [COLORS[0][channel] as number, COLORS[1][channel] as number];
    expect(Math.abs(value - (from + ((to - from) * 3) / 5))).toBeLessThan(3);
  }

  const place = () => page.locator('.maker-stage').boundingBox();
  const before = await place();
  await page.getByRole('button', { name: 'Generate MP4' }).click();
  const link = page.getByRole('link', { name: 'Download MP4' });
  await expect(link).toBeVisible();
  expect(await place()).toEqual(before);
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  expect(file.suggestedFilename()).toBe('tone.mp4');
  const bytes = await readFile(await file.path());
  const video = await describeVideo(bytes);
  expect(video.frames).toHaveLength(60);
  expect(video.keys).toHaveLength(3);
  expect(video.audio).toEqual(['mp4a.40.2', 44_100, 2]);
  await expectPlaysEverywhere(page, bytes, 6, 10);

  // Each image is visible for one second, with a crossfade at its end. After the third image, the first returns.
  const times = [0.3, 1.3, 2.3, 3.3, 4.8, 0.81];
  const colors = await colorsAt(page, bytes, times);
  const wanted = [COLORS[0], COLORS[1], COLORS[2], COLORS[0], COLORS[1], mixed];
  for (const [index, color] of wanted.entries())
    for (const [channel, value] of color.entries())
      expect(
        Math.abs(value - (colors[index]?.[channel] ?? Number.NaN)),
        `${times[index]} s: ${colors[index]}`,
      ).toBeLessThan(9);
});

test('the slideshow tool reorders images by dragging and by keyboard, clears slots, and restores the slots after a reload', async ({
  page,
}) => {
  await openMains(page);
  // The page queues files that are added before the stored files have loaded.
  const [first, ...others] = await images();
  await input(page).setInputFiles(first ?? []);
  await input(page).setInputFiles(others);
  await expect.poll(() => names(page, 4)).toEqual(['1.png', '2.png', '3.png', 'Empty']);

  const [from, to] = [await slot(page, 1).boundingBox(), await slot(page, 3).boundingBox()];
  if (!from || !to) throw new Error('The slots are not drawn');
  const onScreen = { scale: 1, at: ([x, y]: Place) => ({ x, y }) };
  await dragRoughly(page, onScreen, [from.x + from.width / 2, from.y + 20], [to.x + to.width / 2, to.y + 20]);
  await expect.poll(() => names(page, 4)).toEqual(['2.png', '3.png', '1.png', 'Empty']);
  await expect(slot(page, 3)).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', { name: 'Fit of image 3' }).click();
  await page.getByRole('option', { name: 'Contain' }).click();
  await slot(page, 3).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => names(page, 4)).toEqual(['2.png', '1.png', '3.png', 'Empty']);
  await expect(slot(page, 2)).toBeFocused();
  await expect(page.getByRole('button', { name: 'Fit of image 2' })).toContainText('Contain');
  await page.keyboard.press('ArrowDown');
  await expect(slot(page, 12)).toBeFocused();
  await page.keyboard.press('ArrowUp');

  await page.reload();
  await expect.poll(() => names(page, 4)).toEqual(['2.png', '1.png', '3.png', 'Empty']);
  await expect(slot(page, 2)).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: 'Fit of image 2' })).toContainText('Contain');
  expect(await stageColor(page, 'Main Image 2')).toEqual([...COLORS[0]]);
  await page.getByRole('button', { name: 'Clear Image', exact: true }).click();
  await expect.poll(() => names(page, 4)).toEqual(['2.png', 'Empty', '3.png', 'Empty']);

  // Undoes and redoes three steps by keys and by buttons: adding an image, moving the image, and a setting.
  const undo = page.getByRole('button', { name: /^Undo/ });
  const redo = page.getByRole('button', { name: /^Redo/ });
  await page.keyboard.press('Control+z');
  await expect.poll(() => names(page, 4)).toEqual(['2.png', '1.png', '3.png', 'Empty']);
  expect(await stageColor(page, 'Main Image 2')).toEqual([...COLORS[0]]);
  // The reload has kept the earlier steps.
  await expect(undo).toHaveAccessibleName('Undo move image');
  await expect(redo).toHaveAccessibleName('Redo clear image');
  await page.keyboard.press('Control+Shift+Z');
  await expect.poll(() => names(page, 4)).toEqual(['2.png', 'Empty', '3.png', 'Empty']);
  await undo.click();
  await slot(page, 2).focus();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(() => names(page, 3)).toEqual(['1.png', '2.png', '3.png']);
  await page.getByRole('button', { name: 'Fit of image 1' }).click();
  await page.getByRole('option', { name: 'Cover' }).click();
  await undo.click();
  await expect(page.getByRole('button', { name: 'Fit of image 1' })).toContainText('Contain');
  await undo.click();
  await expect.poll(() => names(page, 3)).toEqual(['2.png', '1.png', '3.png']);
  await slot(page, 2).click();
  await expect(page.getByRole('button', { name: 'Fit of image 2' })).toContainText('Contain');
  await redo.click();
  await redo.click();
  await expect(redo).toBeDisabled();
  await expect.poll(() => names(page, 3)).toEqual(['1.png', '2.png', '3.png']);
  await undo.click();
  await undo.click();
  await page.reload();
  await expect.poll(() => names(page, 4)).toEqual(['2.png', '1.png', '3.png', 'Empty']);
  expect(await stageColor(page, 'Main Image 2')).toEqual([...COLORS[0]]);
  await page.getByRole('button', { name: 'Clear Image', exact: true }).click();
  await expect.poll(() => names(page, 4)).toEqual(['2.png', 'Empty', '3.png', 'Empty']);
  await page.reload();
  await expect.poll(() => names(page, 4)).toEqual(['2.png', 'Empty', '3.png', 'Empty']);
});

test('the slideshow tool accepts twenty images at once and requires at least one image', async ({ page }) => {
  await openMains(page);
  const dialog = page.getByRole('dialog', { name: 'Error' });
  const [image] = await images();
  if (!image) throw new Error('No picture');
  await page.getByRole('tab', { name: 'Sound' }).click();
  await input(page).setInputFiles(toneUpload('tone.wav', 2));
  await expect(page.getByText('tone.wav · 2.00 s')).toBeVisible();
  const generate = page.getByRole('button', { name: 'Generate MP4' });
  await expect(generate).toHaveAccessibleDescription('Please upload at least one Main image.');
  await generate.press('Enter');
  await expect(dialog).toContainText('Please upload at least one Main image.');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('tab', { name: 'Main Images' }).click();
  const files = Array.from({ length: 22 }, (_, index) => ({ ...image, name: `${index + 1}.png` }));
  await input(page).setInputFiles(files);
  // Longer time limit, because loading twenty images is slow on a busy machine.
  await expect(page.getByText('2 images were skipped')).toBeVisible();
  expect(await names(page, 20)).toEqual(files.slice(0, 20).map(({ name }) => name));
});

test.describe('on a phone in Japanese', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, locale: 'ja-JP' });

  test('the note about images that never appear is visible, and covers no button', async ({ page }) => {
    await page.goto('/sound_to_slide_show_video');
    await input(page).setInputFiles(toneUpload('tone.wav', 3));
    await input(page).setInputFiles(await images());
    const note = page.getByText('先に音声が終わるため、');
    await expect(note).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole('button', { name: '音楽の長さに合わせる' })).toBeInViewport({ ratio: 1 });
    const create = await page.getByRole('button', { name: 'MP4 を作成' }).boundingBox();
    const { y = 0, height = 0 } = (await note.boundingBox()) ?? {};
    expect(height).toBeGreaterThan(10);
    expect(y + height).toBeLessThanOrEqual(create?.y ?? 0);
  });
});

test('handles between the images of the storyboard and on the audio change the durations and the trim', async ({
  page,
}) => {
  await page.goto('/sound_to_slide_show_video');
  await input(page).setInputFiles([toneUpload('tone.wav', 12), ...(await images())]);
  const board = page.getByRole('region', { name: 'Video preview' });
  const duration = page.getByRole('textbox', { name: 'Image duration' });
  await expect(duration).toHaveValue('4');
  const strip = board.locator('.storyboard-cells');
  // Three images of 4 s and the last second share the strip in proportion to their time.
  const widths = await strip.locator('> *').evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
  expect(widths.map((width) => Math.round((width / (widths[3] ?? 0)) * 10) / 10)).toEqual([4, 4, 4, 1]);
  await expect(strip.locator('.storyboard-image')).toHaveCount(3);
  await expect(board.locator('.waveform path')).toBeVisible();

  // Drags the end of the second image from 8 s to 6 s. Each image then has 3 s.
  const handles = board.getByRole('slider', { name: 'Image duration' });
  const [grip, line] = [await handles.nth(1).boundingBox(), await strip.boundingBox()];
  if (!grip || !line) throw new Error('The storyboard is not drawn');
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - (line.width * 2) / 13, y, { steps: 4 });
  await page.mouse.up();
  await expect(duration).toHaveValue('3');
  await handles.first().press('ArrowRight');
  await expect(duration).toHaveValue('3.1');
  await expect(handles.first()).toHaveAttribute('aria-valuetext', '3.1 s');
  await expectNoViolations(page);

  await page.getByRole('tab', { name: 'Start Image' }).click();
  await input(page).setInputFiles(await colored('start.png', 'rgb(0,0,0)'));
  const start = board.getByRole('slider', { name: 'Start image duration' });
  await expect(start).toHaveAttribute('aria-valuetext', '2 s');
  await start.press('ArrowRight');
  await expect(page.getByRole('textbox', { name: 'Start image duration' })).toHaveValue('3');

  await page.getByRole('tab', { name: 'Sound' }).click();
  const trim = page.getByRole('slider', { name: 'Trim from the end of the audio' });
  await trim.press('ArrowLeft');
  await trim.press('ArrowLeft');
  await expect(page.getByRole('textbox', { name: 'Trim from the end of the audio' })).toHaveValue('2');
  await expect(board).toContainText('0:11');
});
