import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { firstOf } from '../tests/deep.ts';
import { plainPixels } from './gestures.ts';
import { blockWorker, named, openImage, pngUpload, pressInFoot } from './images.ts';
import { layoutFaults, setLetters } from './layout-faults.ts';
import { test } from './policed.ts';
import { screenFaults } from './screen-faults.ts';
import { refuseShares, sharedFile, watchShares } from './sharing.ts';

const TOOLS = [
  'cropper',
  'editor',
  'mask_creator',
  'sound_to_slide_show_video',
  'video_playback',
  'shape_editor',
  'scaler',
  'format_converter',
  'color_adjuster',
  'blur_sharpen',
  'advanced_text_editor',
  'horizontal_editor',
  'layer',
  'sound_to_video',
  'wav_to_mp3',
  'mp3_to_wav',
  'audio_converter',
] as const;

/** Tools for which an image alone isn't enough. Tests of these tools open the tool's sample files. */
const BY_SAMPLE: readonly string[] = [
  'sound_to_video',
  'sound_to_slide_show_video',
  'video_playback',
  'wav_to_mp3',
  'mp3_to_wav',
  'audio_converter',
];

interface Limits {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  readonly seen: number;
}

const WIDE: readonly [Limits, Limits] = [
  { width: 1440, height: 900, top: 64, seen: 700 },
  { width: 1024, height: 768, top: 64, seen: 600 },
];
const TOUCH: readonly Limits[] = [
  { width: 768, height: 1024, top: 100, seen: 400 },
  { width: 390, height: 844, top: 100, seen: 420 },
];

async function open(page: Page, route: string): Promise<void> {
  await page.goto(`/${route}`);
  if (BY_SAMPLE.includes(route)) {
    await page.getByRole('button', { name: 'Try a sample' }).click();
    await expect(page.locator('.stage-empty')).toHaveCount(0);
    await expect(page.locator('[aria-busy=true], .progress')).toHaveCount(0);
    return;
  }
  await openImage(page, await pngUpload(plainPixels(300, 200, [90, 140, 200]), 'a-name-that-is-longer-than-most.png'));
}

const resize = ({ width, height }: Limits, page: Page) => page.setViewportSize({ width, height });

