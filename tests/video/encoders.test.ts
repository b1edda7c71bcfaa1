import { describe, expect, it, vi } from 'vitest';
import { FudebakoError } from '#core/base/errors.ts';
import type { VideoEncoder } from '#core/platform/media.ts';
import type { Platform } from '#core/platform/platform.ts';
import { chooseEncoder } from '#core/video/h264/choose-encoder.ts';
import { encodeGop, type YuvImages } from '#core/video/h264/encode-gop.ts';
import { bitRateFor, codecFor } from '#core/video/h264/encoder-settings.ts';
import { createFfmpegEncoder } from '#core/video/h264/ffmpeg-encoder.ts';
import { toYuv } from '#core/video/h264/yuv.ts';
import { encodeVideo } from '#core/video/mp4/video-samples.ts';
import { writeMp4 } from '#core/video/mp4/write-mp4.ts';
import { planGops } from '#core/video/plan/gop-plan.ts';
import { videoQualities } from '#core/video/plan/qualities.ts';
import { still } from '#core/video/plan/timeline.ts';
import { runFfmpeg } from '#scripts/platform/ffmpeg.ts';
import { loadLibavEncoder } from '#scripts/platform/libav.ts';
import { sampleImage } from '../core/test-images.ts';
import { platform } from '../inline-platform.ts';
import { decodeWarnings, greyOfFrames, withFile } from './ffmpeg.ts';

vi.setConfig({ testTimeout: 120_000 });

const settings = { width: 176, height: 144, fps: 5, quality: 23 };
const offering = (...encoders: VideoEncoder[]): Platform => ({
  ...platform,
  media: { ...platform.media, videoEncoders: async () => encoders },
});
const libav = await loadLibavEncoder();

describe('the settings for a browser’s encoder', () => {
  it.each([
    [1920, 1080, 30, 'avc1.640028'],
    [1080, 1920, 30, 'avc1.640028'],
    [1920, 1080, 60, 'avc1.64002a'],
    [1280, 720, 30, 'avc1.64001f'],
    [1080, 1080, 30, 'avc1.640028'],
  ])('for %d × %d at %d fps have the codec %s', (width, height, fps, codec) => {
    expect(codecFor({ width, height, fps, quality: 23 })).toBe(codec);
  });

  it('have three quality levels, within the limits of the codec', () => {
    const at = (quality: number) => bitRateFor({ width: 1920, height: 1080, fps: 30, quality });
    expect(at(19)).toBe(at(0));
    expect(at(20)).toBe(at(25));
    expect(at(26)).toBe(at(51));
    expect(at(19)).toBeGreaterThan(at(23));
    expect(at(23)).toBeGreaterThan(at(26));
    const { small, good, best } = videoQualities;
    expect([small, good, best].map(at)).toEqual([at(51), at(25), at(0)]);
    // Maximum bitrate of level 4 in High profile: 25 Mbit/s.
    expect(at(0)).toBeLessThanOrEqual(25_000_000);
  });
});

