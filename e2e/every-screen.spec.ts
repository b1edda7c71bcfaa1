import { expect, type Locator, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { dragMouse, frameOf, placeImage, plainPixels } from './gestures.ts';
import { decode, emptyDesk, openImage, pngUpload, stageReady } from './images.ts';
import { layoutFaults, phoneFaults, setLetters } from './layout-faults.ts';
import { test } from './policed.ts';

const TOOLS = [
  'format_converter',
  'layer',
  'advanced_text_editor',
  'horizontal_editor',
  'sound_to_video',
  'wav_to_mp3',
  'video_playback',
  'scaler',
  'color_adjuster',
  'blur_sharpen',
  'cropper',
  'shape_editor',
  'mask_creator',
  'editor',
  'sound_to_slide_show_video',
  'mp3_to_wav',
  'audio_converter',
];

async function openSample(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /^(Try a sample|サンプル)/ })
    .first()
    .click();
  await expect(page.locator(':is(.stage-empty, .stage-invitation)')).toHaveCount(0);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
}

for (const [width, height] of firstOf([
  [390, 664],
  [360, 640],
] as const))
  test.describe(`on a phone of ${width} × ${height}`, () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width, height } });

    for (const language of firstOf(['ja', 'en']))
      test(`the image area, one-row toolbars and number fields of every tool fit at normal and double text size, ${language}`, async ({
        page,
      }) => {
        const found: string[] = [];
        const look = async (state: string, seen = 300) => {
          for (const fault of [...(await phoneFaults(page, seen)), ...(await layoutFaults(page))])
            found.push(`${state}: ${fault}`);
        };
        for (const route of firstOf(TOOLS, 7)) {
          await page.goto(`/${route}?lng=${language}`);
          await emptyDesk(page);
          await expect(page.getByRole('button', { name: /^(Try a sample|サンプル)/ }).first()).toBeEnabled();
          // Touch devices have no file drag and drop.
          await expect(page.getByText(/Drop .* here|ドロップ/).filter({ visible: true })).toHaveCount(0);
          await look(`${route}, empty`);
          await openSample(page);
          await look(route);
          if (await scrolls(page)) found.push(`${route}: the page scrolls`);
          const settings = page.locator('.side-panel[data-open=false] .side-panel-head button');
          if ((await settings.count()) > 0) {
            await settings.click();
            await look(`${route}, settings`, 240);
          }
          await setLetters(page, 200);
          for (const fault of await layoutFaults(page)) found.push(`${route}, 200 %: ${fault}`);
        }
        expect(found).toEqual([]);
      });
  });

const scrolls = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight > innerHeight + 1);

for (const [width, height, seen] of firstOf([
  [844, 390, 230],
  [667, 375, 215],
] as const))
  test.describe(`on a phone of ${width} × ${height}`, () => {
    test.use({ hasTouch: true, isMobile: true, viewport: { width, height } });

    test('the settings of every tool are beside the image, and the page does not scroll', async ({ page }) => {
      const found: string[] = [];
      for (const route of firstOf(TOOLS, 7)) {
        await page.goto(`/${route}`);
        await emptyDesk(page);
        await openSample(page);
        for (const fault of [...(await phoneFaults(page, seen)), ...(await layoutFaults(page))])
          found.push(`${route}: ${fault}`);
        if (await scrolls(page)) found.push(`${route}: the page scrolls`);
        const stage = await page.locator('.tool-frame :is(.stage, .player-stage)').first().boundingBox();
        const side = await page.locator('.tool-side').boundingBox();
        if (!stage || !side || side.x < stage.x + stage.width - 1 || side.height < 150)
          found.push(`${route}: settings ${JSON.stringify(side)}, image ${JSON.stringify(stage)}`);
      }
      expect(found).toEqual([]);
    });
  });

/** Returns the share of pixels in the middle row that differ from the color of the element's top left corner. */
async function drawnShare(element: Locator): Promise<number> {
  const { data, width, height } = await decode(await element.screenshot());
  const at = (x: number, y: number) => data.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
  const [background, row] = [at(0, 0), Math.floor(height / 2)];
  let drawn = 0;
  for (let x = 0; x < width; x++) if (!at(x, row).equals(background)) drawn++;
  return drawn / width;
}

