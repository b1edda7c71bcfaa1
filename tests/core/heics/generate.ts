import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';

/**
 * Writes the files of this folder with libheif's `heif-enc` and x265 (Debian: libheif-examples 1.15.1), so that tests
 * need neither. Run with `npx tsx tests/core/heics/generate.ts` where `heif-enc` is installed.
 */

const [WIDTH, HEIGHT] = [96, 64];

/** Returns smooth gradients, which survive chroma subsampling; the right half has every alpha. */
function drawing(width = WIDTH, height = HEIGHT): Sharp {
  const data = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const pixel = [
        (255 * x) / (width - 1),
        (255 * y) / (height - 1),
        128 + 100 * Math.sin(x / 9) * Math.cos(y / 7),
        x < width / 2 ? 255 : (4 * y) & 255,
      ];
      data.set(pixel.map(Math.round), (y * width + x) * 4);
    }
  return sharp(data, { raw: { width, height, channels: 4 } });
}

/** Flags for encoding without loss after the conversion to YCbCr. */
const LOSSLESS = ['-L', '-p', 'chroma=444'];

const files: Readonly<Record<string, readonly [source: Sharp, ...flags: readonly string[]]>> = {
  color: [drawing().removeAlpha(), '-q', '90'],
  'odd-size': [drawing(75, 69).removeAlpha(), '-q', '90'],
  'chroma-444': [drawing().removeAlpha(), '-q', '90', '-p', 'chroma=444'],
  lossless: [drawing().removeAlpha(), ...LOSSLESS],
  gray: [drawing().removeAlpha().toColourspace('b-w'), '-q', '90'],
  alpha: [drawing(), '-q', '90'],
  premultiplied: [drawing(), '-q', '90', '--premultiplied-alpha'],
  'ten-bits': [drawing().removeAlpha().toColourspace('rgb16'), '-q', '90', '-b', '10'],
  'twelve-bits': [drawing().removeAlpha().toColourspace('rgb16'), '-q', '90', '-b', '12'],
  // Three slices of two block rows each; the rows are coded as wavefronts (WPP).
  slices: [
    drawing(96, 192).removeAlpha(),
    '-q',
    '50',
    ...['slices=3', 'ctu=32'].flatMap((each) => ['-p', `x265:${each}`]),
  ],
  'chroma-422': [
    drawing(96, 72).removeAlpha(),
    '-q',
    '60',
    '-p',
    'chroma=422',
    '-p',
    'x265:ctu=16',
    '-p',
    'x265:tskip=1',
  ],
  // Files that libde265 decodes to wrong chroma.
  'scaling-lists': [drawing(64, 64).removeAlpha(), '-q', '60', '-p', 'chroma=444', '-p', 'x265:scaling-list=default'],
  'coarse-chroma': [drawing(64, 64).removeAlpha(), '-q', '0', '-p', 'chroma=444'],
  thumbnail: [drawing().removeAlpha(), '-q', '90', '-t', '32'],
  // The smallest image that x265 doesn't enlarge.
  tile: [drawing(64, 64).removeAlpha(), ...LOSSLESS],
  'dark-tile': [drawing(64, 64).removeAlpha().linear(0.5), ...LOSSLESS],
};

const folder = mkdtempSync(join(tmpdir(), 'heics-'));
for (const [name, [source, ...flags]] of Object.entries(files)) {
  const png = join(folder, `${name}.png`);
  await source.png().toFile(png);
  execFileSync('heif-enc', [...flags, '-o', join(import.meta.dirname, `${name}.heic`), png]);
}
rmSync(folder, { recursive: true });
