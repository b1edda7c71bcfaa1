import { statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import type { Raster } from '#core/base/raster.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { commandHere } from '../command/harness.ts';
import { platform } from '../inline-platform.ts';
import { checkAudio, readSamples } from './audio-oracle.ts';
import { checkCommand, type RunCommand } from './command-oracle.ts';
import { checkImage, type Decode } from './image-oracle.ts';
import { checkEncoder, checkOperation, runOperation } from './operation-oracle.ts';
import type { CheckedTarget, FileTarget, FuzzTarget, TextTarget } from './targets.ts';

/** Fuzz targets with one deliberate fault each, to test that the fuzzer finds every kind of fault. */

export const isRefusal = (error: unknown): boolean => error instanceof FudebakoError;

const target = (enter: () => unknown): TextTarget => ({ texts: ['abc'], enter: async () => enter() });

const held: Uint8Array[] = [];

/** A fuzz target that decodes a format and then changes the pixels. */
const decoding = (files: string, change: (raster: Raster) => void): FileTarget => ({
  files,
  enter: (bytes, _random, file) => checkImage({ bytes, ...file }, platform, changing(change)),
});

const changing =
  (change: (raster: Raster) => void): Decode =>
  async (file, context) => {
    const { raster } = await decodeImage(file, context);
    const { width, height, data } = raster;
    const changed = { width, height, data: data.slice() };
    change(changed);
    return { raster: changed };
  };

/** A decoder that fills missing pixels with gray and reports no damage. */
const forgiving: Decode = async (file, context) => {
  const known = { width: 8, height: 8, data: new Uint8ClampedArray(256).fill(128) };
  return decodeImage(file, { platform: context.platform, failOn: 'none' }).catch(() => ({ raster: known }));
};

const command = (change: (...args: Parameters<RunCommand>) => ReturnType<RunCommand>): FileTarget => ({
  files: 'command',
  enter: (_bytes, random, { original }) => checkCommand(original, random, change),
});

const lastRow = ({ width, height }: Raster) => (height - 1) * width * 4;

/** Fuzz targets that give a wrong result without an error, each in its own way. */
export const WRONG: Readonly<Record<string, FuzzTarget>> = {
  'one color': decoding('jpeg', ({ data }) => data.fill(128)),
  'last row missing': decoding('png', (raster) => raster.data.fill(0, lastRow(raster))),
  'red and blue exchanged': decoding('webp', ({ data }) => {
    for (let at = 0; at < data.length; at += 4) [data[at], data[at + 2]] = [data[at + 2] as number, data[at] as number];
  }),
  'one step too bright': decoding('gif', ({ data }) => {
    for (let at = 0; at < data.length; at += 4) data[at] = (data[at] as number) + 1;
  }),
  'alpha halved': decoding('avif', ({ data }) => {
    for (let at = 3; at < data.length; at += 4) data[at] = (data[at] as number) >> 1;
  }),
  'upside down': decoding('bmp', ({ width, data }) => {
    const rows = Array.from({ length: data.length / width / 4 }, (_, y) =>
      data.slice(y * width * 4, (y + 1) * width * 4),
    );
    rows.reverse().forEach((row, y) => {
      data.set(row, y * width * 4);
    });
  }),
  'chroma one row late': decoding('heic', ({ width, data }) => {
    const late = data.slice();
    for (let at = width * 4; at < data.length; at++) if (at % 4 === 0) data[at] = late[at - width * 4] as number;
  }),
  'black is white': decoding('tiff', ({ data }) => {
    for (let at = 0; at < data.length; at++) if (at % 4 !== 3) data[at] = 255 - (data[at] as number);
  }),
  'damage without a warning': {
    files: 'jpeg',
    enter: (bytes, _random, file) => checkImage({ bytes, ...file }, platform, forgiving),
  },
  'audio one sample late': {
    files: 'wav',
    enter: (bytes, _random, file) =>
      checkAudio({ bytes, ...file }, 'wav', platform, async (...args) => {
        const { channels, ...faults } = await readSamples(...args);
        return { channels: channels.map((each) => Float32Array.from([0, ...each.subarray(0, -1)])), ...faults };
      }),
  },
  'audio cut off': {
    files: 'mp3',
    enter: (bytes, _random, file) =>
      checkAudio({ bytes, ...file }, 'mp3', platform, async (...args) => {
        const { channels, ...faults } = await readSamples(...args);
        return { channels: channels.map((each) => each.subarray(0, -1)), ...faults };
      }),
  },
  'operations rounded down': {
    check: (random) =>
      checkOperation(random, platform, async (...args) => {
        const { width, height, data } = await runOperation(...args);
        return { width, height, data: data.map((level) => Math.max(0, level - 2)) };
      }),
  } satisfies CheckedTarget,
  'encoder without the last row': {
    check: (random) =>
      checkEncoder(random, platform, ({ width, height, data }, ...rest) => {
        const made = { width, height, data: data.slice() };
        made.data.fill(0, lastRow(made));
        return encodeImage(made, ...rest);
      }),
  } satisfies CheckedTarget,
  'command that always succeeds': command(async (...args) => ({ ...(await commandHere(...args)), code: 0 })),
  'command with half a file': command(async (folder, args) => {
    const finished = await commandHere(folder, args);
    const path = join(folder, args[3] as string);
    if (finished.code === 0) truncateSync(path, statSync(path).size >> 1);
    return finished;
  }),
};

export const TARGETS: Readonly<Record<string, FuzzTarget>> = {
  ...WRONG,
  audio: target(() => {}),
  refusing: target(() => {
    throw new FudebakoError('captionsRead');
  }),
  throwing: target(() => {
    throw new TypeError('undefined is not a function');
  }),
  spinning: target(() => {
    for (;;);
  }),
  growing: target(() => {
    held.push(new Uint8Array(300 * 2 ** 20).fill(1));
  }),
  dying: target(() => process.kill(process.pid, 'SIGKILL')),
  rejecting: target(async () => {
    void Promise.reject(new RangeError('nobody waits for this'));
    await new Promise((resolve) => setImmediate(resolve));
  }),
};
