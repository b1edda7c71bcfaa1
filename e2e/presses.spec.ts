import { readFile, writeFile } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { firstOf } from '../tests/deep.ts';
import { decodeFrames, withFile } from '../tests/video/ffmpeg.ts';
import { command, unzipped } from './batches.ts';
import { dragMouse, Finger, frameOf } from './gestures.ts';
import { decode, named, openFilePicker, stageReady, type Upload } from './images.ts';
import { test } from './policed.ts';
import { countPresses, presses } from './presses.ts';
import { sharedFile, watchShares } from './sharing.ts';
import { colored, colorsAt, describeVideo, expectPlaysEverywhere, toneUpload } from './videos.ts';

// Counts the presses that a newcomer needs from the home page to the downloaded file. Typing and the file picker don't
// count.

async function photograph(name: string, width = 1200): Promise<Upload> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const image = sharp({ create: { width, height: (width * 3) / 4, channels: 3, background: '#88aacc', noise } });
  return { name, mimeType: 'image/jpeg', buffer: await image.jpeg().toBuffer() };
}

/** Opens a tool with files that were chosen on the home page. */
async function openAtHome(page: Page, files: readonly Upload[], tool: string): Promise<void> {
  await page.goto('/home');
  const picker = await openFilePicker(page, () => page.getByRole('button', { name: 'Choose File' }).click());
  await picker.setFiles([...files]);
  await page.getByRole('dialog').getByRole('button', { name: tool }).click();
}

async function downloadBy(page: Page, button: Locator): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
}

const button = (page: Page, name: string) => page.getByRole('button', named(name));

test('scaling a photo to 600 px from the home page takes at most 4 presses', async ({ page }) => {
  await countPresses(page);
  await openAtHome(page, [await photograph('photo.jpg')], 'Scale');
  await stageReady(page);
  await page.getByRole('textbox', { name: 'Width', exact: true }).click();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('600');
  const { name, bytes } = await downloadBy(page, button(page, 'Download JPG'));
  expect(name).toBe('photo.jpg');
  const { format, width, height } = await sharp(bytes).metadata();
  expect({ format, width, height }).toEqual({ format: 'jpeg', width: 600, height: 450 });
  expect(await presses(page)).toBeLessThanOrEqual(4);
});

async function heicPhoto(name: string): Promise<Upload> {
  return { name, mimeType: 'image/heic', buffer: await readFile(resolve('tests/core/heics/color.heic')) };
}

async function tiffScan(name: string): Promise<Upload> {
  const lines = Buffer.from('<svg width="300" height="400"><path d="M0 40h300M0 90h200" stroke="#223" /></svg>');
  const page = sharp({ create: { width: 300, height: 400, channels: 3, background: '#f4f0e4' } });
  const buffer = await page
    .composite([{ input: lines }])
    .tiff({ compression: 'lzw' })
    .toBuffer();
  return { name, mimeType: 'image/tiff', buffer };
}

for (const [format, make] of firstOf([
  ['HEIC', () => heicPhoto('photo.heic')],
  ['TIFF', () => tiffScan('photo.tif')],
] as const))
  test(`converting a ${format} image to JPG from the home page takes at most 3 presses and gives the same bytes as the command`, async ({
    page,
  }, info) => {
    const upload = await make();
    await countPresses(page);
    await openAtHome(page, [upload], 'Format Converter');
    await stageReady(page);
    const { name, bytes } = await downloadBy(page, button(page, 'Download JPG'));
    expect(name).toBe('photo.jpg');
    expect(await presses(page)).toBeLessThanOrEqual(3);
    const [input, output] = [info.outputPath(upload.name), info.outputPath('photo.jpg')];
    await writeFile(input, upload.buffer);
    await command('convert', input, '-o', output);
    expect(bytes.equals(await readFile(output))).toBe(true);
  });

