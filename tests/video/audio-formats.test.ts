import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeSamples } from '#core/audio/wav/pcm.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { FfmpegExit } from '#core/platform/media.ts';
import { type AudioSource, openAudio } from '#core/video/audio/audio-source.ts';
import { platform } from '../inline-platform.ts';
import { hasFfmpeg } from './ffmpeg.ts';

/** Formats that state no encoder delay, so that no program knows which samples it has added. */
const DELAYED: Readonly<Record<string, string>> = {
  'aac.aac': '-c:a aac',
  'aac.mkv': '-c:a aac',
  'aac.ts': '-c:a aac',
  'mp3.mkv': '-c:a libmp3lame',
  'mp3.ts': '-c:a libmp3lame',
};

/** Options of FFmpeg for each file. Left: a click at 1.000 s. Right: a click at 35.000 s, in the second piece. */
const FILES: Readonly<Record<string, string>> = {
  'aac.m4a': '-c:a aac',
  'aac-index-first.m4a': '-c:a aac -movflags +faststart',
  'aac.mov': '-c:a aac',
  'opus.mp4': '-c:a libopus',
  'mp3.mp4': '-c:a libmp3lame',
  'mp3.mp3': '-c:a libmp3lame',
  'flac.flac': '-c:a flac',
  'flac-192.flac': '-c:a flac',
  'flac.ogg': '-c:a flac',
  'flac.mkv': '-c:a flac',
  'vorbis.ogg': '-c:a libvorbis',
  'vorbis.webm': '-c:a libvorbis',
  'opus.opus': '-c:a libopus',
  'opus.webm': '-c:a libopus',
  'opus.mkv': '-c:a libopus',
  'alac.m4a': '-c:a alac',
  'pcm.aiff': '-c:a pcm_s16be',
  'pcm-24.aiff': '-c:a pcm_s24be',
  'float.caf': '-c:a pcm_f32be',
  'pcm.caf': '-c:a pcm_s16le',
  'pcm.mov': '-c:a pcm_s24le',
  'pcm.wav': '-c:a pcm_s16le',
};

const [SECONDS, CLICKS] = [36.1, [1, 35]] as const;

/** Matroska and WebM state the end of Opus only. */
const ENDS_LATER = ['vorbis.webm'];

let folder = '';

/** Returns the path of a file, which FFmpeg writes from the clicks when a test first needs it. */
function pathOf(name: string): string {
  const path = join(folder, name);
  const options = (FILES[name] ?? DELAYED[name])?.split(' ') ?? [];
  const rate = rateOf(name);
  if (!existsSync(path))
    execFileSync(
      'ffmpeg',
      ['-v', 'error', '-f', 'f32le', '-ac', '2', '-ar', String(rate), '-i', '-', ...options, path],
      {
        input: clicks(rate),
      },
    );
  return path;
}

const rateOf = (name: string) => (name.startsWith('opus') ? 48_000 : name.includes('192') ? 192_000 : 44_100);

function clicks(rate: number): Float32Array {
  const samples = Float32Array.from({ length: 2 * Math.round(SECONDS * rate) }, (_, at) => 0.01 * Math.sin(at / 100));
  CLICKS.forEach((second, channel) => {
    samples[2 * second * rate + channel] = 0.9;
  });
  return samples;
}

const read = (name: string) => fileFromBytes(name, new Uint8Array(readFileSync(pathOf(name))));

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fudebako-audio-'));
});

afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the position of the loudest sample of a channel in `[first, last)`. */
async function clickIn(audio: AudioSource, channel: number, first: number, last: number): Promise<number> {
  const { bytes, firstFrame } = await audio.readBlocks(first, last, { platform });
  const samples = decodeSamples(bytes, audio.format)[channel] ?? new Float32Array(0);
  return (
    firstFrame +
    samples.reduce((loudest, sample, at) => (Math.abs(sample) > Math.abs(samples[loudest] ?? 0) ? at : loudest), 0)
  );
}

