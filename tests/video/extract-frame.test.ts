import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import { extractFrame } from '#core/video/extract-frame.ts';
import { platform } from '../inline-platform.ts';
import { readSample, samplesFolder } from '../samples.ts';
import { emptyFolder } from '../temporary-folders.ts';
import { hasFfmpeg } from './ffmpeg.ts';

const folder = emptyFolder();

const open = (bytes: Uint8Array, name = 'video.mp4') => fileFromBytes(name, new Uint8Array(bytes));
const frameAt = (bytes: Uint8Array, at: number) => extractFrame(open(bytes), { at }, { platform });

function ffmpeg(name: string, ...args: string[]): Uint8Array {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args, path], { stdio: ['ignore', 'pipe', 'inherit'] });
  return readFileSync(path);
}

describe.skipIf(!hasFfmpeg)('extractFrame (needs FFmpeg)', () => {
  /** Ten frames of 0.1 s each. The frame with index n has the gray level 20 n. */
  let grays: Uint8Array;

  beforeAll(() => {
    const gray = "geq=lum='16+N*20*219/255':cb=128:cr=128";
    const source = ['-f', 'lavfi', '-i', 'color=s=32x16:r=10:d=1,format=yuv420p'];
    grays = ffmpeg('grays.mp4', ...source, '-vf', gray, '-c:v', 'libx264', '-crf', '1', '-bf', '3');
  });

  it('returns the frame that is shown at a time', async () => {
    const shown = async (at: number) => Math.round(((await frameAt(grays, at)).data[0] as number) / 20);
    expect(await Promise.all([0, 0.099, 0.1, 0.5, 0.999, 1].map(shown))).toEqual([0, 0, 1, 5, 9, 9]);
  });

  it('refuses a time after the end, and states the duration', async () => {
    await expect(frameAt(grays, 1.01)).rejects.toMatchObject({
      code: 'timeOutside',
      data: { time: 1.01, duration: 1 },
    });
  });

  it.each([
    ['BT.709', 'yuv420p', 'bt709', 'tv'],
    ['BT.601, full range', 'yuvj420p', 'smpte170m', 'pc'],
    ['BT.709, 4:2:2, 10 bits', 'yuv422p10le', 'bt709', 'tv'],
    ['BT.601, 4:4:4', 'yuv444p', 'smpte170m', 'tv'],
  ] as const)('restores the colors that FFmpeg has converted: %s', async (_, format, matrix, range) => {
    const source = 'gradients=s=160x90:d=0.1:r=10:n=4:c0=red:c1=lime:c2=blue:c3=white:seed=3,format=rgb24';
    const colors = ['-colorspace', matrix, '-color_primaries', 'bt709', '-color_trc', 'bt709', '-color_range', range];
    const flags = 'flags=bilinear+accurate_rnd+full_chroma_int+full_chroma_inp';
    const convert = `scale=out_color_matrix=${matrix}:out_range=${range}:${flags},format=${format}`;
    const made = ['-f', 'lavfi', '-i', source, '-vf', convert, ...colors, '-c:v', 'libx264', '-crf', '2'];
    const { data } = await frameAt(ffmpeg(`${format}.mp4`, ...made), 0);
    const reference = ffmpeg('colors.rgb', '-f', 'lavfi', '-i', source, '-frames:v', '1', '-f', 'rawvideo');
    // Chroma loses the sharp edges of the gradient. A wrong matrix or range changes the colors by 10 levels and more.
    const apart = [...reference].map((value, at) => Math.abs(value - (data[at + Math.floor(at / 3)] as number)));
    expect(apart.reduce((sum, each) => sum + each, 0) / apart.length).toBeLessThan(2);
  });

  it('shows non-square pixels and rotation as players do', async () => {
    const source = ['-f', 'lavfi', '-i', 'color=red:s=40x40:d=0.1:r=10', '-vf', 'setsar=2/1', '-c:v', 'libx264'];
    ffmpeg('wide.mp4', ...source);
    const turned = ffmpeg('turned.mp4', '-i', join(folder, 'wide.mp4'), '-c', 'copy', '-metadata:s:v', 'rotate=90');
    const { width, height } = await frameAt(turned, 0);
    expect([width, height]).toEqual([40, 80]);
  });
});

describe('extractFrame with unsuitable files', () => {
  it('refuses text, and a file without video', async () => {
    const text = Buffer.from('These bytes are the bytes of a text.');
    await expect(frameAt(text, 0)).rejects.toMatchObject({ code: 'inspectUnknown' });
  });

  it.skipIf(!samplesFolder)('refuses audio and damaged files (needs ../shared/samples)', async () => {
    const codeOf = (name: string) => frameAt(readSample(name), 0).then(String, (error) => error.code);
    expect(await codeOf('video/aac-audio-only-15s.mp4')).toBe('videoTrackMissing');
    expect(await codeOf('broken/invalid-bitstream.webm')).toBe('mediaDamaged');
  });
});
