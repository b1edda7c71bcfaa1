import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { encodeImage } from '#core/image/codecs/encode.ts';
import { platform } from '../inline-platform.ts';
import { haveSameBytes } from '../same-bytes.ts';
import { noiseRaster } from './noise.ts';

const { Instance } = WebAssembly;
let started = 0;
beforeEach(() => {
  started = 0;
  WebAssembly.Instance = new Proxy(Instance, {
    construct(target, input) {
      started++;
      return Reflect.construct(target, input);
    },
  });
});
afterEach(() => {
  WebAssembly.Instance = Instance;
});

const decode = async (name: string, bytes: Uint8Array<ArrayBuffer>) =>
  (await decodeImage(fileFromBytes(name, bytes), { platform })).raster;

describe.each(['webp', 'avif'] as const)('the codec of %s', (format) => {
  const encode = (seed: number, size = 40) =>
    encodeImage(noiseRaster(size, size, { seed, opaque: true }), { format, quality: 0.7 }, { platform });

  it('makes the same bytes and pixels for an image whatever the images before it', async () => {
    const first = await encode(1);
    const pixels = await decode(`a.${format}`, first);
    for (const [seed, size] of [[2, 7], [3, 300], [4, 40]] as const) await decode('b', await encode(seed, size)); // biome-ignore format: one line
    expect(haveSameBytes(await encode(1), first)).toBe(true);
    expect(haveSameBytes((await decode(`a.${format}`, first)).data, pixels.data)).toBe(true);
  });

  it('starts at most once each for many small images', async () => {
    await decode('a', await encode(1));
    started = 0;
    for (let seed = 2; seed < 6; seed++) await decode('a', await encode(seed));
    expect(started).toBe(0);
  });

  it('starts again after a damaged file, which leaves no trace', async () => {
    const bytes = await encode(5);
    const pixels = await decode('a', bytes);
    const broken = bytes.slice();
    for (let at = Math.floor(bytes.length * 0.6); at < bytes.length; at++) broken[at] = (at * 31) & 255;
    await decode('a', broken).catch(() => {});
    expect(haveSameBytes((await decode('a', bytes)).data, pixels.data)).toBe(true);
  });
});
