import { existsSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { runInNewContext } from 'node:vm';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CancelledError,
  createPlatform,
  type OpenImage,
  open,
  ParameterError,
  type PlatformOptions,
  run,
} from '#scripts/library/index.ts';
import { isDeep } from '../deep.ts';
import { emptyFolder } from '../temporary-folders.ts';

const platforms: { close(): void }[] = [];
const platformWith = (options: PlatformOptions) => {
  const platform = createPlatform(options);
  platforms.push(platform);
  return platform;
};
afterAll(() => {
  for (const platform of platforms) platform.close();
});

let image: Uint8Array;
beforeAll(async () => {
  image = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#369' } })
    .jpeg()
    .toBuffer();
});

/** Starts all calls at once, and returns the largest number of calls that ran at the same time. */
async function mostAtOnce(options: PlatformOptions, calls: number): Promise<number> {
  const platform = platformWith(options);
  const running = new Set<number>();
  let most = 0;
  const each = async (index: number) => {
    const onProgress = () => {
      running.add(index);
      most = Math.max(most, running.size);
    };
    await run('scale', { image }, { factor: 0.5 }, { platform, onProgress });
    running.delete(index);
  };
  await Promise.all(Array.from({ length: calls }, (_, index) => each(index)));
  return most;
}

describe('createPlatform', () => {
  it.each([
    [{ concurrency: 1 }, 1],
    [{ concurrency: 3 }, 3],
    [{ threads: 0, concurrency: 2 }, 2],
    // The estimate is 600 × 400 × 12 bytes = 2.9 MB per call, so memory doesn't limit the four calls.
    [{ concurrency: 4, totalMemory: 16 }, 4],
  ])('runs at most as many calls at once as the options %j allow', async (options, most) => {
    expect(await mostAtOnce(options, 8)).toBeLessThanOrEqual(most);
  });

  it('leaves the functions of later contexts as they are', async () => {
    const before = runInNewContext('Object.getOwnPropertyNames(globalThis)');
    await run('scale', { image }, { factor: 0.5 }, { platform: platformWith({}) });
    expect(runInNewContext('Object.getOwnPropertyNames(globalThis)')).toEqual(before);
  });

  it('queues calls until enough memory is free, and runs a call above the limit alone', async () => {
    const large = await sharp({ create: { width: 1500, height: 1000, channels: 3, background: '#963' } })
      .png()
      .toBuffer();
    // The earlier name of `totalMemory`.
    const platform = platformWith({ concurrency: 4, memoryLimit: 16 });
    const order: string[] = [];
    const call = async (name: string, bytes: Uint8Array) => {
      const onProgress = () => void (order.at(-1) !== name && order.push(name));
      await run('scale', { image: bytes }, { factor: 0.5 }, { platform, onProgress });
    };
    await Promise.all([call('first', large), call('second', large), call('third', large)]);
    expect(order).toEqual(['first', 'second', 'third']);
  });

  it('rejects a call that is aborted while it waits, and runs the others', async () => {
    const platform = platformWith({ concurrency: 1 });
    const controller = new AbortController();
    const first = run('scale', { image }, { factor: 0.5 }, { platform });
    const waiting = run('scale', { image }, { factor: 0.5 }, { platform, signal: controller.signal });
    const last = run('scale', { image }, { factor: 0.2 }, { platform });
    controller.abort();
    await expect(waiting).rejects.toBeInstanceOf(CancelledError);
    expect([(await first).width, (await last).width]).toEqual([300, 120]);
  });

  it.each(isDeep ? [1] : [])('does not block the event loop while it decodes and encodes', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const photo = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer();
    const platform = platformWith({ concurrency: 1 });
    await run('scale', { image }, { factor: 0.5 }, { platform });
    const delay = monitorEventLoopDelay({ resolution: 1 });
    delay.enable();
    const startMs = performance.now();
    await run('scale', { image: photo }, { factor: 0.5 }, { platform, format: 'png' });
    const tookMs = performance.now() - startMs;
    delay.disable();
    // The limit is relative to the call's duration, because other processes delay the event loop too.
    expect(delay.max / 1e6).toBeLessThan(tookMs / 4);
  });

  it.each([
    { concurrency: 0 },
    { concurrency: 1.5 },
    { concurrency: 257 },
    { totalMemory: 15 },
    { totalMemory: 99, memoryLimit: 99 },
  ])('refuses %j', (options) => {
    expect(() => createPlatform(options)).toThrow(ParameterError);
  });
});

describe.each([0, 1])('an image from open(), with %i threads', (threads) => {
  const colored = async (background: string) =>
    new Uint8Array(
      await sharp({ create: { width: 600, height: 400, channels: 3, background } })
        .jpeg()
        .toBuffer(),
    );
  const firstRed = async (opened: OpenImage, platform: ReturnType<typeof createPlatform>) => {
    const { bytes } = await run('scale', { image: opened }, { width: 60 }, { platform, format: 'png' });
    return (await sharp(bytes).raw().toBuffer())[0] as number;
  };

  it('is refused if its file has changed, even to the same size and time', async () => {
    const platform = platformWith({ threads });
    const path = join(emptyFolder(), 'a.jpg');
    const [red, blue] = [await colored('#f00'), await colored('#00f')];
    const size = Math.max(red.length, blue.length);
    const padded = (bytes: Uint8Array) => Buffer.concat([bytes, Buffer.alloc(size - bytes.length)]);
    writeFileSync(path, padded(red));
    utimesSync(path, 1e9, 1e9);
    const opened = await open(path, { platform, failOn: 'none' });
    expect(await firstRed(opened, platform)).toBeGreaterThan(250);
    writeFileSync(path, padded(blue));
    utimesSync(path, 1e9, 1e9);
    await expect(firstRed(opened, platform)).rejects.toMatchObject({ code: 'fileGone' });
    await expect(open(opened, { platform })).rejects.toMatchObject({ code: 'fileGone' });
  });

  it('keeps its pixels if the caller changes the bytes afterwards', async () => {
    const platform = platformWith({ threads });
    const bytes = Buffer.from(await colored('#f00'));
    const opened = await open(bytes, { platform });
    bytes.set(await colored('#00f'));
    expect(await firstRed(opened, platform)).toBeGreaterThan(250);
  });
});

it('an abort with `threads: 0` takes effect when the running decoder returns, and leaves no output', async () => {
  const platform = platformWith({ threads: 0 });
  const avif = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#369' } })
    .avif({ effort: 0 })
    .toBuffer();
  const output = join(emptyFolder(), 'a.png');
  const controller = new AbortController();
  setImmediate(() => controller.abort());
  const call = run('convert', { image: avif }, {}, { platform, output, signal: controller.signal });
  await expect(call).rejects.toBeInstanceOf(CancelledError);
  expect(existsSync(output)).toBe(false);
});
