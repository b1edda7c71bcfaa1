import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { expectNoViolations } from './axe.ts';
import { button, command, downloadAll, imageFile, lookedAt } from './batches.ts';
import { chooseMore, decode } from './images.ts';
import { test } from './policed.ts';

/** Tests batches with texts, shapes and layers, which appear on every image at the same relative position and size. */

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });
const SIZES = { 'wide.png': [200, 100], 'high.png': [80, 160], 'small.png': [50, 30] } as const;
const NAMES = Object.keys(SIZES);

type Info = { outputPath(...parts: string[]): string };

async function images(info: Info): Promise<{ folder: string; paths: string[] }> {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths: string[] = [];
  for (const [name, [width, height]] of Object.entries(SIZES))
    paths.push(await imageFile(folder, name, width, height, paths.length + 1));
  return { folder, paths };
}

async function open(page: Page, route: string, paths: readonly string[]): Promise<void> {
  await page.goto(route);
  await expect(button(page, 'Try a sample')).toBeEnabled();
  await page
    .locator(':is(.stage-empty, .stage-invitation) input[type=file]:not([webkitdirectory])')
    .first()
    .setInputFiles([...paths]);
  await lookedAt(page, 'wide.png');
}

async function paste(page: Page, recipe: unknown): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), JSON.stringify(recipe));
  await chooseMore(page, 'Paste recipe');
}