test('ten photos to one PDF from the home page take at most 4 presses and give the same bytes as the command', async ({
  page,
}, info) => {
  const photos = await Promise.all(Array.from({ length: 10 }, (_, at) => photograph(`photo-${at}.jpg`, 200 + at * 4)));
  await countPresses(page);
  await openAtHome(page, photos, 'Format Converter');
  await stageReady(page);
  await button(page, 'Save as PDF').click();
  const { name, bytes } = await downloadBy(page, button(page, 'Download PDF'));
  expect(name).toBe('photo-0.pdf');
  expect(await presses(page)).toBeLessThanOrEqual(4);
  const paths = photos.map((photo) => info.outputPath(photo.name));
  for (const [at, { buffer }] of photos.entries()) await writeFile(paths[at] as string, buffer);
  await command('images-to-pdf', ...paths, '-o', info.outputPath('photos.pdf'));
  expect(bytes.equals(await readFile(info.outputPath('photos.pdf')))).toBe(true);
});

test('a GIF of five images from the home page takes at most 4 presses and gives the same bytes as the command', async ({
  page,
}, info) => {
  const photos = await Promise.all(Array.from({ length: 5 }, (_, at) => photograph(`photo-${at}.jpg`, 200 + at * 4)));
  await countPresses(page);
  await openAtHome(page, photos, 'Format Converter');
  await stageReady(page);
  await button(page, 'Join into an animation').click();
  const { name, bytes } = await downloadBy(page, button(page, 'Download GIF'));
  expect(name).toBe('photo-0-animation.gif');
  expect(await presses(page)).toBeLessThanOrEqual(4);
  const { pages, delay, loop, width } = await sharp(bytes).metadata();
  expect({ pages, delay, loop, width }).toEqual({ pages: 5, delay: [500, 500, 500, 500, 500], loop: 0, width: 200 });
  const paths = photos.map((photo) => info.outputPath(photo.name));
  for (const [at, { buffer }] of photos.entries()) await writeFile(paths[at] as string, buffer);
  await command('animate-images', ...paths, '-o', info.outputPath('photos.gif'));
  expect(bytes.equals(await readFile(info.outputPath('photos.gif')))).toBe(true);
});

test('product shots of ten photos from the home page take at most 5 presses', async ({ page }) => {
  const subject = await subjectPhoto();
  const buffer = await sharp(subject.buffer).resize(300).png().toBuffer();
  const photos = Array.from({ length: 10 }, (_, at) => ({ ...subject, name: `photo-${at}.png`, buffer }));
  await countPresses(page);
  await openAtHome(page, photos, 'Format Converter');
  await stageReady(page);
  await button(page, 'Product shot').click();
  await expect(page.getByText('1200 × 1200 px', { exact: true })).toBeVisible();
  const { bytes } = await downloadBy(page, page.getByRole('button', { name: /^Download all \d+$/ }));
  expect(await presses(page)).toBeLessThanOrEqual(5);
  const made = Object.entries(unzipped(bytes));
  expect(made).toHaveLength(10);
  for (const [name, each] of made) {
    const { format, width, height } = await sharp(each).metadata();
    expect([name, format, width, height]).toEqual([name, 'jpeg', 1200, 1200]);
  }
});

test('blending two images from the home page takes at most 5 presses', async ({ page }) => {
  const plain = async (name: string, width: number, height: number, background: string) => ({
    name,
    mimeType: 'image/png',
    buffer: await sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toBuffer(),
  });
  await countPresses(page);
  const files = [await plain('paper.png', 600, 400, '#ffcc80'), await plain('stamp.png', 1200, 1200, '#80ff40')];
  await openAtHome(page, files, 'Layer');
  await expect(page.getByRole('tab', { name: 'Top layer' })).toContainText('stamp.png');
  await stageReady(page);
  await page.getByRole('button', { name: /^(?!Undo|Redo).*Blend mode/ }).click();
  await page.getByRole('option', { name: 'Multiply', exact: true }).click();
  const { bytes } = await downloadBy(page, button(page, 'Download PNG'));
  const { data, width, height } = await decode(bytes);
  expect([width, height]).toEqual([600, 400]);
  const at = (x: number, y: number) => [...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3)];
  // The larger second image fits into the first: 400 × 400 px in its middle.
  expect([at(50, 200), at(300, 5)]).toEqual([
    [255, 204, 128],
    [128, 204, 32],
  ]);
  expect(await presses(page)).toBeLessThanOrEqual(5);
});

