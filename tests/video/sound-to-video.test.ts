import { afterAll, describe, expect, it, vi } from 'vitest';
import { CancelledError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { decodeImage } from '#core/image/codecs/decode.ts';
import { inspectMedia } from '#core/inspect/inspect-media.ts';
import { en } from '#core/locales/all-en.ts';
import { errorReason, errorSentence } from '#core/locales/format.ts';
import type { YuvImage } from '#core/platform/media.ts';
import type { Platform } from '#core/platform/platform.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { drawFinalFrame } from '#core/video/final-frame.ts';
import { createFfmpegEncoder } from '#core/video/h264/ffmpeg-encoder.ts';
import { mixYuv, toYuv } from '#core/video/h264/yuv.ts';
import { fitImage } from '#core/video/plan/fit.ts';
import { runFfmpeg } from '#scripts/platform/ffmpeg.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { wavFile as floatWav } from '../core/audio/audio-files.ts';
import { sampleImage } from '../core/test-images.ts';
import { isDeep } from '../deep.ts';
import { fieldFolder, readField, readSample, samplesFolder } from '../samples.ts';
import { playsEverywhere, videoFacts } from './facts.ts';
import { decodeAudio, decodeFrames, greyOfFrames, hasFfmpeg, probePackets, ssimOfStill, withFile } from './ffmpeg.ts';
import { makeVideo, pngFile, psnr, wavFile } from './inputs.ts';

const platform = createNodePlatform();
afterAll(() => platform.close());

const size = { width: 1280, height: 720 };
const small = { resolution: 'yt_720p_landscape' };
/** A long timeout in milliseconds, because encoding is slow on a shared processor. */
const PATIENCE_MS = 240_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

const tone = (time: number) => 0.4 * Math.sin(2 * Math.PI * 440 * time);
const flat = (value: number, name: string) =>
  pngFile(
    sampleImage(64, 36, () => [value, value, value, 255]),
    platform,
    name,
  );

describe.skipIf(!hasFfmpeg)('a video from audio and an image (needs ffmpeg)', () => {
  it('plays everywhere, and every part starts at its exact frame', async () => {
    const [main, start, end] = await Promise.all([flat(60, 'main.png'), flat(140, 'start.png'), flat(200, 'end.png')]);
    const params = {
      ...small,
      durStartSec: 2,
      durEndSec: 1,
      blankStartSec: 1,
      blankEndSec: 2,
      trimStartSec: 1,
      watermark: true,
      fps: 5,
    };
    const video = await makeVideo('sound-to-video', { audio: wavFile(7.4, tone), main, start, end }, params, platform);
    // 7.4 − 1 + 1 + 2 = 9.4 → 9 s, so the main image takes 9 − 2 − 1 = 6 s. The parts: 1 + 2 + 6 + 1 + 2 + 1 s.
    expect(videoFacts(video.bytes)).toEqual(playsEverywhere(13, 5));
    expect(video).toMatchObject({ mimeType: 'video/mp4', extension: 'mp4', warnings: [] });
    expect(video.stages).toEqual(['readAudio', 'prepareImages', 'encode']);
    expect(video.progress.at(-1)).toBe(1);
    expect(video.progress.every((value, index) => value >= (video.progress[index - 1] ?? 0))).toBe(true);
    withFile(video.bytes, (path) => {
      const greys = greyOfFrames(path);
      const near = (frame: number, grey: number) => expect(Math.abs((greys[frame] ?? 0) - grey)).toBeLessThanOrEqual(3);
      for (const [frame, grey] of [
        [0, 255],
        [4, 255],
        [5, 140],
        [14, 140],
        [15, 60],
        [44, 60],
        [45, 200],
        [49, 200],
        [50, 255],
        [59, 255],
      ] as const)
        near(frame, grey);
      const [first, last] = decodeFrames(path, [60, 64]) as [Uint8Array, Uint8Array];
      expect(psnr(first, toYuv(drawFinalFrame(size, platform)).data)).toBeGreaterThan(35);
      expect(Buffer.compare(first, last)).toBe(0);
      // The audio: a second of silence, 6.4 s of the tone, two seconds of silence.
      const track = decodeAudio(path);
      const loudness = (from: number, to: number) =>
        Math.max(...track.subarray(Math.round(from * 44_100), Math.round(to * 44_100)).map(Math.abs));
      expect(loudness(0, 0.97)).toBeLessThan(0.01);
      expect(loudness(1.05, 1.2)).toBeGreaterThan(0.35);
      expect(loudness(7.2, 7.37)).toBeGreaterThan(0.35);
      expect(loudness(7.45, 9.4)).toBeLessThan(0.01);
      const packets = probePackets(path, 'a').length;
      expect(packets).toBe(Math.ceil((9.4 * 44_100) / 1024) + 1);
    });
  });

  it.each([
    [Number.NEGATIVE_INFINITY, 44_100, 'audioClipped'],
    [1e38, 48_000, 'audioClipped'],
    [Number.NaN, 44_100, 'audioDamaged'],
  ])('has finite audio within full scale if a sample of the WAV is %d', async (value, sampleRate, warning) => {
    const samples = Float32Array.from({ length: sampleRate }, (_, index) => tone(index / sampleRate));
    samples[sampleRate / 2] = value;
    const audio = floatWav({ tag: 3, bits: 32, sampleRate, data: new Uint8Array(samples.buffer) });
    const params = { ...small, watermark: false, fps: 1 };
    const video = await makeVideo('sound-to-video', { audio, main: await flat(60, 'main.png') }, params, platform);
    expect(video.warnings).toEqual([warning]);
    const track = withFile(video.bytes, decodeAudio);
    expect(Math.max(...track.subarray(4000, 16_000).map(Math.abs))).toBeCloseTo(0.4, 1);
    expect(track.every(Number.isFinite)).toBe(true);
  });

  it('shows the main image for one second, with a warning, if start and end image take all the time', async () => {
    const [main, start] = await Promise.all([flat(60, 'main.png'), flat(140, 'start.png')]);
    const params = { ...small, durStartSec: 3, durEndSec: 2, watermark: false, fps: 4 };
    const video = await makeVideo('sound-to-video', { audio: wavFile(4, tone), main, start }, params, platform);
    expect(video.warnings).toEqual(['mainDurationZero']);
    expect(videoFacts(video.bytes)).toEqual(playsEverywhere(7, 4));
    withFile(video.bytes, (path) => {
      const greys = greyOfFrames(path);
      const means = [0, 1, 2, 3, 4, 5, 6].map((second) => greys[second * 4]);
      // The end image is missing, so its part is white. The final frame is white because it has no watermark.
      for (const [second, grey] of [140, 140, 140, 60, 255, 255, 255].entries())
        expect(Math.abs((means[second] ?? 0) - grey)).toBeLessThanOrEqual(3);
    });
  });

  it('keeps audio and video in sync at the start, in the middle and at the end', async () => {
    const clicks = (time: number) => (time % 2 < 0.01 ? Math.sin(2 * Math.PI * 1000 * time) : 0);
    const main = await Promise.all([flat(20, '1.png'), flat(235, '2.png')]);
    const fps = 15;
    const params = { ...small, imageDurationSec: 2, transitionSec: 0, blankStartSec: 1, watermark: false, fps };
    const video = await makeVideo(
      'sound-to-slideshow',
      { audio: wavFile(8, clicks, { sampleRate: 48_000 }), main },
      params,
      platform,
    );
    withFile(video.bytes, (path) => {
      const greys = greyOfFrames(path);
      const track = decodeAudio(path);
      for (const second of [3, 5, 7]) {
        const flash = greys.findIndex(
          (value, frame) => frame > (second - 1) * fps && Math.abs(value - (greys[frame - 1] ?? 0)) > 100,
        );
        const from = Math.round((second - 0.5) * 44_100);
        const click = from + track.subarray(from, from + 44_100).findIndex((value) => Math.abs(value) > 0.3);
        expect(flash).toBe(second * fps);
        expect(Math.abs(click / 44_100 - flash / fps)).toBeLessThan(0.002);
      }
    });
  });

  it('writes a repeated group of pictures with the same bytes', async () => {
    const main = await Promise.all([40, 120, 200].map((grey) => flat(grey, `${grey}.png`)));
    const params = { ...small, imageDurationSec: 2, transitionSec: 0.4, fps: 10 };
    const video = await makeVideo('sound-to-slideshow', { audio: wavFile(24, tone), main }, params, platform);
    withFile(video.bytes, (path) => {
      const sizes = probePackets(path, 'v').map(({ size }) => size);
      // Compares 100 frames only, because the last slide has no crossfade.
      for (let frame = 0; frame < 100; frame++) expect(sizes[frame + 120]).toBe(sizes[frame]);
      const frames = decodeFrames(path, [33, 93, 153, 213]);
      for (const frame of frames.slice(1)) expect(Buffer.compare(frame, frames[0] as Uint8Array)).toBe(0);
    });
  });

  it.skipIf(!fieldFolder)(
    'has the tags and the cover of an MP3, unless --no-tags (needs ../shared/field)',
    async () => {
      const audio = fileFromBytes('v23_full.mp3', readField('v23_full.mp3'));
      const main = await flat(60, 'main.png');
      const make = async (params: object) =>
        (await makeVideo('sound-to-video', { audio, main }, { ...small, fps: 5, ...params }, platform)).bytes;
      const described = async (bytes: Uint8Array<ArrayBuffer>) =>
        (await inspectMedia(fileFromBytes('v.mp4', bytes))) as { tags?: object; pictures?: unknown };
      const { tags: expected, pictures } = (await inspectMedia(audio)) as {
        tags: Record<string, unknown>;
        pictures: unknown;
      };
      const { title, artist, album, date } = expected;
      const tagged = await described(await make({}));
      expect(tagged.tags).toMatchObject({ title, artist, album, date });
      expect(tagged.pictures).toMatchObject(pictures as object[]);
      const plain = await described(await make({ tags: false }));
      expect([Object.keys(plain.tags ?? {}), plain.pictures ?? []]).toEqual([[], []]);
    },
  );

  it.skipIf(!samplesFolder)('has the SSIM of x264’s video at the same quality (needs ../shared/samples)', async () => {
    const main = fileFromBytes('main.jpg', readSample('images/photo-london-1020x768.jpg'));
    const at = async (quality: number) =>
      (await makeVideo('sound-to-video', { audio: wavFile(4, tone), main }, { ...small, quality }, platform)).bytes;
    const [still] = withFile(await at(1), (path) => decodeFrames(path, [0])) as [Uint8Array];
    for (const quality of isDeep ? [18, 23, 28] : [23]) {
      const expected = ssimOfStill(still, '1280x720', { crf: quality });
      const actual = ssimOfStill(still, '1280x720', await at(quality));
      expect([quality, expected, Math.abs(actual - expected) < 0.0015]).toEqual([quality, expect.any(Number), true]);
      expect(expected).toBeGreaterThan(0.98);
    }
  });
});

describe.skipIf(!hasFfmpeg || !samplesFolder)('a slideshow of photos (needs ffmpeg and ../shared/samples)', () => {
  it('shows the computed frames, including crossfades, repeats and the shortened last slide', async () => {
    const names = ['photo-10mp-nikon-d80.jpg', 'exif-orientation-6.jpg', 'photo-london-1020x768.jpg'];
    const main = names.map((name) => fileFromBytes(name, readSample(`images/${name}`)));
    const fits = ['cover', 'contain', 'cover'] as const;
    const audio = fileFromBytes('vbr.mp3', readSample('audio/mpeg2-lsf-22k-stereo.mp3'));
    const params = {
      ...small,
      imageDurationSec: 1.5,
      transitionSec: 0.5,
      trimEndSec: 5,
      watermark: true,
      frameRate: 10,
      fitMainArray: ['cover', 'contain'],
    };
    const video = await makeVideo('sound-to-slideshow', { audio, main }, params, platform);
    // 5.08 s of audio give 5 s for the slides: three of 15 frames and one of 5 frames. Then the final frame lasts 1 s.
    expect(videoFacts(video.bytes)).toEqual(playsEverywhere(6, 10));
    const drawn: YuvImage[] = [];
    for (const [index, file] of main.entries()) {
      const { raster } = await decodeImage(file, { platform });
      drawn.push(toYuv(await fitImage(raster, size, fits[index] ?? 'cover', { platform })));
    }
    const [a, b, c] = drawn as [YuvImage, YuvImage, YuvImage];
    const final = toYuv(drawFinalFrame(size, platform));
    const expected: [number, YuvImage][] = [
      [0, a],
      [9, a],
      [10, mixYuv(a, b, 1 / 6)],
      [12, mixYuv(a, b, 0.5)],
      [14, mixYuv(a, b, 5 / 6)],
      [15, b],
      [27, mixYuv(b, c, 0.5)],
      [30, c],
      [42, mixYuv(c, a, 0.5)],
      [45, a],
      [49, a],
      [50, final],
      [59, final],
    ];
    withFile(video.bytes, (path) => {
      const frames = decodeFrames(
        path,
        expected.map(([frame]) => frame),
      );
      const quality = expected.map(
        ([frame, { data }], index) => [frame, psnr(frames[index] as Uint8Array, data)] as const,
      );
      expect(quality.filter(([, decibels]) => decibels < 35)).toEqual([]);
    });
  });

  it.each(isDeep ? ['FFmpeg'] : [])('is encoded by the WebAssembly build of %s as well', async () => {
    const withFfmpegOnly: Platform = {
      ...platform,
      media: { ...platform.media, videoEncoders: async () => [createFfmpegEncoder(runFfmpeg)] },
    };
    const main = fileFromBytes('photo.jpg', readSample('images/photo-london-1020x768.jpg'));
    const audio = fileFromBytes('sound.mp3', readSample('audio/cbr-no-header.mp3'));
    const params = { ...small, fitMain: 'contain', fps: 10 };
    const video = await makeVideo('sound-to-video', { audio, main }, params, withFfmpegOnly);
    expect(videoFacts(video.bytes)).toEqual(playsEverywhere(3, 10));
    const { raster } = await decodeImage(main, { platform });
    const drawn = toYuv(await fitImage(raster, size, 'contain', { platform }));
    withFile(video.bytes, (path) => {
      for (const frame of decodeFrames(path, [0, 19])) expect(psnr(frame, drawn.data)).toBeGreaterThan(35);
    });
  });
});

describe('a failed video', () => {
  const audio = wavFile(2, tone);

  it.each([
    ['videoAudioMissing', 'sound-to-video', { main: fileFromBytes('a.png', new Uint8Array(4)) }],
    ['videoMainMissing', 'sound-to-video', { audio }],
    ['videoMainsMissing', 'sound-to-slideshow', { audio, main: [] }],
    ['imageLoad', 'sound-to-video', { audio, main: fileFromBytes('a.png', new Uint8Array(400)) }],
    ['videoSoundType', 'sound-to-video', { audio: fileFromBytes('a.mp3', new Uint8Array(4000)), main: audio }],
    ['videoSoundDuration', 'sound-to-video', { audio: wavFile(0, tone), main: audio }],
  ] as const)('reports %s', async (code, operation, inputs) => {
    await expect(makeVideo(operation, inputs as never, small, platform)).rejects.toMatchObject({ code });
  });

  it.each([
    ['wvpk and no block of WavPack', 'a.wv', 'damaged'],
    ['', 'a.mp3', 'empty'],
    ['fLaC and no block of FLAC', 'a.flac', 'damaged'],
  ])('names what is wrong with audio of a known format: %s', async (text, name, reason) => {
    const audio = fileFromBytes(name, new TextEncoder().encode(text));
    await expect(openAudio(audio, { platform })).rejects.toMatchObject({
      code: 'videoSoundDuration',
      data: { reason },
    });
  });

  it('says that audio has no samples', async () => {
    const error = await openAudio(wavFile(0, tone), { platform }).catch((thrown: unknown) => thrown);
    expect(errorReason(error, en)).toBe('The file contains no audio samples.');
  });

  it('reports an unsupported audio format in one sentence', async () => {
    const unknown = new TextEncoder().encode('no audio of any format');
    const error = await openAudio(fileFromBytes('a.wv', unknown), { platform }).catch((thrown: unknown) => thrown);
    expect([errorSentence(error, en), errorReason(error, en)]).toEqual([en.errors.videoSoundType, undefined]);
  });

  it('reports that no encoder works, after trying each', async () => {
    const tried: string[] = [];
    const failing = (name: 'webcodecs' | 'libav' | 'ffmpeg') => ({
      name,
      encodesPerStill: 1,
      encodeGroup: async () => {
        tried.push(name);
        throw new Error('claims to work');
      },
    });
    const broken: Platform = {
      ...platform,
      media: { ...platform.media, videoEncoders: async () => [failing('webcodecs'), failing('ffmpeg')] },
    };
    const main = await flat(9, 'main.png');
    await expect(makeVideo('sound-to-video', { audio, main }, small, broken)).rejects.toMatchObject({
      code: 'videoEncode',
      data: { reason: 'noVideoEncoder' },
    });
    expect(new Set(tried)).toEqual(new Set(['webcodecs', 'ffmpeg']));
  });

  it('reports why its file cannot be written', async () => {
    const main = await flat(9, 'main.png');
    const sink = {
      write: async () => {
        throw new Error('No space left');
      },
    };
    await expect(makeVideo('sound-to-video', { audio, main }, small, platform, { sink })).rejects.toMatchObject({
      code: 'videoEncode',
      data: { reason: 'No space left' },
    });
  });

  it.each([0.2, 0.6])('that is canceled at the fraction %d of its progress reports the cancellation', async (at) => {
    const controller = new AbortController();
    const main = await flat(9, 'main.png');
    const making = makeVideo('sound-to-video', { audio: wavFile(15, tone), main }, small, platform, {
      signal: controller.signal,
      onProgress: (fraction) => fraction >= at && controller.abort(),
    });
    await expect(making).rejects.toBeInstanceOf(CancelledError);
  });
});
