import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { nodeImages } from '../../platform/images.ts';
import { buildPackage } from '../package/package.ts';
import { benchOptions } from './options.ts';
import { paintPhoto } from './photos.ts';
import { writeTable } from './table.ts';

/** `npm run bench -- --scaled`: scales photos with Fudebako and other complete programs. For options, see `bench.ts`. */

const { only, number: count, has } = benchOptions('count', 800);

/** Work for complete programs, as shell commands: `$1` is the input folder, `$2` the output folder, `$3` the scripts. */
interface Work {
  readonly name: string;
  /** Writes the input photos into a folder. */
  prepare(folder: string): Promise<void>;
  readonly commands: Readonly<Record<string, string>>;
  /** Number of runs, whose median CPU time counts. */
  readonly rounds: number;
}

const root = resolve(import.meta.dirname, '../../..');
const samples = resolve(root, '../shared/samples/images');

const QUALITY = 0.9;

const PHOTOS = 16;
const WIDTHS = [320, 640, 1024, 1600];

/** Qualities of the encoders that look like JPEG quality 80 (decision 0024). */
const QUALITIES = { avif: 57, webp: 75, jpg: 80 };

const CALLS = 100;

/** Installs the built package and the scripts of the peers into a folder. */
async function installContestants(folder: string): Promise<void> {
  await buildPackage(join(folder, 'node_modules/fudebako'));
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== 'fudebako') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const [name, script] of Object.entries(scripts)) await writeFile(join(folder, name), script);
}

/** Number of photos that a script processes at the same time, as sharp's manual recommends. */
const atOnce = availableParallelism();

const eachFile = (body: string) => `
const [from, to, width] = process.argv.slice(2);
const files = readdirSync(from).values();
await Promise.all(Array.from({ length: ${atOnce} }, async () => {
  for (const file of files) { ${body} }
}));`;

const scripts = {
  'sharp.mjs': eachFile("await sharp(from + '/' + file).resize(Number(width)).jpeg().toFile(to + '/' + file);"),
  'sharp-responsive.mjs': eachFile(`
    const image = sharp(from + '/' + file);
    for (const width of ${JSON.stringify(WIDTHS)}) {
      const small = image.clone().resize(width);
      const path = to + '/' + file.replace('.jpg', '-' + width + '.');
      await small.clone().avif({ quality: ${QUALITIES.avif}, chromaSubsampling: '4:2:0' }).toFile(path + 'avif');
      await small.clone().webp({ quality: ${QUALITIES.webp} }).toFile(path + 'webp');
      await small.clone().jpeg({ quality: ${QUALITIES.jpg} }).toFile(path + 'jpg');
    }`),
  'calls.mjs': `
const [from, to, width] = process.argv.slice(2);
const call = (_, index) => run('scale', { image: from + '/0.jpg' }, { width: Number(width), keepAspect: true },
  { output: to + '/' + index + '.jpg', quality: 0.8 });
await Promise.all(Array.from({ length: ${CALLS} }, call));`,
  'sharp-calls.mjs': `
const [from, to, width] = process.argv.slice(2);
const call = (_, index) => sharp(from + '/0.jpg').resize(Number(width)).jpeg().toFile(to + '/' + index + '.jpg');
await Promise.all(Array.from({ length: ${CALLS} }, call));`,
};

const node = `"${process.execPath}"`;
const fudebako = `${node} "$3/node_modules/fudebako/dist/fudebako.js"`;

/** Creates a folder of equal photos. */
const copies = (width: number, height: number, count: number) => async (folder: string) => {
  const first = join(folder, '0.jpg');
  await writeFile(first, await nodeImages.encodeJpeg(paintPhoto({ width, height }), QUALITY));
  for (let file = 1; file < count; file++) await copyFile(first, join(folder, `${file}.jpg`));
};

/** Creates different photos of 4 MP: parts of two large photos. */
async function cutPhotos(folder: string): Promise<void> {
  const size = { width: 2400, height: 1800 };
  for (let index = 0; index < PHOTOS; index++) {
    const name = index % 2 === 0 ? 'photo-10mp-nikon-d80.jpg' : 'photo-12mp-pixel8-ultrahdr.jpg';
    const part = { left: (index >> 1) * 90, top: (index >> 1) * 100, ...size };
    const photo = sharp(join(samples, name)).extract(part).jpeg({ quality: 92 });
    await photo.toFile(join(folder, `${index}.jpg`));
  }
}

