import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { wavOf } from '../tests/wav.ts';
import { expectNoViolations } from './axe.ts';
import { hasSamples, openFilePicker, samplePath } from './images.ts';
import { test } from './policed.ts';
import {
  colored,
  colorsAt,
  describeVideo,
  expectPlaysEverywhere,
  makeSmall,
  stageColor,
  toneUpload,
} from './videos.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Error' });
const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click();
const input = (page: Page) => page.locator('input[type=file]').first();
const generate = (page: Page) => page.getByRole('button', { name: 'Generate MP4', exact: true });
const made = (page: Page) => page.getByRole('link', { name: 'Download MP4' });

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^(?!Undo|Redo).*${label}`) }).click();
  await page.getByRole('option', { name: option }).click();
}

async function set(page: Page, label: string, value: string): Promise<void> {
  const field = page.getByRole('textbox', { name: label });
  await field.fill(value);
  await field.blur();
}

async function makeVideo(page: Page) {
  await generate(page).click();
  await expect(made(page)).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), made(page).click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const near = (color: readonly number[] | undefined, wanted: readonly number[]) =>
  wanted.every((value, channel) => Math.abs(value - (color?.[channel] ?? Number.NaN)) <= 8);

const RED = [200, 40, 40];
const GREEN = [40, 160, 60];
const BLUE = [40, 60, 200];
const WHITE = [255, 255, 255];

async function fillProject(page: Page): Promise<void> {
  await input(page).setInputFiles([toneUpload('song.wav', 6.4), await colored('main.png', 'rgb(40,160,60)')]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await choose(page, 'Resolution', 'Square (1080 × 1080)');
  await makeSmall(page);
  await tab(page, 'Start Image');
  await input(page).setInputFiles(await colored('start.png', 'rgb(200,40,40)'));
  await expect(page.getByText('start.png · 320 × 180 px')).toBeVisible();
  await set(page, 'Start image duration', '1');
  await tab(page, 'End Image');
  await input(page).setInputFiles(await colored('end.png', 'rgb(40,60,200)', 90, 200));
  await expect(page.getByText('end.png · 90 × 200 px')).toBeVisible();
  await set(page, 'End image duration', '1');
  await choose(page, 'Fit of the end image', 'Contain');
  await tab(page, 'Sound');
  await set(page, 'Trim from the start of the audio', '1');
  await set(page, 'Silence before audio', '2');
}

test('the video tool makes a video of audio and three images whose durations equal those of the summary and the scrubber', async ({
  page,
}) => {
  await page.goto('/sound_to_video');
  await fillProject(page);
  const summary = page.getByRole('region', { name: 'Durations' });
  // 6.4 s of audio, of which 1 s is trimmed, and 2 s of silence: 7.4 s. Start and end image have 1 s each.
  await expect(summary).toContainText('7.4 s');
  await expect(summary.locator('dd')).toHaveText(['7.4 s', '1 s', '5 s', '1 s', '10 s']);

  const preview = page.getByRole('region', { name: 'Video preview' });
  await preview.getByRole('slider', { name: 'Seek' }).fill('2.5');
  expect(await stageColor(page, 'Start Image')).toEqual(RED);
  await preview.getByRole('slider', { name: 'Seek' }).fill('3.2');
  expect(await stageColor(page, 'Main Image')).toEqual(GREEN);
  await preview.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(preview.getByRole('button', { name: 'Pause', exact: true })).toBeVisible();
  await expect
    .poll(() =>
      preview.getByRole('slider', { name: 'Seek' }).evaluate((range) => (range as HTMLInputElement).valueAsNumber),
    )
    .toBeGreaterThan(3.6);
  await preview.getByRole('button', { name: 'Pause', exact: true }).click();

  await expectNoViolations(page);

  const { name, bytes } = await makeVideo(page);
  expect(name).toBe('song.mp4');
  const stage = page.getByRole('region', { name: 'Player: song.mp4' });
  await expect(page.locator('.maker-made')).toContainText(/song\.mp4 · 0:10 · [\d.,]+ (kB|MB)/);
  await stage.getByRole('button', { name: 'Play', exact: true }).click();
  const played = () => stage.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime);
  await expect.poll(played).toBeGreaterThan(0.2);
  await stage.getByRole('button', { name: 'Pause', exact: true }).click();
  await expectNoViolations(page);
  await page.getByRole('button', { name: 'Back to editing' }).click();
  await expect(preview.getByRole('slider', { name: 'Seek' })).toBeEnabled();
  await page.getByRole('button', { name: 'Show the video' }).click();
  await expect(stage).toBeVisible();
  const video = await describeVideo(bytes);
  expect(video.codec).toMatch(/^avc1\.(4d|64)/);
  expect(video.size).toEqual([1280, 720]);
  expect(video.frames).toHaveLength(100);
  for (const [index, { time }] of video.frames.entries()) expect(time).toBeCloseTo(index / 10, 3);
  for (const [index, time] of video.keys.slice(0, 5).entries()) expect(time).toBeCloseTo(index * 2, 3);
  expect(video.keys).toHaveLength(5);
  expect(video.audio).toEqual(['mp4a.40.2', 44_100, 2]);
  expect(video.audioSeconds).toBeCloseTo(7.4, 1);
  expect(video.boxes.indexOf('moov')).toBeLessThan(video.boxes.indexOf('mdat'));
  await expectPlaysEverywhere(page, bytes, 10, 10);

  const times = [1, 2.5, 2.98, 3.02, 7.9, 8.5, 9.02];
  const colors = await colorsAt(page, bytes, times);
  const wanted = [WHITE, RED, RED, GREEN, GREEN, BLUE];
  for (const [index, color] of wanted.entries())
    expect(near(colors[index], color), `${times[index]} s: ${colors[index]}`).toBe(true);

  await page.reload();
  await expect(page.getByText('song.wav · 6.40 s')).toBeVisible();
  await expect(summary.locator('dd')).toHaveText(['7.4 s', '1 s', '5 s', '1 s', '10 s']);
  await tab(page, 'End Image');
  await expect(page.getByText('end.png · 90 × 200 px')).toBeVisible();
  expect(await stageColor(page, 'End Image')).toEqual(BLUE);
  await page.getByRole('button', { name: 'Clear Image', exact: true }).click();
  await expect(page.getByText('No file selected')).toBeVisible();
});

/** Returns audio of 1.25 s of silence, 2 s of a tone with a loud start, and 0.75 s of silence. */
function amidSilence(name: string) {
  const rate = 44_100;
  const samples = Int16Array.from({ length: 2 * 4 * rate }, (_, at) => {
    const time = Math.floor(at / 2) / rate;
    const level = time < 1.25 || time >= 3.25 ? 0 : time < 1.3 ? 30_000 : 1500;
    return Math.round(level * Math.sin(2 * Math.PI * 440 * time));
  });
  return { name, mimeType: 'audio/wav', buffer: Buffer.from(wavOf(samples, rate, 2)) };
}

test('until audio and an image are open, the only primary button adds what is missing', async ({ page }) => {
  const primary = page.locator('.tool-frame .button-primary');
  await page.goto('/sound_to_video');
  await expect(primary).toHaveText(['Open files']);
  await input(page).setInputFiles(toneUpload('song.wav', 2));
  await expect(primary).toHaveText(['Add an image']);
  await input(page).setInputFiles(await colored('main.png', 'rgb(0,128,0)', 90, 200));
  await expect(primary).toHaveText(['Generate MP4']);
  await tab(page, 'Sound');
  await page.getByRole('button', { name: 'Clear audio' }).click();
  await expect(primary).toHaveText(['Add audio']);
  const picker = await openFilePicker(page, () => primary.click());
  await picker.setFiles(toneUpload('other.wav', 2));
  await expect(primary).toHaveText(['Generate MP4']);
});

test.describe('on a low phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 664 } });

  test('the resting sheet shows a whole setting or a whole row of buttons in each tab, and opens below its tabs', async ({
    page,
  }) => {
    await page.goto('/sound_to_video');
    await input(page).setInputFiles([toneUpload('song.wav', 2), await colored('main.png', 'rgb(0,128,0)', 90, 200)]);
    await expect(page.getByRole('button', { name: 'Generate MP4' })).toHaveClass(/primary/);
    const whole = { ratio: 1 };
    await expect(page.getByRole('button', { name: /Resolution$/ })).toBeInViewport(whole);
    for (const name of ['Sound', 'Start Image', 'Main Image', 'End Image']) {
      await page.getByRole('tab', { name, exact: true }).tap();
      const panel = page.getByRole('tabpanel', { name });
      await expect(panel.getByRole('button', { name: 'Choose File' })).toBeInViewport(whole);
      await expect(panel.getByRole('button', { name: /^Clear/ })).toBeInViewport(whole);
    }
    await page.getByRole('button', { name: 'Show settings' }).tap();
    await expect(page.getByRole('tab', { name: 'End Image' })).toBeInViewport(whole);
    await expect(page.getByRole('textbox', { name: 'End image duration' })).toBeInViewport(whole);
  });
});

test('the Sound tab edits the audio: the preview is as long as the video, which states the loudness it reached', async ({
  page,
}) => {
  await page.goto('/sound_to_video');
  await input(page).setInputFiles([amidSilence('talk.wav'), await colored('main.png', 'rgb(40,160,60)')]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await makeSmall(page);
  await page.getByRole('switch', { name: 'End card (last second)' }).press('Space');
  const summary = page.getByRole('region', { name: 'Durations' });
  await expect(summary.locator('dd').last()).toHaveText('4 s');
  await tab(page, 'Sound');
  await page.getByRole('switch', { name: 'Remove silence at both ends' }).press('Space');
  // 2 s of sound, and 0.1 s of silence at both ends.
  await expect(summary.locator('dd').first()).toHaveText('2.2 s');
  await expect(summary.locator('dd').last()).toHaveText('2 s');
  await set(page, 'Fade out', '0.5');
  await expect(page.getByRole('textbox', { name: 'Volume' })).toBeVisible();
  await choose(page, 'Loudness', '−14 LUFS (streaming)');
  await expect(page.getByRole('textbox', { name: 'Volume' })).toBeHidden();
  await expectNoViolations(page);

  const preview = page.getByRole('region', { name: 'Video preview' });
  await preview.getByRole('slider', { name: 'Seek' }).fill('1.5');
  await preview.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(preview.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(preview.getByRole('slider', { name: 'Seek' })).toHaveAttribute('aria-valuetext', /0:02 .*0:02/);

  const { bytes } = await makeVideo(page);
  const video = await describeVideo(bytes);
  expect(video.frames).toHaveLength(20);
  expect(video.audioSeconds).toBeCloseTo(2.2, 1);
  await expect(page.getByText(/instead of -14 LUFS: more would exceed a true peak of -1 dBTP/)).toBeVisible();
});

test('the video tool names missing and unreadable inputs, and warns if no time is left for the main image', async ({
  page,
}) => {
  await page.goto('/sound_to_video');
  const refuse = async (sentence: string) => {
    await expect(dialog(page)).toContainText(sentence);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
  };
  await expect(page.getByRole('button', { name: 'Try a sample' })).toBeEnabled();
  // A checklist beside the button shows which inputs are missing. Pressing Enter shows the reason in a dialog.
  await expect(generate(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(generate(page)).toHaveAccessibleDescription('Please upload an audio (MP3/WAV) first.');
  const needed = page.getByRole('list', { name: 'Needed for the video' });
  await expect(needed).toBeInViewport({ ratio: 1 });
  await expect(needed.getByRole('listitem')).toHaveText(['Sound missing', 'Main Image missing']);
  await generate(page).press('Enter');
  await refuse('Please upload an audio (MP3/WAV) first.');
  await tab(page, 'Sound');
  const text = { mimeType: 'text/plain', buffer: Buffer.from('neither one nor the other') };
  await input(page).setInputFiles({ name: 'notes.txt', ...text });
  await refuse('This is not an audio file, and not a video with audio.');
  const broken = { name: 'broken.wav', mimeType: 'audio/wav', buffer: Buffer.from('RIFF    WAVE ') };
  await input(page).setInputFiles(broken);
  await refuse('Failed to read audio duration.');
  await input(page).setInputFiles(toneUpload('short.wav', 4));
  await expect(page.getByText('short.wav · 4.00 s')).toBeVisible();
  await expect(generate(page)).toHaveAccessibleDescription('Please upload the Main image.');
  await expect(needed.getByRole('listitem')).toHaveText(['Sound added', 'Main Image missing']);
  await generate(page).press('Enter');
  await refuse('Please upload the Main image.');
  await tab(page, 'Main Image');
  await input(page).setInputFiles({ name: 'notes.txt', ...text });
  await refuse('Please upload an image (JPG/PNG/WebP).');
  await input(page).setInputFiles({ name: 'notes.png', mimeType: 'image/png', buffer: text.buffer });
  await refuse('Failed to load image.');
  await expect(page.getByRole('button', { name: 'Load Last Image' })).toBeDisabled();

  const warning = page.getByText(
    'The main duration is 0: start and end images use all the audio. The main image is shown for one second.',
  );
  await expect(warning).toHaveCount(0);
  await tab(page, 'Start Image');
  await set(page, 'Start image duration', '3');
  await tab(page, 'End Image');
  await set(page, 'End image duration', '2');
  await expect(warning).toBeVisible();
});

test('the video tool offers three qualities by name and any other by number, and names the last second', async ({
  page,
}) => {
  await page.goto('/sound_to_video');
  const quality = (name: string) => page.getByRole('radio', { name, exact: true });
  const number = page.getByRole('textbox', { name: /^Quality/ });
  await expect(quality('Good')).toBeChecked();
  await expect(number).toBeHidden();
  await page.getByText('Quality as a number').click();
  await expect(number).toHaveValue('23');
  for (const [name, value] of [
    ['Small', '28'],
    ['Best', '18'],
  ] as const) {
    await page.getByText(name, { exact: true }).click();
    await expect(number).toHaveValue(value);
  }
  await set(page, 'Quality', '30');
  for (const name of ['Small', 'Good', 'Best']) await expect(quality(name)).not.toBeChecked();
  await page.reload();
  await expect(number).toHaveValue('30');

  const preview = page.getByRole('region', { name: 'Video preview' });
  await input(page).setInputFiles(toneUpload('song.wav', 3));
  await expect(preview).toContainText('Fudebako’s mark, 1 s');
  await page.getByText('Watermark', { exact: true }).click();
  await expect(preview).toContainText('White, 1 s');
});

test('a page address with encoder=ffmpeg makes the video tool use the FFmpeg encoder', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/sound_to_video?encoder=ffmpeg');
  await input(page).setInputFiles([toneUpload('tone.wav', 3), await colored('main.png', 'rgb(40,160,60)')]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await choose(page, 'Resolution', 'YouTube landscape (1280 × 720)');
  const [{ bytes }] = await Promise.all([makeVideo(page), page.waitForRequest(/ffmpeg-core.*\.wasm/)]);
  const video = await describeVideo(bytes);
  expect(video.codec).toMatch(/^avc1\.(4d|64)/);
  expect(video.frames).toHaveLength(120);
  expect(video.keys).toEqual([0, 2]);
  expect(video.audio).toEqual(['mp4a.40.2', 44_100, 2]);
  expect(video.boxes.indexOf('moov')).toBeLessThan(video.boxes.indexOf('mdat'));
  await expectPlaysEverywhere(page, bytes, 4);
  const [color] = await colorsAt(page, bytes, [1.5]);
  expect(near(color, GREEN), String(color)).toBe(true);
});

/** Runs a script in the video worker, before the worker's own script. */
const patchWorker = (page: Page, script: string) =>
  page.route(/media\.worker.*\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${script};\n${await response.text()}` });
  });

