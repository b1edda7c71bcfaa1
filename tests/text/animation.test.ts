import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import type { Raster } from '#core/base/raster.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { choosePalette } from '#core/image/formats/gif/palette.ts';
import { findOperation } from '#core/operations/index.ts';
import { writeVertical } from '#core/operations/write-vertical.ts';
import { parseParameters } from '#core/parameters/parse.ts';
import type { Warning } from '#core/platform/context.ts';
import { parseOperationParameters, parseRecipe, runSteps } from '#core/recipes/recipe.ts';
import { makeAnimation } from '#core/text/animation/make-animation.ts';
import { countCharacters, planReveal, planRevealOf, segmentsOf, showCharacters } from '#core/text/animation/reveal.ts';
import { animationSize } from '#core/text/animation/size.ts';
import { composeWork } from '#core/text/write.ts';
import { toYuv } from '#core/video/h264/yuv.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { commandHere, emptyFolder, filesIn, jsonLines, write, writeImage } from '../command/harness.ts';
import { sampleImage } from '../core/test-images.ts';
import { topBoxes } from '../video/boxes.ts';
import { playsEverywhere, videoFacts } from '../video/facts.ts';
import { decodeAudio, decodeFrames, hasFfmpeg, probe, withFile } from '../video/ffmpeg.ts';
import { makeFile, psnr, type WrittenResult, wavFile } from '../video/inputs.ts';

const platform = createNodePlatform();
afterAll(() => platform.close());
vi.setConfig({ testTimeout: 120_000 });

const pageText = { text: '春はあけぼの。\nやうやう白く', author: '清少納言' };
const tone = (time: number) => 0.5 * Math.sin(2 * Math.PI * 440 * time);

const lines = { text: 'Slow waves\nof 👩‍👩‍👧 and ﬁsh', author: 'Á. Ǹ' };

const animation = (operation: 'animate-vertical' | 'animate-horizontal', params: object, image?: Raster) =>
  makeFile(operation, { image, fonts: [] }, params, platform);

/** Returns the still image that the operation makes with the animation's parameters. */
const stillOf = (operation: 'write-vertical' | 'write-horizontal', params: object, image?: Raster) =>
  runSteps(image, parseRecipe({ operation, params }), { platform });

const scene = (text: string, author = '') => {
  const operation = findOperation('write-horizontal');
  if (!operation) throw new Error('missing');
  const params = parseOperationParameters(operation, { text, author }) as never;
  const typesetter = { library: fontLibrary(platform.fonts), ownFonts: [] };
  return composeWork({ kind: 'horizontal', page: params }, { width: 800, height: 1200 }, typesetter);
};

describe('planRevealOf', () => {
  const shownBy = async (unit: 'word' | 'line', text: string, author = '') =>
    planRevealOf(await scene(text, author), unit, 10, { durationSec: 4, pauseSec: 1.5 }).map(({ shown }) => shown);

  it('plans lines and words in order, with the author last', async () => {
    expect(await shownBy('line', '春は\nあけぼの', '清少')).toEqual([0, 2, 6, 8]);
    expect(await shownBy('word', 'the quiet fog', 'Ann B')).toEqual([0, 3, 8, 11, 14, 15]);
    expect(await shownBy('word', '春は、あけぼのの空だ。')).toEqual([0, 3, 8, 11]);
  });

  it('has the given length and pause', async () => {
    const states = planRevealOf(await scene('一二三'), 'character', 10, { durationSec: 4, pauseSec: 1.5 });
    expect(states.reduce((sum, { frames }) => sum + frames, 0)).toBe(40);
    expect(states.at(-1)).toMatchObject({ shown: 3 });
    expect(states.at(-1)?.frames).toBeGreaterThanOrEqual(15);
  });

  it('shows the whole text in at least the last frame', async () => {
    const states = planRevealOf(await scene('一二三'), 'character', 10, { durationSec: 1, pauseSec: 0 });
    expect(states.at(-1)).toMatchObject({ shown: 3 });
  });

  it('refuses a pause that leaves no time for the text', () => {
    const operation = findOperation('animate-vertical') as NonNullable<ReturnType<typeof findOperation>>;
    expect(() => parseOperationParameters(operation, { text: '春', durationSec: 3, pauseSec: 3 })).toThrow(/pauseSec/);
  });
});