const scaleTo = (width: number): Work['commands'] => ({
  fudebako: `${fudebako} scale "$1" -o "$2" --width ${width} --quality 0.8`,
  sharp: `${node} "$3/sharp.mjs" "$1" "$2" ${width}`,
  'sharp-cli': `sharp -i "$1"/*.jpg -o "$2" resize ${width}`,
  vips: `ls "$1" | xargs -P ${atOnce} -I{} vips thumbnail "$1/{}" "$2/{}[Q=80]" ${width}`,
  ImageMagick: `mogrify -path "$2" -filter Lanczos -resize ${width} -quality 80 "$1/*.jpg"`,
  FFmpeg: `for p in "$1"/*.jpg; do
    ffmpeg -v error -i "$p" -vf scale=${width}:-1:flags=lanczos -q:v 5 "$2/$(basename "$p")" || exit 1; done`,
});

/** Runs a command for each photo `$p`, width `$w` and format, which writes `$o` and the extension. */
const eachOutput = (commands: Readonly<Record<string, string>>) =>
  `for p in "$1"/*.jpg; do for w in ${WIDTHS.join(' ')}; do o="$2/$(basename "$p" .jpg)-$w"
    ${Object.values(commands).join(' && ')} || exit 1; done; done`;

const responsive: Work['commands'] = {
  fudebako: `${fudebako} scale "$1" -o "$2" --widths ${WIDTHS} --formats avif,webp,jpg --quality 0.8`,
  sharp: `${node} "$3/sharp-responsive.mjs" "$1" "$2"`,
  'sharp-cli': eachOutput({
    avif: `sharp -i "$p" -o $o.avif -f avif -q ${QUALITIES.avif} --chromaSubsampling 4:2:0 resize $w`,
    webp: `sharp -i "$p" -o $o.webp -f webp -q ${QUALITIES.webp} resize $w`,
    jpg: `sharp -i "$p" -o $o.jpg -f jpeg -q ${QUALITIES.jpg} resize $w`,
  }),
  ImageMagick: eachOutput({
    avif: `/usr/bin/convert "$p" -resize $w -quality ${QUALITIES.avif} $o.avif`,
    webp: `/usr/bin/convert "$p" -resize $w -quality ${QUALITIES.webp} $o.webp`,
    jpg: `/usr/bin/convert "$p" -resize $w -quality ${QUALITIES.jpg} $o.jpg`,
  }),
  FFmpeg: eachOutput({
    avif: 'ffmpeg -v error -i "$p" -vf scale=$w:-2 -pix_fmt yuv420p -c:v libaom-av1 -still-picture 1 -cpu-used 6 -crf 27 $o.avif',
    webp: `ffmpeg -v error -i "$p" -vf scale=$w:-2 -pix_fmt yuv420p -quality ${QUALITIES.webp} $o.webp`,
    jpg: 'ffmpeg -v error -i "$p" -vf scale=$w:-2 -q:v 5 $o.jpg',
  }),
};

const works = (count: number): readonly Work[] => [
  { name: '32 MP → 1600 px', prepare: copies(7500, 4221, 1), commands: scaleTo(1600), rounds: 3 },
  { name: `${count} × 12 MP → 320 px`, prepare: copies(4000, 3000, count), commands: scaleTo(320), rounds: 1 },
  {
    name: `${count >> 2} × 12 MP → 1368 px`,
    prepare: copies(4000, 3000, count >> 2),
    commands: scaleTo(1368),
    rounds: 1,
  },
  { name: `${count} × 2 MP → 320 px`, prepare: copies(1800, 1205, count), commands: scaleTo(320), rounds: 1 },
  {
    name: `${PHOTOS} photos of 4 MP × ${WIDTHS.length} widths × 3 formats`,
    prepare: cutPhotos,
    commands: responsive,
    rounds: 1,
  },
  {
    name: `${CALLS} concurrent library calls, 12 MP → 600 px`,
    prepare: copies(4000, 3000, 1),
    commands: {
      fudebako: `${node} "$3/calls.mjs" "$1" "$2" 600`,
      sharp: `${node} "$3/sharp-calls.mjs" "$1" "$2" 600`,
    },
    rounds: 3,
  },
];