test.describe('in forced colors', () => {
  test.use({ forcedColors: 'active' });

  test('sliders, switches, timelines and handles are visible', async ({ page }) => {
    await page.goto('/color_adjuster');
    await openSample(page);
    expect(await drawnShare(page.locator('.slider-track').first())).toBeGreaterThan(0.9);

    await page.goto('/scaler');
    const ratio = page.locator('.switch', { hasText: 'By ratio' });
    const off = await ratio.locator('.switch-track').screenshot();
    expect(await drawnShare(ratio.locator('.switch-track'))).toBeGreaterThan(0.3);
    await ratio.click();
    await page.mouse.move(0, 0);
    expect((await ratio.locator('.switch-track').screenshot()).equals(off)).toBe(false);
    expect(await drawnShare(ratio.locator('.switch-track'))).toBeGreaterThan(0.3);

    await page.goto('/sound_to_video');
    await openSample(page);
    expect(await drawnShare(page.locator('.storyboard-wave'))).toBeGreaterThan(0.9);
    const parts = await decode(await page.locator('.storyboard-cells').screenshot());
    const colors = new Set<string>();
    for (let x = 12; x < parts.width - 12; x++)
      colors.add(parts.data.subarray((2 * parts.width + x) * 4, (2 * parts.width + x) * 4 + 3).join());
    // The main image and the last image have different colors in the timeline.
    expect(colors.size).toBeGreaterThan(1);

    await page.goto('/cropper');
    await openImage(page, await pngUpload(placeImage(), 'places.png'));
    const frame = await frameOf(page.locator('.crop-layer'), 240);
    await dragMouse(page, frame, [60, 60], [180, 180]);
    for (const handle of await page.locator('.crop-handle').all()) {
      const { data } = await decode(await handle.screenshot());
      expect(
        new Set(Array.from({ length: data.length / 4 }, (_, at) => data.subarray(at * 4, at * 4 + 3).join())).size,
      ).toBeGreaterThan(2);
    }
    // The area outside the crop selection is darker but visible.
    const screen = await decode(await page.screenshot());
    const pixel = (place: readonly [number, number]) => {
      const { x, y } = frame.at(place);
      return screen.data.subarray(
        (Math.floor(y) * screen.width + Math.floor(x)) * 4,
        (Math.floor(y) * screen.width + Math.floor(x)) * 4 + 3,
      );
    };
    expect(pixel([20, 20]).equals(pixel([220, 220]))).toBe(false);
  });
});

test.describe('with the keyboard', () => {
  const focused = (page: Page) => page.evaluate(() => document.activeElement?.tagName);
  const press = async (button: Locator) => {
    // A button ignores keys until the page has restored its last state.
    await expect(button).toBeEnabled();
    await button.focus();
    await button.press('Enter');
  };

  for (const [name, viewport] of firstOf([
    ['a large screen', { width: 1440, height: 900 }],
    ['a phone', { width: 390, height: 664 }],
  ] as const))
    test(`focus stays on the page after Generate and after a file opens, on ${name}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      const preview = page.getByRole('group', { name: 'Preview', exact: true });
      for (const route of ['shape_editor', 'editor']) {
        await page.goto(`/${route}`);
        const background = page.getByRole('button', { name: 'Generate', exact: true });
        await press(background);
        await stageReady(page);
        // The focus moves to an image that has just appeared. Text editors show a blank background from the start.
        await expect(route === 'shape_editor' ? preview : background).toBeFocused();
        if (route !== 'shape_editor')
          await page.getByRole('textbox').and(page.locator('textarea')).first().fill('古池や');
        const save = page.getByRole('button', { name: 'Download PNG', exact: true });
        await Promise.all([page.waitForEvent('download'), press(save)]);
        await expect(save).toBeFocused();
      }
      await page.goto('/mask_creator');
      await press(page.getByRole('button', { name: 'Expand' }));
      await press(page.getByRole('button', { name: 'Generate', exact: true }));
      await stageReady(page);
      expect(await focused(page)).toBe('BUTTON');
      await page.goto('/cropper');
      await emptyDesk(page);
      await press(page.getByRole('button', { name: 'Try a sample' }));
      await stageReady(page);
      await expect(preview).toBeFocused();
      await openImage(page, await pngUpload(plainPixels(30, 20, [1, 2, 3]), 'next.png'));
      expect(await focused(page)).not.toBe('BODY');
    });
});