describe('a fade', () => {
  it('blends from the image without text to the image with the whole text until the pause', async () => {
    const states = planRevealOf(await scene('一二三', '四'), 'fade', 10, { durationSec: 4, pauseSec: 1.5 });
    expect(segmentsOf(states)).toEqual([
      { from: 'text:0', to: 'text:0', frames: 1 },
      { from: 'text:0', to: 'text:4', frames: 24 },
      { from: 'text:4', to: 'text:4', frames: 15 },
    ]);
  });

  it('has an empty first frame and a whole last frame at every length', async () => {
    for (const durationSec of [1, 1.5, 60])
      for (const fps of [1, 7, 30]) {
        const states = planRevealOf(await scene('一'), 'fade', fps, { durationSec, pauseSec: durationSec - 0.5 });
        expect(states.reduce((sum, { frames }) => sum + frames, 0)).toBe(Math.max(2, Math.round(durationSec * fps)));
        expect([states[0]?.shown, states.at(-1)]).toEqual([0, { shown: 1, frames: expect.any(Number) }]);
        expect(states.every(({ frames }) => frames > 0)).toBe(true);
      }
  });
});

describe('planReveal', () => {
  it('starts without text, reveals one character after another, and shows the whole text during the last second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3000 }), fc.integer({ min: 1, max: 30 }), (characters, fps) => {
        const states = planReveal(characters, fps);
        expect(states.reduce((sum, { frames }) => sum + frames, 0)).toBe(10 * fps);
        expect(states[0]?.shown).toBe(0);
        const shown = states.map((state) => state.shown);
        for (let index = 1; index < shown.length; index++) expect(shown[index]).toBeGreaterThan(shown[index - 1] ?? 0);
        expect(shown.at(-1)).toBe(characters);
        expect(states.at(-1)?.frames).toBeGreaterThanOrEqual(fps);
        if (characters < 9 * fps) expect(shown).toEqual(Array.from({ length: characters + 1 }, (_, index) => index));
      }),
      { seed: 7 },
    );
  });

  it('reveals characters at equal intervals', () => {
    expect(planReveal(8, 15).map(({ frames }) => frames)).toEqual([15, 15, 15, 15, 15, 15, 15, 15, 30]);
  });
});

describe('showCharacters', () => {
  it('never splits a grapheme, skips spaces, and shows the author last', async () => {
    const whole = await scene('a é\n👩‍👩‍👧 b', 'z');
    expect(countCharacters(whole)).toBe(5);
    const shown = Array.from({ length: 6 }, (_, count) =>
      showCharacters(whole, count).texts.map(({ layout }) =>
        [...new Set(layout.boxes.map(({ start, text }) => `${start}${text}`))]
          .map((key) => key.replace(/^\d+/, ''))
          .join('')
          .trim(),
      ),
    );
    expect(shown).toEqual([
      ['', ''],
      ['a', ''],
      ['a é', ''],
      ['a é👩‍👩‍👧', ''],
      ['a é👩‍👩‍👧 b', ''],
      ['a é👩‍👩‍👧 b', 'z'],
    ]);
    expect(showCharacters(whole, 5).texts.map(({ layout }) => layout.boxes)).toEqual(
      whole.texts.map(({ layout }) => layout.boxes),
    );
  });

  it('shows letters of right-to-left scripts in reading order', async () => {
    const { texts } = showCharacters(await scene('سلام'), 1);
    expect(texts[0]?.layout.boxes.every(({ start }) => start === 0)).toBe(true);
    expect(texts[0]?.layout.boxes).not.toHaveLength(0);
  });
});

describe('animationSize', () => {
  it.each([
    [800, 1200, 'mp4', { width: 800, height: 1200, scale: 1 }],
    [801, 1201, 'mp4', { width: 800, height: 1200, scale: 1 }],
    [5000, 2500, 'mp4', { width: 1920, height: 960, scale: 0.384 }],
    [2500, 5000, 'mp4', { width: 960, height: 1920, scale: 0.384 }],
    [5000, 1, 'mp4', { width: 1920, height: 2, scale: 0.384 }],
    [800, 1200, 'gif', { width: 533, height: 800, scale: 800 / 1200 }],
    [801, 301, 'gif', { width: 801, height: 301, scale: 1 }],
  ] as const)(
    'limits %i × %i px to the maximum size of %s and to even sides for MP4',
    (width, height, format, size) => {
      expect(animationSize({ width, height }, format)).toEqual(size);
    },
  );
});