/** Returns an AAC packet of a fill element and the end (ISO/IEC 14496-3, 4.4.2.7), as some encoders write first. */
function fillOnly(size: number): Buffer {
  const binary = (value: number, bits: number) => value.toString(2).padStart(bits, '0');
  // A count of 15 or more continues in another byte.
  const [count, head] =
    size > 16 ? [size - 3, `1101111${binary(size - 17, 8)}`] : [size - 2, `110${binary(size - 2, 4)}`];
  const text = `${head}${'0'.repeat(8 * count)}111`.padEnd(8 * size, '0');
  return Buffer.from((text.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

describe.skipIf(!hasFfmpeg)('audio of other formats (needs ffmpeg)', () => {
  it.each(Object.keys(FILES))('%s: clicks stay where they are, to the sample', async (name) => {
    const audio = await openAudio(read(name), { platform });
    const rate = rateOf(name);
    expect([audio.sampleRate, audio.format.channels, audio.damaged, audio.truncated]).toEqual([rate, 2, false, false]);
    const end = Math.round(SECONDS * rate);
    expect(audio.sampleFrames - end).toBeGreaterThanOrEqual(0);
    expect(audio.sampleFrames - end).toBeLessThanOrEqual(ENDS_LATER.includes(name) ? 2048 : 0);
    // The second click is read first, without the pieces before.
    expect(await clickIn(audio, 1, 34 * rate, 36 * rate)).toBe(35 * rate);
    expect(await clickIn(audio, 0, 0, 2 * rate)).toBe(rate);
  });

  it.each(Object.keys(DELAYED))(
    '%s: without a stated delay, every sample stays, as FFmpeg decodes them',
    async (name) => {
      const audio = await openAudio(read(name), { platform });
      const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', pathOf(name), '-f', 'f32le', '-'], {
        maxBuffer: 1 << 28,
      });
      const decoded = new Float32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
      const left = decoded.filter((_, at) => at % 2 === 0).subarray(0, 2 * 44_100);
      const click = left.reduce((loudest, sample, at) => (sample > (left[loudest] as number) ? at : loudest), 0);
      expect(click - 44_100).toBeOneOf([1024, 1105]);
      expect(audio.sampleFrames).toBe(decoded.length / 2);
      expect(await clickIn(audio, 1, 34 * 44_100, 36 * 44_100)).toBe(click + 34 * 44_100);
      expect(await clickIn(audio, 0, 0, 2 * 44_100)).toBe(click);
    },
  );

  it.each(['without a checksum', 'without a length'])('FLAC %s has the same samples', async (what) => {
    const bytes = readFileSync(pathOf('flac.flac'));
    // STREAMINFO: 36 bits of length from the byte 21, then the MD5 of the samples.
    if (what === 'without a checksum') bytes.fill(0, 26, 42);
    else bytes.writeUIntBE(((bytes[21] as number) & 0xf0) * 2 ** 32, 21, 5);
    const audio = await openAudio(fileFromBytes('a.flac', new Uint8Array(bytes)), { platform });
    expect(audio.sampleFrames).toBe(Math.round(SECONDS * 44_100));
    expect(await clickIn(audio, 1, 34 * 44_100, 36 * 44_100)).toBe(35 * 44_100);
  });

  it('the pieces of lossless audio have every sample once', async () => {
    const [flac, aiff] = await Promise.all(
      ['flac.flac', 'pcm-24.aiff'].map((name) => openAudio(read(name), { platform })),
    );
    const samples = async (audio: AudioSource) => {
      const { bytes } = await audio.readBlocks(0, audio.sampleFrames, { platform });
      return Buffer.concat(decodeSamples(bytes, audio.format).map(({ buffer }) => Buffer.from(buffer)));
    };
    expect(flac && aiff && Buffer.compare(await samples(flac), await samples(aiff))).toBe(0);
  });

  it('an edit list also ends a track', async () => {
    const bytes = readFileSync(pathOf('aac.m4a'));
    const at = bytes.indexOf('elst') + 12;
    expect(bytes.readUInt32BE(at)).toBe(SECONDS * 1000);
    bytes.writeUInt32BE(2500, at);
    const audio = await openAudio(fileFromBytes('a.m4a', new Uint8Array(bytes)), { platform });
    expect(audio.sampleFrames).toBe(2.5 * 44_100);
  });

  // Apple Lossless has no checksums, so only damage that breaks a packet is found.
  it.each([
    ['aac.m4a', 400],
    ['alac.m4a', 20_000],
  ])('damage of %s stays silent and short, and is reported', async (name, length) => {
    const bytes = readFileSync(pathOf(name));
    bytes.fill(0xff, 60_000, 60_000 + length);
    const audio = await openAudio(fileFromBytes('a.m4a', new Uint8Array(bytes)), { platform });
    expect(await clickIn(audio, 1, 34 * 44_100, 36 * 44_100)).toBe(35 * 44_100);
    await audio.readBlocks(0, audio.sampleFrames, { platform });
    expect(audio.damaged).toBe(true);
  });

  it('a first packet without audio is no damage, and moves nothing', async () => {
    const bytes = readFileSync(pathOf('aac.m4a'));
    const fields = ['-show_entries', 'packet=size,pos', '-of', 'csv=p=0', '-read_intervals', '%+#1'];
    const [size = 0, at = 0] = execFileSync('ffprobe', ['-v', 'error', ...fields, pathOf('aac.m4a')], {
      encoding: 'utf8',
    })
      .split(',')
      .map(Number);
    bytes.set(fillOnly(size), at);
    const audio = await openAudio(fileFromBytes('a.m4a', new Uint8Array(bytes)), { platform });
    expect(await clickIn(audio, 0, 0, 2 * 44_100)).toBe(44_100);
    expect(await clickIn(audio, 1, 34 * 44_100, 36 * 44_100)).toBe(35 * 44_100);
    await audio.readBlocks(0, audio.sampleFrames, { platform });
    expect([audio.sampleFrames, audio.damaged]).toEqual([SECONDS * 44_100, false]);
  });

  it('a piece that cannot be decoded at all is silent', async () => {
    let runs = 0;
    const failing = async () => {
      const run = await platform.media.ffmpeg();
      return (...args: Parameters<typeof run>) => (runs++ === 0 ? run(...args) : Promise.reject(new FfmpegExit('no')));
    };
    const media = { ...platform.media, ffmpeg: failing };
    const audio = await openAudio(read('aac.m4a'), { platform: { ...platform, media } });
    const { bytes } = await audio.readBlocks(0, 100, { platform });
    expect([audio.damaged, bytes.some((byte) => byte !== 0)]).toEqual([true, false]);
  });

  it('a canceled read ends at once, and can be repeated', async () => {
    const audio = await openAudio(read('aac.m4a'), { platform });
    const controller = new AbortController();
    const reading = audio.readBlocks(0, 100, { platform, signal: controller.signal });
    controller.abort();
    await expect(reading).rejects.toMatchObject({ name: 'CancelledError' });
    expect((await audio.readBlocks(0, 100, { platform })).bytes.length).toBe(800);
  });

  it('a video without audio is named', async () => {
    const path = join(folder, 'mute.mp4');
    execFileSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', 'color=s=16x16:d=1', path]);
    await expect(openAudio(read('mute.mp4'), { platform })).rejects.toMatchObject({ code: 'audioTrackMissing' });
  });
});