for (const [trouble, script, sentence] of [
  ['a failing encoder', 'self.VideoEncoder = undefined', 'Failed to generate a video.'],
  [
    'a full disk',
    "FileSystemSyncAccessHandle.prototype.write = () => { throw new DOMException('No room', 'QuotaExceededError') }",
    'storage is full',
  ],
] as const)
  test(`the video tool reports ${trouble}, leaves no file, and stays usable`, async ({ page }) => {
    await patchWorker(page, script);
    await page.route(/ffmpeg-core/, (route) => route.abort());
    await page.goto('/sound_to_video');
    await input(page).setInputFiles([toneUpload('tone.wav', 2), await colored('main.png', 'rgb(40,160,60)')]);
    await expect(page.locator('.source-bytes')).toHaveText('1 image');
    await choose(page, 'Resolution', 'YouTube landscape (1280 × 720)');
    await generate(page).click();
    await expect(dialog(page)).toContainText(sentence);
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await expect(generate(page)).toBeEnabled();
    await expect(made(page)).toHaveCount(0);
    expect(await storedResults(page)).toBe(0);
  });

test('canceling video generation leaves no file, and leaving the page asks for confirmation', async ({ page }) => {
  test.skip(!hasSamples, 'needs ../shared/samples');
  await page.goto('/sound_to_video');
  await input(page).setInputFiles([
    samplePath('audio/music-outfoxing-97s.mp3'),
    samplePath('images/photo-10mp-nikon-d80.jpg'),
  ]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await generate(page).click();
  const generating = page.getByRole('button', { name: 'Generating…' });
  await expect(generating).toBeDisabled();
  const progress = page.getByRole('progressbar');
  await expect(progress).toContainText(/(Reading the audio|Preparing the images|Encoding)/);
  const dialogShown = page.waitForEvent('dialog');
  const leaving = page.evaluate(() => location.reload()).catch(() => undefined);
  const question = await dialogShown;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();
  await leaving;
  // The page queues files that are added during the work.
  await input(page).setInputFiles(await colored('next.png', 'rgb(40,160,60)'));
  await expect(page.getByText('next.png opens after this task.')).toBeVisible();

  // Other screens show the progress, a link to the tool, and Cancel.
  await page.locator('aside').getByRole('link', { name: 'Scale', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scale' })).toBeVisible();
  await expect(progress).toContainText(/\d+%/);
  await page.getByRole('main').getByRole('link', { name: 'Create Video' }).click();
  await expect(page.getByRole('button', { name: 'Generating…' })).toBeVisible();
  await expect(progress).toHaveCount(1);
  await page.locator('aside').getByRole('link', { name: 'Scale', exact: true }).click();
  await page.getByRole('main').getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(progress).toHaveCount(0);
  await page.locator('aside').getByRole('link', { name: 'Create Video', exact: true }).click();
  await tab(page, 'Main Image');
  await expect(page.getByText('next.png', { exact: true })).toBeVisible();
  await expect(page.getByText('next.png opens after this task.')).toHaveCount(0);
  await expect(generate(page)).toBeEnabled();
  await expect(made(page)).toHaveCount(0);
  await expect(dialog(page)).toHaveCount(0);
  await expect.poll(() => storedResults(page)).toBe(0);
});

test('other screens announce a finished video, and the tool shows the video on return', async ({ page }) => {
  await page.goto('/sound_to_video');
  await input(page).setInputFiles([toneUpload('tone.wav', 6), await colored('main.png', 'rgb(40,160,60)')]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await makeSmall(page);
  await generate(page).click();
  await page.locator('aside').getByRole('link', { name: 'Scale', exact: true }).click();
  await expect(page.getByText('Done · tone.mp4')).toBeVisible();
  await expectNoViolations(page);
  await page.getByRole('main').getByRole('link', { name: 'Create Video' }).click();
  await expect(page.getByRole('region', { name: 'Player: tone.mp4' })).toBeVisible();
  await page.locator('aside').getByRole('link', { name: 'Scale', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Scale' })).toBeVisible();
  await expect(page.getByText('Done · tone.mp4')).toHaveCount(0);
});

test('a new tab restores the inputs of a tab that was closed while generating, and no partial file remains', async ({
  page,
  context,
}) => {
  await page.goto('/sound_to_video');
  await input(page).setInputFiles([toneUpload('long.wav', 30), await colored('main.png', 'rgb(40,160,60)')]);
  await expect(page.locator('.source-bytes')).toHaveText('1 image');
  await generate(page).click();
  await expect.poll(() => storedResults(page)).toBe(1);
  await page.close();

  const next = await context.newPage();
  await next.goto('/sound_to_video');
  await expect(next.locator('.source-file')).toContainText('long.wav');
  await expect(next.locator('.source-bytes')).toHaveText('1 image');
  await tab(next, 'Sound');
  await input(next).setInputFiles(toneUpload('short.wav', 2));
  await expect(next.getByText('short.wav · 2.00 s')).toBeVisible();
  await tab(next, 'Resolution');
  await makeSmall(next);
  const { name } = await makeVideo(next);
  expect(name).toBe('short.mp4');
  expect(await storedResults(next)).toBe(1);
});

/** Returns the number of result files in the origin private file system. */
const storedResults = (page: Page): Promise<number> =>
  page.evaluate(async () => {
    const root = await navigator.storage.getDirectory();
    const count = async (folder: FileSystemDirectoryHandle): Promise<number> => {
      let files = 0;
      for await (const handle of (folder as unknown as { values(): AsyncIterable<FileSystemHandle> }).values())
        files += handle.kind === 'file' ? 1 : await count(handle as FileSystemDirectoryHandle);
      return files;
    };
    return count(root);
  });