test('every tool shows its image without scrolling, its labels fit at double text size, and each command has an icon', async ({
  page,
}) => {
  const commands = page.getByRole('dialog', { name: 'Search tools and commands' }).getByRole('option');
  for (const route of TOOLS) {
    await open(page, route);
    for (const limits of firstOf(WIDE)) {
      await resize(limits, page);
      await expect.poll(() => screenFaults(page, { ...limits, isTouch: false }), route).toEqual([]);
    }
    await resize(WIDE[0], page);
    await page.keyboard.press('Control+k');
    await expect(commands.first()).toBeVisible();
    // A lightning bolt stands for a command without its own icon.
    expect(await commands.filter({ has: page.locator('.lucide-zap') }).allTextContents(), route).toEqual([]);
    await page.keyboard.press('Escape');
    for (const percent of [100, 200]) {
      await setLetters(page, percent);
      expect.soft(await layoutFaults(page), `${route}, ${percent} %`).toEqual([]);
    }
  }
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  for (const route of firstOf(TOOLS.slice(0, -2)))
    test(`${route} shows its image without scrolling, and its settings beside the image`, async ({ page }) => {
      await open(page, route);
      for (const limits of TOUCH) {
        await resize(limits, page);
        await expect
          .poll(() => screenFaults(page, { ...limits, isTouch: true }), `${limits.width} px wide`)
          .toEqual([]);
      }
      await page.getByRole('button', { name: 'Show settings' }).tap();
      await expect(page.getByRole('button', { name: 'Hide settings' })).toBeInViewport();
      for (const limits of TOUCH) {
        await resize(limits, page);
        await expect
          .poll(() => screenFaults(page, { ...limits, seen: 240, isTouch: true }), `${limits.width} px wide`)
          .toEqual([]);
      }
    });

  test('the sheet follows a drag of its title row and opens, and a tap closes it', async ({ page }) => {
    await open(page, 'color_adjuster');
    const side = page.locator('.tool-side');
    const heightOf = async () => (await side.boundingBox())?.height ?? 0;
    const rest = await heightOf();
    const title = page.getByRole('heading', { level: 2, name: 'Color Adjust', exact: true });
    const { x, y } = (await title.boundingBox()) ?? { x: 0, y: 0 };
    await page.mouse.move(x + 8, y + 8);
    await page.mouse.down();
    await page.mouse.move(x + 8, y - 32);
    await expect.poll(heightOf).toBe(rest + 40);
    await page.mouse.up();
    await expect(page.getByRole('button', { name: 'Hide settings' })).toBeVisible();
    await title.tap();
    await expect(page.getByRole('button', { name: 'Show settings' })).toBeVisible();
    await expect.poll(heightOf).toBe(rest);
  });

  test('size and zoom cover no corner of the image', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 664 });
    await page.goto('/cropper');
    await openImage(page, await pngUpload(plainPixels(200, 300, [90, 140, 200])));
    const area = page.getByRole('group', { name: 'Selection', exact: true });
    await expect(area).toBeVisible();
    await expect
      .poll(() =>
        area.evaluate((layer) => {
          const { left, right, bottom } = layer.getBoundingClientRect();
          return [left, right].every((x) => layer.contains(document.elementFromPoint(x, bottom)));
        }),
      )
      .toBe(true);
  });

  test('an image is shared with another app, or downloaded if the browser refuses to share', async ({ page }) => {
    await watchShares(page);
    await open(page, 'scaler');
    await pressInFoot(page, 'Share');
    const shared = await sharedFile(page);
    expect(shared.name).toBe('a-name-that-is-longer-than-most.jpg');
    const { format, width, height } = await sharp(shared.bytes).metadata();
    expect({ format, width, height }).toEqual({ format: 'jpeg', width: 300, height: 200 });

    await refuseShares(page);
    const [file] = await Promise.all([page.waitForEvent('download'), pressInFoot(page, 'Share')]);
    expect(file.suggestedFilename()).toBe('a-name-that-is-longer-than-most.jpg');
    expect((await sharp(await readFile(await file.path())).metadata()).width).toBe(300);
  });
});

test('a file that opens shows its name and its progress in the middle of the stage', async ({ page }) => {
  await page.goto('/cropper');
  await openImage(page, await pngUpload(plainPixels(20, 30, [90, 140, 200])));
  const release = await blockWorker(page, 'image');
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(await pngUpload(plainPixels(200, 300, [90, 140, 200]), 'shore.png'));
  const stage = page.locator('.stage');
  await expect(stage.getByText('shore.png')).toBeVisible();
  const progress = stage.getByRole('progressbar');
  const middleOf = async (place: Locator) => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
    return [x + width / 2, y + height / 2] as const;
  };
  const [[x, y], [stageX, stageY]] = [await middleOf(progress), await middleOf(stage)];
  expect(Math.hypot(x - stageX, y - stageY)).toBeLessThan(80);
  await release();
  await expect(progress).toHaveCount(0);
  await expect(page.locator('.stage-size')).toHaveText('200 × 300 px');
});

test('the Open dialog opens by keyboard and closes on Escape or when another image opens', async ({ page }) => {
  await open(page, 'editor');
  const trigger = page.getByRole('button', { name: 'Open', exact: true });
  const sources = page.getByRole('dialog', { name: 'Image source' });
  await trigger.focus();
  await page.keyboard.press('Enter');
  await expect(sources.getByRole('tab', { name: 'Blank Background' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sources).toBeHidden();
  await expect(trigger).toBeFocused();
  await page.keyboard.press('Enter');
  await sources.getByRole('button', { name: 'Generate', exact: true }).click();
  await expect(sources).toBeHidden();
  await expect(page.getByText('800 × 1200 px', { exact: true })).toBeVisible();
});

test('actions that do not fit the toolbar are in its menu', async ({ page }) => {
  await open(page, 'cropper');
  await resize({ width: 390, height: 844, top: 0, seen: 0 }, page);
  const save = page.getByRole('button', { name: 'Save for later' });
  await expect(save).toBeHidden();
  for (const name of ['Undo', 'Download JPG']) await expect(page.getByRole('button', named(name))).toBeVisible();
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Save for later' }).click();
  await expect(page.getByText('Saved. Any tool can load it')).toBeVisible();
});