test('rotating a photo from the home page takes at most 3 presses', { tag: '@deep' }, async ({ page }) => {
  await countPresses(page);
  await openAtHome(page, [await photograph('photo.jpg')], 'Crop');
  await stageReady(page);
  await page.keyboard.press('r');
  await expect(page.getByText('900 × 1200 px', { exact: true })).toBeVisible();
  const { bytes } = await downloadBy(page, button(page, 'Download JPG'));
  const { width, height } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([900, 1200]);
  expect(await presses(page)).toBeLessThanOrEqual(3);
});

test('hiding an area of a photo from the home page takes at most 4 presses', { tag: '@deep' }, async ({ page }) => {
  await countPresses(page);
  await openAtHome(page, [await photograph('photo.jpg')], 'Blur/Sharpen');
  await stageReady(page);
  await dragMouse(page, await frameOf(page.getByRole('group', { name: 'Hidden area' }), 1200), [300, 250], [600, 550]);
  const { bytes } = await downloadBy(page, button(page, 'Download JPG'));
  const { data } = await decode(bytes);
  // The area that the redact tool has filled has no noise, so neighboring pixels are almost equal.
  const at = (400 * 1200 + 450) * 4;
  expect(Math.abs((data[at] as number) - (data[at + 4] as number))).toBeLessThanOrEqual(3);
  expect(await presses(page)).toBeLessThanOrEqual(4);
});

/** Image with a red disc of radius 250 at (600, 450) on blue, with noise. */
async function subjectPhoto(): Promise<Upload> {
  const disc = Buffer.from('<svg width="1200" height="900"><circle cx="600" cy="450" r="250" fill="#b03020"/></svg>');
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const;
  const grain = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#808080', noise } })
    .png()
    .toBuffer();
  const image = sharp({ create: { width: 1200, height: 900, channels: 3, background: '#3060a0' } }).composite([
    { input: disc },
    { input: grain, blend: 'soft-light' },
  ]);
  return { name: 'photo.png', mimeType: 'image/png', buffer: await image.png().toBuffer() };
}

test(
  'cutting out a subject from the home page takes at most 4 presses and gives the same bytes as the command',
  { tag: '@deep' },
  async ({ page, context }, info) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const photo = await subjectPhoto();
    await countPresses(page);
    await openAtHome(page, [photo], 'Mask Creator');
    await stageReady(page);
    const frame = await frameOf(page.getByRole('group', { name: 'Pen on the mask' }), 1200);
    await dragMouse(page, frame, [300, 160], [900, 740]);
    await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeEnabled();
    await stageReady(page);
    const { name, bytes } = await downloadBy(page, button(page, 'Download cut-out'));
    expect(name).toBe('photo_cutout.png');
    expect(await presses(page)).toBeLessThanOrEqual(4);

    const { data, width } = await decode(bytes);
    const alpha = (x: number, y: number) => data[(y * width + x) * 4 + 3];
    expect([alpha(600, 450), alpha(600, 210), alpha(835, 450)]).toEqual([255, 255, 255]);
    expect([alpha(50, 50), alpha(600, 190), alpha(780, 270), alpha(325, 175)]).toEqual([0, 0, 0, 0]);

    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Copy recipe' }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('subject');
    const [recipe, path, mask, cut] = ['recipe.json', 'photo.png', 'mask.png', 'cut.png'].map((each) =>
      info.outputPath(each),
    ) as [string, string, string, string];
    await writeFile(path, photo.buffer);
    await writeFile(recipe, await page.evaluate(() => navigator.clipboard.readText()));
    await command('run', recipe, path, '-o', mask);
    await command('layer', '--top', path, '--mask', mask, '-o', cut);
    expect(bytes.equals(await readFile(cut))).toBe(true);
  },
);