describe.skipIf(!hasFfmpeg)('an MP4 text animation (needs ffmpeg)', () => {
  it.each([
    ['animate-vertical', 'write-vertical', pageText, undefined],
    ['animate-horizontal', 'write-horizontal', lines, 24],
  ] as const)('of %s ends with the image of %s, and plays everywhere', async (operation, pictured, text, fps) => {
    const image = sampleImage(400, 300, (x, y) => [
      120 + 100 * Math.sin(x / 40),
      128,
      128 + 90 * Math.cos(y / 50),
      255,
    ]);
    const made = await animation(operation, { ...text, frameRate: fps, durationSec: 3 }, image);
    const rate = fps ?? 15;
    expect(made).toMatchObject({ mimeType: 'video/mp4', extension: 'mp4' });
    expect(made.progress.at(-1)).toBe(1);
    expect(made.progress.every((value, index) => value >= (made.progress[index - 1] ?? 0))).toBe(true);
    expect(videoFacts(made.bytes)).toEqual(playsEverywhere(3, rate, { isSilent: true }));
    const still = await stillOf(pictured, text, image);
    withFile(made.bytes, (path) => {
      expect(probe(path).streams[0]).toMatchObject({ width: 400, height: 300 });
      const frames = decodeFrames(path, [0, 2 * rate, 3 * rate - 1]) as [Uint8Array, Uint8Array, Uint8Array];
      const fidelity = psnr(frames[1], toYuv(still).data);
      expect(fidelity).toBeGreaterThan(35);
      expect(Buffer.compare(frames[1], frames[2])).toBe(0);
      expect(psnr(frames[0], toYuv(still).data)).toBeLessThan(fidelity - 4);
    });
  });

  it('shows more of the text in every second, and never less', async () => {
    const made = await animation('animate-vertical', {
      ...pageText,
      width: 300,
      height: 401,
      watermark: false,
      frameRate: 6,
    });
    withFile(made.bytes, (path) => {
      expect(probe(path).streams[0]).toMatchObject({ width: 300, height: 400, nb_frames: '60' });
      const luma = decodeFrames(
        path,
        Array.from({ length: 60 }, (_, frame) => frame),
      ).map((frame) => frame.subarray(0, 300 * 400));
      const ink = luma.map((frame) => frame.filter((value) => value < 100).length);
      expect(ink[0]).toBe(0);
      for (let frame = 1; frame < 60; frame++) expect(ink[frame]).toBeGreaterThanOrEqual((ink[frame - 1] ?? 0) * 0.98);
      for (let second = 1; second <= 8; second++)
        expect(ink[second * 6 + 5]).toBeGreaterThan((ink[second * 6 - 1] ?? 0) * 1.02);
      // Columns run from right to left, so the left half is white while the first column appears.
      const leftInk = (frame: Uint8Array) => frame.filter((value, at) => at % 300 < 150 && value < 100).length;
      expect(leftInk(luma[15] as Uint8Array)).toBe(0);
      expect(ink[15]).toBeGreaterThan(20);
    });
  });

  it('fades in gradually with reveal fade, up to the whole text', async () => {
    const params = { text: '春夏秋冬', width: 160, height: 160, watermark: false, frameRate: 10 };
    const timing = { reveal: 'fade', durationSec: 3, pauseSec: 1 };
    const made = await animation('animate-horizontal', { ...params, ...timing });
    withFile(made.bytes, (path) => {
      expect(probe(path).streams[0]).toMatchObject({ nb_frames: '30' });
      const frames = decodeFrames(path, [0, 5, 10, 15, 20, 29]).map((frame) => frame.subarray(0, 160 * 160));
      // White is 235 in video levels, so the sum of 235 − value measures the ink.
      const ink = frames.map((frame) => frame.reduce((sum, value) => sum + 235 - value, 0));
      expect(Math.abs(ink[0] as number)).toBeLessThan((ink[5] as number) * 0.01);
      for (const [index, share] of [0, 0.25, 0.5, 0.75, 1, 1].entries())
        expect((ink[index] as number) / (ink[5] as number)).toBeCloseTo(share, 1);
      // In the middle of the fade, all letters are gray: none is already black.
      expect(Math.min(...(frames[2] as Uint8Array))).toBeGreaterThan(100);
    });
  });

  it('is as long as its audio file, and shows the whole text in the last frame', async () => {
    const audio = wavFile(3.21, tone);
    const params = { text: '春夏', width: 64, height: 64, frameRate: 10 };
    const made = await makeFile('animate-vertical', { fonts: [], audio }, params, platform);
    const facts = videoFacts(made.bytes);
    expect([facts.frames, facts.audio, facts.warnings]).toEqual([33, ['aac', 'LC', '44100', 2], '']);
    withFile(made.bytes, (path) => {
      const track = decodeAudio(path);
      expect(track.length / 44_100).toBeGreaterThan(3.21);
      expect(track.length / 44_100).toBeLessThan(3.4);
      expect(Math.max(...track.subarray(0, 44_100))).toBeGreaterThan(0.1);
      const [middle, last, end] = decodeFrames(path, [10, 23, 32]) as [Uint8Array, Uint8Array, Uint8Array];
      expect(Buffer.compare(last, end)).toBe(0);
      expect(Buffer.compare(middle, end)).not.toBe(0);
    });
  });

  it.each([1, 5])('cuts a 3 s audio or adds silence if its length is %i s', async (durationSec) => {
    const audio = wavFile(3, tone);
    const params = { text: '春', width: 64, height: 64, frameRate: 10, durationSec, pauseSec: 0.5, matchAudio: false };
    const made = await makeFile('animate-vertical', { fonts: [], audio }, params, platform);
    expect(videoFacts(made.bytes)).toMatchObject({ frames: durationSec * 10, warnings: '' });
    withFile(made.bytes, (path) => {
      const track = decodeAudio(path);
      expect(track.length / 44_100).toBeCloseTo(durationSec, 1);
      const end = track.subarray(Math.round(44_100 * (durationSec - 0.5)), Math.round(44_100 * (durationSec - 0.1)));
      const peak = end.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
      if (durationSec > 3) expect(peak).toBeLessThan(0.01);
      else expect(peak).toBeGreaterThan(0.1);
    });
  });

  it('refuses a file that is not audio as audio', async () => {
    const audio = fileFromBytes('song.wav', new TextEncoder().encode('no audio'));
    await expect(makeFile('animate-vertical', { fonts: [], audio }, pageText, platform)).rejects.toMatchObject({
      code: 'videoSoundType',
    });
  });

  it('has the same bytes in every run except its creation time, and draws translucent backgrounds on white', async () => {
    const params = { text: 'Hi', background: '#ff000080', width: 64, height: 64, watermark: false, frameRate: 2 };
    // Freezes the clock, because the file contains its creation time in seconds.
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    const [first, second] = [
      await animation('animate-horizontal', params),
      await animation('animate-horizontal', params),
    ];
    vi.useRealTimers();
    expect(Buffer.compare(first.bytes, second.bytes)).toBe(0);
    withFile(first.bytes, (path) => {
      const [frame] = decodeFrames(path, [0]) as [Uint8Array];
      const pink = toYuv(sampleImage(64, 64, () => [255, 127, 127, 255])).data;
      expect(psnr(frame, pink)).toBeGreaterThan(40);
    });
  });
});

