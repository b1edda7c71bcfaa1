import { describe, expect, it } from 'vitest';
import { joinBytes, uint32 } from '#core/base/bytes.ts';
import type { FailOn } from '#core/base/damage.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { MAX_ANIMATION_FRAMES } from '#core/base/limits.ts';
import { wholeImage } from '#core/geometry/box.ts';
import { limitDelays } from '#core/image/animation/limit-frame-rate.ts';
import { readAnimation } from '#core/image/animation/read-animation.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { type GifImage, gifImages, subBlocksEnd } from '#core/image/formats/gif/gif-images.ts';
import { crc32, pngChunk, pngChunks } from '#core/image/formats/png/png-chunks.ts';
import { changedFrames, encodeFrames } from '#core/image/frames/encode-changes.ts';
import { writeAnimationOf } from '#core/recipes/animate.ts';
import { parseRecipe, type RecipeStep } from '#core/recipes/recipe.ts';
import { frameRateOf } from '#core/video/animation-video.ts';
import { deepOr } from '../deep.ts';
import { platform } from '../inline-platform.ts';
import { random } from '../random.ts';
import { type Animation, apng, type Bytes, byFfmpeg, bySharp, durations, type Frame, webp } from './animated-files.ts';
import { BLUE, GREEN, gifFile, gifImage, RED, WHITE } from './gifs.ts';
import { memorySink } from './memory-sink.ts';

interface Options {
  readonly steps?: readonly RecipeStep[];
  readonly failOn?: FailOn;
}

async function write(bytes: Bytes, encoding: ImageEncoding, { steps = [], failOn }: Options = {}) {
  const sink = memorySink();
  const warnings: string[] = [];
  const onWarning = ({ code }: { readonly code: string }) => void warnings.push(code);
  const file = fileFromBytes('a', bytes);
  const context = { platform, sink, onWarning, ...(failOn && { failOn }) };
  const size = await writeAnimationOf(file, parseRecipe(steps), encoding, context);
  return { size, bytes: sink.bytes(), warnings };
}

const SIZE = { width: 24, height: 18 };

/** Frames whose areas overlap, with opaque, translucent and transparent pixels. */
const frames = (disposals: readonly Frame['disposal'][], blends: readonly boolean[]): Frame[] => [
  { ...SIZE, color: (x, y) => [x * 10, y * 12, 90, 255], delayMs: 40, disposal: disposals[0] ?? 'keep' },
  {
    left: 4,
    top: 2,
    width: 12,
    height: 9,
    color: (x, y) => [250, x * 20, y * 20, x < 3 ? 0 : x < 7 ? 90 + y : 255],
    delayMs: 120,
    disposal: disposals[1] ?? 'keep',
    isBlended: blends[1] ?? false,
  },
  {
    left: 10,
    top: 6,
    width: 14,
    height: 12,
    color: (x, y) => [x * 9, 200, 255 - y * 9, (x + y) % 3 === 0 ? 0 : 255],
    delayMs: 70,
    disposal: disposals[2] ?? 'keep',
    isBlended: blends[2] ?? false,
  },
  { width: 8, height: 8, color: (x, y) => [x, y, 255, y > 4 ? 60 : 255], delayMs: 1000, isBlended: blends[3] ?? false },
];

const animation = (disposals: readonly Frame['disposal'][], blends: readonly boolean[], loop = 0): Animation => ({
  ...SIZE,
  loop,
  frames: frames(disposals, blends),
});

/** Returns the largest difference of a channel in two frames, ignoring pixels that are transparent in both. */
function difference(one: Uint8Array, other: Uint8Array): number {
  if (one.length !== other.length) return Number.POSITIVE_INFINITY;
  let most = 0;
  for (let at = 0; at < one.length; at += 4) {
    if (one[at + 3] === 0 && other[at + 3] === 0) continue;
    for (let channel = 0; channel < 4; channel++)
      most = Math.max(most, Math.abs((one[at + channel] as number) - (other[at + channel] as number)));
  }
  return most;
}

