import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Page } from '@playwright/test';
import type { Upload } from '../images.ts';
import { drop } from '../sent-files.ts';
import { colored, toneUpload } from '../videos.ts';

/** Chooses by a seed, and records what the visitor adds. */
export interface Chance {
  readonly below: (count: number) => number;
  readonly of: <Item>(items: readonly Item[]) => Item;
  /** Counts the files of a run. */
  readonly number: () => number;
  /** Names of the files that each action has added. */
  readonly added: (readonly string[])[];
}

/** An action of a visitor. Throws if the visitor can't act, for example because a button is disabled. */
export type Act = (page: Page, chance: Chance) => Promise<unknown>;

export interface Visitor {
  readonly routes: readonly string[];
  readonly acts: Readonly<Record<string, Act>>;
  /** Tabs that together show the whole document. */
  readonly tabs?: readonly string[];
  /** The kinds of files that are added to a list. A file of another kind replaces the earlier file of its kind. */
  readonly lists?: readonly string[];
  /** True if the stage shows the open image, whose color no action changes. */
  readonly showsImage?: boolean;
}

const SOON = { timeout: 1500 };
export const COLORS = [
  [200, 40, 40],
  [40, 160, 60],
  [40, 60, 200],
  [200, 180, 40],
  [140, 40, 200],
  [40, 180, 200],
] as const;

type Make = (number: number) => Upload | Promise<Upload>;

/** Every file has another name, color and size, so that none is mistaken for another. */
const image =
  (kind: string): Make =>
  (number) =>
    colored(`${kind}-${number}.png`, `rgb(${COLORS[number % COLORS.length]})`, 120 + 8 * number, 90 + 4 * number);
const photo = image('photo');
const sample = readFileSync(resolve(import.meta.dirname, '../../public/samples/sample.mp3'));
const mp3: Make = (number) => ({ name: `tone-${number}.mp3`, mimeType: 'audio/mpeg', buffer: sample });
const tone: Make = (number) => toneUpload(`tone-${number}.wav`, 0.5 + number / 10, 8000);

const press = (page: Page, name: string | RegExp) =>
  page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click(SOON);
async function tab(page: Page, name: string): Promise<void> {
  const folded = page.locator('.source-card [aria-expanded=false]');
  if (await folded.isVisible()) await folded.click(SOON);
  await page.getByRole('tab', { name, exact: true }).click(SOON);
}
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const choose = (page: Page, files: Upload[]) =>
  page.locator('input[type=file]:not([disabled])').first().setInputFiles(files, SOON);

const pressing =
  (name: string | RegExp): Act =>
  (page) =>
    press(page, name);
const setting =
  (name: string, low: number, high: number, { at, button }: { at?: string; button?: string } = {}): Act =>
  async (page, { below }) => {
    if (at) await tab(page, at);
    await field(page, name).fill(String(low + below(high - low)), SOON);
    await field(page, name).blur(SOON);
    if (button) await press(page, button);
  };
const adding =
  (send: (page: Page, files: Upload[]) => Promise<void>) =>
  (makes: readonly Make[], at?: string): Act =>
  async (page, { number, added }) => {
    if (at) await tab(page, at);
    const files = await Promise.all(makes.map((make) => make(number())));
    await send(page, files);
    added.push(files.map(({ name }) => name));
  };
const opening = adding(choose);
const dropping = adding(drop);

const TOOLS = [
  ['Format Converter', 'format_converter'],
  ['Crop', 'cropper'],
  ['Scale', 'scaler'],
  ['Blur/Sharpen', 'blur_sharpen'],
  ['Color Adjust', 'color_adjuster'],
  ['Shape Editor', 'shape_editor'],
  ['Advanced Text Editor', 'advanced_text_editor'],
  ['Horizontal Editor', 'horizontal_editor'],
] as const;

const changeTool = (page: Page, name: string) =>
  page.getByRole('navigation').first().getByRole('link', { name, exact: true }).click(SOON);

const cropping = setting('Width', 40, 110, { button: 'Crop' });

/** Changes a setting of the open tool or, if none of its settings is listed here, of the tool Crop. */
const edit: Act = async (page, chance) => {
  const acts: Record<string, Act> = {
    scaler: setting('Width', 40, 160, { button: 'Scale' }),
    cropper: cropping,
    blur_sharpen: setting('Sharpness', -1, 2, { button: 'Apply' }),
    advanced_text_editor: setting('Text', 100, 999),
    horizontal_editor: setting('Main Text', 100, 999),
  };
  const act = acts[new URL(page.url()).pathname.slice(1)];
  if (act) return act(page, chance);
  await changeTool(page, 'Crop');
  return cropping(page, chance);
};