const OURS = 'fudebako';

interface Measured extends Run {
  /** Size of all results in bytes. */
  readonly bytes: number;
}

const medianByCpu = (runs: readonly Measured[]) => runs.toSorted((a, b) => a.cpuMs - b.cpuMs)[runs.length >> 1];

async function sizeOf(folder: string): Promise<number> {
  let bytes = 0;
  for (const name of await readdir(folder)) bytes += (await stat(join(folder, name))).size;
  return bytes;
}

/** Measures a program. Returns `undefined` if the program isn't installed. */
async function measure(command: string, { rounds }: Work, source: string): Promise<Measured | undefined> {
  const runs: Measured[] = [];
  for (let round = 0; round < rounds; round++) {
    const target = join(folder, 'results');
    await mkdir(target);
    const run = await timed(command, [source, target, folder]);
    if (run) runs.push({ ...run, bytes: await sizeOf(target) });
    await rm(target, { recursive: true });
  }
  return medianByCpu(runs);
}

const folder = await mkdtemp(join(tmpdir(), 'fudebako-scaled-'));
try {
  await installContestants(folder);
  const rows: string[][] = [];
  for (const [index, work] of works(count).entries()) {
    const contestants = Object.entries(work.commands).filter(([name]) => only.test(`${work.name}, ${name}`));
    if (contestants.length === 0) continue;
    const source = join(folder, `photos-${index}`);
    await mkdir(source);
    await work.prepare(source);
    let ours: Measured | undefined;
    for (const [contestant, command] of contestants) {
      const run = await measure(command, work, source);
      if (!run) {
        process.stdout.write(`skipped, not installed: ${contestant}\n`);
        continue;
      }
      if (contestant === OURS) ours = run;
      const part = (of: keyof Measured) =>
        contestant === OURS ? '' : ((ours?.[of] ?? Number.NaN) / run[of]).toFixed(2);
      rows.push([
        ...[work.name, contestant, `${(run.ms / 1000).toFixed(1)} s`],
        ...[`${(run.cpuMs / 1000).toFixed(2)} s`, part('cpuMs')],
        ...[`${Math.round(run.megabytes)} MB`, part('megabytes'), `${(run.bytes / 1e6).toFixed(2)} MB`],
      ]);
      process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
    }
    await rm(source, { recursive: true });
  }
  const head = [
    ...['work', 'program', 'time', 'CPU time', 'CPU ratio', 'peak memory', 'memory ratio', 'size of results'],
  ];
  if (has('write')) await writeTable('scaled', head, rows);
} finally {
  await rm(folder, { recursive: true });
}

/** Time, CPU time of all threads and peak memory of a program. */
interface Run {
  readonly ms: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

/** Runs a shell command with three folders; `$3/log` receives the output. Returns `undefined` for a missing program. */
async function timed(command: string, folders: readonly string[]): Promise<Run | undefined> {
  const script = `TIMEFORMAT='%R %U %S'; time { ${command}; } >"$3/log" 2>&1`;
  const child = spawn('bash', ['-c', script, 'bench', ...folders], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (part) => {
    output += part;
  });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, treeMemory(child.pid ?? 0));
  }, 50);
  const code = await new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  clearInterval(watch);
  if (code === 127) return undefined;
  if (code !== 0) throw new Error(`${command}: ${await readFile(join(folders[2] as string, 'log'), 'utf8')}`);
  const [wall = 0, user = 0, system = 0] = output.trim().split(' ').map(Number);
  return { ms: wall * 1000, cpuMs: (user + system) * 1000, megabytes };
}

/** Returns the peak memory in megabytes of a process and its running descendants. Linux only. */
function treeMemory(pid: number): number {
  try {
    const own = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.reduce((sum, child) => sum + treeMemory(child), Number(own?.[1] ?? 0) / 1000);
  } catch {
    return 0;
  }
}
