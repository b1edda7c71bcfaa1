import { BufferTarget, CanvasSource, Mp4OutputFormat, Output, QUALITY_HIGH, WebMOutputFormat } from 'mediabunny';
import { describe, expect, it } from 'vitest';
import { damageAt, withDamage } from '#app/tools/player/damages.ts';
import { openVideo } from '#app/tools/player/open-video.ts';
import { firstOf } from '../deep.ts';
import { fetchSample, samplesUrl } from '../samples.browser.ts';

const RATE = 30;
const FRAMES = 150;

/** Returns an MP4, or a WebM for VP8, with a key frame each second. Noise makes all frames about equally large. */
async function noiseVideo(codec: 'vp8' | 'vp9' | 'av1' | 'avc'): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(256, 64);
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
  const target = new BufferTarget();
  const output = new Output({ format: codec === 'vp8' ? new WebMOutputFormat() : new Mp4OutputFormat(), target });
  const source = new CanvasSource(canvas, { codec, bitrate: QUALITY_HIGH, keyFrameInterval: 1 });
  output.addVideoTrack(source, { frameRate: RATE });
  await output.start();
  for (let frame = 0; frame < FRAMES; frame++) {
    const image = context.createImageData(canvas.width, canvas.height);
    image.data.forEach((_, at) => {
      image.data[at] = (at * 7919 + frame * 104_729 * (at % 13)) % 256;
    });
    context.putImageData(image, 0, 0);
    await source.add(frame / RATE, 1 / RATE);
  }
  await output.finalize();
  return new Uint8Array(target.buffer as ArrayBuffer);
}

function overwritten(bytes: Uint8Array<ArrayBuffer>, from: number, to: number, byteAt: (at: number) => number): File {
  const copy = bytes.slice();
  for (let at = Math.floor(bytes.length * from); at < bytes.length * to; at++) copy[at] = byteAt(at);
  return new File([copy], 'damaged.mp4');
}

/** Decodes all frames from a time on. */
async function framesOf(file: File, from = 0) {
  const video = await openVideo(file);
  const stream = video.media.video.frames(from);
  const times: number[] = [];
  for (let next = await stream.next(); !next.done; next = await stream.next()) {
    times.push(next.value.timestamp);
    next.value.close();
  }
  await stream.return();
  video.media.close();
  return { times, damages: video.damages };
}

const noise = (at: number) => (Math.imul(at, 2_654_435_761) >>> 13) & 255;
const zeros = () => 0;

describe('a damaged stretch in the middle of a video', () => {
  it.each(
    firstOf(
      [
        ['VP8 in WebM', 'vp8', noise],
        ['VP9', 'vp9', noise],
        ['AV1', 'av1', noise],
        ['H.264', 'avc', noise],
        ['VP8 in WebM', 'vp8', zeros],
        ['VP9', 'vp9', zeros],
        ['AV1', 'av1', zeros],
        ['H.264', 'avc', zeros],
      ] as const,
      4,
    ),
  )('is skipped, and all other frames keep their times (%s)', async (_, codec, byteAt) => {
    const bytes = await noiseVideo(codec);
    const intact = await framesOf(new File([bytes], 'intact.mp4'));
    expect(intact).toMatchObject({ times: { length: FRAMES }, damages: [] });
    const { times, damages } = await framesOf(overwritten(bytes, 0.45, 0.5, byteAt));
    expect(times.filter((time) => !intact.times.includes(time))).toEqual([]);
    // The bytes at 45 to 50 % belong to the frames at about 2.2 to 2.5 s. The next key frame is at 3 s.
    expect(times.filter((time) => time < 1.9)).toHaveLength(57);
    expect(times.filter((time) => time >= 3)).toHaveLength(60);
    expect(damages).toHaveLength(1);
    expect(damages[0]?.from).toBeGreaterThan(1.9);
    expect(damages[0]?.from).toBeLessThan(2.6);
    const seeked = await framesOf(overwritten(bytes, 0.45, 0.5, byteAt), 2.9);
    expect(seeked.times[0]).toBeGreaterThan(1.9);
    expect(seeked.times[0]).toBeLessThanOrEqual(2.9);
    expect(seeked.times.filter((time) => time >= 3)).toHaveLength(60);
  });

  it.skipIf(!samplesUrl)('leaves the rest of video and audio (needs ../shared/samples)', async () => {
    const sample = await fetchSample('video/h264-60fps-300-frames.mp4');
    const file = overwritten(new Uint8Array(await sample.arrayBuffer()), 0.5, 0.55, noise);
    const { times, damages } = await framesOf(file);
    expect(times.at(-1)).toBeGreaterThan(4.9);
    expect(damages).toEqual([{ from: expect.closeTo(2.583, 2), to: expect.closeTo(4.167, 2) }]);
    const video = await openVideo(file);
    const stream = video.media.audio?.chunks(0);
    let end = 0;
    for (let next = await stream?.next(); next && !next.done; next = await stream?.next())
      end = next.value.timestamp + next.value.duration;
    video.media.close();
    expect(end).toBeGreaterThan(5);
  });

  it.skipIf(!samplesUrl)('is named if the file is cut off (needs ../shared/samples)', async () => {
    const sample = await fetchSample('video/h264-aac-1s.mp4');
    const { times, damages } = await framesOf(new File([sample.slice(0, sample.size * 0.6)], 'cut.mp4'));
    const end = times.at(-1) as number;
    expect(end).toBeLessThan(0.9);
    expect(damages).toEqual([{ from: expect.closeTo(end + 1 / 30, 1), to: undefined }]);
  });

  it.skipIf(!samplesUrl)('is found in no intact sample (needs ../shared/samples)', async () => {
    for (const name of ['h264-vfr-slow-motion.mp4', 'h264-edit-list-shift.mp4', 'h264-fragmented.mp4', 'av1-aac.mp4'])
      expect((await framesOf(await fetchSample(`video/${name}`))).damages, name).toEqual([]);
  });
});

it('damaged stretches that follow each other are one stretch, shown until three seconds behind it', () => {
  const damages = [
    { from: 8, to: 9 },
    { from: 2, to: 3 },
    { from: 3.05, to: 4 },
    { from: 2, to: 3 },
  ].reduce(withDamage, []);
  expect(damages).toEqual([
    { from: 2, to: 4 },
    { from: 8, to: 9 },
  ]);
  expect([1.9, 2, 6.9, 7.1, 8].map((position) => damageAt(damages, position)?.from)).toEqual([
    undefined,
    2,
    2,
    undefined,
    8,
  ]);
  expect(withDamage(damages, { from: 8.5, to: undefined }).at(-1)).toEqual({ from: 8, to: undefined });
});