const expectFrames = (actual: readonly Uint8Array[], expected: readonly Uint8Array[], tolerance: number) => {
  expect(actual).toHaveLength(expected.length);
  expect(actual.map((frame, index) => difference(frame, expected[index] as Uint8Array) <= tolerance)).toEqual(
    expected.map(() => true),
  );
};

const ways: readonly (readonly [name: string, disposals: readonly Frame['disposal'][], blends: readonly boolean[]])[] =
  [
    ['replacing', [], []],
    ['blending', [], [false, true, true, true]],
    ['clearing', ['keep', 'clear', 'clear'], [false, true, true, true]],
    ['clearing the first frame', ['clear', 'keep', 'clear'], [false, true, false, true]],
  ];

describe('frames of an animated WebP', () => {
  it.each(ways)('match libwebp’s composition: %s', async (_, disposals, blends) => {
    const source = await webp(animation(disposals, blends));
    const written = await write(source, { format: 'webp', lossless: true });
    const [expected, actual] = [await bySharp(source), await bySharp(written.bytes)];
    // Allows a difference of two 8-bit levels, because libvips rounds translucent pixels differently.
    expectFrames(actual.frames, expected.frames, 2);
    expect(actual.delay).toEqual([40, 120, 70, 1000]);
    expect(written).toMatchObject({ size: { ...SIZE, frames: 4 }, warnings: [] });
  });
});

describe('frames of an animated PNG', () => {
  it.each([...ways, ['restoring', ['keep', 'restore', 'restore'], [false, true, true, true]] as const])(
    'match FFmpeg’s composition: %s',
    async (_, disposals, blends) => {
      const source = await apng(animation(disposals, blends));
      const written = await write(source, { format: 'png' });
      const expected = byFfmpeg(source, 'png', SIZE);
      // Allows a difference of two 8-bit levels, because FFmpeg rounds translucent pixels differently.
      expectFrames(byFfmpeg(written.bytes, 'png', SIZE), expected, 2);
      expectFrames(
        (await bySharp((await write(source, { format: 'webp', lossless: true })).bytes)).frames,
        expected,
        2,
      );
      expect(durations(written.bytes, 'png')).toEqual([0.04, 0.12, 0.07, 1]);
    },
  );

  it('exclude a default image that is not part of the animation', async () => {
    const source = await apng(animation([], []));
    const still = await apng({ ...SIZE, loop: 0, frames: [{ ...SIZE, color: () => [1, 2, 3, 255] }] });
    const image = [...pngChunks(still)].find(({ type }) => type === 'IDAT');
    if (!image) throw new Error('A chunk is missing');
    const renumbered = fromDefaultImage(source, still.subarray(image.start - 8, image.end + 4));
    expect((await readAnimation(renumbered))?.frames).toBe(4);
    const { bytes } = await write(renumbered, { format: 'png' });
    expectFrames(byFfmpeg(bytes, 'png', SIZE), byFfmpeg(source, 'png', SIZE), 0);
  });
});

/** Returns the animation with a default image that is not one of its frames. */
function fromDefaultImage(source: Bytes, image: Uint8Array): Bytes {
  const parts: Uint8Array[] = [source.subarray(0, 8)];
  let sequence = 0;
  for (const { type, start, end } of pngChunks(source)) {
    const content = source.subarray(start, end);
    if (type === 'fcTL' && sequence === 0) parts.push(image);
    if (type === 'fcTL') parts.push(pngChunk('fcTL', joinBytes(uint32(sequence++), content.subarray(4))));
    else if (type === 'IDAT') parts.push(pngChunk('fdAT', joinBytes(uint32(sequence++), content)));
    else if (type === 'fdAT') parts.push(pngChunk('fdAT', joinBytes(uint32(sequence++), content.subarray(4))));
    else parts.push(source.subarray(start - 8, end + 4));
  }
  return joinBytes(...parts);
}

