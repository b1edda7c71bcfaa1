import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { hasSamples, samplePath, stageReady, type Upload } from './images.ts';
import { type Promised, screenFaults, textFaults, unfold } from './screen-faults.ts';
import { toneUpload } from './videos.ts';

// Takes screenshots of every screen in its states, and checks them. `npm run screens` makes contact sheets of the
// screenshots.

const FOLDER = resolve('test-results/screens');

interface Size extends Promised {
  readonly width: number;
  readonly height: number;
}

const SIZES: readonly Size[] = [
  { width: 1440, height: 900, top: 64, seen: 700, isTouch: false },
  { width: 768, height: 1024, top: 100, seen: 400, isTouch: true },
  { width: 390, height: 844, top: 100, seen: 420, isTouch: true },
];

const THEMES = ['light', 'dark'] as const;

/** Steps that lead through the states of a screen, starting with the empty screen. */
interface Tour {
  readonly open?: (page: Page) => Promise<unknown>;
  readonly work?: (page: Page) => Promise<unknown>;
  readonly done?: (page: Page) => Promise<unknown>;
  /** A file that can't be opened, and the steps that show the screen's file input. */
  readonly fail?: Upload;
  readonly beforeFail?: (page: Page) => Promise<unknown>;
}

const notes = (name: string): Upload => ({ name, mimeType: '', buffer: Buffer.from('neither one nor the other') });
const choose = (page: Page, files: string | Upload | readonly Upload[]) =>
  page
    .locator('input[type=file]')
    .first()
    .setInputFiles(files as Upload);

async function photo(): Promise<string | Upload> {
  if (hasSamples) return samplePath('images/photo-12mp-pixel8-ultrahdr.jpg');
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const create = { width: 4080, height: 3072, channels: 3, background: '#88aacc', noise } as const;
  return { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await sharp({ create }).jpeg().toBuffer() };
}

const action = (page: Page, id: string) => page.locator(`[data-action="${id}"]`);

/** Presses a button of the action bar, or the corresponding menu item. */
async function press(page: Page, id: string): Promise<void> {
  if (await action(page, id).isVisible()) return action(page, id).click();
  await page.locator('.action-bar-buttons [aria-haspopup]').click();
  await page.locator(`[role=menuitem][data-key="${id}"]`).click();
}

const busy = (page: Page) => page.locator('.progress').first();

/** Blocks all workers for some seconds, so that screenshots show work in progress. */
async function hold(page: Page): Promise<void> {
  for (const worker of page.workers())
    void worker
      .evaluate(() => {
        const end = performance.now() + 4000;
        while (performance.now() < end);
      })
      .catch(() => undefined);
}

async function openPhoto(page: Page): Promise<void> {
  await choose(page, await photo());
  await expect(page.locator('.stage-size')).toContainText('px');
  await stageReady(page);
}

/** Returns the states of a tool that applies an operation before the download. */
const oneStep = (verb: string, prepare: (page: Page) => Promise<unknown>): Tour => ({
  open: openPhoto,
  work: async (page) => {
    await prepare(page);
    await hold(page);
    await press(page, verb);
    await expect(busy(page)).toBeVisible();
  },
  done: async (page) => {
    await expect(busy(page)).toBeHidden();
    await page.locator('[data-action=download-png], [data-action=download-jpg]').first().click();
    await expect(page.locator('.status-line [role=status]')).not.toBeEmpty();
  },
  fail: notes('notes.png'),
});

async function slide(page: Page): Promise<void> {
  const hidden = page.locator('.side-panel[data-open=false] button').first();
  if (await hidden.isVisible()) await hidden.click();
  const slider = page.locator('.tool-side input[type=range]').first();
  await slider.focus();
  await slider.press('ArrowLeft');
  await slider.press('ArrowLeft');
}

async function drag(page: Page): Promise<void> {
  const box = await page.locator('.stage-viewport').first().boundingBox();
  if (!box) throw new Error('no stage');
  await page.mouse.move(box.x + box.width * 0.4, box.y + box.height * 0.4);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.6, box.y + box.height * 0.6, { steps: 4 });
  await page.mouse.up();
}

async function retype(page: Page): Promise<void> {
  const hidden = page.locator('.side-panel[data-open=false] button').first();
  if (await hidden.isVisible()) await hidden.click();
  const field = page.locator('.tool-side input:not([type=range], [type=checkbox])').first();
  await field.fill('1200');
  await field.blur();
}

/** Returns the states of a tool that lists its generated files on the screen. */
const generator = (prepare: (page: Page) => Promise<unknown>, made = 'generate-png'): Tour => ({
  open: async (page) => {
    await openPhoto(page);
    await prepare(page);
  },
  work: async (page) => {
    await hold(page);
    await press(page, made);
    await expect(busy(page)).toBeVisible();
  },
  done: (page) => expect(page.locator('a[download]').first()).toBeVisible({ timeout: 90_000 }),
  fail: notes('notes.png'),
});