/** Makes the open tab's shape an image. */
const imageInShape: Act = async (page, { number, added }) => {
  await press(page, /Shape$/);
  const option = page.getByRole('option', { name: 'Image', exact: true });
  await option.click(SOON).catch(async (error) => {
    await page.keyboard.press('Escape');
    throw error;
  });
  const file = await image('sky')(number());
  const group = page.getByRole('group', { name: 'Shape image', exact: true });
  await group.locator('input[type=file]').setInputFiles(file, SOON);
  added.push([file.name]);
};

const strokes: Act = async (page, { below }) => {
  const box = await page.getByRole('group', { name: 'Pen on the mask' }).boundingBox(SOON);
  if (!box) throw new Error('There is no mask');
  const y = box.y + box.height * (0.2 + 0.1 * below(7));
  await page.mouse.move(box.x + box.width * 0.2, y);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.8, y, { steps: 4 });
  await page.mouse.up();
};

const both = {
  undo: pressing(/^Undo/),
  'undo and redo': async (page: Page) => {
    await press(page, /^Undo/);
    await press(page, /^Redo/);
  },
};
const video = {
  'drop audio and image': dropping([tone, photo], 'Sound'),
  'drop audio': dropping([tone], 'Sound'),
  'clear the end image': async (page: Page) => {
    await tab(page, 'End Image');
    await press(page, 'Clear Image');
  },
  'set a duration': setting('End image duration', 1, 9, { at: 'End Image' }),
  ...both,
};
const converter = (route: string, make: Make): Visitor => ({
  routes: [route],
  lists: ['tone'],
  acts: {
    'add a file': opening([make]),
    'drop two files': dropping([make, make]),
    'remove a file': pressing(/^Remove tone/),
    'remove all': pressing('Remove all'),
    ...both,
  },
});

/** The visitors of each document. */
export const visitors: Readonly<Record<string, Visitor>> = {
  desk: {
    routes: TOOLS.map(([, route]) => route),
    showsImage: true,
    acts: {
      open: opening([photo]),
      drop: dropping([photo]),
      'change a setting': edit,
      'change it again': edit,
      'change the tool': (page, { of }) => changeTool(page, of(TOOLS)[0]),
      'close the image': pressing('Close image'),
      ...both,
    },
  },
  batch: {
    routes: ['scaler', 'cropper', 'format_converter'],
    acts: {
      'open three': opening([photo, photo, photo]),
      'drop two': dropping([photo, photo]),
      'remove one': pressing(/^Remove photo/),
      'change a setting': edit,
      ...both,
    },
  },
  shapes: {
    routes: ['shape_editor'],
    acts: {
      open: opening([photo]),
      'drop an image': dropping([photo]),
      'put an image in a shape': imageInShape,
      'put another image in it': imageInShape,
      ...both,
    },
  },
  mask: {
    routes: ['mask_creator'],
    acts: {
      'clear with Generate': setting('Width', 100, 300, { at: 'Create Mask', button: 'Generate' }),
      'open a base': opening([photo], 'Load Base Image'),
      'draw a stroke': strokes,
      'draw another': strokes,
      invert: pressing('Invert'),
      ...both,
    },
  },
  layer: {
    routes: ['layer'],
    tabs: ['Bottom layer', 'Top layer', 'Mask (alpha)'],
    acts: {
      'open the bottom': opening([image('bottom')], 'Bottom layer'),
      'open the top': opening([image('top')], 'Top layer'),
      'open the mask': opening([image('mask')], 'Mask (alpha)'),
      clear: pressing('Clear'),
      ...both,
    },
  },
  'sound-to-video': {
    routes: ['sound_to_video'],
    tabs: ['Sound', 'Main Image', 'Start Image', 'End Image'],
    acts: {
      ...video,
      'open a start image': opening([image('start')], 'Start Image'),
      'open an end image': opening([image('end')], 'End Image'),
    },
  },
  slideshow: {
    routes: ['sound_to_slide_show_video'],
    tabs: ['Sound', 'Main Images', 'End Image'],
    lists: ['photo'],
    acts: {
      ...video,
      'add two images': opening([photo, photo], 'Main Images'),
      'open an end image': opening([image('end')], 'End Image'),
    },
  },
  'wav to mp3': converter('wav_to_mp3', tone),
  'mp3 to wav': converter('mp3_to_wav', mp3),
};
