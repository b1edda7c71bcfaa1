import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { wrapRaster } from '#core/base/raster.ts';
import { commandHere, type Finished } from '../command/harness.ts';
import { decodeByReference, differenceFrom } from './image-oracle.ts';
import { mutateBytes } from './mutate.ts';
import type { Random } from './random.ts';
import { decodeBySharp } from './reference-decoders.ts';
import { WrongResult } from './wrong-result.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Runs a command line in a folder. Tests of the fuzzer pass a command with a fault. */
export type RunCommand = (folder: string, args: readonly string[]) => Promise<Finished>;

const wrong = (message: string) => new WrongResult('result differs', message);

/**
 * Runs the command on an image, half of the time on a damaged one, and checks the outcome. Exit code 0 requires a
 * complete file of the expected size. Any other exit code requires a message on stderr and no file. An existing file is
 * replaced only with `--force`.
 */
export async function checkCommand(image: Bytes, random: Random, run: RunCommand = commandHere): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-fuzz-command-'));
  try {
    await checkIn(folder, image, random, run);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const EARLIER = 'an earlier file';

async function checkIn(folder: string, image: Bytes, random: Random, run: RunCommand): Promise<void> {
  const isDamaged = random.chance(2);
  const bytes = isDamaged ? mutateBytes(image, image, random) : image;
  writeFileSync(join(folder, 'in.bin'), bytes);
  const output = `out.${random.from(['png', 'png', 'jpg', 'webp'])}`;
  const [exists, force] = [random.chance(3), random.chance(2)];
  if (exists) writeFileSync(join(folder, output), EARLIER);
  const { operation, flags, size } = randomWork(random);
  const args = [operation, 'in.bin', '-o', output, ...flags, ...(force ? ['--force'] : [])];
  const { code, stderr } = await run(folder, args);
  const line = `fudebako ${args.join(' ')} → ${code}`;

  const left = readdirSync(folder).sort();
  const isWritten = left.includes(output) && readFileSync(join(folder, output), 'latin1') !== EARLIER;
  const kept = code === 0 || exists ? ['in.bin', output] : ['in.bin'];
  if (left.join() !== kept.join()) throw wrong(`${line}: the folder holds ${left.join(', ')}`);
  if (code !== 0) {
    if (isWritten) throw wrong(`${line}: a file was written`);
    if (stderr.trim() === '') throw wrong(`${line}: nothing on stderr`);
    if (!isDamaged && (!exists || force)) throw new WrongResult('undamaged refused', `${line}: ${stderr.trim()}`);
    return;
  }
  if (exists && !force) throw wrong(`${line}: replaced a file without --force`);
  const made = isWritten ? await decodeBySharp(readFileSync(join(folder, output))) : undefined;
  if (!made) throw wrong(`${line}: the file is not whole`);
  if (isDamaged) return;
  const { autoOrient } = await sharp(bytes).metadata();
  const expected = size(autoOrient);
  if (made.width !== expected.width || made.height !== expected.height)
    throw wrong(`${line}: ${made.width} × ${made.height} px, not ${expected.width} × ${expected.height}`);
  if (operation !== 'convert' || output !== 'out.png') return;
  const stored = await sharp(join(folder, output)).ensureAlpha().raw().toBuffer();
  const raster = wrapRaster(made.width, made.height, new Uint8Array(stored));
  const faults = (await decodeByReference(bytes)).map((reference) => differenceFrom(raster, reference));
  if (faults.every((fault) => fault !== undefined)) throw wrong(`${line}: ${faults[0]}`);
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Work {
  readonly operation: string;
  readonly flags: readonly string[];
  /** Returns the expected size of the command's result, for the size of the upright image. */
  readonly size: (image: Size) => Size;
}

function randomWork(random: Random): Work {
  const same = (image: Size) => image;
  const [width, height] = [random.between(1, 60), random.between(1, 60)];
  const percent = random.between(1, 300);
  return random.from<Work>([
    { operation: 'convert', flags: [], size: same },
    { operation: 'convert', flags: ['--quality', '0.8'], size: same },
    { operation: 'adjust-color', flags: ['--hue', '0.3'], size: same },
    { operation: 'blur-sharpen', flags: ['--sharpness', '-0.1'], size: same },
    { operation: 'scale', flags: ['--width', `${width}`, '--height', `${height}`], size: () => ({ width, height }) },
    {
      operation: 'scale',
      flags: ['--percent', `${percent}`],
      size: ({ width, height }) => ({ width: scaled(width, percent), height: scaled(height, percent) }),
    },
    {
      operation: 'redact',
      flags: ['--areas', '[{"left":0.2,"top":0.1,"right":0.6,"bottom":0.5}]'],
      size: (size) => size,
    },
    {
      operation: 'pad',
      flags: ['--ratio', '1:1'],
      size: ({ width, height }) => squareOf(Math.max(width, height)),
    },
    {
      operation: 'rotate',
      flags: ['--turn', '90'],
      size: ({ width, height }) => ({ width: height, height: width }),
    },
    { operation: 'crop', flags: ['--ratio', '1:1'], size: ({ width, height }) => squareOf(Math.min(width, height)) },
  ]);
}

const squareOf = (side: number): Size => ({ width: side, height: side });

const scaled = (side: number, percent: number) => Math.max(1, Math.round((side * percent) / 100));
