import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';

/**
 * Writes the files of this folder with libtiff's `tiffcp` (Debian: libtiff-tools 4.5.0), so that tests don't need it.
 * Run with `npx tsx tests/core/tiffs/generate.ts` where `tiffcp` is installed.
 */

const [WIDTH, HEIGHT] = [77, 53];

/** Returns smooth gradients with rings. */
function drawing(width: number, height: number) {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const ring = 128 + 127 * Math.sin(Math.hypot(x - width / 3, y - height / 2) / 3);
      data.set([(255 * x) / width, (255 * y) / height, ring].map(Math.round), (y * width + x) * 3);
    }
  return sharp(data, { raw: { width, height, channels: 3 } });
}

/** Returns black and white rings, with runs of many lengths. */
function rings(width: number) {
  const data = new Uint8Array(width * HEIGHT);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < width; x++)
      data[y * width + x] = Math.sin(Math.hypot(x - width / 3, y - HEIGHT / 2) / 3) > 0 ? 255 : 0;
  return sharp(data, { raw: { width, height: HEIGHT, channels: 1 } }).toColourspace('b-w');
}

/** Flags of `tiffcp` by name of the written file. */
const bilevel: Readonly<Record<string, readonly string[]>> = {
  'fax3-1d': ['-c', 'g3:1d'],
  'fax3-2d': ['-c', 'g3:2d', '-r', '20'],
  'fax3-2d-fill': ['-c', 'g3:2d:fill'],
  'fax4-reversed': ['-c', 'g4', '-f', 'lsb2msb', '-r', '9'],
  'fax4-big-endian': ['-c', 'g4', '-B'],
};

const color: Readonly<Record<string, readonly string[]>> = {
  planar: ['-p', 'separate', '-c', 'lzw:2', '-r', '10'],
  'planar-tiles': ['-p', 'separate', '-c', 'zip:2', '-t', '-w', '32', '-l', '16'],
  'jpeg-ycbcr': ['-c', 'jpeg:75', '-r', '16'],
  'jpeg-rgb': ['-c', 'jpeg:75:r', '-r', '16'],
  'lzw-reversed': ['-c', 'lzw', '-f', 'lsb2msb'],
  'packbits-big-endian': ['-c', 'packbits', '-B'],
};

const folder = mkdtempSync(join(tmpdir(), 'tiffs-'));
const path = (name: string) => join(folder, name);
const write = (source: string, name: string, flags: readonly string[]) =>
  execFileSync('tiffcp', [...flags, path(source), join(import.meta.dirname, `${name}.tif`)]);

await rings(WIDTH).tiff({ bitdepth: 1, compression: 'none' }).toFile(path('bilevel.tif'));
// Runs above 2,560 pixels need several codes.
await rings(WIDTH)
  .extend({ left: 5200, right: 2700, background: 'black' })
  .tiff({ bitdepth: 1, compression: 'none' })
  .toFile(path('wide.tif'));
await drawing(WIDTH, HEIGHT).tiff({ compression: 'none' }).toFile(path('color.tif'));
for (const [name, flags] of Object.entries(bilevel)) write('bilevel.tif', name, flags);
write('wide.tif', 'fax3-wide', ['-c', 'g3:1d']);
write('wide.tif', 'fax4-wide', ['-c', 'g4']);
for (const [name, flags] of Object.entries(color)) write('color.tif', name, flags);
rmSync(folder, { recursive: true });
