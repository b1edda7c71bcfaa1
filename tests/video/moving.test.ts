import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { sourcePeaks } from '#core/video/audio/source-peaks.ts';
import { toYuv } from '#core/video/h264/yuv.ts';
import { drawMoving, type MovingDrawing } from '#core/video/moving/moving.ts';
import { peakCount, planMoving } from '#core/video/moving/plan-moving.ts';
import type { MovingSettings } from '#core/video/moving/settings.ts';
import { levelCurve, WINDOW_SEC } from '#core/video/moving/waveform.ts';
import { planGops } from '#core/video/plan/gop-plan.ts';
import { type ImageId, mixAt, type Segment } from '#core/video/plan/timeline.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { noise, sampleImage } from '../core/test-images.ts';
import { deepOr } from '../deep.ts';
import { decodeFrames, hasFfmpeg, probePackets, withFile } from './ffmpeg.ts';
import { makeVideo, pngFile, psnr, wavFile } from './inputs.ts';

const platform = createNodePlatform();
afterAll(() => platform.close());
vi.setConfig({ testTimeout: 240_000 });

const frame = { width: 1280, height: 720 };
const small = { resolution: 'yt_720p_landscape', fps: 10, quality: 20, endCard: false };
const timing = {
  durStartSec: 0,
  durEndSec: 0,
  trimStartSec: 0,
  trimEndSec: 0,
  blankStartSec: 0,
  blankEndSec: 0,
  endCard: false,
};
/** Silence and notes in turn, each louder than the one before. */
const notes = (time: number) => (time % 0.4 < 0.2 ? (0.1 + time / 6) * Math.sin(2 * Math.PI * 300 * time) : 0);

const textured = () => {
  const grain = noise(frame.width, frame.height, { seed: 5 });
  return sampleImage(frame.width, frame.height, (x, y) => {
    const shade =
      90 + 60 * Math.sin(x / 37) * Math.cos(y / 23) + ((grain.data[4 * (y * frame.width + x)] ?? 0) - 128) / 16;
    return [shade, shade / 2 + x / 12, 200 - shade, 255];
  });
};

/** Errors of FFmpeg, which ends at the first deviation from the standard. */
const strictErrors = (path: string) =>
  spawnSync('ffmpeg', [
    '-v',
    'warning',
    '-err_detect',
    'explode',
    '-xerror',
    '-i',
    path,
    '-f',
    'null',
    '-',
  ]).stderr.toString();

const decodedLuma = (bytes: Uint8Array, frames: readonly number[]) =>
  withFile(bytes, (path) => {
    expect(strictErrors(path)).toBe('');
    return decodeFrames(path, frames).map((data) => data.subarray(0, frame.width * frame.height));
  });