test('cropping to 16:9 from the home page takes at most 4 presses', { tag: '@deep' }, async ({ page }) => {
  await countPresses(page);
  await openAtHome(page, [await photograph('photo.jpg')], 'Crop');
  await stageReady(page);
  await page.getByRole('button', { name: '16:9', exact: true }).click();
  const { bytes } = await downloadBy(page, button(page, 'Download JPG'));
  const { width, height } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([1200, 675]);
  expect(await presses(page)).toBeLessThanOrEqual(4);
});

test('animating a haiku on a photo from the home page takes at most 6 presses', { tag: '@deep' }, async ({ page }) => {
  await countPresses(page);
  await openAtHome(page, [await photograph('photo.jpg', 400)], 'Vertical');
  await stageReady(page);
  await page.getByRole('textbox', { name: 'Main Text' }).click();
  await page.keyboard.type('古池や 蛙飛び込む 水の音');
  await button(page, 'Generate MP4').click();
  const link = page.getByRole('link', { name: 'Download MP4', exact: true });
  await expect(link).toBeVisible();
  const { bytes } = await downloadBy(page, link);
  await expectPlaysEverywhere(page, bytes, 10, 15, { isSilent: true });
  expect(await presses(page)).toBeLessThanOrEqual(6);
});

test('making a video of audio and its cover from the home page takes at most 4 presses', { tag: '@deep' }, async ({
  page,
}) => {
  await countPresses(page);
  await openAtHome(page, [toneUpload('song.wav', 3), await photograph('cover.jpg')], 'Create Video');
  await button(page, 'Generate MP4').click();
  const link = page.getByRole('link', { name: 'Download MP4', exact: true });
  await expect(link).toBeVisible();
  const { bytes } = await downloadBy(page, link);
  const { codec, audio, audioSeconds } = await describeVideo(bytes);
  expect(codec).toMatch(/^avc1/);
  expect(audio[0]).toMatch(/^mp4a/);
  expect(Math.abs(audioSeconds - 3)).toBeLessThan(0.1);
  expect(await presses(page)).toBeLessThanOrEqual(4);
});

test('an audiogram with captions from an SRT takes at most 6 presses from the home page', async ({ page }) => {
  await countPresses(page);
  const srt = {
    name: 'talk.srt',
    mimeType: 'application/x-subrip',
    buffer: Buffer.from('1\n00:00:01,000 --> 00:00:02,000\nHello\n'),
  };
  await openAtHome(page, [toneUpload('talk.wav', 3), await colored('main.png', 'rgb(20,20,20)'), srt], 'Create Video');
  await page.locator('summary', { hasText: 'Captions' }).click();
  await expect(page.getByRole('textbox', { name: 'Text of caption 1' })).toHaveValue('Hello');
  await button(page, 'Generate MP4').click();
  const link = page.getByRole('link', { name: 'Download MP4', exact: true });
  await expect(link).toBeVisible();
  const { bytes } = await downloadBy(page, link);
  const frames = withFile(bytes, (path) => decodeFrames(path, [15, 45, 75]));
  const lines = frames.map((frame) => frame.subarray(0, 1920 * 1080).some((luma) => luma > 220));
  expect(lines).toEqual([false, true, false]);
  expect(await presses(page)).toBeLessThanOrEqual(6);
});