/** A GIF with these disposal methods, transparent pixels, and frames that extend beyond the canvas. */
const gif = (disposals: readonly number[], repeats?: number): Bytes => {
  const fill = (index: number, count: number) => Array.from({ length: count }, (_, at) => (at % 5 === 0 ? 3 : index));
  const loop =
    repeats === undefined
      ? []
      : [[0x21, 0xff, 11, ...[...'NETSCAPE2.0'].map((c) => c.charCodeAt(0)), 3, 1, repeats, 0, 0]];
  return gifFile(
    { width: 10, height: 8 },
    ...loop,
    gifImage({
      width: 10,
      height: 8,
      indices: fill(0, 80),
      transparentIndex: 3,
      delayCs: 7,
      disposal: disposals[0] ?? 1,
    }),
    gifImage({
      left: 2,
      top: 1,
      width: 5,
      height: 4,
      indices: fill(1, 20),
      transparentIndex: 3,
      delayCs: 30,
      disposal: disposals[1] ?? 1,
    }),
    gifImage({
      left: 5,
      top: 3,
      width: 5,
      height: 5,
      colors: [WHITE, RED, BLUE, GREEN],
      indices: fill(2, 25),
      transparentIndex: 3,
      delayCs: 12,
      disposal: disposals[2] ?? 1,
    }),
    gifImage({ left: 0, top: 6, width: 4, height: 2, indices: fill(2, 8), delayCs: 5 }),
  );
};

describe('frames of an animated GIF', () => {
  it.each([
    ['keeping', [1, 1, 1]],
    ['clearing', [1, 2, 2]],
    ['clearing the first frame', [2, 1, 2]],
    ['restoring', [1, 3, 3]],
    ['restoring the previous frame, then clearing', [1, 3, 2]],
  ])('match libnsgif’s composition: %s', async (_, disposals) => {
    const source = gif(disposals, 0);
    const expected = (await bySharp(source)).frames;
    for (const format of ['gif', 'webp', 'png'] as const) {
      const { bytes } = await write(source, { format, lossless: true });
      const actual =
        format === 'png' ? byFfmpeg(bytes, 'png', { width: 10, height: 8 }) : (await bySharp(bytes)).frames;
      expectFrames(actual, expected, 0);
    }
  });

  it('are cropped if they reach outside the canvas', async () => {
    const source = gifFile(
      { width: 4, height: 4 },
      gifImage({ width: 4, height: 4, indices: Array(16).fill(0), delayCs: 5 }),
      gifImage({ left: 2, top: 3, width: 4, height: 4, indices: Array(16).fill(1), delayCs: 5 }),
      gifImage({ left: 9, top: 9, width: 1, height: 1, indices: [2], delayCs: 5 }),
    );
    const [, second, third] = (await bySharp((await write(source, { format: 'gif' })).bytes)).frames;
    const greens = Array.from({ length: 16 }, (_, at) => (second as Uint8Array)[at * 4 + 1]);
    expect(greens.flatMap((green, at) => (green === 255 ? [at] : []))).toEqual([14, 15]);
    expect(difference(second as Uint8Array, third as Uint8Array)).toBe(0);
  });

  it('keep up to 256 opaque colors exactly', async () => {
    const color = (at: number) => [at, 255 - at, (at * 7) % 256, 255] as const;
    const still = (shift: number): Frame => ({
      width: 16,
      height: 16,
      color: (x, y) => color((y * 16 + x + shift) % 256),
    });
    const source = await apng({ width: 16, height: 16, loop: 0, frames: [still(0), still(9)] });
    const { bytes } = await write(source, { format: 'gif' });
    expectFrames((await bySharp(bytes)).frames, byFfmpeg(source, 'png', { width: 16, height: 16 }), 0);
  });

  it('have opaque pixels where alpha is at least half, and transparent pixels elsewhere', async () => {
    const still = (alpha: number): Frame => ({ width: 2, height: 2, color: () => [200, 100, 50, alpha] });
    const source = await apng({ width: 2, height: 2, loop: 0, frames: [still(255), still(127), still(128)] });
    const { frames } = await bySharp((await write(source, { format: 'gif' })).bytes);
    expect(frames.map((frame) => [...frame.subarray(0, 4)])).toEqual([
      [200, 100, 50, 255],
      [0, 0, 0, 0],
      [200, 100, 50, 255],
    ]);
  });
});