/** Checks that the downloads equal the command's results, with the copied recipe or with one recipe per image. */
async function expectAsCommand(page: Page, info: Info, recipes?: Readonly<Record<string, unknown>>): Promise<void> {
  const made = await downloadAll(page);
  expect(Object.keys(made)).toEqual(NAMES);
  const write = (name: string, recipe: string) => {
    writeFileSync(info.outputPath(name), recipe);
    return info.outputPath(name);
  };
  const out = info.outputPath('out');
  if (recipes)
    for (const name of NAMES)
      await command(
        'run',
        write(`${name}.json`, JSON.stringify(recipes[name])),
        info.outputPath('in', name),
        '-o',
        join(out, name),
      );
  else {
    await chooseMore(page, 'Copy recipe');
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    await command('run', write('copied.json', copied), info.outputPath('in'), '-o', out);
  }
  for (const name of NAMES) {
    const bytes = made[name] as Buffer;
    const source = await decode(readFileSync(info.outputPath('in', name)));
    const result = await decode(bytes);
    expect([result.width, result.height]).toEqual(SIZES[name as keyof typeof SIZES]);
    expect(result.data.equals(source.data), `${name} has been drawn on`).toBe(false);
    expect(bytes.equals(readFileSync(join(out, name))), `${name} is the command’s`).toBe(true);
  }
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

test('a text has the same relative position and size on each image of a batch', async ({ page }, info) => {
  const { paths } = await images(info);
  await open(page, '/advanced_text_editor', paths);
  const boundingBox = { top: 20, left: 20, bottom: 90, right: 180 };
  await paste(page, {
    operation: 'write-texts',
    params: { texts: [{ text: 'はるAB', fontFamily: 'Noto Serif JP', fontPt: 18, boundingBox, align: 'left' }] },
  });
  await expect(field(page, 'Text')).toHaveValue('はるAB');
  await expectAsCommand(page, info);

  // The next image shows the text scaled to the image's size. The first image keeps its text settings.
  await button(page, 'high.png, done').click();
  await lookedAt(page, 'high.png');
  await expect(field(page, 'Font size')).toHaveValue('7.2');
  await button(page, 'wide.png, done').click();
  await lookedAt(page, 'wide.png');
  await expect(field(page, 'Font size')).toHaveValue('18');
  await expectNoViolations(page);

  await button(page, 'Remove small.png').click();
  await page.reload();
  await lookedAt(page, 'wide.png');
  await expect(page.getByRole('heading', { name: '2 images' })).toBeVisible();
  const again = await downloadAll(page);
  expect(Object.keys(again)).toEqual(NAMES.slice(0, 2));
  for (const [name, bytes] of Object.entries(again))
    expect(bytes.equals(readFileSync(info.outputPath('out', name)))).toBe(true);
});

for (const [route, operation, animated] of firstOf([
  ['/editor', 'write-vertical', true],
  ['/horizontal_editor', 'write-horizontal', false],
] as const))
  test(`the text of ${route} is written on each image of a batch as PNG${animated ? ' and as an animation' : ''}`, async ({
    page,
  }, info) => {
    const { paths } = await images(info);
    await open(page, route, paths);
    await paste(page, {
      operation,
      params: { text: 'は', author: '蕉', style: { main: { fontPctH: 30, textColor: '#ff0000' } }, watermark: false },
    });
    await expect(field(page, 'Main Text')).toHaveValue('は');
    await expectAsCommand(page, info);
    if (!animated) return;
    await page.locator('label', { hasText: /^MP4$/ }).click();
    const animations = await downloadAll(page);
    expect(Object.keys(animations)).toEqual(['wide.mp4', 'high.mp4', 'small.mp4']);
    for (const [name, [width, height]] of Object.entries(SIZES)) {
      const path = info.outputPath(name.replace('.png', '.mp4'));
      writeFileSync(path, animations[name.replace('.png', '.mp4')] as Buffer);
      const { stdout } = await promisify(execFile)('ffprobe', [
        ...['-v', 'error', '-count_frames', '-select_streams', 'v', '-of', 'csv=p=0'],
        ...['-show_entries', 'stream=width,height,nb_read_frames', path],
      ]);
      const [w, h, frames = 0] = stdout.trim().split(',').map(Number);
      expect([w, h]).toEqual([width, height]);
      expect(frames).toBeGreaterThan(2);
    }
  });

test(
  'shapes have the same relative position and size on each image of a batch',
  { tag: '@deep' },
  async ({ page }, info) => {
    const { paths } = await images(info);
    await open(page, '/shape_editor', paths);
    const shapes = (x: number, y: number) => {
      const mean = Math.sqrt(x * y);
      const box = {
        top: Math.round(20 * y),
        left: Math.round(40 * x),
        bottom: Math.round(80 * y),
        right: Math.round(140 * x),
      };
      const line = [
        { x: Math.round(1000 * x) / 100, y: Math.round(1000 * y) / 100 },
        { x: Math.round(19000 * x) / 100, y: Math.round(9000 * y) / 100 },
      ];
      const [borderWidth, borderRadius] = [Math.max(1, Math.round(4 * mean)), Math.round(20 * mean)];
      const components = [
        { shape: 'rect', boundingBox: box, borderColor: '#ff0000', borderWidth, borderRadius },
        { shape: 'line', startPoint: line[0], endPoint: line[1], borderWidth },
      ];
      return { operation: 'draw-shapes', params: { components } };
    };
    await paste(page, shapes(1, 1));
    await expect(field(page, 'Border width')).toHaveValue('4');
    const [wide, high] = SIZES['wide.png'];
    await expectAsCommand(
      page,
      info,
      Object.fromEntries(Object.entries(SIZES).map(([name, size]) => [name, shapes(size[0] / wide, size[1] / high)])),
    );
  },
);

test('the top layer has the same relative position on each bottom layer of a batch', async ({ page }, info) => {
  const { paths } = await images(info);
  const top = await imageFile(info.outputPath(), 'top.png', 40, 24, 9);
  await page.goto('/layer');
  await expect(button(page, 'Try a sample')).toBeEnabled();
  await page.getByRole('tab', { name: 'Top layer' }).click();
  await page.locator('.upload-row input[type=file]').first().setInputFiles(top);
  await expect(page.getByText('40 × 24 px', { exact: true })).toBeVisible();
  await page.getByRole('tab', { name: 'Bottom layer' }).click();
  await page.locator('.upload-row input[type=file]').first().setInputFiles(paths);
  await lookedAt(page, 'wide.png');
  const set = async (name: string, value: string) => {
    await field(page, name).fill(value);
    await field(page, name).blur();
  };
  await set('Offset X', '30');
  await set('Offset Y', '-20');
  const layers = (x: number, y: number) => ({
    operation: 'layer',
    params: {
      offsetX: Math.round(30 * x),
      offsetY: Math.round(-20 * y),
      scale: Math.round(1e4 * Math.min(x, y)) / 1e4,
    },
    inputs: { top },
  });
  await expectAsCommand(
    page,
    info,
    Object.fromEntries(
      Object.entries(SIZES).map(([name, [width, height]]) => [name, layers(width / 200, height / 100)]),
    ),
  );
  await button(page, 'high.png, done').click();
  await lookedAt(page, 'high.png');
  await expect(field(page, 'Offset X')).toHaveValue('12');
  await button(page, 'wide.png, done').click();
  await lookedAt(page, 'wide.png');
  await expect(field(page, 'Offset X')).toHaveValue('30');
});
