import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readAudioSummary } from '#core/audio/summary.ts';
import { decodeSamples } from '#core/audio/wav/pcm.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { audioFormats } from '#core/video/audio-file/formats.ts';
import { platform } from '../inline-platform.ts';
import { hasFfmpeg, probe } from './ffmpeg.ts';
import { makeFile } from './inputs.ts';

const RATE = 44_100;
/** Long enough for two pieces of each encoder. */
const SECONDS = 35.3;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fudebako-convert-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A sweep of tones with a click every ten seconds, in 16-bit stereo, with tags and a cover. */
function source(): Uint8Array<ArrayBuffer> {
  const path = join(folder, 'source.flac');
  const samples = Int16Array.from({ length: 2 * Math.round(SECONDS * RATE) }, (_, at) => {
    const frame = at >> 1;
    return frame % (10 * RATE) === RATE
      ? 30_000
      : Math.round(4000 * Math.sin((frame * (1 + frame / 4e6)) / (at % 2 ? 40 : 30)));
  });
  const cover = join(folder, 'cover.png');
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', 'color=red:s=8x8', '-frames:v', '1', cover]);
  const input = ['-f', 's16le', '-ar', String(RATE), '-ac', '2', '-i', '-', '-i', cover];
  const tags = ['-metadata', 'title=花', '-metadata', 'artist=A', '-metadata', 'date=2017', '-metadata', 'track=3'];
  const picture = ['-map', '0', '-map', '1', '-disposition:v', 'attached_pic'];
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...picture, ...tags, path], { input: samples });
  return new Uint8Array(readFileSync(path));
}

/** Decodes a file with the FFmpeg of this computer to 32-bit floats. */
function decode(bytes: Uint8Array, name: string): Float32Array {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  expect(execFileSync('ffmpeg', ['-v', 'error', '-xerror', '-i', path, '-f', 'null', '-']).toString()).toBe('');
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-f', 'f32le', '-'], {
    maxBuffer: 1 << 28,
  });
  return new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
}