/** A moving pattern of 200 × 120 px with 240 colors, which fills the LZW dictionary several times a frame. */
const film = (): Promise<Bytes> => {
  const size = { width: 200, height: 120 };
  const noise = random(7);
  const dots = Array.from({ length: 64 * 64 }, () => noise(9));
  const color = (shift: number) => (x: number, y: number) => {
    const level = Math.round(110 + 100 * Math.sin((x + shift) / 23) * Math.cos(y / 17));
    return [level, level, 255 - level + (dots[(y % 64) * 64 + ((x + shift) % 64)] as number), 255] as const;
  };
  const stills = [0, 3, 6, 9].map((shift) => ({ ...size, color: color(shift), delayMs: 40 }));
  return apng({ ...size, loop: 0, frames: stills });
};

describe('a GIF of many pixels', () => {
  const size = { width: 200, height: 120 };
  const colorsOf = (frame: Uint8Array) => new Set(new Uint32Array(Uint8Array.from(frame).buffer)).size;
  const meanError = (one: readonly Uint8Array[], other: readonly Uint8Array[]) => {
    const errors = one.map((frame, at) => {
      const sum = frame.reduce((total, value, index) => total + (value - (other[at]?.[index] ?? 0)) ** 2, 0);
      return sum / frame.length;
    });
    return Math.sqrt(errors.reduce((total, each) => total + each, 0) / errors.length);
  };

  it('is read by libnsgif, and by FFmpeg with the same pixels', async () => {
    const { bytes } = await write(await film(), { format: 'gif' });
    const { frames } = await bySharp(bytes);
    expectFrames(byFfmpeg(bytes, 'gif', size), frames, 0);
    expect(meanError(frames, byFfmpeg(await film(), 'png', size))).toBeLessThan(6);
  });

  it('is smaller at a lower quality, with colors that stay close', async () => {
    const source = await film();
    const expected = byFfmpeg(source, 'png', size);
    const [best, good, small] = await Promise.all(
      [0.95, 0.85, 0.5].map(async (quality) => {
        const { bytes } = await write(source, { format: 'gif', quality });
        return { bytes: bytes.length, error: meanError((await bySharp(bytes)).frames, expected) };
      }),
    );
    expect(good?.bytes).toBeLessThan((best?.bytes as number) * 0.85);
    expect(good?.error).toBeLessThan(10);
    expect(small?.bytes).toBeLessThan((best?.bytes as number) * 0.5);
    expect(small?.error).toBeLessThan(30);
  });

  it.each([2, 16, 200])('has at most %i colors if they are limited', async (colors) => {
    const { bytes } = await write(await film(), { format: 'gif', colors });
    const { frames } = await bySharp(bytes);
    expect(colorsOf(frames[0] as Uint8Array)).toBeLessThanOrEqual(colors);
  });
});

