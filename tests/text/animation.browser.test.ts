import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input, VideoSampleSink } from 'mediabunny';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBrowserPlatform } from '#app/platform/browser.ts';
import { preferVideoEncoder } from '#app/platform/video.ts';
import { createBrowserWorkers } from '#app/platform/workers.ts';
import { runFileOperation } from '#app/workers/media-client.ts';
import { CancelledError } from '#core/base/errors.ts';
import { parseRecipe, runSteps } from '#core/recipes/recipe.ts';
import { toYuv } from '#core/video/h264/yuv.ts';
import { sampleImage } from '../core/test-images.ts';
import { topBoxes } from '../video/boxes.ts';
import { makeFile, pngFile, psnr } from '../video/inputs.ts';
import { lumaAt } from '../video/luma.ts';

vi.setConfig({ testTimeout: 240_000 });

const platform = createBrowserPlatform(createBrowserWorkers());
afterEach(() => preferVideoEncoder(undefined));

const pageText = { text: '春はあけぼの。\nやうやう白く', author: '清少納言' };

describe.each([undefined, 'ffmpeg'] as const)('a text animation with the setting %s', (setting) => {
  it('an MP4 shows more and more of the text, and ends with the still image', async () => {
    preferVideoEncoder(setting);
    const image = sampleImage(400, 300, (x, y) => [
      120 + 100 * Math.sin(x / 40),
      128,
      128 + 90 * Math.cos(y / 50),
      255,
    ]);
    const params = { ...pageText, watermark: true };
    const made = await makeFile('animate-vertical', { image, fonts: [] }, params, platform);
    expect(topBoxes(made.bytes).indexOf('moov')).toBeLessThan(topBoxes(made.bytes).indexOf('mdat'));
    const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(made.bytes) });
    try {
      const video = await input.getPrimaryVideoTrack();
      if (!video) throw new Error('no track');
      expect(await input.getPrimaryAudioTrack()).toBeNull();
      expect(await video.computeDuration()).toBeCloseTo(10, 3);
      expect([video.displayWidth, video.displayHeight]).toEqual([400, 300]);
      let frames = 0;
      for await (const packet of new EncodedPacketSink(video).packets()) {
        expect(packet.timestamp).toBeCloseTo(frames / 15, 6);
        expect(packet.type).toBe(frames % 30 === 0 ? 'key' : 'delta');
        frames++;
      }
      expect(frames).toBe(150);
      const still = await runSteps(image, parseRecipe({ operation: 'write-vertical', params }), { platform });
      const expected = toYuv(still).data.subarray(0, 400 * 300);
      const sink = new VideoSampleSink(video);
      const fidelity: number[] = [];
      for (const time of [0, 3, 6, 9, 9.9]) fidelity.push(psnr(await lumaAt(sink, time), expected));
      expect(fidelity[3]).toBeGreaterThan(35);
      for (let at = 1; at <= 3; at++) expect(fidelity[at]).toBeGreaterThan((fidelity[at - 1] ?? 0) + 0.5);
      expect(fidelity[4]).toBeGreaterThan(35);
    } finally {
      input.dispose();
    }
  });
});

describe('a text animation by the media worker', () => {
  it('becomes a GIF with an image file as its background', async () => {
    const source = await pngFile(
      sampleImage(60, 80, () => [10, 200, 90, 255]),
      platform,
    );
    const image = new File([await source.read()], 'background.png', { type: 'image/png' });
    const progress: number[] = [];
    const params = { text: 'Hi', format: 'gif', watermark: false };
    const onProgress = (fraction: number) => void progress.push(fraction);
    const { blob, extension } = await runFileOperation('animate-vertical', { image }, params, { onProgress });
    expect([extension, blob.type]).toEqual(['gif', 'image/gif']);
    expect(progress.at(-1)).toBe(1);
    const decoder = new ImageDecoder({ data: await blob.arrayBuffer(), type: 'image/gif' });
    await decoder.tracks.ready;
    await decoder.completed;
    expect(decoder.tracks.selectedTrack?.frameCount).toBe(3);
    expect(decoder.tracks.selectedTrack?.repetitionCount).toBe(Number.POSITIVE_INFINITY);
    const durations: number[] = [];
    for (let frameIndex = 0; frameIndex < 3; frameIndex++) {
      const { image: frame } = await decoder.decode({ frameIndex });
      durations.push(frame.duration ?? 0);
      expect([frame.displayWidth, frame.displayHeight]).toEqual([60, 80]);
      frame.close();
    }
    expect(durations.reduce((sum, each) => sum + each, 0)).toBe(10_000_000);
    decoder.close();
  });

  it('becomes an MP4 of 800 × 1200 px, and leaves no file if canceled', async () => {
    const { blob } = await runFileOperation('animate-vertical', {}, pageText);
    expect(blob.type).toBe('video/mp4');
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    await expect(
      runFileOperation('animate-vertical', {}, pageText, { signal: controller.signal, onProgress }),
    ).rejects.toBeInstanceOf(CancelledError);
  });
});
