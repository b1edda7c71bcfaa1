import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { firstOf } from '../tests/deep.ts';
import {
  decode,
  distance,
  download,
  downloadFromFoot,
  openImage,
  pngUpload,
  pressAndWait,
  shownVersion,
  stageReady,
  translucentPixels,
  waitForChange,
} from './images.ts';
import { test } from './policed.ts';

const run = promisify(execFile);
const project = resolve(import.meta.dirname, '..');
const program = join(project, 'scripts/fudebako.mjs');

let folder = '';
test.beforeEach(async ({ context }) => {
  folder = mkdtempSync(join(tmpdir(), 'copied-'));
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Copies a recipe or command by the tool's menu, checks the announcement, and returns the copied text. */
async function copied(page: Page, name: 'Copy recipe' | 'Copy command'): Promise<string> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name }).click();
  await expect(page.getByRole('status').filter({ hasText: /^Copied$/ })).toBeVisible();
  return page.evaluate(() => navigator.clipboard.readText());
}

async function paste(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Paste recipe' }).click();
}

/** Runs a copied command in the test folder. */
async function runCommand(command: string): Promise<Buffer> {
  await run('sh', ['-c', command.replace('scripts/fudebako.mjs', program)], { cwd: folder });
  const [, output = ''] = /-o '?([^\s']+)'?/.exec(command) ?? [];
  return readFileSync(join(folder, output));
}

async function runRecipe(recipe: string, output: string, ...inputs: string[]): Promise<Buffer> {
  writeFileSync(join(folder, 'recipe.json'), recipe);
  await run(process.execPath, [program, 'run', 'recipe.json', ...inputs, '-o', output, '--force'], { cwd: folder });
  return readFileSync(join(folder, output));
}

const writeToFolder = (file: { name: string; buffer: Buffer }) => writeFileSync(join(folder, file.name), file.buffer);

test('a cropped SVG runs no script and loads no other file, and the copied command gives the same bytes as the page', async ({
  page,
}) => {
  await page.goto('/cropper');
  const shapes =
    '<circle cx="40" cy="30" r="25" fill="#c0392b" fill-opacity=".4"/><text x="10" y="50" font-size="20">Ab筆</text>';
  const hostile =
    '<script>document.title = "run"; fetch("https://example.org/script")</script><image href="https://example.org/a.png" width="9" height="9"/><rect width="1" height="1" onload="fetch(\'https://example.org/load\')"/>';
  const text = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60">${hostile}${shapes}</svg>`;
  const file = { name: 'drawing.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(text) };
  writeToFolder(file);
  await openImage(page, file);
  await expect(page.getByText('80 × 60 px', { exact: true })).toBeVisible();
  await page.getByRole('textbox', { name: 'topX', exact: true }).fill('3');
  await page.getByRole('textbox', { name: 'topX', exact: true }).blur();
  await pressAndWait(page, 'Crop');
  const { name, bytes } = await download(page, 'Download PNG');
  expect(name).toBe('drawing.png');
  const { data, width } = await decode(bytes);
  // The pixel at the circle's center has the circle's color, within the rounding error of premultiplied 8-bit alpha.
  const middle = (30 * width + 37) * 4;
  for (const [channel, value] of [0xc0, 0x39, 0x2b, 102].entries())
    expect(Math.abs((data[middle + channel] as number) - value)).toBeLessThan(2);
  expect((await runCommand(await copied(page, 'Copy command'))).equals(bytes)).toBe(true);
  expect(await page.title()).not.toBe('run');
});

/** Writes a recipe to the clipboard and pastes the recipe. */
async function pasteJson(page: Page, recipe: unknown): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(recipe));
  await paste(page);
}

const CROPPED = { operation: 'crop', params: { topX: 20, topY: 10, bottomX: 250, bottomY: 60 } };
const WARMER = { operation: 'adjust-color', params: { saturation: 0.4, brightness: -0.1, hue: 0.2, contrast: 0.3 } };

for (const [route, steps] of firstOf([
  ['blur_sharpen', [{ operation: 'blur-sharpen', params: { sharpness: -0.6 } }, WARMER]],
  ['cropper', [CROPPED]],
  ['color_adjuster', [WARMER]],
] as const))
  test(`/${route}: a pasted recipe is applied, and the copied recipe and command give the same bytes as the page`, async ({
    page,
  }) => {
    await page.goto(`/${route}`);
    const file = await pngUpload(translucentPixels(), 'noise.png');
    writeToFolder(file);
    await openImage(page, file);
    const untouched = await download(page, 'Download PNG');
    const before = await shownVersion(page);
    await pasteJson(page, steps);
    await waitForChange(page, before);
    const { bytes } = await download(page, 'Download PNG');
    expect(bytes.equals(untouched.bytes)).toBe(false);
    expect((await runCommand(await copied(page, 'Copy command'))).equals(bytes)).toBe(true);
    const recipe = await copied(page, 'Copy recipe');
    expect((await runRecipe(recipe, 'again.png', 'noise.png')).equals(bytes)).toBe(true);
  });