describe('a GIF of moving shapes', () => {
  const [source, half] = [
    { width: 160, height: 100 },
    { width: 80, height: 50 },
  ];
  /** Shapes of five colors with hard edges, which move over a striped background. */
  const shapes = () =>
    apng({
      ...source,
      loop: 0,
      frames: Array.from({ length: 12 }, (_, frame) => ({
        ...source,
        delayMs: 50,
        color: (x: number, y: number) => {
          const [dx, dy] = [x - 40 - frame * 6, y - 50];
          if (dx * dx + dy * dy < 700) return [240, 60, 70, 255];
          if (Math.abs(x - 110 + frame * 4) + Math.abs(y - 40) < 27) return [250, 180, 20, 255];
          return (x >> 4) % 2 === 0 ? [30, 50, 90, 255] : [40, 120, 150, 255];
        },
      })),
    });
  const halved = (resample?: string): RecipeStep[] => [
    { operation: 'scale', params: { percent: 50, ...(resample && { resample }) } },
  ];

  it('has one palette, and shrinks by area unless another filter is given', async () => {
    const [automatic, area, lanczos] = await Promise.all(
      [undefined, 'area', 'lanczos'].map(async (filter) =>
        write(await shapes(), { format: 'gif' }, { steps: halved(filter) }),
      ),
    );
    expect(automatic?.bytes).toEqual(area?.bytes);
    expect(automatic?.bytes.length).toBeLessThan((lanczos?.bytes.length as number) * 0.6);
    const palettes = [...gifImages(automatic?.bytes as Bytes)].map(({ colors }) => colors.byteOffset);
    expect(new Set(palettes).size).toBe(1);
    const exact = byFfmpeg(
      (await write(await shapes(), { format: 'png' }, { steps: halved('area') })).bytes,
      'png',
      half,
    );
    expectFrames((await bySharp(automatic?.bytes as Bytes)).frames, exact, 0);
  });

  it('keeps each frame near its colors if all frames have more colors than a palette', async () => {
    const { bytes } = await write(await shapes(), { format: 'gif' }, { steps: halved('lanczos') });
    const exact = byFfmpeg(
      (await write(await shapes(), { format: 'png' }, { steps: halved('lanczos') })).bytes,
      'png',
      half,
    );
    const { frames } = await bySharp(bytes);
    const errors = frames.map((frame, at) =>
      Math.sqrt(
        frame.reduce((sum, value, index) => sum + (value - (exact[at]?.[index] as number)) ** 2, 0) / frame.length,
      ),
    );
    expect(Math.max(...errors)).toBeLessThan(3);
  });
});

describe('a limited frame rate', () => {
  it.each([
    [[40, 40, 40, 40, 40], 10, [120, 80]],
    [[33, 33, 34, 33, 33, 34], 30, [33, 33, 34, 33, 33, 34]],
    [[500, 20, 20, 20, 700], 5, [500, 760]],
  ])('of %j ms to %i frames per second shows %j ms', (delays, frameRate, expected) => {
    expect(limitDelays(delays, frameRate).filter((delay) => delay !== undefined)).toEqual(expected);
  });

  it('shows every change of the omitted frames', async () => {
    const source = await apng(animation([], [false, true, true, true]));
    const all = byFfmpeg(source, 'png', SIZE);
    const { bytes, size } = await write(source, { format: 'webp', lossless: true, frameRate: 5 });
    expect(size?.frames).toBe(2);
    const { frames, delay } = await bySharp(bytes);
    expect(delay).toEqual([230, 1000]);
    expectFrames(frames, [all[0] as Uint8Array, all[3] as Uint8Array], 2);
  });
});

describe('the delays between frames', () => {
  it('of 0 to 10 ms become 100 ms, as browsers show them', async () => {
    const delays = [0, 1, 2, 3];
    const images = delays.map((delayCs, at) => gifImage({ width: 1, height: 1, indices: [at], delayCs }));
    const source = gifFile({ width: 1, height: 1 }, ...images);
    for (const format of ['gif', 'webp'] as const)
      expect((await bySharp((await write(source, { format })).bytes)).delay).toEqual([100, 100, 20, 30]);
  });

  it('are rounded to hundredths of a second without a growing error', async () => {
    const still = (at: number): Frame => ({ width: 1, height: 1, color: () => [at, 0, 0, 255], delayMs: 33 });
    const source = await apng({
      width: 1,
      height: 1,
      loop: 0,
      frames: Array.from({ length: 30 }, (_, at) => still(at)),
    });
    const { delay } = await bySharp((await write(source, { format: 'gif' })).bytes);
    expect(delay.reduce((sum, each) => sum + each, 0)).toBe(990);
    expect(new Set(delay)).toEqual(new Set([30, 40]));
  });
});

