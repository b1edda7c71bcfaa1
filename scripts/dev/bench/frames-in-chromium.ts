import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright';
import { nodeImages } from '../../platform/images.ts';
import { CONTEXT } from '../setup/chromium.mjs';
import { median } from './measure.ts';
import { benchOptions } from './options.ts';
import { JPEG_QUALITY, type PhotoSize, photo } from './photos.ts';
import { withServedPage } from './served-page.ts';
import { writeTable } from './table.ts';

/** `npm run bench -- --chromium-frames`: measures the time from input to the first frame with the changed image. */

const { only, number: rounds, has } = benchOptions('rounds', 7);

const SIZES: readonly PhotoSize[] = ['1 MP', '12 MP', '24 MP'];
const TEXT_LENGTH = 1999;

interface Gesture {
  readonly name: string;
  readonly route: string;
  readonly sizes: readonly PhotoSize[];
  readonly prepare?: (page: Page) => Promise<void>;
  /** Runs before each round; not measured. */
  readonly ready?: (page: Page, round: number) => Promise<void>;
  readonly event: string;
  readonly act: (page: Page, round: number) => Promise<void>;
  /** Runs after each round; not measured. */
  readonly after?: (page: Page) => Promise<void>;
}

/** Performs an action that changes the displayed image. Returns the milliseconds from the event to the new image. */
async function timed(page: Page, event: string, act: () => Promise<void>): Promise<number> {
  await page.evaluate(`watchFor('${event}')`);
  await act();
  return page.evaluate('whenShown()');
}

const press = (page: Page, button: string) => page.getByRole('button', { name: button, exact: true }).click();

async function type(page: Page, field: string, value: string): Promise<void> {
  const box = page.getByRole('textbox', { name: field, exact: true });
  await box.fill(value);
  await box.blur();
}

async function undo(page: Page): Promise<void> {
  await timed(page, 'click', () => press(page, 'Undo'));
  await page.getByRole('button', { name: 'Undo', exact: true, disabled: true }).waitFor();
}

function slide(name: string, route: string, slider: string): Gesture {
  let thumb = { x: 0, y: 0 };
  let stepPx = 0;
  return {
    name,
    route,
    sizes: SIZES,
    prepare: async (page) => {
      const box = await page.getByRole('slider', { name: slider }).boundingBox();
      if (!box) throw new Error(`No slider ${slider}`);
      thumb = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      // Each round moves the slider's thumb one step to the left. All rounds fit between the middle and the left end.
      stepPx = -box.width / 2 / (rounds + 2);
      await page.mouse.move(thumb.x, thumb.y);
      await page.mouse.down();
    },
    event: 'pointermove',
    act: (page, round) => page.mouse.move(thumb.x + stepPx * (round + 1), thumb.y),
  };
}

function keystroke(name: string, route: string, field: string, sentence: string): Gesture {
  const box = (page: Page) => page.getByRole('textbox', { name: field, exact: true });
  return {
    name,
    route,
    sizes: ['12 MP'],
    prepare: async (page) => {
      const text = sentence.repeat(Math.ceil(TEXT_LENGTH / sentence.length)).slice(0, TEXT_LENGTH - rounds);
      await timed(page, 'input', () => box(page).fill(text));
      // Sets a fixed font size, because by default the first text that is typed determines the font size.
      await type(page, 'Font size', '2');
      await box(page).focus();
      await box(page).press('ControlOrMeta+End');
    },
    event: 'keydown',
    act: (page) => page.keyboard.press('a'),
  };
}

const openTool = (page: Page, name: string) =>
  page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click();

/** The first round, which isn't counted, loads the tool's script. */
function changeTool(name: string): Gesture {
  return {
    name: `Change to ${name}: pressed → photo`,
    route: 'format_converter',
    sizes: ['12 MP'],
    event: 'click',
    act: (page) => openTool(page, name),
    after: async (page) => void (await timed(page, 'click', () => openTool(page, 'Format Converter'))),
  };
}

const gestures: readonly Gesture[] = [
  ...['Crop', 'Scale', 'Color Adjust', 'Shape Editor'].map(changeTool),
  slide('Color Adjust: slider moved → frame', 'color_adjuster', 'Saturation'),
  {
    name: 'Crop: pressed → stage',
    route: 'cropper',
    sizes: SIZES,
    // Uses another value in each round, because a repeated result would come from the cache.
    ready: (page, round) => type(page, 'topX', String(40 + round)),
    event: 'click',
    act: (page) => press(page, 'Crop'),
    after: undo,
  },
  keystroke(
    'Vertical Editor, 2,000 characters: keystroke → frame',
    'editor',
    'Main Text',
    '吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。\n',
  ),
  keystroke(
    'Vertical Editor, 2,000 characters, 300 rubies: keystroke → frame',
    'editor',
    'Main Text',
    '猫《ねこ》と犬《いぬ》は山《やま》へ。\n',
  ),
  keystroke(
    'Advanced Text Editor, 2,000 characters: keystroke → frame',
    'advanced_text_editor',
    'Text',
    'The fog comes on little cat feet. It sits looking over harbor and city on silent haunches and then moves on.\n',
  ),
];

const folder = await mkdtemp(join(tmpdir(), 'fudebako-frames-'));
try {
  await withServedPage(async (address, browser) => {
    const rows: string[][] = [];
    for (const size of SIZES) {
      const chosen = gestures.filter(({ name, sizes }) => sizes.includes(size) && only.test(`${name}, ${size}`));
      if (chosen.length === 0) continue;
      const file = join(folder, `${size}.jpg`);
      await writeFile(file, await nodeImages.encodeJpeg(photo(size), JPEG_QUALITY / 100));
      for (const { name, route, prepare, ready, event, act, after } of chosen) {
        const context = await browser.newContext({
          ...CONTEXT,
          viewport: { width: 1440, height: 900 },
          serviceWorkers: 'block',
        });
        const page = await context.newPage();
        await page.addInitScript({ path: resolve(import.meta.dirname, 'page/stage-watch.js') });
        await page.goto(`${address}/${route}`);
        await timed(page, 'change', () => page.locator('main input[type=file]').first().setInputFiles(file));
        await prepare?.(page);
        const times: number[] = [];
        for (let round = 0; round <= rounds; round++) {
          await ready?.(page, round);
          const ms = await timed(page, event, () => act(page, round));
          // Ignores the first round, which also loads and compiles code.
          if (round > 0) times.push(ms);
          await after?.(page);
        }
        await context.close();
        const row = [
          `${name}, ${size}`,
          `${Math.round(median(times))} ms`,
          `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`,
        ];
        rows.push(row);
        process.stdout.write(`${row.join('  ')}\n`);
      }
    }
    if (has('write')) await writeTable('frames', ['gesture', 'median', `range of ${rounds}`], rows);
  });
} finally {
  await rm(folder, { recursive: true });
}