describe.skipIf(!hasFfmpeg)('a video over which something moves (needs ffmpeg)', () => {
  it.each<MovingSettings>([
    { waveform: 'bars', waveformColor: '#ffcc00' },
    { waveform: 'line', waveformPlace: 'middle', waveformColor: '#2040ff80', progressBar: true },
    { waveform: 'circle', waveformSize: 70, waveformPlace: 'top' },
  ])('shows every frame as drawn, without errors: %j', async (settings) => {
    const main = textured();
    const audio = wavFile(5, notes);
    const params = { ...small, ...settings };
    const video = await makeVideo('sound-to-video', { audio, main: await pngFile(main, platform) }, params, platform);
    const peaks = await sourcePeaks(await openAudio(audio, { platform }), peakCount(5), { platform });
    const plan = { ...frame, fps: 10, frames: 50, timing, durationSec: 5, audioOffsetSec: 0 };
    const drawing = planMoving(settings, plan, peaks)?.drawing(0, 50);
    const still = toYuv(main);
    withFile(video.bytes, (path) => {
      expect(strictErrors(path)).toBe('');
      const decoded = decodeFrames(
        path,
        Array.from({ length: 50 }, (_, index) => index),
      );
      expect(probePackets(path, 'v')).toHaveLength(50);
      for (const [index, data] of decoded.entries()) {
        const wanted = drawMoving(still, drawing as MovingDrawing, index);
        expect(psnr(data, wanted.data), `frame ${index}`).toBeGreaterThan(36);
        const worst = data.reduce((most, value, at) => Math.max(most, Math.abs(value - (wanted.data[at] ?? 0))), 0);
        expect(worst, `frame ${index}`).toBeLessThan(64);
      }
    });
  });

  it('encodes a changed frame in a fraction of the bytes of a whole frame', async () => {
    const inputs = { audio: wavFile(5, notes), main: await pngFile(textured(), platform) };
    const video = await makeVideo('sound-to-video', inputs, { ...small, waveform: 'mirrored' }, platform);
    const sizes = withFile(video.bytes, (path) => probePackets(path, 'v').map(({ size }) => Number(size)));
    expect(Math.max(...sizes.slice(1, 20))).toBeLessThan((sizes[0] as number) / 5);
  });

  it('draws the sound of each moment in the middle, also after silence and trimming', async () => {
    // A single note from 3.0 to 3.4 s of the file: 3.0 − 1 + 2 = 4.0 to 4.4 s of the video.
    const note = (time: number) => (time >= 3 && time < 3.4 ? 0.8 * Math.sin(2 * Math.PI * 300 * time) : 0);
    const black = await pngFile(
      sampleImage(64, 36, () => [0, 0, 0, 255]),
      platform,
    );
    const params = { ...small, waveform: 'mirrored', waveformPlace: 'middle', trimStartSec: 1, blankStartSec: 2 };
    const { bytes } = await makeVideo('sound-to-video', { audio: wavFile(7, note), main: black }, params, platform);
    const frames = Array.from({ length: 60 }, (_, index) => index + 20);
    for (const [index, luma] of decodedLuma(bytes, frames).entries()) {
      const time = (index + 20) / 10;
      let [sum, weight] = [0, 0];
      // Above the bars of silence, so only the note is seen. The window shows four seconds in 80 % of the width.
      for (let x = 0; x < frame.width; x++) {
        const value = (luma[(frame.height / 2 - 30) * frame.width + x] as number) - 16;
        if (value > 100) [sum, weight] = [sum + x, weight + 1];
      }
      const expected = frame.width / 2 + ((4.2 - time) / WINDOW_SEC) * 0.8 * frame.width;
      const isInside = Math.abs(4.2 - time) < WINDOW_SEC / 2 - 0.3;
      if (isInside) expect(Math.abs(sum / weight - expected), `at ${time} s`).toBeLessThan(24);
      if (Math.abs(4.2 - time) > WINDOW_SEC / 2 + 0.3) expect(weight, `at ${time} s`).toBe(0);
    }
  });

  it('lets the progress bar grow over the images, through crossfades, and not over white', async () => {
    const image = (value: number) =>
      pngFile(
        sampleImage(64, 36, () => [value, value, value, 255]),
        platform,
      );
    const params = { ...small, progressBar: true, blankStartSec: 1, imageDurationSec: 2, transitionSec: 0.5 };
    const inputs = { audio: wavFile(5, () => 0), main: [await image(0), await image(60)] };
    const { bytes } = await makeVideo('sound-to-slideshow', inputs, { ...params, endCard: true }, platform);
    // The images fill 5 s of audio and the second of silence before it: frames 10 to 69.
    const frames = Array.from({ length: 80 }, (_, index) => index);
    for (const [index, luma] of decodedLuma(bytes, frames).entries()) {
      const row = luma.subarray((frame.height - 4) * frame.width, (frame.height - 3) * frame.width);
      const filled = row.filter((value) => value > 200).length / frame.width;
      const isShown = index >= 10 && index < 70;
      expect(Math.abs(filled - (isShown ? (index - 10) / 59 : 1)), `frame ${index}`).toBeLessThan(0.01);
    }
  });
});

describe('the groups of frames under a moving drawing', () => {
  it('show each frame of the timeline, and one image or one crossfade each', () => {
    const segment = fc.record({
      from: fc.constantFrom<ImageId>('main:0', 'main:1', 'white'),
      to: fc.constantFrom<ImageId>('main:0', 'main:1', 'white'),
      frames: fc.integer({ min: 1, max: 120 }),
    });
    const property = fc.property(
      fc.array(segment, { minLength: 1, maxLength: 8 }),
      fc.nat(100),
      fc.nat(200),
      (segments: readonly Segment[], from, length) => {
        const frames = segments.reduce((total, each) => total + each.frames, 0);
        const moving = { from: Math.min(from, frames), to: Math.min(frames, from + length) };
        const timeline = { fps: 10, segments, frames, moving };
        const { distinct, sequence } = planGops(timeline);
        let start = 0;
        for (const place of sequence) {
          const { runs, frames: count, movingFrom } = distinct[place] as (typeof distinct)[number];
          expect(count).toBeLessThanOrEqual(movingFrom !== undefined && runs.length === 1 ? 80 : 20);
          const mixes = runs.flatMap(({ mix, frames: held }) => Array.from({ length: held }, () => mix));
          for (const [index, mix] of mixes.entries()) {
            const expected = mixAt(timeline, start + index);
            expect([mix.from, mix.weight]).toEqual([expected.from, expected.weight]);
            expect(movingFrom !== undefined).toBe(start + index >= moving.from && start + index < moving.to);
          }
          if (movingFrom !== undefined) {
            expect(movingFrom).toBe(start);
            expect(runs.length === 1 || runs.every(({ mix }) => mix.weight > 0)).toBe(true);
          }
          start += count;
        }
        expect(start).toBe(frames);
      },
    );
    fc.assert(property, { seed: 57, numRuns: deepOr(1000, 200) });
  });
});

it('measures the levels of audio of any length, up to the end, without NaN', () => {
  const curve = levelCurve(new Float32Array([0, 0.5, 0.25, 0.5]), 4);
  // Four points of a second each, around 2 s: the whole file, relative to its loudest part.
  expect([...curve.around(2, 4)]).toEqual([0, 1, 0.5, 1]);
  expect([...curve.around(0, 4)]).toEqual([0, 0, 0, 1]);
  expect([...curve.around(100, 4)]).toEqual([0, 0, 0, 0]);
  for (const peaks of [new Float32Array(0), new Float32Array(3)])
    expect([...levelCurve(peaks, 0.001).around(0, 2)]).toEqual([0, 0]);
});