describe('the loop count', () => {
  it.each([
    ['no extension', undefined, 1],
    ['forever', 0, 0],
    ['two repetitions', 2, 3],
  ])('is preserved: %s', async (_, stated, loop) => {
    const source = gif([], stated);
    expect((await readAnimation(source))?.loop).toBe(loop);
    for (const format of ['gif', 'webp', 'png'] as const) {
      const { bytes } = await write(source, { format });
      expect((await readAnimation(bytes))?.loop).toBe(loop);
      if (format !== 'png') expect((await bySharp(bytes)).loop).toBe(loop);
    }
  });
});

describe('operations on an animation', () => {
  it('change every frame', async () => {
    const source = await apng(animation([], [false, true, true, true]));
    const crop: RecipeStep = { operation: 'crop', params: { topX: 3, topY: 2, bottomX: 15, bottomY: 12 } };
    const { bytes, size } = await write(
      source,
      { format: 'png' },
      { steps: [crop, { operation: 'rotate', params: { turn: 180 } }] },
    );
    expect(size).toEqual({ width: 12, height: 10, frames: 4 });
    const turned = byFfmpeg(source, 'png', SIZE).map((frame) => {
      const rows = Array.from({ length: 10 }, (_, y) =>
        frame.subarray(((y + 2) * 24 + 3) * 4, ((y + 2) * 24 + 15) * 4),
      );
      const words = rows.flatMap((row) => Array.from({ length: 12 }, (_, x) => [...row.subarray(x * 4, x * 4 + 4)]));
      return Uint8Array.from(words.reverse().flat());
    });
    expectFrames(byFfmpeg(bytes, 'png', { width: 12, height: 10 }), turned, 2);
  });

  it('use only the first frame, with a warning, if a step or the format cannot handle animations', async () => {
    const source = gif([], 0);
    const text: RecipeStep = { operation: 'write-texts', params: {} };
    expect(await write(source, { format: 'jpg' })).toMatchObject({
      size: undefined,
      warnings: ['animationFirstFrame'],
    });
    expect(await write(source, { format: 'gif' }, { steps: [text] })).toMatchObject({
      size: undefined,
      warnings: ['animationFirstFrame'],
    });
    expect(await write(source, { format: 'gif', firstFrame: true })).toMatchObject({ size: undefined, warnings: [] });
  });

  it('warn if metadata is requested, and refuse a maximum file size', async () => {
    expect((await write(gif([], 0), { format: 'webp', metadata: 'profile' })).warnings).toEqual(['animationMetadata']);
    await expect(write(gif([], 0), { format: 'webp', maxKilobytes: 5 })).rejects.toMatchObject({
      code: 'animationTargetSize',
    });
  });
});

describe('an MP4 of an animation', () => {
  it('shows each frame for its time on white, with even sides', async () => {
    const size = { width: 33, height: 31 };
    const still = (red: number, alpha: number, delayMs: number): Frame => ({
      ...size,
      color: () => [red, 40, 200, alpha],
      delayMs,
    });
    const source = await apng({
      ...size,
      loop: 0,
      frames: [still(250, 255, 500), still(20, 255, 3000), still(0, 0, 200)],
    });
    const { bytes } = await write(source, { format: 'mp4' });
    const frames = byFfmpeg(bytes, 'mp4', { width: 34, height: 32 });
    expect(frames).toHaveLength(37);
    const colors = [4, 5, 34, 35].map((index) => [...(frames[index] as Uint8Array).subarray(33 * 4, 33 * 4 + 3)]);
    const near = (expected: readonly number[]) => expected.map((value) => expect.closeTo(value, -1.2));
    expect(colors).toEqual([near([250, 40, 200]), near([20, 40, 200]), near([20, 40, 200]), near([255, 255, 255])]);
    expect(durations(bytes, 'mp4').reduce((sum, each) => sum + each, 0)).toBeCloseTo(3.7, 3);
  });

  it('keeps uneven delays that no usual frame rate has, with one video frame for each', async () => {
    const images = [7, 3, 11].map((delayCs, at) =>
      gifImage({ width: 4, height: 4, indices: Array(16).fill(at), delayCs }),
    );
    const { bytes } = await write(gifFile({ width: 4, height: 4 }, ...images), { format: 'mp4' });
    expect(durations(bytes, 'mp4').map((seconds) => Math.round(seconds * 1000))).toEqual([70, 30, 110]);
  });

  it('has a frame rate at which every frame begins on time, if there is one', () => {
    expect([[100], [40, 20], [30], [20, 50], [16], [1000], [70]].map(frameRateOf)).toEqual([
      10,
      50,
      undefined,
      undefined,
      undefined,
      10,
      undefined,
    ]);
  });
});