describe.skipIf(!libav)('video encoders (needs node-av)', () => {
  const real = libav as VideoEncoder;

  it('are chosen in order, and failing encoders are skipped', async () => {
    const liar: VideoEncoder = {
      ...real,
      name: 'webcodecs',
      encodeGroup: async () => [new Uint8Array([0, 0, 1, 0x65, 0x88])],
    };
    const chosen = await chooseEncoder(settings, { platform: offering(liar, real) });
    expect(chosen.encoder.name).toBe('libav');
    expect(chosen.repeatsStills).toBe(true);
  });

  it('that cannot repeat stills receive each repeated still as separate frames', async () => {
    const counts: number[] = [];
    // An encoder that fails in the trial if it encodes fewer images than the trial has frames.
    const stubborn: VideoEncoder = {
      ...real,
      async encodeGroup(images, ...rest) {
        const streams = await real.encodeGroup(images, ...rest);
        counts.push(streams.length);
        if (streams.length < 10) throw new Error('too few images');
        return streams;
      },
    };
    const chosen = await chooseEncoder(settings, { platform: offering(stubborn) });
    expect(chosen.repeatsStills).toBe(false);
    expect(counts).toEqual([6, 10]);
  });

  it('are tested with the shortest and the longest group of pictures in the video', async () => {
    const asked: number[] = [];
    const counting: VideoEncoder = {
      ...real,
      encodesPerStill: 1000,
      encodeGroup: async (images, ...rest) => {
        const streams = await real.encodeGroup(images, ...rest);
        asked.push(streams.length);
        return streams;
      },
    };
    const { distinct } = planGops({ fps: 5, frames: 37, segments: [still('start', 17), still('end', 20)] });
    expect(distinct.map(({ frames }) => frames)).toEqual([10, 10, 10, 7]);
    await chooseEncoder(settings, { platform: offering(counting) }, distinct);
    expect(asked).toEqual([7, 10]);
  });

  it('that fail during encoding are replaced by the next, and every frame is correct', async () => {
    const segments = [40, 90, 140, 190].map((_, slot) => still(`main:${slot}` as const, 10));
    const greys = [40, 90, 140, 190];
    const shown: YuvImages = new Map(
      greys.map((grey, slot) => [`main:${slot}` as const, toYuv(sampleImage(176, 144, () => [grey, grey, grey, 255]))]),
    );
    const longPlan = planGops({ fps: 5, frames: 40, segments });
    let groups = 0;
    const failing: VideoEncoder = {
      ...real,
      name: 'webcodecs',
      encodeGroup: async (images, ...rest) => {
        // The encoder fails after two groups of frames: the trial's group and the first group of the video.
        if (++groups > 2) throw new Error('stopped');
        return real.encodeGroup(images, ...rest);
      },
    };
    const other = createFfmpegEncoder(runFfmpeg);
    const encoder = await chooseEncoder(settings, { platform: offering(failing, other) }, longPlan.distinct);
    expect(encoder.encoder.name).toBe('webcodecs');
    const bytes = new Map<number, Uint8Array>();
    const sink = { write: async (data: Uint8Array, position: number) => void bytes.set(position, data.slice()) };
    const gops = encodeVideo({ plan: longPlan, images: shown, encoder });
    await writeMp4({ settings, frames: 40, gops, platform, sink });
    const file = new Uint8Array(Math.max(...[...bytes].map(([at, { length }]) => at + length)));
    for (const [at, part] of bytes) file.set(part, at);
    const wanted = greys.flatMap((grey) => Array<number>(10).fill(grey));
    const seen = withFile(file, (path) => {
      expect(decodeWarnings(path)).toBe('');
      return greyOfFrames(path);
    });
    expect(seen).toHaveLength(40);
    for (const [frame, grey] of seen.entries()) expect(Math.abs(grey - (wanted[frame] as number))).toBeLessThan(4);
  });

  it('are not replaced because of an unreadable image', async () => {
    const next = vi.fn();
    const unreadable = { get: () => Promise.reject(new FudebakoError('imageLoad')) };
    const encoder = { encoder: real, settings, repeatsStills: true, next };
    const gops = encodeVideo({ plan, images: unreadable, encoder });
    await expect(gops.next()).rejects.toMatchObject({ code: 'imageLoad' });
    expect(next).not.toHaveBeenCalled();
  });

  it('that all fail report the last failure', async () => {
    const stops = (name: VideoEncoder['name']): VideoEncoder => ({
      ...real,
      name,
      encodeGroup: async () => {
        throw new Error(`${name} stopped`);
      },
    });
    const chosen = chooseEncoder(settings, { platform: offering(stops('webcodecs'), stops('ffmpeg')) });
    await expect(chosen).rejects.toMatchObject({
      code: 'videoEncode',
      data: { reason: 'noVideoEncoder' },
      cause: { message: 'ffmpeg stopped' },
    });
  });

  const images: YuvImages = new Map(
    ([50, 100, 150] as const).map((grey, slot) => [
      `main:${slot}` as const,
      toYuv(sampleImage(176, 144, (x) => [grey, x, 255 - grey, 255])),
    ]),
  );
  const segments = Array.from({ length: 6 }, (_, round) => still(`main:${round % 3}`, 10));
  const plan = planGops({ fps: 5, frames: 60, segments });
  const collect = async (cacheBytes?: number) => {
    let encoded = 0;
    const counting: VideoEncoder = {
      ...real,
      encodeGroup: (...args) => {
        encoded++;
        return real.encodeGroup(...args);
      },
    };
    const samples: Uint8Array[] = [];
    const encoder = { encoder: counting, settings, repeatsStills: true };
    for await (const gop of encodeVideo({ plan, images, encoder, cacheBytes })) samples.push(...gop.samples);
    return { encoded, samples };
  };

  it('encode identical groups of pictures only once', async () => {
    const { encoded, samples } = await collect();
    expect(plan.sequence).toEqual([0, 1, 2, 0, 1, 2]);
    expect(encoded).toBe(3);
    expect(samples).toHaveLength(60);
    expect(samples[30]).toBe(samples[0]);
  });

  it('encode a group again if the cache is full, to the same bytes', async () => {
    const [kept, again] = [await collect(), await collect(0)];
    expect(again.encoded).toBe(6);
    expect(again.samples).toEqual(kept.samples);
  });
});

it('a video encoder that stops inside a group of pictures causes an error', async () => {
  const stops: VideoEncoder = { name: 'ffmpeg', encodesPerStill: 1, encodeGroup: async () => [] };
  const images: YuvImages = new Map([
    ['start', toYuv(sampleImage(settings.width, settings.height, () => [9, 99, 199, 255]))],
  ]);
  const gop = planGops({ fps: 5, frames: 2, segments: [still('start', 2)] }).distinct[0];
  if (!gop) throw new Error('no group');
  const encoding = encodeGop(gop, images, { encoder: stops, settings, repeatsStills: true });
  await expect(encoding).rejects.toMatchObject({ code: 'videoEncode', data: { reason: 'encoder' } });
});