describe('a GIF text animation', () => {
  const open = async ({ bytes }: WrittenResult) => {
    const { pages = 1, delay = [], loop, width = 0, pageHeight = 0 } = await sharp(bytes, { pages: -1 }).metadata();
    const data = await sharp(bytes, { pages: -1 }).removeAlpha().raw().toBuffer();
    const size = width * pageHeight * 3;
    const frames = Array.from({ length: pages }, (_, page) => data.subarray(page * size, (page + 1) * size));
    return { delay, loop, width, height: pageHeight, frames };
  };
  const opaque = ({ data }: Raster) => data.filter((_, at) => at % 4 !== 3);

  it('fades in with one frame for each step', async () => {
    const params = { text: '春夏', width: 120, height: 120, watermark: false, format: 'gif', frameRate: 5 };
    const made = await animation('animate-vertical', { ...params, reveal: 'fade', durationSec: 3, pauseSec: 1 });
    const { delay, frames } = await open(made);
    expect(frames).toHaveLength(11);
    expect(delay).toEqual([...Array(10).fill(200), 1000]);
    const ink = frames.map((frame) => frame.reduce((sum, value) => sum + 255 - value, 0));
    expect(ink[0]).toBe(0);
    for (const [index, each] of ink.entries()) expect(each / (ink[10] ?? 1)).toBeCloseTo(index / 10, 1);
  });

  it('of a blank background has the exact colors of the image, and a frame for each added character', async () => {
    const params = { ...pageText, width: 300, height: 400, watermark: false, format: 'gif' };
    const made = await animation('animate-vertical', params);
    expect(made).toMatchObject({ mimeType: 'image/gif', extension: 'gif' });
    const { delay, loop, width, height, frames } = await open(made);
    expect([width, height, loop]).toEqual([300, 400, 0]);
    // One frame without text, and one more for each of the 17 characters.
    expect(frames).toHaveLength(18);
    expect(delay.reduce((sum, each) => sum + each, 0)).toBe(10_000);
    // No frame is shorter than 1/7 s at 7 frames a second, except by rounding to hundredths of a second.
    expect(Math.min(...delay)).toBeGreaterThanOrEqual(140);
    expect(frames[0]?.every((value) => value === 255)).toBe(true);
    const still = await stillOf('write-vertical', { ...pageText, width: 300, height: 400, watermark: false });
    expect(Buffer.compare(frames.at(-1) as Buffer, Buffer.from(opaque(still)))).toBe(0);
    const ink = frames.map((frame) => frame.filter((value) => value < 128).length);
    for (let frame = 1; frame < ink.length; frame++) expect(ink[frame]).toBeGreaterThan(ink[frame - 1] ?? 0);
  });

  it('of a photo has at most 256 colors close to its own, and is at most 800 px tall', async () => {
    const image = sampleImage(500, 1000, (x, y) => [
      128 + 100 * Math.sin(x / 60),
      128 + 90 * Math.cos(y / 95),
      ((x >> 6) + (y >> 6)) % 2 ? 180 : 90,
      255,
    ]);
    const made = await animation('animate-horizontal', { ...lines, format: 'gif', frameRate: 3 }, image);
    const { width, height, frames, delay } = await open(made);
    expect([width, height]).toEqual([400, 800]);
    expect(delay.reduce((sum, each) => sum + each, 0)).toBe(10_000);
    const still = await stillOf('write-horizontal', lines, image);
    const small = await sharp(still.data, { raw: { width: 500, height: 1000, channels: 4 } })
      .removeAlpha()
      .resize(400, 800, { kernel: 'lanczos3' })
      .raw()
      .toBuffer();
    expect(psnr(frames.at(-1) as Buffer, small)).toBeGreaterThan(32);
    const last = frames.at(-1) as Buffer;
    const colors = new Set(Array.from({ length: last.length / 3 }, (_, at) => last.readUIntBE(at * 3, 3)));
    expect(colors.size).toBeLessThanOrEqual(255);
    expect(colors.size).toBeGreaterThan(150);
  });

  it('keeps the colors of uniform areas', async () => {
    const noisy = sampleImage(100, 100, (x, y) =>
      y < 50 ? [17, 34, 51, 255] : [(x * 37 + y * 91) & 255, (x * 11) & 255, (y * 53 + x) & 255, 255],
    );
    const palette = await choosePalette([noisy]);
    expect(palette.length).toBeLessThanOrEqual(255);
    expect(palette).toContainEqual([17, 34, 51]);
  });
});

