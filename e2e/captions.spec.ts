import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { fileFromBytes } from '#core/base/files.ts';
import { parseCaptions } from '#core/text/captions/captions.ts';
import { readEmbeddedCaptions } from '#core/text/captions/embedded.ts';
import { expectNoViolations } from './axe.ts';
import { stageReady, type Upload } from './images.ts';
import { test } from './policed.ts';
import { colored, makeSmall, toneUpload } from './videos.ts';

const SRT = '1\n00:00:00,500 --> 00:00:01,500\nHello there\n\n2\n00:00:02,000 --> 00:00:03,000\n漢字《かんじ》の字幕\n';
const srt: Upload = { name: 'talk.srt', mimeType: 'application/x-subrip', buffer: Buffer.from(SRT) };

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const textOf = (page: Page, number: number) =>
  page.getByRole('textbox', { name: `Text of caption ${number}`, exact: true });
const input = (page: Page) => page.locator('input[type=file]').first();

async function openProject(page: Page): Promise<void> {
  await page.goto('/sound_to_video');
  await input(page).setInputFiles([toneUpload('talk.wav', 4), await colored('main.png', 'rgb(20,40,90)'), srt]);
  await expect(page.getByText('2 captions')).toBeVisible();
  await makeSmall(page);
  await page.locator('summary', { hasText: 'Captions' }).click();
}

/** Counts white pixels in the lower third of the stage. */
async function whiteBelow(page: Page): Promise<number> {
  await stageReady(page);
  return page.locator('canvas.stage-canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { width, height } = canvas;
    const top = Math.round((height * 2) / 3);
    const { data } = (canvas.getContext('2d') as CanvasRenderingContext2D).getImageData(0, top, width, height - top);
    let count = 0;
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 200 && (data[at + 1] ?? 0) > 200) count++;
    return count;
  });
}

async function savedBy(page: Page, name: string): Promise<string> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  return readFile(await file.path(), 'utf8');
}

test('captions of a file are edited, shown on the stage, restored after a reload, and in the video', async ({
  page,
}) => {
  await openProject(page);
  await expect(textOf(page, 2)).toHaveValue('漢字《かんじ》の字幕');
  await textOf(page, 1).focus();
  await expect.poll(() => whiteBelow(page)).toBeGreaterThan(200);
  await textOf(page, 1).fill('Hello');
  await button(page, 'Split caption 2').click();
  await expect(textOf(page, 3)).toBeVisible();
  await page.getByRole('button', { name: /^Undo/ }).click();
  await expect(textOf(page, 3)).toBeHidden();
  await page.getByRole('textbox', { name: 'End of caption 1', exact: true }).fill('0:01.25');
  await page.keyboard.press('Tab');
  await page.getByRole('textbox', { name: 'Shift', exact: true }).fill('0.5');
  await button(page, 'Shift all captions').click();
  const expected = [
    { start: 1, end: 1.75, text: 'Hello' },
    { start: 2.5, end: 3.5, text: '漢字《かんじ》の字幕' },
  ];
  expect(parseCaptions(await savedBy(page, 'Save SRT'))).toEqual(expected);
  expect(parseCaptions(await savedBy(page, 'Save VTT'))).toEqual(expected);
  await expectNoViolations(page);
  await page.reload();
  await expect(textOf(page, 1)).toHaveValue('Hello');
  await page.getByRole('button', { name: /Captions as/ }).click();
  await page.getByRole('option', { name: 'Both' }).click();
  await button(page, 'Generate MP4').click();
  const link = page.getByRole('link', { name: 'Download MP4' });
  await expect(link).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const bytes = new Uint8Array(await readFile(await file.path()));
  expect((await readEmbeddedCaptions(fileFromBytes('a.mp4', bytes), 'en'))?.cues).toEqual([
    { start: 1, end: 1.75, text: 'Hello' },
    { start: 2.5, end: 3.5, text: '漢字の字幕' },
  ]);
});

test('a text is placed by pressing the space key while the audio plays', async ({ page }) => {
  await page.goto('/sound_to_video');
  await input(page).setInputFiles([toneUpload('talk.wav', 30), await colored('main.png', 'rgb(20,40,90)')]);
  await page.locator('summary', { hasText: 'Captions' }).click();
  await page.getByText('Place a text by tapping').click();
  await page.getByRole('textbox', { name: 'Text, one caption per line' }).fill('first\n\nsecond');
  await button(page, 'Play and tap').click();
  const tap = button(page, 'Next line (Space)');
  await expect(tap).toBeFocused();
  await expect(page.getByText('Next: first')).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByText('Next: second')).toBeVisible();
  const position = () => page.getByRole('slider', { name: 'Seek' }).inputValue().then(Number);
  const before = await position();
  await expect.poll(position).toBeGreaterThan(before + 0.3);
  await page.keyboard.press('Space');
  await expect(page.getByText('The next tap ends the last line.')).toBeVisible();
  await expect.poll(position).toBeGreaterThan(before + 0.8);
  await page.keyboard.press('Space');
  await expect(textOf(page, 1)).toHaveValue('first');
  await expect(textOf(page, 2)).toHaveValue('second');
  await button(page, 'Add a caption').click();
  await expect(textOf(page, 3)).toBeFocused();
  await page.keyboard.type('typed at once');
  await expect(textOf(page, 3)).toHaveValue('typed at once');
  await button(page, 'Remove caption 3').click();
  const [first, second, ...others] = parseCaptions(await savedBy(page, 'Save SRT'));
  expect(others).toEqual([]);
  expect((first?.end ?? 0) - (first?.start ?? 0)).toBeGreaterThanOrEqual(0.2);
  expect(second?.start).toBe(first?.end);
});