describe('the limits of animations', () => {
  it('refuse too many frames without decoding any', async () => {
    const tiny = gifImage({ width: 1, height: 1, indices: [0], delayCs: 2 });
    const file = [...gifFile({ width: 1, height: 1 })];
    const bomb = Uint8Array.from([...file.slice(0, -1), ...Array(100_000).fill(tiny).flat(), 0x3b]);
    const facts = await readAnimation(bomb);
    expect(facts).toMatchObject({ frames: MAX_ANIMATION_FRAMES + 1, isWithinLimits: false });
    await expect(write(bomb, { format: 'webp' })).rejects.toMatchObject({ code: 'animationTooLong' });
  });

  it('refuse too many pixels in all frames together', async () => {
    const frame = gifImage({ width: 1, height: 1, indices: [0], delayCs: 2 });
    const file = [...gifFile({ width: 9000, height: 9000 })];
    const bomb = Uint8Array.from([...file.slice(0, -1), ...Array(60).fill(frame).flat(), 0x3b]);
    await expect(write(bomb, { format: 'gif' })).rejects.toMatchObject({ code: 'animationTooLong' });
  });

  it('refuse a frame with more pixels than an image may have, and an animation that lasts too long', async () => {
    const first = gifImage({ width: 1, height: 1, indices: [0] });
    const huge = gifImage({ width: 65_535, height: 65_535, indices: [0] });
    const long = Array(6)
      .fill(gifImage({ width: 1, height: 1, indices: [0], delayCs: 65_535 }))
      .flat();
    for (const blocks of [huge, long])
      await expect(write(gifFile({ width: 1, height: 1 }, first, blocks), { format: 'gif' })).rejects.toMatchObject({
        code: 'animationTooLong',
      });
  });
});

describe('an animation that can’t be read as a whole', () => {
  const hour: Frame = { ...SIZE, color: () => [1, 2, 3, 255], delayMs: 3_600_001 };

  it('is refused if its first frame alone exceeds a limit', async () => {
    const long = await webp({ ...SIZE, loop: 0, frames: [hour, hour] });
    await expect(write(long, { format: 'webp' })).rejects.toMatchObject({ code: 'animationTooLong' });
    const control = await apng({ ...SIZE, loop: 0, frames: frames([], []) });
    const at = Buffer.from(control).indexOf('fcTL');
    // A delay of 65,535 seconds: the numerator and denominator of the first frame.
    control.set([0xff, 0xff, 0, 1], at + 24);
    control.set(uint32(crc32(control.subarray(at, at + 30))), at + 30);
    await expect(write(control, { format: 'png' })).rejects.toMatchObject({ code: 'animationTooLong' });
  });

  it.each([
    ['whose second frame is outside the image', 1, 4, { warnings: ['imageDamaged'] }],
    ['whose first frame is outside the image', 0, 4, { code: 'imageLoad' }],
  ])('is refused or opens with a warning: a PNG %s', async (_, index, offset, expected) => {
    const bytes = await apng({ ...SIZE, loop: 0, frames: frames([], []) });
    const at = [...Buffer.from(bytes).toString('latin1').matchAll(/fcTL/g)][index]?.index as number;
    bytes.set(uint32(1000), at + 4 + offset);
    bytes.set(uint32(crc32(bytes.subarray(at, at + 30))), at + 30);
    expect(await write(bytes, { format: 'png' }).catch((error: unknown) => error)).toMatchObject(expected);
  });
});

