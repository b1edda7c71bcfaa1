import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readAudioSummary } from '#core/audio/summary.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { inspectMedia } from '#core/inspect/inspect-media.ts';
import { en } from '#core/locales/all-en.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { MissingPackageError } from '#scripts/platform/missing-package.ts';
import { emptyFolder, write } from '../command/harness.ts';
import { firstOf } from '../deep.ts';

const program = resolve(import.meta.dirname, '../../scripts/fudebako.mjs');
const preload = resolve(import.meta.dirname, 'break-program.cjs');
let folder = '';

beforeAll(async () => {
  folder = emptyFolder();
  const pixels = Uint8Array.from({ length: 60 * 40 * 3 }, (_, index) => (index * index) >>> 3);
  const image = () => sharp(pixels, { raw: { width: 60, height: 40, channels: 3 } });
  write(join(folder, 'baseline.jpg'), await image().jpeg().toBuffer());
  write(join(folder, 'progressive.jpg'), await image().jpeg({ progressive: true }).toBuffer());
  write(join(folder, 'gray.jpg'), await image().grayscale().jpeg({ progressive: true }).toBuffer());
  write(join(folder, 'cmyk.jpg'), await image().toColorspace('cmyk').jpeg().toBuffer());
  write(join(folder, 'a.png'), await image().png().toBuffer());
  write(join(folder, 'b.webp'), await image().webp().toBuffer());
});

/** Runs the command while a part of the program is broken. */
const runBroken = (part: string, ...args: string[]) =>
  new Promise<{ readonly code: number; readonly stderr: string }>((done) => {
    const env = { ...process.env, NODE_OPTIONS: `--require ${preload}`, BREAK: part };
    const child = execFile(process.execPath, [program, ...args], { cwd: folder, env }, (_error, _stdout, stderr) =>
      done({ code: child.exitCode ?? -1, stderr }),
    );
  });

const INPUTS = ['baseline.jpg', 'progressive.jpg', 'gray.jpg', 'a.png', 'b.webp'];

const commands = [
  ['convert', '--format', 'webp'],
  ['crop', '--top-x', '4', '--top-y', '4', '--bottom-x', '50', '--bottom-y', '30', '--format', 'jpg'],
  ['scale', '--ratio', '0.5', '--format', 'png'],
  ['rotate', '--angle', '30', '--format', 'jpg'],
];

it.each(firstOf(commands, 2))(
  '%s needs no native part for JPEG, PNG and WebP, and writes the same bytes',
  async (...command) => {
    const results = async (part: string) => {
      const out = join(folder, `${command[0]}-${part}`);
      expect(await runBroken(part, ...command, ...INPUTS, '-o', out)).toEqual({ code: 0, stderr: '' });
      return readdirSync(out).map((name) => [name, readFileSync(join(out, name)).toString('base64')]);
    };
    const whole = await results('nothing');
    expect(whole).toHaveLength(INPUTS.length);
    expect(await results('native')).toEqual(whole);
  },
);

it('a missing native part is named with its remedy, and the file is not called damaged', async () => {
  for (const args of [
    ['convert', 'cmyk.jpg', '-o', 'cmyk.png'],
    ['write-horizontal', 'a.png', '--text', 'A', '-o', 'text.png'],
  ]) {
    const { code, stderr } = await runBroken('native', ...args);
    expect(code).toBe(1);
    expect(stderr).toMatch(/the native part of @napi-rs\/canvas, which is missing: npm install --include=optional/);
    expect(stderr).not.toContain(en.reasons.damaged);
  }
});

it('a missing WebAssembly file is named with its remedy', async () => {
  const { code, stderr } = await runBroken('wasm-file', 'convert', 'b.webp', '-o', 'c.png');
  expect([code, stderr]).toEqual([
    1,
    'b.webp: The package @jsquash/webp is missing or incomplete: npm install @jsquash/webp\n',
  ]);
});

it('refused WebAssembly is named as the cause', async () => {
  const { code, stderr } = await runBroken('wasm', 'convert', 'b.webp', '-o', 'c.png');
  expect([code, stderr]).toEqual([1, 'b.webp: WebAssembly is blocked or missing here, so webp-decoder can’t run.\n']);
});

describe('an internal failure never blames the file:', () => {
  const failures: [string, Error][] = [
    ['a missing package', new MissingPackageError('npm install x')],
    ['a missing module', Object.assign(new Error('Cannot find module'), { code: 'ERR_MODULE_NOT_FOUND' })],
    ['a native library that cannot be loaded', Object.assign(new Error('dlopen'), { code: 'ERR_DLOPEN_FAILED' })],
    ['refused WebAssembly', new WebAssembly.CompileError('refused')],
    ['memory that ran out', new RangeError('Array buffer allocation failed')],
    ['memory that ran out in Emscripten', new WebAssembly.RuntimeError('Aborted(Cannot enlarge memory arrays)')],
    ['a time limit', new FudebakoError('timedOut', { seconds: 1 })],
    ['a dead worker', new FudebakoError('workerDied')],
    ['a failing disk', Object.assign(new Error('EIO: i/o error'), { code: 'EIO' })],
    ['a part of the page that did not load', new TypeError('Failed to fetch dynamically imported module: x.js')],
  ];
  const platform = (error: Error) =>
    ({
      workers: { size: 1, run: () => Promise.reject(error) },
      images: { decode: () => Promise.reject(error) },
    }) as never;
  const failing = (name: string, error: Error): SourceFile => ({ name, size: 5000, read: () => Promise.reject(error) });
  const readers: [string, (error: Error) => Promise<unknown>][] = [
    ['decodeImage', (error) => decodeImage(pngFile(), { platform: platform(error) })],
    ['readAudioSummary', (error) => readAudioSummary(failing('a.mp3', error))],
    ['inspectMedia', (error) => inspectMedia(failing('a.mp4', error))],
    ['openAudio', (error) => openAudio(failing('a.wav', error), { platform: platform(error) })],
  ];
  const pngFile = () => fileFromBytes('a.png', new Uint8Array(readFileSync(join(folder, 'a.png'))));

  it.each(failures.flatMap(([cause, error]) => readers.map(([name, read]) => [cause, name, read, error] as const)))(
    '%s in %s',
    async (_cause, _name, read, error) => {
      const thrown = await read(error).catch((caught: unknown) => caught);
      if (thrown !== error) expect(thrown).toMatchObject({ code: 'workerStart', cause: error });
    },
  );
});