const write = (page: Page) => page.locator('textarea').first().fill('古池や\n蛙飛び込む\n水の音');

const videoTour: Tour = {
  open: async (page) => {
    await page.locator('.stage-empty button').last().click();
    await expect(page.locator('.storyboard input[type=range]')).toBeEnabled();
  },
  work: async (page) => {
    await press(page, 'generate-mp4');
    await expect(busy(page)).toBeVisible();
  },
  done: (page) => expect(page.locator('a[download]')).toBeVisible({ timeout: 90_000 }),
  fail: notes('notes.png'),
};

const converter = (files: () => readonly Upload[]): Tour => ({
  open: async (page) => {
    if (files().length > 0) await choose(page, files());
    else await page.locator('.stage-empty button').last().click();
    await expect(action(page, 'convert')).toBeEnabled();
  },
  work: async (page) => {
    await hold(page);
    await action(page, 'convert').click();
    await expect(busy(page)).toBeVisible();
  },
  done: (page) => expect(busy(page)).toBeHidden({ timeout: 90_000 }),
  fail: notes('notes.txt'),
});

const TOURS: Readonly<Record<string, Tour>> = {
  home: {},
  format_converter: oneStep('download-png', async () => {}),
  cropper: oneStep('crop', drag),
  scaler: oneStep('scale', retype),
  color_adjuster: oneStep('download-png', slide),
  blur_sharpen: oneStep('apply', slide),
  shape_editor: generator(drag),
  mask_creator: {
    open: openPhoto,
    beforeFail: async (page) => {
      await page.locator('.source-card [aria-expanded=false]').click();
      await page.locator('.tool-side [role=tab]').last().click();
    },
    fail: notes('notes.png'),
  },
  layer: { open: openPhoto, fail: notes('notes.png') },
  advanced_text_editor: generator(write),
  horizontal_editor: generator(write, 'generate-mp4'),
  editor: generator(write, 'generate-mp4'),
  sound_to_video: videoTour,
  sound_to_slide_show_video: videoTour,
  wav_to_mp3: converter(() => [toneUpload('birds-at-the-pond.wav', 20), toneUpload('rain.wav', 4)]),
  mp3_to_wav: converter(() => []),
  audio_converter: converter(() => [toneUpload('birds-at-the-pond.wav', 20), toneUpload('rain.wav', 4)]),
  video_playback: {
    open: async (page) => {
      await page.locator('.stage-empty button').last().click();
      await expect(page.locator('.player-seek input[type=range]')).toBeEnabled();
    },
    fail: notes('notes.mp4'),
  },
  site_issues: {},
  privacy: {},
  contact: {},
};

for (const size of SIZES)
  for (const language of ['en', 'ja'])
    test.describe(`${size.width} px, ${language}`, () => {
      test.use({
        viewport: { width: size.width, height: size.height },
        hasTouch: size.isTouch,
        isMobile: size.isTouch,
        reducedMotion: 'reduce',
      } as object);
      for (const [route, tour] of Object.entries(TOURS))
        test(route, async ({ page }) => {
          test.setTimeout(240_000);
          await mkdir(FOLDER, { recursive: true });
          const found: string[] = [];
          const look = async (state: string) => {
            for (const theme of THEMES) {
              await page.emulateMedia({ colorScheme: theme });
              const path = resolve(FOLDER, [route, size.width, language, theme, state, 'png'].join('.'));
              await page.screenshot({ path, animations: 'disabled' });
              if (state === 'working' || language === 'ja') continue;
              const { violations } = await new AxeBuilder({ page })
                .setLegacyMode()
                .withRules('color-contrast')
                .analyze();
              for (const { nodes } of violations)
                for (const { target } of nodes) found.push(`${state}, ${theme}: too little contrast: ${target}`);
            }
            for (const fault of [...(await screenFaults(page, size)), ...(await textFaults(page))])
              found.push(`${state}: ${fault}`);
          };
          await page.goto(`/${route}?lng=${language}`);
          await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
          await page.waitForLoadState('networkidle');
          await look('empty');
          if (tour.open) {
            await tour.open(page);
            await look('open');
            if (!size.isTouch && (await unfold(page))) await look('unfolded');
          }
          if (tour.work) {
            await tour.work(page);
            await look('working');
          }
          if (tour.done) {
            await tour.done(page);
            await look('done');
          }
          if (tour.fail) {
            await tour.beforeFail?.(page);
            await choose(page, tour.fail);
            const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'));
            await expect(dialog.or(page.locator('.sound-row-error')).first()).toBeVisible();
            await look('failed');
          }
          expect(found).toEqual([]);
        });
    });
