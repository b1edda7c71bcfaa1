import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { operations } from '#core/operations/index.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';
import { roundToDigits } from '#core/parameters/parse.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { encodingFields } from '#scripts/command/parse/general-flags.ts';
import { apng } from '../core/animated-files.ts';
import { wavOf } from '../wav.ts';
import { commandHere, emptyFolder, write } from './harness.ts';

/** Text with ruby, emphasis dots, digits and kana. */
const TEXT = '漢字《かんじ》と《《点》》、1234あア';

/** Arguments with which each command makes a file. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  convert: ['a.png'],
  crop: ['a.png', '--left', '0.1'],
  scale: ['a.png', '--width', '20'],
  rotate: ['a.png', '--angle', '5'],
  pad: ['a.png', '--width', '90'],
  trim: ['framed.png'],
  'images-to-pdf': ['a.png'],
  watermark: ['a.png', '--text', 'Mark'],
  join: ['a.png', 'small.png', 'framed.png', '--layout', 'grid'],
  redact: ['a.png', '--areas', '[{"left":2,"top":2,"right":30,"bottom":20}]'],
  'adjust-color': ['a.png', '--saturation', '0.5'],
  'blur-sharpen': ['a.png', '--sharpness', '-0.5'],
  'draw-shapes': ['a.png', '--components', '[{"boundingBox":{"left":2,"top":2,"right":20,"bottom":20}}]'], // biome-ignore format: one line
  layer: ['--top', 'small.png', '--bottom', 'a.png', '--anchor', 'top-left'],
  'make-mask': ['a.png', '--wand', '5,5'],
  'animate-images': ['a.png', 'framed.png'],
  'write-texts': [
    'a.png',
    '--texts',
    '[{"text":"漢字《かんじ》と《《点》》、1234あア","fontPt":8,"useVerticalText":true}]',
  ],
  'write-horizontal': ['--width', '300', '--height', '300', '--text', TEXT, '--author', 'B'],
  'write-vertical': ['--width', '300', '--height', '300', '--text', TEXT, '--author', 'B'],
  'wav-to-mp3': ['a.wav'],
  'mp3-to-wav': ['a.mp3'],
};

const VIDEO = ['--audio', 'a.mp3', '--main', 'a.png', '--resolution', 'yt_720p_landscape', '--frame-rate', '10'];

/** Returns a value of a flag that differs from its default; `undefined` for lists and groups. */
function otherValue(field: Field): string | undefined {
  switch (field.kind) {
    case 'number': {
      const { min, max, step } = field;
      const values =
        field.values ?? [min + 10 * step, max - 10 * step, min + step, 7].filter((each) => each >= min && each <= max);
      return String(roundToDigits(values.find((each) => each !== field.default) ?? 0, field.fractionDigits));
    }
    case 'choice':
      return field.options.findLast((each) => each !== field.default);
    case 'color':
      return '#12ab34';
    case 'text':
      return field.among ? '#12ab34' : undefined;
    default:
      return undefined;
  }
}

function flagsOf(fields: Parameters): [flag: string, args: readonly string[]][] {
  return Object.entries(fields).flatMap(([name, field]): [string, string[]][] => {
    const flag = `--${field.kind === 'toggle' && field.default ? 'no-' : ''}${flagName(name)}`;
    if (field.kind === 'toggle') return [[flag, [flag]]];
    const value = otherValue(field);
    return value === undefined ? [] : [[flag, [flag, value]]];
  });
}

const folder = emptyFolder();
beforeAll(async () => {
  const noise = Uint8Array.from({ length: 48 * 40 * 4 }, (_, at) =>
    at % 4 === 3 ? ((at >> 2) % 48 < 4 ? 100 : 255) : (at * 7919 + (at >> 4) * 31) % 251,
  );
  const file = (name: string) => join(folder, name);
  await sharp(noise, { raw: { width: 48, height: 40, channels: 4 } }).toFile(file('a.png'));
  await sharp(file('a.png')).extract({ left: 4, top: 4, width: 20, height: 16 }).toFile(file('small.png'));
  const frame = { top: 5, bottom: 5, left: 5, right: 5, background: '#ffffff' };
  await sharp(file('small.png')).removeAlpha().extend(frame).toFile(file('framed.png'));
  const size = { width: 24, height: 18 };
  const shade = (red: number) => (x: number, y: number) => [(red + x * 31 + y * y) % 256, x * 9, (y * 53) % 256, 255] as const; // biome-ignore format: one thought
  const frames = [40, 120, 200].map((red) => ({ ...size, color: shade(red), delayMs: 40 }));
  write(join(folder, 'moving.png'), await apng({ ...size, loop: 2, frames }));
  const sine = Int16Array.from({ length: 8000 }, (_, at) => Math.sin(at / 9) * 9000);
  write(join(folder, 'a.wav'), wavOf(sine, 44_100));
  await commandHere(folder, ['wav-to-mp3', 'a.wav', '-o', 'a.mp3']);
});

