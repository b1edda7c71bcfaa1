import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import type { Upload } from './images.ts';
import { named } from './images.ts';

/** Writes an image with unique pixels, so that a test can't mistake one image for another. */
export async function imageFile(
  folder: string,
  name: string,
  width: number,
  height: number,
  seed: number,
): Promise<string> {
  const data = Buffer.alloc(width * height * 3);
  let at = 0;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      // Values above 255 wrap around, because the buffer stores each value modulo 256.
      data[at++] = x * 3 + seed * 40;
      data[at++] = y * 5 + seed * 23;
      data[at++] = x + y + seed * 71;
    }
  const path = join(folder, name);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
  return path;
}

export const button = (page: Page, name: string) => page.getByRole('button', named(name));

export async function downloadAll(
  page: Page,
  name = /^Download (?:all \d+|\d+ of \d+)$/,
): Promise<Record<string, Buffer>> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()]);
  return unzipped(readFileSync(await file.path()));
}

export const unzipped = (archive: Buffer): Record<string, Buffer> =>
  Object.fromEntries(Object.entries(unzipSync(archive)).map(([path, bytes]) => [path, Buffer.from(bytes)]));

/** Runs the command in the project folder. */
export async function command(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/fudebako.mjs', ...args], {
    cwd: join(import.meta.dirname, '..'),
  });
}

export const lookedAt = (page: Page, name: string, strip = 'Open images') =>
  expect(page.getByRole('region', { name: strip }).locator('[aria-current]')).toHaveAccessibleName(
    new RegExp(`^${name.replace('.', '\\.')}[,（]`),
  );

/** Runs the command with a recipe on an image in a folder. Returns the result. */
export async function byCommand(folder: string, recipe: string, { name, buffer }: Upload): Promise<Buffer> {
  const [image, written, made] = [name, 'recipe.json', 'out.png'].map((each) => join(folder, each)) as Paths;
  writeFileSync(image, buffer);
  writeFileSync(written, recipe);
  await command('run', written, image, '-o', made, '--force');
  return readFileSync(made);
}

type Paths = [string, string, string];