describe('the parameters of a text animation', () => {
  it.each([
    [{ text: 'a', frameRate: 31 }, 'params.frameRate'],
    [{ text: 'a', frameRate: 0 }, 'params.frameRate'],
    [{ text: 'a', frameRate: 1.5 }, 'params.frameRate'],
    [{ text: 'a', format: 'gif', frameRate: 16 }, 'params.frameRate'],
    [{ text: 'a', format: 'webm' }, 'params.format'],
    [{ text: 'a', author: 'b\u0000' }, 'params.author'],
    [{}, 'params.text'],
  ])('are refused with the path of the invalid value: %j', (params, path) => {
    expect(() => parseRecipe({ operation: 'animate-vertical', params })).toThrow(expect.objectContaining({ path }));
  });

  it.each([
    [{ text: 'a', frameRate: 30 }, 30],
    [{ text: 'a', frameRate: 1 }, 1],
    [{ text: 'a', format: 'gif', frameRate: 15 }, 15],
  ])('are accepted: %j', (params, fps) => {
    expect(parseRecipe({ operation: 'animate-vertical', params })[0]?.params.frameRate).toBe(fps);
  });

  it('cause a warning if the font lacks a glyph, and canceling stops the animation at once', async () => {
    const warnings: Warning[] = [];
    const context = { platform, onWarning: (warning: Warning) => void warnings.push(warning) };
    const params = { text: '字', format: 'gif', width: 60, height: 60, style: { main: { fontFamily: 'Lato' } } };
    await makeFile('animate-horizontal', { fonts: [] }, params, platform, context);
    expect(warnings).toMatchObject([{ code: 'glyphsSubstituted', data: { font: 'Lato', characters: '字' } }]);
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    await expect(
      makeFile('animate-vertical', { fonts: [] }, pageText, platform, { signal: controller.signal, onProgress }),
    ).rejects.toMatchObject({ name: 'CancelledError' });
  });

  it.each([
    ['animationTextMissing', ' \n', { width: 60, height: 60 }],
    ['animationSizeMissing', '春', { width: 0, height: 60 }],
  ])('fail with %s before anything is drawn', async (code, text, size) => {
    const params = parseParameters(writeVertical.params, { text: '春' });
    const work = { kind: 'vertical', page: { ...params, text } } as const;
    const background = { ...size, background: '#ffffff' };
    const sink = { write: () => Promise.reject(new Error('nothing is to be written')) };
    const made = makeAnimation(
      { image: undefined, fonts: [] },
      background,
      work,
      { format: 'gif', frameRate: 2 },
      { platform, sink },
    );
    await expect(made).rejects.toMatchObject({ code });
  });

  it('fail with the text editors’ error if the encoder fails', async () => {
    const failing = { ...platform, media: { ...platform.media, videoEncoders: async () => [] } };
    await expect(makeFile('animate-vertical', { fonts: [] }, pageText, failing)).rejects.toMatchObject({
      code: 'videoEncode',
      data: { reason: 'noVideoEncoder' },
    });
    const sink = { write: () => Promise.reject(new Error('no space')) };
    await expect(
      makeFile('animate-vertical', { fonts: [] }, { ...pageText, width: 64, height: 64 }, platform, { sink }),
    ).rejects.toMatchObject({ code: 'videoMp4', data: { reason: 'no space' } });
    await expect(
      makeFile('animate-vertical', { fonts: [] }, { ...pageText, width: 64, height: 64, format: 'gif' }, platform, {
        sink,
      }),
    ).rejects.toMatchObject({ code: 'imageEncode' });
  });
});

