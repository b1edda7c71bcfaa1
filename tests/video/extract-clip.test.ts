import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { extractClip as operation } from '#core/operations/extract-clip.ts';
import type { Media } from '#core/platform/media.ts';
import { parseOperationParameters } from '#core/recipes/recipe.ts';
import { memorySink } from '../core/memory-sink.ts';
import { platform } from '../inline-platform.ts';
import { emptyFolder } from '../temporary-folders.ts';
import { decodeAudio, decodeFrames, greyOfFrames, hasFfmpeg, withFile } from './ffmpeg.ts';

const folder = emptyFolder();

function ffmpeg(name: string, ...args: string[]): string {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  return path;
}

async function clip(path: string, params: object, media: Partial<Media> = {}) {
  const sink = memorySink();
  const warnings: string[] = [];
  const context = {
    platform: { ...platform, media: { ...platform.media, ...media } },
    sink,
    onWarning: ({ code }: { readonly code: string }) => void warnings.push(code),
  };
  const video = fileFromBytes('video', new Uint8Array(readFileSync(path)));
  await operation.run({ video }, parseOperationParameters(operation, params) as never, context);
  return { bytes: sink.bytes(), warnings };
}

/** Gray level of frame n of the video. */
const grayOf = (frame: number) => 20 + 10 * frame;

describe.skipIf(!hasFfmpeg)('extractClip (needs FFmpeg)', () => {
  /** Two seconds of ten frames each, with a key frame every five frames, and a click of 2 ms at 0.9 s. */
  let mp4: string;
  let webm: string;

  beforeAll(() => {
    const frames = ['-f', 'lavfi', '-i', 'color=s=64x32:r=10:d=2,format=yuv420p'];
    const click = ['-f', 'lavfi', '-i', "aevalsrc='0.9*between(t,0.9,0.902)':d=2:s=48000"];
    const gray = "geq=lum='16+(20+10*N)*219/255':cb=128:cr=128";
    const keys = ['-g', '5', '-keyint_min', '5', '-sc_threshold', '0'];
    mp4 = ffmpeg('a.mp4', ...frames, ...click, '-vf', gray, '-c:v', 'libx264', '-crf', '1', '-bf', '2', ...keys);
    webm = ffmpeg(
      'a.webm',
      ...frames,
      ...click,
      '-vf',
      gray,
      '-c:v',
      'libvpx',
      '-qmax',
      '4',
      '-b:v',
      '1M',
      '-c:a',
      'libvorbis',
      ...keys,
    );
  });

  /** Returns the time in seconds of the loudest sample. */
  const clickTime = (path: string) => {
    const samples = decodeAudio(path).map(Math.abs);
    return samples.indexOf(samples.reduce((most, each) => Math.max(most, each), 0)) / 48_000;
  };

  it('copies packets between key frames, without a decoder', async () => {
    const { bytes, warnings } = await clip(mp4, { from: 0.5, to: 1.5 }, { prepareDecoding: async () => false });
    expect(warnings).toEqual([]);
    withFile(bytes, (path) => {
      const all = Array.from({ length: 10 }, (_, index) => index);
      const source = all.map((index) => index + 5);
      expect(decodeFrames(path, all)).toEqual(decodeFrames(mp4, source));
      expect(greyOfFrames(path)).toHaveLength(10);
      expect(clickTime(path)).toBeCloseTo(0.4, 2);
    });
  });

  it('encodes the frames again if the start is no key frame, and says so', async () => {
    const { bytes, warnings } = await clip(mp4, { from: 0.33, to: 1.42 });
    expect(warnings).toEqual(['clipEncoded']);
    withFile(bytes, (path) => {
      const grays = greyOfFrames(path);
      expect(grays).toHaveLength(12);
      for (const [index, gray] of grays.entries()) expect(Math.abs(gray - grayOf(index + 3))).toBeLessThan(4);
      expect(clickTime(path)).toBeCloseTo(0.57, 2);
    });
  });

  it('encodes VP8 as H.264, and says so', async () => {
    const { bytes, warnings } = await clip(webm, { from: 0.52, to: 0.98 });
    expect(warnings).toEqual(['clipCodec']);
    withFile(bytes, (path) => {
      expect(greyOfFrames(path)).toHaveLength(5);
      expect(clickTime(path)).toBeCloseTo(0.38, 2);
    });
  });

  it('ends with the video if the end is later', async () => {
    const { bytes } = await clip(mp4, { from: 1.5, to: 9 });
    withFile(bytes, (path) => expect(greyOfFrames(path)).toHaveLength(5));
  });

  it('writes the shown frames as an animation', async () => {
    const { bytes } = await clip(mp4, { from: 0.25, to: 1, format: 'webp', width: 32, frameRate: 4 });
    const { pages, delay, width, pageHeight } = await sharp(bytes, { animated: true }).metadata();
    expect({ pages, delay, width, pageHeight }).toEqual({
      pages: 3,
      delay: [250, 250, 250],
      width: 32,
      pageHeight: 16,
    });
    const pixels = await sharp(bytes, { animated: true }).removeAlpha().raw().toBuffer();
    // Frames at 0.25, 0.5 and 0.75 s.
    for (const [page, frame] of [2, 5, 7].entries())
      expect(Math.abs((pixels[page * 32 * 16 * 3] as number) - grayOf(frame))).toBeLessThan(5);
  });

  it('never enlarges an animation', async () => {
    const { bytes } = await clip(mp4, { from: 0, to: 0.1, format: 'gif' });
    expect((await sharp(bytes).metadata()).width).toBe(64);
  });
});
