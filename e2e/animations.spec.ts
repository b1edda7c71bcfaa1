import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import sharp from 'sharp';
import { expectNoViolations } from './axe.ts';
import { button, command, downloadAll, lookedAt, unzipped } from './batches.ts';
import {
  download,
  openImage,
  pasteAnywhere,
  pngUpload,
  shownVersion,
  stageReady,
  translucentPixels,
  type Upload,
  waitForChange,
} from './images.ts';
import { test } from './policed.ts';

const [WIDTH, HEIGHT, FRAMES] = [48, 32, 6];

/** Returns a GIF in which a light square moves over a dark background. */
async function movingGif(name = 'moving.gif'): Promise<Upload> {
  const data = Buffer.alloc(WIDTH * HEIGHT * FRAMES * 4);
  for (let frame = 0; frame < FRAMES; frame++)
    for (let y = 0; y < HEIGHT; y++)
      for (let x = 0; x < WIDTH; x++) {
        const isSquare = Math.abs(x - 6 - frame * 7) < 4 && Math.abs(y - 16) < 4;
        data.set(isSquare ? [250, 220, 80, 255] : [40, 50, 60, 255], ((frame * HEIGHT + y) * WIDTH + x) * 4);
      }
  const raw = { width: WIDTH, height: HEIGHT * FRAMES, channels: 4, pageHeight: HEIGHT } as const;
  const buffer = await sharp(data, { raw })
    .gif({ delay: Array(FRAMES).fill(120), loop: 3 })
    .toBuffer();
  return { name, mimeType: 'image/gif', buffer };
}

const facts = async (bytes: Buffer) => {
  const { format, pages, delay, loop, width, pageHeight } = await sharp(bytes, { animated: true }).metadata();
  return { format, pages, delay, loop, width, pageHeight };
};

/** Returns the size and number of frames that the browser decodes, and whether an image element can show the file. */
const shownByBrowser = (page: Page, bytes: Buffer, type: string) =>
  page.evaluate(
    async ({ data, type }) => {
      const blob = new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], { type });
      const image = new Image();
      image.src = URL.createObjectURL(blob);
      await image.decode();
      const { ImageDecoder } = globalThis as unknown as {
        ImageDecoder: new (
          init: object,
        ) => {
          completed: Promise<void>;
          tracks: { ready: Promise<void>; selectedTrack: { frameCount: number } };
        };
      };
      const decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type });
      await decoder.tracks.ready;
      await decoder.completed;
      return [image.naturalWidth, image.naturalHeight, decoder.tracks.selectedTrack.frameCount];
    },
    { data: bytes.toString('base64'), type },
  );

test('the scale tool keeps a GIF animated, and writes the same files as the command', async ({ page }, info) => {
  await page.goto('/scaler');
  const gif = await movingGif();
  await openImage(page, gif);
  await expect(page.getByText('Animation of 6 frames, 0.7 s. The preview shows the first frame.')).toBeVisible();
  await expectNoViolations(page);
  const before = await shownVersion(page);
  await page.keyboard.press('r');
  await waitForChange(page, before);

  const saved = await download(page, 'Download GIF');
  expect(saved.name).toBe('moving.gif');
  const turned = { pages: FRAMES, delay: Array(FRAMES).fill(120), loop: 3, width: HEIGHT, pageHeight: WIDTH };
  expect(await facts(saved.bytes)).toEqual({ ...turned, format: 'gif' });
  expect(await shownByBrowser(page, saved.bytes, 'image/gif')).toEqual([HEIGHT, WIDTH, FRAMES]);
  const png = await download(page, 'Download PNG');
  expect(await shownByBrowser(page, png.bytes, 'image/png')).toEqual([HEIGHT, WIDTH, FRAMES]);

  const source = info.outputPath('moving.gif');
  writeFileSync(source, gif.buffer);
  for (const [extension, { bytes }] of Object.entries({ gif: saved, png })) {
    const made = info.outputPath(`made.${extension}`);
    await command('rotate', source, '-o', made, '--turn', '90');
    expect(readFileSync(made).equals(bytes), extension).toBe(true);
  }

  await page.getByRole('switch', { name: 'First frame only' }).press('Space');
  await expect(button(page, 'Download GIF')).toBeHidden();
  const first = await download(page, 'Download PNG');
  expect(await facts(first.bytes)).toMatchObject({ format: 'png', width: HEIGHT });
  expect(first.bytes.includes('acTL')).toBe(false);
});

