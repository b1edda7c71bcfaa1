/**
 * Makes every image of `cases.ts` by the command, in one process: dozens of child processes would take a
 * second each. A single step runs as the command that the page copies, several steps as a recipe file.
 */
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { en } from '#core/locales/all-en.ts';
import { operations } from '#core/operations/index.ts';
import { commandLine, commandOfInputs } from '#core/recipes/command-line.ts';
import { runCommand } from '#scripts/command/main.ts';
import { bmpFile } from '../core/bmps.ts';
import { random } from '../random.ts';
import {
  blankBackground,
  FOLDER,
  heicImages,
  madeBy,
  movingFormats,
  movingImages,
  movingSteps,
  OWN_FONT,
  onBackgrounds,
  type ParityCase,
  parityCases,
  SUBJECT,
  sampleCases,
  tiffImages,
} from './cases.ts';

const samples = resolve('../shared/samples/images');
const inputs = resolve(FOLDER, 'inputs');

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(inputs, { recursive: true });
await makeImages();
for (const [name, each] of Object.entries(parityCases)) await makeCase(name, each, inputs);
for (const image of movingImages) for (const format of movingFormats) await makeMoving(image, format);
for (const [name, step] of Object.entries(onBackgrounds))
  await makeCase(name, { recipe: [{ ...step, params: { ...step.params, ...blankBackground } }] }, inputs);
if (existsSync(samples)) for (const [name, each] of Object.entries(sampleCases)) await makeCase(name, each, samples);

/** Makes the input images with sharp, so that they don't depend on Fudebako. */
async function makeImages(): Promise<void> {
  const raw = { width: 64, height: 48, channels: 4 } as const;
  const pixels = new Uint8Array(raw.width * raw.height * 4);
  const next = random(7);
  for (let at = 0; at < pixels.length; at += 4) {
    const grain = next(16);
    const [x, y] = [(at / 4) % raw.width, Math.floor(at / 4 / raw.width)];
    pixels.set([x * 4 + (grain >> 1), y * 5 + grain, 128 + 100 * Math.sin(x / 5), (at / 4) % 256], at);
  }
  const image = () => sharp(pixels, { raw });
  const save = (image: Sharp, name: string) => image.toFile(join(inputs, name));
  await save(image(), 'every-alpha.png');
  const deep = Uint16Array.from(pixels, (value, index) => (value * 257) ^ (index % 251));
  await save(sharp(deep, { raw }).toColourspace('rgb16'), 'deep.png');
  await save(image().webp({ quality: 60, alphaQuality: 70 }), 'lossy-alpha.webp');
  const frames = Buffer.concat([pixels, pixels.toReversed()]);
  const moving = () => sharp(frames, { raw: { ...raw, height: raw.height * 2, pageHeight: raw.height } });
  await save(moving().webp({ lossless: true }), 'moving-alpha.webp');
  await save(moving().gif(), 'moving.gif');
  const index = (x: number, y: number) => pixels[(y * raw.width + x) * 4] as number;
  const colors = Array.from({ length: 256 }, (_, value) => [value, 255 - value, value >> 1] as const);
  writeFileSync(join(inputs, 'few-colors.bmp'), bmpFile({ ...raw, bits: 8, colors, pixel: index }));
  const opaque = () => image().removeAlpha();
  await save(opaque().jpeg({ quality: 90 }), 'photo.jpg');
  await save(opaque().withMetadata({ orientation: 6 }).jpeg({ quality: 85, progressive: true }), 'turned.jpg');
  await save(opaque().withMetadata({ orientation: 8 }).jpeg({ quality: 85 }), 'turned-baseline.jpg');
  await save(opaque().toColourspace('cmyk').jpeg({ quality: 95 }), 'cmyk.jpg');
  const disc = '<circle cx="70" cy="55" r="30" fill="#c8501e"/><circle cx="60" cy="45" r="8" fill="#f0b428"/>';
  const scene = `<svg xmlns="http://www.w3.org/2000/svg" width="140" height="110"><rect width="140" height="110" fill="#286ec8"/>${disc}</svg>`;
  await save(sharp(Buffer.from(scene)), SUBJECT);
  for (const name of tiffImages) cpSync(resolve(import.meta.dirname, '../core/tiffs', name), join(inputs, name));
  for (const name of heicImages) cpSync(resolve(import.meta.dirname, '../core/heics', name), join(inputs, name));
  const font = createRequire(import.meta.url).resolve('@fontsource/caveat/package.json');
  cpSync(join(dirname(font), 'files/caveat-latin-400-normal.woff2'), join(inputs, OWN_FONT));
}

async function makeMoving(image: string, format: string): Promise<void> {
  const output = resolve(FOLDER, `${image}.${format}`);
  await command(['run', JSON.stringify(movingSteps), join(inputs, image), '-o', output]);
}

async function makeCase(name: string, { recipe, images }: ParityCase, from: string): Promise<void> {
  const located = recipe.map(({ inputs: named = {}, ...step }) => ({
    ...step,
    inputs: Object.fromEntries(
      Object.entries(named).map(([input, files]) => [
        input,
        typeof files === 'string' ? join(inputs, files) : files.map((file) => join(inputs, file)),
      ]),
    ),
  }));
  const paths = images?.map((image) => join(from, image));
  const [step] = located;
  // Layer takes each image by a flag, so its command has no batch of inputs.
  const takesNoFiles = located.every(({ inputs }) => Object.keys(inputs).length === 0);
  const hasOwnCommand = (located.length === 1 || takesNoFiles) && !(paths && step?.operation === 'layer');
  if (step && hasOwnCommand) {
    const line = (path?: string) =>
      step.operation === 'layer'
        ? commandOfInputs(step, outputOf(name, path))
        : commandLine(located, path, outputOf(name, path));
    for (const path of paths ?? [undefined]) await command(shellWords(line(path)).slice(2));
    return;
  }
  const file = resolve(FOLDER, `${name}.json`);
  writeFileSync(file, JSON.stringify(located));
  // Runs the recipe once per output folder: results of images with different extensions are in different folders.
  const folderOf = (path: string | undefined) => dirname(outputOf(name, path));
  for (const folder of new Set((paths ?? [undefined]).map(folderOf))) {
    const inputs = paths?.filter((path) => folderOf(path) === folder) ?? [];
    await command(['run', file, ...inputs, '-o', paths ? `${folder}/` : outputOf(name), '--format', 'png']);
  }
}

function outputOf(name: string, input?: string): string {
  return resolve(madeBy(name, input?.split('/').at(-1)));
}

async function command(words: readonly string[]): Promise<void> {
  const { stdout, stderr } = process;
  const code = await runCommand(words, { operations, words: en, stdout, stderr });
  if (code !== 0) throw new Error(`fudebako ${words.join(' ')}: ${code}`);
}

/** Splits a line as a POSIX shell does; inside double quotes, only `"\\\\"` is special here. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:[^\s'"]|"[^"]*"|'[^']*')+/g)].map(([word]) =>
    word.replace(
      /'([^']*)'|"([^"]*)"/g,
      (_, single: string | undefined, double = '') => single ?? double.replace(/\\(.)/g, '$1'),
    ),
  );
}
