import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, VideoSampleSink } from 'mediabunny';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { preferVideoEncoder } from '#app/platform/video.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { runFileOperation } from '#app/workers/media-client.ts';
import type { SourceFile } from '#core/base/files.ts';
import type { YuvImage } from '#core/platform/media.ts';
import { chooseEncoder } from '#core/video/h264/choose-encoder.ts';
import { mixYuv, toYuv } from '#core/video/h264/yuv.ts';
import { fitImage } from '#core/video/plan/fit.ts';
import { sampleImage } from '../core/test-images.ts';
import { deepOr, firstOf } from '../deep.ts';
import { topBoxes } from './boxes.ts';
import { makeVideo, pngFile, psnr, wavFile } from './inputs.ts';
import { lumaAt } from './luma.ts';

vi.setConfig({ testTimeout: 240_000 });

const platform = createBrowserPlatform(createBrowserWorkers());
const size = { width: 1280, height: 720 };
const tone = (time: number) => 0.4 * Math.sin(2 * Math.PI * 440 * time);
/** Returns an image of smooth colors with squares and some grain, which is as hard to encode as a photo. */
const scene = (turn: number) =>
  sampleImage(640, 360, (x, y) => [
    128 + 100 * Math.sin((x + turn * 50) / 60) + ((x * 7 + y * 13 + turn) % 9),
    128 + 90 * Math.cos(y / (25 + turn * 10)),
    ((x >> 5) + (y >> 5)) % 2 ? 200 - turn * 40 : 60,
    255,
  ]);

afterEach(() => preferVideoEncoder(undefined));

const asFile = async (source: SourceFile) => new File([await source.read()], source.name);

async function open(bytes: Uint8Array<ArrayBuffer>) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) });
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()];
  if (!video || !audio) throw new Error('a track is missing');
  return { input, video, audio };
}

// Uses a frame rate of only 10 with FFmpeg, because encoding 10 frames in WebAssembly takes a second.
describe.each(
  firstOf([
    [undefined, 'webcodecs', deepOr(30, 10)],
    ['ffmpeg', 'ffmpeg', 10],
  ] as const),
)('a video with the setting %s', (setting, name, fps) => {
  it(`a slideshow encoded by ${name} shows the computed frames`, async () => {
    preferVideoEncoder(setting);
    const chosen = await chooseEncoder({ ...size, fps, quality: 23 }, { platform });
    expect(chosen.encoder.name).toBe(name);
    expect(chosen.repeatsStills).toBe(true);
    const scenes = [scene(0), scene(1), scene(2)];
    const main = await Promise.all(scenes.map((raster, index) => pngFile(raster, platform, `${index}.png`)));
    const made = await makeVideo(
      'sound-to-slideshow',
      { audio: wavFile(4, tone), main },
      { resolution: 'yt_720p_landscape', imageDurationSec: 1.5, transitionSec: 0.5, blankStartSec: 1, fps },
      platform,
    );
    expect(topBoxes(made.bytes).indexOf('moov')).toBeLessThan(topBoxes(made.bytes).indexOf('mdat'));
    const { input, video, audio } = await open(made.bytes);
    try {
      // Seconds: 4 of audio and 1 of silence before it (blankStartSec), plus 2 for white lead-in and final frame.
      expect(await video.computeDuration()).toBeCloseTo(7, 2);
      expect([video.codec, audio.codec]).toEqual(['avc', 'aac']);
      expect([audio.sampleRate, audio.numberOfChannels]).toEqual([44_100, 2]);
      let frame = 0;
      for await (const packet of new EncodedPacketSink(video).packets()) {
        expect(packet.timestamp).toBeCloseTo(frame / fps, 6);
        expect(packet.type === 'key').toBe(frame % (2 * fps) === 0);
        frame++;
      }
      expect(frame).toBe(7 * fps);
      const [a, b, c] = (await Promise.all(
        scenes.map(async (raster) => toYuv(await fitImage(raster, size, 'cover', { platform }))),
      )) as [YuvImage, YuvImage, YuvImage];
      const sink = new VideoSampleSink(video);
      const quality: number[] = [];
      // Tests frames of an image and of a crossfade, which lasts half a second.
      const [second, middle] = [fps, Math.floor(fps / 4)];
      for (const [at, expected] of [
        [second, a],
        [2 * second - 1, a],
        [2 * second + middle, mixYuv(a, b, 0.5)],
        [2.5 * second, b],
        [3.5 * second + middle, mixYuv(b, c, 0.5)],
        [5 * second + middle, mixYuv(c, a, 0.5)],
        [5.5 * second, a],
        [6 * second - 1, a],
      ] as const)
        quality.push(psnr(await lumaAt(sink, (at + 0.5) / fps), expected.data.subarray(0, 1280 * 720)));
      expect(quality.filter((decibels) => decibels < 35)).toEqual([]);
    } finally {
      input.dispose();
    }
  });
});

it('a video is made in the page’s worker, with an audio worker inside', async () => {
  const [audio, main] = [wavFile(3, tone), await pngFile(scene(2), platform)];
  const files = { audio: await asFile(audio), main: await asFile(main) };
  const progress: number[] = [];
  const { blob, mimeType } = await runFileOperation(
    'sound-to-video',
    files,
    { resolution: 'yt_720p_landscape' },
    {
      onProgress: (fraction) => progress.push(fraction),
    },
  );
  expect(mimeType).toBe('video/mp4');
  const { input, video, audio: track } = await open(new Uint8Array(await blob.arrayBuffer()));
  expect(await video.computeDuration()).toBeCloseTo(4, 2);
  expect(await track.computeDuration()).toBeCloseTo(3, 1);
  expect(await track.getFirstTimestamp()).toBeLessThanOrEqual(0);
  input.dispose();
  expect(progress.at(-1)).toBe(1);
});

it('a video that the page has made plays in a video element, and seeks to any second', async () => {
  const main = await pngFile(scene(1), platform);
  const { bytes } = await makeVideo(
    'sound-to-video',
    { audio: wavFile(6, tone), main },
    { resolution: 'yt_720p_landscape', blankStartSec: 1 },
    platform,
  );
  const element = document.createElement('video');
  element.muted = true;
  element.src = URL.createObjectURL(new Blob([bytes], { type: 'video/mp4' }));
  await new Promise((resolve, reject) => {
    element.onloadeddata = resolve;
    element.onerror = () => reject(new Error(element.error?.message));
  });
  expect(element.duration).toBeCloseTo(9, 1);
  for (const second of [8.5, 0, 3, 7, 1.5]) {
    await new Promise((resolve) => {
      element.onseeked = resolve;
      element.currentTime = second;
    });
    expect(element.currentTime).toBeCloseTo(second, 3);
  }
  URL.revokeObjectURL(element.src);
});