describe('a damaged animation', () => {
  const sources = async (): Promise<readonly (readonly [string, Bytes])[]> => [
    ['gif', gif([], 0)],
    ['png', await apng(animation([], []))],
    ['webp', await webp(animation([], []))],
  ];

  it('that is cut off is refused by default, and ends early with a warning if failOn is none', async () => {
    for (const [format, bytes] of await sources()) {
      const cut = bytes.subarray(0, Math.round(bytes.length * 0.8)).slice();
      await expect(write(cut, { format: 'webp' }), format).rejects.toMatchObject({
        code: 'imageLoad',
        data: { reason: 'truncated' },
      });
      const { size, warnings, bytes: written } = await write(cut, { format: 'webp' }, { failOn: 'none' });
      expect(size?.frames, format).toBeGreaterThanOrEqual(2);
      expect(warnings).toEqual(['imageTruncated']);
      expect((await bySharp(written)).frames.length).toBeGreaterThanOrEqual(2);
    }
  });

  it('is refused as cut off if the file ends within the last frame', async () => {
    for (const [format, bytes] of await sources())
      await expect(write(bytes.slice(0, bytes.length - 24), { format: 'webp' }), format).rejects.toMatchObject({
        code: 'imageLoad',
        data: { reason: 'truncated' },
      });
  });

  it('is refused or opens with a warning, wherever the file is cut off', async () => {
    for (const [format, bytes] of await sources())
      for (let length = bytes.length - 17; length > bytes.length / 2; length -= deepOr(5, 23)) {
        const cut = bytes.slice(0, length);
        const outcome = await write(cut, { format: 'webp' })
          .then(async ({ size, warnings }) => {
            const onWarning = ({ code }: { readonly code: string }) => void warnings.push(code);
            if (!size) await decodeImage(fileFromBytes('a', cut), { platform, onWarning });
            return warnings.join();
          })
          .catch((error: { readonly data?: { readonly reason?: string } }) => error.data?.reason);
        expect(['truncated', 'damaged', 'imageIrregular'], `${format} of ${length} bytes`).toContain(outcome);
      }
  });

  it('is refused if a GIF ends within the header of the second frame', async () => {
    const bytes = gif([], 0);
    const first = gifImages(bytes).next().value as GifImage;
    const second = subBlocksEnd(bytes, first.dataStart + 1);
    expect(bytes[second]).toBe(0x21);
    for (const length of [second + 1, second + 8, second + 9, second + 17])
      await expect(write(bytes.slice(0, length), { format: 'webp' })).rejects.toMatchObject({
        data: { reason: 'truncated' },
      });
  });

  it('whose frame lies outside the canvas is refused in PNG and WebP', async () => {
    const outside: Animation = {
      ...animation([], []),
      frames: frames([], []).map((frame, at) => (at === 2 ? { ...frame, left: 20 } : frame)),
    };
    const damaged = { code: 'imageLoad', data: { reason: 'damaged' } };
    await expect(write(await apng(outside), { format: 'gif' }, { failOn: 'error' })).rejects.toMatchObject(damaged);
    const file = fileFromBytes('a', await webp(outside));
    await expect(decodeImage(file, { platform })).rejects.toMatchObject(damaged);
  });
});

describe('encodeFrames', () => {
  it('holds only a few frames in memory, whatever the number of frames', async () => {
    let [open, most] = [0, 0];
    async function* source() {
      for (let at = 0; at < 50; at++) {
        most = Math.max(most, ++open);
        const image = { width: 1, height: 1, data: new Uint8ClampedArray(4) };
        yield { image, changed: wholeImage(image), delayMs: 10 };
      }
    }
    const results: number[] = [];
    for await (const index of encodeFrames(changedFrames(source()), undefined, async ({ index }) => index)) {
      open -= 1;
      results.push(index);
    }
    expect(results).toEqual(Array.from({ length: 50 }, (_, at) => at));
    expect(most).toBeLessThanOrEqual(4);
  });
});