test('the converter’s copied command writes a JPG with the chosen quality', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/format_converter');
  const file = await pngUpload(translucentPixels(), 'noise.png');
  writeToFolder(file);
  await openImage(page, file);
  await page.getByRole('textbox', { name: 'Quality' }).fill('0.3');
  await page.keyboard.press('Tab');
  const { bytes } = await download(page, 'Download JPG');
  const shown = await decode(bytes);
  // Doesn't compare bytes, because the page and the command use different JPEG encoders with the same quality.
  for (const made of [
    await runCommand(await copied(page, 'Copy command')),
    await runRecipe(await copied(page, 'Copy recipe'), 'again.jpg', 'noise.png'),
  ]) {
    const { data, width, height } = await decode(made);
    expect([width, height]).toEqual([shown.width, shown.height]);
    expect(distance(data, shown.data).mean).toBeLessThan(1);
    expect(made.length / bytes.length).toBeGreaterThan(0.8);
    expect(made.length / bytes.length).toBeLessThan(1.25);
  }
});

test('a pasted layer recipe sets blend mode and offsets, and the copied recipe and command give the same bytes as the page', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/layer');
  for (const [tab, name] of [
    ['Bottom layer', 'noise.png'],
    ['Top layer', 'over.png'],
    ['Mask (alpha)', 'hole.png'],
  ] as const) {
    const file = await pngUpload(translucentPixels(), name);
    writeToFolder(file);
    await page.getByRole('tab', { name: tab }).click();
    await page.locator('input[type=file]').first().setInputFiles(file);
    await expect(page.getByText(name, { exact: true })).toBeVisible();
  }
  const before = await shownVersion(page);
  await pasteJson(page, { operation: 'layer', params: { blendMode: 'multiply', offsetX: 30, offsetY: -12 } });
  await waitForChange(page, before);
  const { bytes } = await download(page, 'Download PNG');
  const command = await copied(page, 'Copy command');
  expect(command).toContain('multiply');
  expect((await runCommand(command)).equals(bytes)).toBe(true);
  const recipe = await copied(page, 'Copy recipe');
  expect((await runRecipe(recipe, 'again.png', 'noise.png')).equals(bytes)).toBe(true);
});

/** Allows differences at the edges of letters: positions are equal, but two rasterizers fill the letters. */
async function expectSameLetters(made: Buffer, shown: Buffer): Promise<void> {
  const [a, b] = [await decode(made), await decode(shown)];
  expect([a.width, a.height]).toEqual([b.width, b.height]);
  expect(distance(a.data, b.data).mean).toBeLessThan(0.5);
}

for (const [route, step, blank] of firstOf([
  [
    'advanced_text_editor',
    {
      operation: 'write-texts',
      params: {
        width: 300,
        height: 120,
        background: '#ddeeff',
        texts: [{ text: 'Pasted', fontPt: 40, boundingBox: { left: 20, top: 20, right: 280, bottom: 100 } }],
      },
    },
    false,
  ],
  [
    'horizontal_editor',
    { operation: 'write-horizontal', params: { text: 'Pasted\nin lines', style: { main: { fontPctH: 5 } } } },
    true,
  ],
  ['editor', { operation: 'write-vertical', params: { text: 'Ab\ncd', style: { main: { fontPctH: 5 } } } }, true],
] as const))
  test(`/${route}: a pasted recipe writes its text, and the copied recipe and command write the same text`, async ({
    page,
  }) => {
    await page.goto(`/${route}`);
    if (blank) await pressAndWait(page, 'Generate');
    await pasteJson(page, step);
    await expect(page.getByRole('textbox', { name: /^(?:Main )?Text$/ })).not.toHaveValue('');
    await stageReady(page);
    const { bytes } = await downloadFromFoot(page, 'Download PNG');
    const { channels } = await sharp(bytes).stats();
    expect(Math.max(...channels.map(({ stdev }) => stdev))).toBeGreaterThan(5);
    await expectSameLetters(await runCommand(await copied(page, 'Copy command')), bytes);
    await expectSameLetters(await runRecipe(await copied(page, 'Copy recipe'), 'again.png'), bytes);
  });

test('a pasted recipe that needs a missing file names the file', async ({ page }) => {
  await page.goto('/scaler');
  await openImage(page, await pngUpload(translucentPixels(), 'noise.png'));
  const { bytes } = await download(page, 'Download PNG');
  await pasteJson(page, [{ operation: 'layer', inputs: { top: 'elsewhere.png' }, params: {} }]);
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('elsewhere.png');
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  expect((await download(page, 'Download PNG')).bytes.equals(bytes)).toBe(true);
});

