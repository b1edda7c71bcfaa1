import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { nodeImages } from '../platform/images.ts';
import { benchOptions } from './options.ts';
import { paintPhoto } from './photos.ts';
import { type Run, timed } from './timed-program.ts';
import { writeTable } from './write-table.ts';

/** `npm run bench -- --scaled [--count N] [--only PATTERN]`: scales photos with Fudebako, sharp and ImageMagick. */

const { only, number: count, has } = benchOptions('count', 800);

const QUALITY = 0.9;

const ROUNDS = 3;

interface Work {
  readonly name: string;
  readonly photo: { readonly width: number; readonly height: number };
  readonly files: number;
  /** Width of the results in pixels. The height follows from the aspect ratio. */
  readonly width: number;
}

const works: readonly Work[] = [
  { name: '32 MP → 1600 px', photo: { width: 7500, height: 4221 }, files: 1, width: 1600 },
  { name: `${count} × 12 MP → 320 px`, photo: { width: 4000, height: 3000 }, files: count, width: 320 },
  { name: `${count} × 2 MP → 320 px`, photo: { width: 1800, height: 1205 }, files: count, width: 320 },
];

const root = resolve(import.meta.dirname, '../..');

const sharpScript = `
import { readdirSync } from 'node:fs';
import sharp from '${import.meta.resolve('sharp')}';
const [width, from, to] = process.argv.slice(-3);
const files = readdirSync(from).values();
await Promise.all(Array.from({ length: ${availableParallelism()} }, async () => {
  for (const file of files) await sharp(from + '/' + file).resize(Number(width)).jpeg().toFile(to + '/' + file);
}));`;

/** Shell command of each measured program; `$1` is the input folder and `$2` the output folder. */
const contestants = (width: number): Readonly<Record<string, string>> => ({
  fudebako: `"${process.execPath}" "${join(root, 'scripts/fudebako.mjs')}" scale "$1" --width ${width} -o "$2"`,
  sharp: `"${process.execPath}" --input-type=module -e "$(cat "$3/sharp.mjs")" -- ${width} "$1" "$2"`,
  'sharp-cli': `sharp -i "$1"/*.jpg -o "$2" resize ${width}`,
  'magick mogrify': `mogrify -path "$2" -filter Lanczos -resize ${width} "$1/*.jpg"`,
});

const median = (runs: readonly Run[]) => runs.toSorted((a, b) => a.cpuMs - b.cpuMs)[runs.length >> 1];

const folder = await mkdtemp(join(tmpdir(), 'fudebako-scaled-'));
try {
  await writeFile(join(folder, 'sharp.mjs'), sharpScript);
  const rows: string[][] = [];
  for (const [index, { name, photo, files, width }] of works.filter((work) => only.test(work.name)).entries()) {
    const source = join(folder, `photos-${index}`);
    await mkdir(source);
    await writeFile(join(source, '0.jpg'), await nodeImages.encodeJpeg(paintPhoto(photo), QUALITY));
    for (let file = 1; file < files; file++) await copyFile(join(source, '0.jpg'), join(source, `${file}.jpg`));
    let ours: Run | undefined;
    for (const [contestant, command] of Object.entries(contestants(width))) {
      const runs: Run[] = [];
      for (let round = 0; round < (files === 1 ? ROUNDS : 1); round++) {
        const target = join(folder, 'results');
        await mkdir(target);
        const run = await timed(command, [source, target, folder]);
        if (run) runs.push(run);
        await rm(target, { recursive: true });
      }
      const run = median(runs);
      if (!run) {
        process.stdout.write(`skipped, not installed: ${contestant}\n`);
        continue;
      }
      ours ??= run;
      const part = (of: keyof Run) => (run === ours ? '' : ((ours?.[of] ?? Number.NaN) / run[of]).toFixed(2));
      rows.push([
        name,
        contestant,
        `${(run.cpuMs / 1000).toFixed(2)} s`,
        part('cpuMs'),
        `${Math.round(run.megabytes)} MB`,
        part('megabytes'),
      ]);
      process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
    }
  }
  const head = ['work', 'program', 'CPU time', 'CPU ratio', 'peak memory', 'memory ratio'];
  if (has('write')) await writeTable('scaled', head, rows);
} finally {
  await rm(folder, { recursive: true });
}