describe('the text commands', () => {
  const small = ['--width', '120', '--height', '160', '--no-watermark'];
  const text = ['--text', '春は', ...small];

  it('write an image or an animation, depending on the file extension', async () => {
    const folder = emptyFolder();
    const made = [];
    for (const name of ['a.png', 'a.mp4', 'a.gif'])
      made.push(await commandHere(folder, ['write-vertical', ...text, '-o', name, '--json']));
    expect(made.map(({ code, stderr }) => [code, stderr])).toEqual([[0, ''], [0, ''], [0, '']]); // biome-ignore format: pairs
    expect(made.flatMap(({ stdout }) => jsonLines(stdout).map(({ format }) => format))).toEqual(['png', 'mp4', 'gif']);
    expect(topBoxes(new Uint8Array(readFileSync(join(folder, 'a.mp4'))))[0]).toBe('ftyp');
    expect(readFileSync(join(folder, 'a.gif')).subarray(0, 6).toString()).toBe('GIF89a');
    expect(filesIn(folder)).toEqual(['a.gif', 'a.mp4', 'a.png']);
  });

  it('scale down an animation to the limit of its format with a warning, and shorten the default pause', async () => {
    const size = ['--width', '100', '--height', '1600', '--duration-sec', '1'];
    const made = await commandHere(emptyFolder(), ['write-vertical', '--text', '春', ...size, '-o', 'a.gif']);
    const warning = 'The animation has 50 × 800 px, the largest size for GIF.';
    expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining(warning) });
  });

  it('give an MP4 the length of an audio file', async () => {
    const folder = emptyFolder();
    const audio = await wavFile(1.5, tone).read();
    write(join(folder, 'song.wav'), audio);
    const args = ['write-vertical', ...text, '-o', 'a.mp4', '--audio', 'song.wav', '--reveal', 'fade'];
    expect(await commandHere(folder, args)).toMatchObject({ code: 0, stderr: '' });
    const { stdout } = await commandHere(folder, ['inspect', 'a.mp4', '--json']);
    expect(jsonLines(stdout)[0]).toMatchObject({ durationSec: expect.closeTo(1.53, 1) });
  });

  it('write animations on one image, or on every image of a folder', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'in/1.png'), { width: 64, height: 48, background: '#d0e0f0' });
    await writeImage(join(folder, 'in/2.jpg'), { width: 50, height: 40 });
    const one = await commandHere(folder, [
      'write-horizontal',
      'in/1.png',
      '--text',
      'Hi',
      '-o',
      'one.gif',
      '--frame-rate',
      '2',
    ]);
    expect(one).toMatchObject({ code: 0, stderr: '' });
    const opened = await decodeImage(fileFromBytes('one.gif', new Uint8Array(readFileSync(join(folder, 'one.gif')))), {
      platform,
    });
    expect([opened.raster.width, opened.raster.height]).toEqual([64, 48]);
    expect([...opened.raster.data.subarray(0, 3)]).toEqual([0xd0, 0xe0, 0xf0]);
    const args = ['animate-vertical', 'in', '--text', 'Hi', '-o', 'out', '--format', 'gif', '--jobs', '1'];
    expect(await commandHere(folder, args)).toMatchObject({ code: 0 });
    expect(filesIn(join(folder, 'out'))).toEqual(['1.gif', '2.gif']);
    expect(readFileSync(join(folder, 'out/2.gif')).subarray(0, 3).toString()).toBe('GIF');
  });

  it.each([
    ['image flags for an animation', ['-o', 'a.mp4', '--quality', '0.5'], "--quality can't be combined with a.mp4."],
    [
      'animation flags for an image',
      ['-o', 'a.png', '--frame-rate', '5'],
      '--frame-rate needs an animation: an output that ends in .mp4 or .gif.',
    ],
    [
      'audio for an image',
      ['-o', 'a.png', '--audio', 'a.wav'],
      '--audio needs an animation: an output that ends in .mp4 or .gif.',
    ],
    [
      'a frame rate over the limit',
      ['-o', 'a.mp4', '--frame-rate', '31'],
      '--frame-rate must be from 1 to 30, not 31.',
    ],
    [
      'a frame rate over the limit of GIF',
      ['-o', 'a.gif', '--frame-rate', '16'],
      '--frame-rate must be from 1 to 15, not 16.',
    ],
    ['an unsupported extension', ['-o', 'a.mov'], 'Unsupported extension. Use .jpg, .png, .webp, .avif, .gif, .mp4'],
    ['an empty text', ['-o', 'a.mp4', '--text', ' '], 'Please enter text.'],
  ])('refuse %s in one line, with exit code 2', async (_, args, message) => {
    const folder = emptyFolder();
    const { code, stderr } = await commandHere(folder, ['write-vertical', ...text, ...args]);
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect([code, filesIn(folder)]).toEqual([2, []]);
  });

  it('refuse a format that contradicts the extension, and leave no file of a failed animation', async () => {
    const folder = emptyFolder();
    const mixed = await commandHere(folder, ['animate-vertical', ...text, '--format', 'gif', '-o', 'a.mp4']);
    expect([mixed.code, mixed.stderr]).toEqual([2, "fudebako: --format gif can't be combined with a.mp4.\n"]);
    write(join(folder, 'bad.png'), 'not an image');
    const failed = await commandHere(folder, ['write-vertical', 'bad.png', '--text', 'a', '-o', 'b.mp4']);
    expect(failed.code).toBe(1);
    expect(failed.stderr).toContain('Failed to load image.');
    expect([existsSync(join(folder, 'b.mp4')), filesIn(folder)]).toEqual([false, ['bad.png']]);
  });
});
