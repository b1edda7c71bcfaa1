import { expect, type Locator, type Page } from '@playwright/test';
import { isDeep } from '../tests/deep.ts';
import { placeImage } from './gestures.ts';
import { blockWorker, named, pngUpload, stageReady } from './images.ts';
import { test } from './policed.ts';

const button = (page: Page, name: string) => page.getByRole('button', named(name));
const image = () => pngUpload(placeImage(), 'places.png');

/** Steps that lead a tool through its states, starting with the empty screen. */
interface Tour {
  readonly open: (page: Page) => Promise<unknown>;
  readonly edit?: (page: Page) => Promise<unknown>;
  /** Starts work whose progress is visible until `release`. Returns `release`. */
  readonly work?: (page: Page) => Promise<() => Promise<unknown>>;
  readonly done?: (page: Page) => Promise<unknown>;
}

const openImage = async (page: Page) => {
  await page
    .locator('input[type=file][accept*=image]')
    .first()
    .setInputFiles(await image());
};
const openSample = (page: Page) => button(page, 'Try a sample').first().click();

/** Presses the main button while the image worker is blocked. */
const press = (worker: string) => async (page: Page) => {
  const release = await blockWorker(page, worker);
  await page.locator('.action-bar-line > .button').first().click();
  await expect(page.getByRole('progressbar').first()).toBeVisible();
  return release;
};

const settled = (page: Page) => expect(page.getByRole('progressbar')).toHaveCount(0);

async function unfolded(page: Page, use: () => Promise<unknown>): Promise<void> {
  const show = button(page, 'Show settings').first();
  const isFolded = await show.isVisible();
  if (isFolded) await show.click();
  await use();
  if (isFolded) await button(page, 'Hide settings').first().click();
}

const slide = (page: Page) =>
  unfolded(page, () => page.locator('.tool-side input[type=range]').first().press('ArrowLeft'));

const write = (page: Page) => page.locator('textarea').first().fill('一筆');

async function drag(page: Page): Promise<void> {
  const { x, y, width, height } = await boxOf(page.locator('.stage-picture'));
  await page.mouse.move(x + width * 0.2, y + height * 0.2);
  await page.mouse.down();
  await page.mouse.move(x + width * 0.6, y + height * 0.6, { steps: 3 });
  await page.mouse.up();
}

const video: Tour = {
  open: openSample,
  work: async (page) => {
    await button(page, 'Generate MP4').click();
    await expect(page.getByRole('progressbar')).toBeVisible();
    return () => button(page, 'Cancel').click();
  },
  done: settled,
};

const TOURS: Readonly<Record<string, Tour>> = {
  scaler: {
    open: openImage,
    edit: (page) =>
      unfolded(page, async () => {
        await page.getByText('By ratio').click();
        await page.getByRole('textbox', { name: 'Ratio', exact: true }).fill('0.5');
      }),
    work: press('image'),
    done: (page) => expect(page.locator('.stage-size')).toHaveText('120 × 120 px'),
  },
  horizontal_editor: { open: openImage, edit: write, work: press('image'), done: settled },
  sound_to_slide_show_video: video,
  mask_creator: { open: openImage, edit: drag, done: settled },
  layer: { open: openImage, edit: openImage, work: press('image'), done: settled },
  shape_editor: { open: openImage, edit: drag, work: press('image'), done: settled },
  advanced_text_editor: { open: openImage, edit: write, work: press('image'), done: settled },
  cropper: { open: openImage, edit: drag, work: press('image'), done: settled },
  // The file is encoded before the press, because the tool shows its size.
  format_converter: { open: openImage, done: (page) => button(page, 'Download PNG').click() },
  color_adjuster: { open: openImage, edit: slide, work: press('image'), done: settled },
  blur_sharpen: { open: openImage, edit: slide, work: press('image'), done: settled },
  editor: { open: openImage, edit: write, work: press('image'), done: settled },
  sound_to_video: video,
  wav_to_mp3: { open: openSample },
  mp3_to_wav: { open: openSample },
  audio_converter: { open: openSample },
  video_playback: { open: openSample },
};

async function boxOf(place: Locator) {
  await expect(place).toBeVisible();
  const box = await place.boundingBox();
  if (!box) throw new Error('the place is not on the screen');
  return box;
}

/** Returns the box of the stage, or of the player or preview with its controls. */
const stageBox = (page: Page) => boxOf(page.locator('.tool-main > :is(.stage, .maker-stage, .player)'));

/** Lists primary buttons unless there is exactly one, which is enabled, has a reason, or waits for visible work. */
const primaryFaults = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const shown = [...document.querySelectorAll('.tool-frame .button-primary')].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    const isOff = (each: Element) => each.matches(':disabled, [aria-disabled=true]');
    const [only] = shown;
    const isExplained = only?.hasAttribute('aria-describedby') || document.querySelector('[role=progressbar]');
    if (shown.length === 1 && only && (!isOff(only) || isExplained)) return [];
    return [`${shown.length} primary buttons:`, ...shown.map((each) => `${each.textContent} ${isOff(each)}`)];
  });

for (const [screen, width, height, usual] of [
  ['wide', 1440, 900, ['scaler', 'sound_to_slide_show_video']],
  ['phone', 390, 664, ['horizontal_editor', 'mask_creator']],
] as const)
  test.describe(`on a ${screen} screen`, () => {
    test.use({ viewport: { width, height } });

    for (const [route, { open, edit, work, done }] of Object.entries(TOURS).filter(
      ([name]) => isDeep || usual.some((each) => each === name),
    ))
      test(`${route} keeps the place of its image and one main button in every state`, async ({ page }) => {
        await page.goto(`/${route}`);
        await expect(page.getByRole('button', { name: 'Try a sample' }).first()).toBeVisible();
        const box = await stageBox(page);
        expect(box.height, 'height of the stage').toBeGreaterThanOrEqual(screen === 'wide' ? 700 : 300);
        const check = async (state: string) => {
          expect(await stageBox(page), state).toEqual(box);
          await expect.poll(() => primaryFaults(page), state).toEqual([]);
        };
        await check('empty');
        await open(page);
        await check('loading');
        await expect(page.locator('.stage-empty')).toHaveCount(0);
        if (await page.locator('.stage-viewport').count()) await stageReady(page);
        await check('open');
        await edit?.(page);
        await check('edit');
        const release = await work?.(page);
        await check('work');
        await release?.();
        await done?.(page);
        await check('result');
      });
  });