test('an M4A and the audio of a video as MP3 take at most 3 presses from the home page, with the bytes of the command', async ({
  page,
}, info) => {
  const [wav, m4a, mp3] = ['talk.wav', 'talk.m4a', 'talk.mp3'].map((each) => info.outputPath(each)) as [
    string,
    string,
    string,
  ];
  await writeFile(wav, toneUpload('talk.wav', 2).buffer);
  await command('convert-audio', wav, '-o', m4a);
  await countPresses(page);
  for (const path of [m4a, 'public/samples/sample.webm']) {
    const before = await presses(page).catch(() => 0);
    const file = { name: basename(path), mimeType: '', buffer: await readFile(path) };
    await openAtHome(page, [file], 'Convert Audio');
    await expect(page.getByRole('listitem').filter({ hasText: file.name })).toContainText('Ready');
    const { name, bytes } = await downloadBy(page, button(page, 'Convert and Download'));
    expect(name).toBe(`${file.name.replace(/\.\w+$/, '')}.mp3`);
    expect((await presses(page)) - before).toBeLessThanOrEqual(3);
    await command('convert-audio', path, '-o', mp3, '--force');
    expect(bytes.equals(await readFile(mp3))).toBe(true);
    await page.getByRole('button', { name: `Remove ${file.name}` }).click();
  }
});

test('making a slideshow that fits its music from the home page takes at most 4 presses', async ({ page }) => {
  await countPresses(page);
  const colors = ['rgb(200,40,40)', 'rgb(40,160,60)', 'rgb(40,60,200)'];
  const images = await Promise.all(colors.map((color, index) => colored(`${index}.png`, color)));
  await openAtHome(page, [toneUpload('song.wav', 6), ...images], 'Slideshow Video');
  await expect(page.getByText('Each image is shown for 2 s, to fit the music.')).toBeVisible();
  await expect(page.getByText('Every image is shown once.')).toBeVisible();
  await button(page, 'Generate MP4').click();
  const link = page.getByRole('link', { name: 'Download MP4', exact: true });
  await expect(link).toBeVisible();
  const { bytes } = await downloadBy(page, link);
  const shown = await colorsAt(page, bytes, [1, 3, 5]);
  for (const [index, wanted] of [
    [200, 40, 40],
    [40, 160, 60],
    [40, 60, 200],
  ].entries())
    for (const [channel, value] of wanted.entries())
      expect(Math.abs(value - (shown[index]?.[channel] ?? Number.NaN))).toBeLessThan(9);
  expect(await presses(page)).toBeLessThanOrEqual(4);
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('sharing a cropped photo from the home page takes at most 5 presses', async ({ page }) => {
    await countPresses(page);
    await watchShares(page);
    const file = await photograph('photo.jpg');
    await openAtHome(page, [file], 'Crop');
    await stageReady(page);
    const frame = await frameOf(page.getByRole('group', { name: 'Selection' }), 1200);
    const finger = await Finger.of(page);
    await finger.drag(frame, [1200, 900], [600, 450]);
    // Uses a mouse click, because Chromium ignores taps immediately after a drag.
    await button(page, 'Share').click();
    const { name, bytes } = await sharedFile(page);
    expect(name).toBe('photo.jpg');
    const { width = 0, height = 0 } = await sharp(bytes).metadata();
    const around = Math.ceil(1 / frame.scale);
    expect(Math.abs(width - 600)).toBeLessThanOrEqual(around);
    expect(Math.abs(height - 450)).toBeLessThanOrEqual(around);
    // The file contains the upper left part of the photo, apart from the loss of two JPEG encodings.
    const whole = await sharp(file.buffer).extract({ left: 0, top: 0, width, height }).raw().toBuffer();
    const { data } = await decode(bytes);
    let sum = 0;
    for (let at = 0; at < width * height; at++) sum += Math.abs((data[at * 4] ?? 0) - (whole[at * 3] ?? 0));
    expect(sum / (width * height)).toBeLessThan(8);
    expect(await presses(page)).toBeLessThanOrEqual(5);
  });
});