describe.skipIf(!hasFfmpeg)('converted audio (needs ffmpeg)', () => {
  let flac: Uint8Array<ArrayBuffer>;
  let reference: Float32Array;
  beforeAll(() => {
    flac = source();
    reference = decode(flac, 'source.flac');
  });
  const convert = (params: object) =>
    makeFile('convert-audio', { audio: fileFromBytes('a.flac', flac) }, params, platform);

  it.each([
    ['wav', {}, 0],
    ['wav', { bitDepth: '24' }, 0],
    ['wav', { bitDepth: '32f' }, 0],
    ['flac', {}, 0],
    ['flac', { bitDepth: '24' }, 0],
    ['mp3', { bitrate: 320 }, 0.02],
    ['m4a', { bitrate: 320 }, 0.02],
  ])('%s %j has the same samples at the same places', async (format, params, most) => {
    const { bytes } = await convert({ format, ...params });
    const decoded = decode(bytes, `a.${format}`);
    // FFmpeg 5 and 6 decode the last packet of M4A to its end.
    expect(decoded.length).toBeGreaterThanOrEqual(reference.length);
    expect(decoded.length - reference.length).toBeLessThan(format === 'm4a' ? 2048 : 1);
    const error = reference.reduce((sum, sample, at) => sum + (sample - (decoded[at] as number)) ** 2, 0);
    expect(Math.sqrt(error / reference.length)).toBeLessThanOrEqual(most);
  });

  it('Opus has its clicks at the same times, and the same duration', async () => {
    const { bytes } = await convert({ format: 'opus' });
    const decoded = decode(bytes, 'a.opus');
    expect(decoded.length / 2).toBe(Math.round((reference.length / 2) * (48_000 / RATE)));
    for (const second of [1, 31]) {
      const start = 2 * 48_000 * (second - 0.5);
      const near = decoded.subarray(start, start + 2 * 48_000);
      const loudest = near.reduce((best, sample, at) => (sample > (near[best] as number) ? at : best), 0);
      expect(Math.abs((loudest >> 1) - 24_000)).toBeLessThanOrEqual(1);
    }
  });

  it.each(audioFormats)('%s keeps tags and cover', async (format) => {
    const { bytes } = await convert({ format, to: 1 });
    const { tags, durationSec } = await readAudioSummary(fileFromBytes(`a.${format}`, bytes));
    expect(tags).toMatchObject({ title: '花', artist: 'A', date: expect.stringMatching(/^2017/), trackNumber: 3 });
    expect(tags.images?.map(({ mimeType }) => mimeType)).toEqual(['image/png']);
    expect(durationSec).toBeCloseTo(1, 2);
  });

  it.each(['m4a', 'opus'])('%s has the same bytes another day, and other bytes for other audio', async (format) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    try {
      const { bytes } = await convert({ format, to: 1 });
      vi.setSystemTime(1e12);
      const [again, other] = [await convert({ format, to: 1 }), await convert({ format, from: 1, to: 2 })];
      expect(Buffer.compare(bytes, again.bytes)).toBe(0);
      const serialOf = (ogg: Uint8Array) => Buffer.from(ogg).readUInt32LE(14);
      if (format === 'opus') expect(serialOf(other.bytes)).not.toBe(serialOf(bytes));
    } finally {
      vi.useRealTimers();
    }
  });

  it('WAV to MP3 gives the bytes of the converter', async () => {
    const { bytes: wav } = await convert({ format: 'wav', to: 3 });
    const audio = fileFromBytes('a.wav', wav);
    const direct = await makeFile('wav-to-mp3', { audio }, { bitrate: 128 }, platform);
    const { bytes } = await makeFile('convert-audio', { audio }, { format: 'mp3', bitrate: 128 }, platform);
    expect(Buffer.compare(bytes, direct.bytes)).toBe(0);
  });

  it.each([
    ['m4a', 48_000, 1],
    ['flac', 96_000, 2],
    ['mp3', 22_050, 1],
    ['wav', 8000, 1],
  ] as const)('%s has the sample rate and the channels that are asked for', async (format, rate, channels) => {
    const { bytes } = await convert({ format, sampleRate: String(rate), channels: String(channels), from: 1, to: 2.5 });
    const path = join(folder, `rate.${format}`);
    writeFileSync(path, bytes);
    const [stream] = probe(path).streams;
    expect([Number(stream?.sample_rate), stream?.channels]).toEqual([rate, channels]);
    const audio = await openAudio(fileFromBytes(path, bytes), { platform });
    expect(audio.sampleFrames).toBe(1.5 * rate);
  });

  it('edits the part, and refuses a part without audio', async () => {
    const { bytes } = await convert({ format: 'wav', from: 0.9, to: 1.9, fadeInSec: 0.5, volumeDb: -20 });
    const audio = await openAudio(fileFromBytes('a.wav', bytes), { platform });
    const { bytes: blocks } = await audio.readBlocks(0, audio.sampleFrames, { platform });
    const [left = new Float32Array(0)] = decodeSamples(blocks, audio.format);
    // The click is 0.1 s after the start, where the fade has a fifth of the volume.
    expect(left[4410]).toBeCloseTo((30_000 / 0x8000) * 0.1 * 0.2, 3);
    await expect(convert({ format: 'wav', from: 70 })).rejects.toMatchObject({ code: 'audioRangeEmpty' });
  });

  it('the audio of a video is extracted', async () => {
    const path = join(folder, 'video.mp4');
    writeFileSync(join(folder, 'in.flac'), flac);
    const input = ['-f', 'lavfi', '-i', 'color=s=16x16:d=3', '-i', join(folder, 'in.flac'), '-t', '3'];
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, '-map', '0:v', '-map', '1:a', '-c:a', 'aac', path]);
    const video = fileFromBytes('video.mp4', new Uint8Array(readFileSync(path)));
    const { bytes } = await makeFile('extract-audio', { video }, { format: 'wav' }, platform);
    const decoded = decode(bytes, 'video.wav');
    const loudest = decoded.reduce((best, sample, at) => (sample > (decoded[best] as number) ? at : best), 0);
    expect([loudest >> 1, decoded.length / 2]).toEqual([RATE, 3 * RATE]);
  });
});
