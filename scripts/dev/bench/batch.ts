import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Raster } from '#core/base/raster.ts';
import { nodeImages } from '../../platform/images.ts';
import { JPEG_QUALITY } from './images.ts';
import { photo, photoSizes } from './photos.ts';
import { type Run, timed } from './timed-program.ts';
import { writeTable } from './write-table.ts';

/** `npm run bench -- --batch [--count N]`: scales large photos with `fudebako run`, sharp, libvips and ImageMagick. */

const { values } = parseArgs({
  options: { count: { type: 'string', default: '200' }, write: { type: 'boolean', default: false } },
});
const count = Number(values.count);
if (!Number.isInteger(count) || count < 1) throw new Error('--count must be 1 or more');

const RATIO = 0.342;
const { width, height } = photoSizes['12 MP'];
const size = { width: Math.round(width * RATIO), height: Math.round(height * RATIO) };

/** Number of different photos. The other files are shifted copies, so that no two files start with the same pixels. */
const DISTINCT = 8;

function moved(source: Raster, columns: number): Raster {
  const data = new Uint8ClampedArray(source.data.length);
  data.set(source.data.subarray(columns * 4));
  data.set(source.data.subarray(0, columns * 4), data.length - columns * 4);
  return { ...source, data };
}

async function makePhotos(folder: string): Promise<void> {
  await mkdir(folder);
  for (let index = 0; index < Math.min(DISTINCT, count); index++)
    await writeFile(
      join(folder, name(index)),
      await nodeImages.encodeJpeg(moved(photo('12 MP'), index * 501), JPEG_QUALITY / 100),
    );
  for (let index = DISTINCT; index < count; index++)
    await copyFile(join(folder, name(index % DISTINCT)), join(folder, name(index)));
}

const name = (index: number) => `photo-${String(index).padStart(4, '0')}.jpg`;

const root = resolve(import.meta.dirname, '../../..');
const atOnce = availableParallelism();

/** A script for sharp that follows sharp's manual: one image per CPU at a time. */
const sharpScript = `
import { readdirSync } from 'node:fs';
import sharp from '${import.meta.resolve('sharp')}';
const [from, to] = process.argv.slice(-2);
const files = readdirSync(from).values();
await Promise.all(Array.from({ length: ${atOnce} }, async () => {
  for (const file of files)
    await sharp(from + '/' + file)
      .resize({ width: ${size.width}, height: ${size.height}, fit: 'fill', kernel: 'lanczos3' })
      .jpeg({ quality: ${JPEG_QUALITY} })
      .toFile(to + '/' + file);
}));`;

/** Shell command of each program; `$1` is the input folder, `$2` the output folder, `$3` the recipe's folder. */
const contestants: Readonly<Record<string, string>> = {
  fudebako: `"${process.execPath}" "${join(root, 'scripts/fudebako.mjs')}" run "$3/recipe.json" "$1" -o "$2"`,
  sharp: `"${process.execPath}" --input-type=module -e "$(cat "$3/sharp.mjs")" -- "$1" "$2"`,
  vips: `ls "$1" | xargs -P ${atOnce} -I{} vips thumbnail "$1/{}" "$2/{}[Q=${JPEG_QUALITY}]" ${size.width} --height ${size.height} --size force`,
  'magick mogrify': `mogrify -path "$2" -filter Lanczos -resize ${size.width}x${size.height}! -quality ${JPEG_QUALITY} "$1/*.jpg"`,
};

const folder = await mkdtemp(join(tmpdir(), 'fudebako-batch-'));
try {
  const source = join(folder, 'photos');
  await makePhotos(source);
  await writeFile(join(folder, 'sharp.mjs'), sharpScript);
  const recipe = [{ operation: 'scale', params: { ...size, keepAspect: false } }];
  await writeFile(join(folder, 'recipe.json'), JSON.stringify(recipe));
  const rows: string[][] = [];
  let ours: Run | undefined;
  for (const [contestant, command] of Object.entries(contestants)) {
    const target = join(folder, contestant.replace(' ', '-'));
    await mkdir(target);
    const run = await timed(command, [source, target, folder]);
    if (!run) {
      process.stdout.write(`skipped, not installed: ${contestant}\n`);
      continue;
    }
    ours ??= run;
    const part = (of: keyof Run) => (run === ours ? '' : ((ours?.[of] ?? Number.NaN) / run[of]).toFixed(2));
    const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;
    rows.push([
      contestant,
      seconds(run.ms),
      part('ms'),
      seconds(run.cpuMs),
      part('cpuMs'),
      `${Math.round(run.megabytes)} MB`,
    ]);
    process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
  }
  const head = [`${count} photos of 12 MP × ${RATIO}`, 'time', 'time ratio', 'CPU time', 'CPU ratio', 'peak memory'];
  if (values.write) await writeTable('batch', head, rows);
} finally {
  await rm(folder, { recursive: true });
}
