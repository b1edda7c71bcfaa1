import { copyFile, readdir, symlink, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { nodeImages } from '../../platform/images.ts';
import { buildPackage } from '../package/package.ts';
import { paintPhoto } from './photos.ts';

/** Work for complete programs, as shell commands: `$1` is the input folder, `$2` the output folder, `$3` the scripts. */
export interface Work {
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
export async function installContestants(folder: string): Promise<void> {
  await buildPackage(join(folder, 'node_modules/fudebako'));
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== 'fudebako') await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  for (const [name, script] of Object.entries(scripts)) await writeFile(join(folder, name), script);
}

/** Number of photos that a script processes at the same time, as sharp's manual recommends. */
const atOnce = availableParallelism();

const eachFile = (body: string) => `
import { readdirSync } from 'node:fs';
import sharp from 'sharp';
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
import { run } from 'fudebako';
const [from, to, width] = process.argv.slice(2);
const call = (_, index) => run('scale', { image: from + '/0.jpg' }, { width: Number(width), keepAspect: true },
  { output: to + '/' + index + '.jpg', quality: 0.8 });
await Promise.all(Array.from({ length: ${CALLS} }, call));`,
  'sharp-calls.mjs': `
import sharp from 'sharp';
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

export const works = (count: number): readonly Work[] => [
  { name: '32 MP → 1600 px', prepare: copies(7500, 4221, 1), commands: scaleTo(1600), rounds: 3 },
  { name: `${count} × 12 MP → 320 px`, prepare: copies(4000, 3000, count), commands: scaleTo(320), rounds: 1 },
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