test('a copied recipe of shapes on a blank background asks for no input file', async ({ page }) => {
  await page.goto('/shape_editor');
  const components = [
    { shape: 'circle', fillColor: '#c02020', boundingBox: { left: 10, top: 10, right: 60, bottom: 70 } },
  ];
  const params = { width: 90, height: 80, background: '#eeddcc', components };
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    JSON.stringify({ operation: 'draw-shapes', params }),
  );
  await paste(page);
  await stageReady(page);
  const { bytes } = await downloadFromFoot(page, 'Download PNG');
  const { width, height } = await sharp(bytes).metadata();
  expect([width, height]).toEqual([90, 80]);
  const command = await copied(page, 'Copy command');
  expect(command).not.toContain(' blank.png');
  expect((await runCommand(command)).equals(bytes)).toBe(true);
  expect((await runRecipe(await copied(page, 'Copy recipe'), 'again.png')).equals(bytes)).toBe(true);
});

test('a pasted mask recipe draws the mask, and the copied recipe and command give the same bytes as the page', async ({
  page,
}) => {
  await page.goto('/mask_creator');
  const strokes = [
    {
      gray: 200,
      widthPx: 12,
      points: [
        { x: 5, y: 5 },
        { x: 50, y: 30 },
      ],
    },
  ];
  const params = { width: 64, height: 48, gray: 30, strokes, invert: true };
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    JSON.stringify({ operation: 'make-mask', params }),
  );
  await paste(page);
  await stageReady(page);
  const { bytes } = await download(page, 'Download Mask PNG');
  expect((await runRecipe(JSON.stringify({ operation: 'make-mask', params }), 'given.png')).equals(bytes)).toBe(true);
  expect((await runRecipe(await copied(page, 'Copy recipe'), 'again.png')).equals(bytes)).toBe(true);
  expect((await runCommand(await copied(page, 'Copy command'))).equals(bytes)).toBe(true);
});

test('the audio converter copies and pastes its settings', async ({ page }) => {
  await page.goto('/wav_to_mp3');
  await page.evaluate(
    (text) => navigator.clipboard.writeText(text),
    '{"operation":"wav-to-mp3","params":{"bitrate":64}}',
  );
  await paste(page);
  await expect(page.getByRole('button', { name: '64 kbps Bitrate' })).toBeVisible();
  await page.getByRole('button', { name: 'Try a sample' }).click();
  const { bytes } = await download(page, 'Convert and Download');
  writeFileSync(join(folder, 'sample.wav'), readFileSync(join(project, 'public/samples/sample.wav')));
  expect((await runCommand(await copied(page, 'Copy command'))).equals(bytes)).toBe(true);
  expect((await runRecipe(await copied(page, 'Copy recipe'), 'again.mp3', 'sample.wav')).equals(bytes)).toBe(true);
});

/** Opens `noise.png` and `short.wav` in a video tool. Also writes both files to the test folder. */
async function openSoundAndPicture(page: Page): Promise<void> {
  const image = await pngUpload(translucentPixels(), 'noise.png');
  const buffer = readFileSync(join(project, 'public/samples/sample.wav')).subarray(0, 60_000);
  const audio = { name: 'short.wav', mimeType: 'audio/wav', buffer };
  for (const file of [image, audio]) writeToFolder(file);
  await page.locator('input[type=file]').first().setInputFiles([image, audio]);
  await expect(page.getByText(audio.name).first()).toBeVisible();
}

test('a pasted sound-to-video recipe sets the fields, and the run command accepts the copied recipe', async ({
  page,
}) => {
  await page.goto('/sound_to_video');
  await openSoundAndPicture(page);
  const [copy] = JSON.parse(await copied(page, 'Copy recipe')).steps;
  await pasteJson(page, [{ ...copy, params: { ...copy.params, fitMain: 'contain', quality: 30, frameRate: 5 } }]);
  await expect(page.getByText('short.wav').first()).toBeVisible();
  const recipe = await copied(page, 'Copy recipe');
  expect(JSON.parse(recipe).steps).toEqual([
    { ...copy, params: { ...copy.params, fitMain: 'contain', quality: 30, frameRate: 5 } },
  ]);
  const made = await runRecipe(recipe, 'again.mp4');
  expect((await runCommand(await copied(page, 'Copy command'))).length).toBe(made.length);
});

test('the run command accepts a copied slideshow recipe with its input files', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/sound_to_slide_show_video');
  await openSoundAndPicture(page);
  const recipe = await copied(page, 'Copy recipe');
  expect(JSON.parse(recipe).steps[0].inputs).toEqual({ audio: 'short.wav', main: ['noise.png'] });
  const made = await runRecipe(recipe, 'again.mp4');
  expect(made.subarray(4, 8).toString('latin1')).toBe('ftyp');
  // Compares the video's duration, not bytes, because the file contains the time of its creation.
  expect((await runCommand(await copied(page, 'Copy command'))).length).toBe(made.length);
});