test('the format converter writes animations, and shows a note for formats without animation', async ({ page }) => {
  await page.goto('/format_converter');
  await openImage(page, await movingGif());
  await page.locator('label', { hasText: /^WebP/ }).click();
  await expect(page.getByText('Full color and partial transparency.')).toBeVisible();
  const webp = await download(page, 'Download WebP');
  expect(await facts(webp.bytes)).toMatchObject({ format: 'webp', pages: FRAMES, loop: 3 });
  await page.locator('label', { hasText: /^MP4$/ }).click();
  const mp4 = await download(page, 'Download MP4');
  expect([mp4.name, mp4.bytes.toString('latin1', 4, 8)]).toEqual(['moving.mp4', 'ftyp']);
  await page.locator('label', { hasText: /^JPG/ }).click();
  await expect(
    page.getByText('This format doesn’t support animation. The file contains only the first frame.'),
  ).toBeVisible();
  const jpg = await download(page, 'Download JPG');
  expect(await facts(jpg.bytes)).toMatchObject({ format: 'jpeg', width: WIDTH });

  await openImage(page, await pngUpload(translucentPixels()));
  await expect(page.getByRole('radio', { name: 'MP4' })).toHaveCount(0);
  await expect(page.getByRole('switch', { name: 'First frame only' })).toHaveCount(0);
});

test('the frames of an animation are saved with the names and bytes of the command, also after steps', async ({
  page,
}, info) => {
  const gif = await movingGif();
  await page.goto('/format_converter');
  await openImage(page, gif);
  const frames = async () => unzipped((await download(page, 'Save frames')).bytes);
  const made = await frames();
  const [source, folder] = [info.outputPath('moving.gif'), info.outputPath('frames')];
  writeFileSync(source, gif.buffer);
  await command('extract-frames', source, '-o', folder);
  expect(Object.keys(made).sort()).toEqual(readdirSync(folder).sort());
  for (const [name, bytes] of Object.entries(made))
    expect(bytes.equals(readFileSync(join(folder, name))), name).toBe(true);
  await pasteAnywhere(page, JSON.stringify([{ operation: 'rotate', params: { turn: 90 } }]));
  await button(page, 'Apply to this image').click();
  await expect(page.locator('.edit-steps')).toContainText('Rotate');
  await stageReady(page);
  const turned = await frames();
  expect(Object.keys(turned)).toHaveLength(FRAMES);
  expect(await facts(turned['moving-001.png'] as Buffer)).toMatchObject({ format: 'png', width: HEIGHT });
});

test('a tool without animation support shows the number of frames of an animation and uses the first frame', async ({
  page,
}) => {
  await page.goto('/shape_editor');
  await openImage(page, await movingGif());
  await expect(page.getByText(/Animation of 6 frames/)).toBeVisible();
});

test('a batch of animated images exports animations', async ({ page }, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const names = ['one.gif', 'two.gif'];
  for (const name of names) writeFileSync(join(folder, name), (await movingGif(name)).buffer);
  await page.goto('/scaler');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(names.map((name) => join(folder, name)));
  await expect(page.getByRole('heading', { name: '2 images' })).toBeVisible();
  await lookedAt(page, 'one.gif');
  await page.getByRole('textbox', { name: 'Width' }).fill(String(WIDTH / 2));
  await page.getByRole('textbox', { name: 'Width' }).blur();
  const made = await downloadAll(page);
  expect(Object.keys(made)).toEqual(names);
  for (const name of names)
    expect(await facts(made[name] as Buffer)).toMatchObject({ format: 'gif', pages: FRAMES, width: WIDTH / 2 });
});