// An MP4 states the time of its creation.
beforeEach(() => void vi.useFakeTimers({ now: 0, toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

async function run(id: string, args: readonly string[], output: string) {
  const { code, stderr } = await commandHere(folder, [id, ...args, '-o', output, '--force', '--quiet']);
  return { code, stderr, bytes: code === 0 ? readFileSync(join(folder, output)) : undefined };
}

/** Returns the flags that neither change the file, nor are named by a warning or an error. */
async function silentFlags(id: string, args: readonly string[], output: string, fields: Parameters): Promise<string[]> {
  const plain = await run(id, args, output);
  expect([plain.code, plain.stderr]).toEqual([0, expect.anything()]);
  const silent: string[] = [];
  for (const [flag, given] of flagsOf(fields)) {
    if (args.includes(flag)) continue;
    const { code, stderr, bytes } = await run(id, [...args, ...given], output);
    const name = flag.replace(/^--(no-)?/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const isNamed = stderr !== plain.stderr && (stderr.includes(flag) || stderr.includes(name) || code === 1);
    const isSame = bytes && plain.bytes?.equals(bytes);
    if (!isNamed && (isSame || code === 1)) silent.push(`${flag} ${code === 0 ? '' : stderr}`.trim());
  }
  return silent.filter((flag) => !CONDITIONS.includes(flag));
}

/** Conditions that some of these files meet without the flag. */
const CONDITIONS = [
  '--never-larger',
  '--max-kilobytes',
  '--first-frame',
  '--frame-rate',
  '--flatten',
  '--without-enlargement',
];

/** Flags that depend on what the images and the texts contain. */
const BY_CONTENT: Readonly<Record<string, readonly string[]>> = {
  'adjust-color': ['--auto'],
  pad: ['--height'],
};

it.each(Object.entries(COMMANDS))('each parameter of %s changes the file or is named', async (id, args) => {
  const operation = operations.find((each) => each.id === id);
  const fields: Parameters = operation && !operation.encoding ? operation.params : {};
  const output = `out.${operation?.output === 'file' ? operation.extensions?.[0] : 'png'}`;
  expect(await silentFlags(id, args, output, fields)).toEqual(BY_CONTENT[id] ?? []);
});

const SLIDES = [...VIDEO, '--main', 'small.png', '--image-duration-sec', '0.9'];
const TEXT_ANIMATION = ['--width', '160', '--height', '120', '--text', TEXT, '--author', 'B', '--duration-sec', '2'];

it.each([
  ['write-horizontal', 'animate-horizontal', 'out.gif', TEXT_ANIMATION, []],
  ['write-vertical', 'animate-vertical', 'out.mp4', TEXT_ANIMATION, []],
  ['sound-to-video', 'sound-to-video', 'out.mp4', VIDEO, ['--trim-silence', '--no-tags']],
  ['sound-to-slideshow', 'sound-to-slideshow', 'out.mp4', SLIDES, ['--trim-silence', '--no-tags']],
])('each parameter of %s as %s changes %s or is named', async (command, id, output, args, byContent) => {
  const fields: Parameters = operations.find((each) => each.id === id)?.params ?? {};
  expect(await silentFlags(command, args, output, fields)).toEqual(byContent);
});

it.each(
  ['jpg', 'png', 'webp', 'avif', 'gif'].flatMap((format): [string, string][] => [
    [format, 'a.png'],
    ...(['jpg', 'avif'].includes(format) ? [] : [[format, 'moving.png'] as [string, string]]),
  ]),
)('each encoding flag changes the file or is named: %s of %s', async (format, source) => {
  const { format: _, ...fields } = encodingFields;
  // PNG is always lossless.
  const known = format === 'png' ? ['--lossless'] : [];
  expect(await silentFlags('convert', [source], `out.${format}`, fields)).toEqual(known);
});

it('each encoding flag changes the file or is named: mp4', async () => {
  const { format: _, ...fields } = encodingFields;
  expect(await silentFlags('convert', ['moving.png'], 'out.mp4', fields)).toEqual([]);
});

it('each number that is rounded is named', async () => {
  const { code, stderr } = await run('scale', ['a.png', '--percent', '33.333333'], 'out.png');
  expect([code, stderr]).toEqual([0, 'fudebako: --percent 33.333333 was rounded to 33.33.\n']);
});
