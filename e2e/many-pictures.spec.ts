import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, type Page } from '@playwright/test';
import { unzipSync } from 'fflate';
import sharp from 'sharp';
import { decode, distance } from './pictures.ts';
import { test } from './policed.ts';

/** Several pictures in the tools around one: what is done to the one on the stage is done to all. */

/** Pictures of different looks, so that none can stand for another. */
async function picture(folder: string, name: string, width: number, height: number, seed: number): Promise<string> {
  const data = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      data.set([(x * 3 + seed * 40) % 256, (y * 5 + seed * 23) % 256, (x + y + seed * 71) % 256], (y * width + x) * 3);
  const path = join(folder, name);
  await sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path);
  return path;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Everything that is made, by name. */
async function downloadAll(page: Page, name = 'Download all'): Promise<Record<string, Buffer>> {
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
  const entries = unzipSync(readFileSync(await file.path()));
  return Object.fromEntries(Object.entries(entries).map(([path, bytes]) => [path, Buffer.from(bytes)]));
}

/** What the command makes of the same files. */
async function command(...args: string[]): Promise<void> {
  await promisify(execFile)(process.execPath, ['scripts/fudebako.mjs', ...args], {
    cwd: join(import.meta.dirname, '..'),
  });
}

const lookedAt = (page: Page, name: string) =>
  expect(page.getByRole('region', { name: 'Open pictures' }).locator('[aria-current]')).toHaveAccessibleName(
    new RegExp(`^${name.replace('.', '\\.')},`),
  );

test('ten pictures become WebP in four presses, and PNGs are the command’s', async ({ page }, info) => {
  const folder = info.outputPath('in');
  mkdirSync(folder);
  const paths: string[] = [];
  for (let at = 0; at < 10; at++) paths.push(await picture(folder, `photo-${at}.png`, 60 + at, 40, at));
  await page.goto('/format_converter');
  await expect(button(page, 'Try a sample')).toBeEnabled();

  // The first press: all ten are chosen.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Choose File').click()]);
  expect(chooser.isMultiple()).toBe(true);
  await chooser.setFiles(paths);
  await expect(page.getByRole('heading', { name: '10 pictures' })).toBeVisible();
  await lookedAt(page, 'photo-0.png');
  // The second and the third.
  await page.getByText('WebP', { exact: true }).click();
  const made = await downloadAll(page);
  expect(Object.keys(made)).toEqual(paths.map((_, at) => `photo-${at}.webp`));
  for (const [at, path] of paths.entries()) {
    const [is, was] = [await sharp(made[`photo-${at}.webp`]).metadata(), await decode(readFileSync(path))];
    expect([is.format, is.width, is.height]).toEqual(['webp', was.width, was.height]);
    expect(distance((await decode(made[`photo-${at}.webp`] as Buffer)).data, was.data).mean).toBeLessThan(6);
  }
  await expect(page.getByRole('status').filter({ hasText: '10 done' })).toBeVisible();

  await page.getByText('PNG', { exact: true }).click();
  const pngs = await downloadAll(page);
  await command('convert', folder, '-o', info.outputPath('out'), '--format', 'png');
  for (const at of paths.keys())
    expect(pngs[`photo-${at}.png`]?.equals(readFileSync(info.outputPath('out', `photo-${at}.png`)))).toBe(true);
});
