import { describe, expect, it, vi } from 'vitest';
import { parseRun } from '#core/audio/mp3/mp3-splice.ts';
import { readId3 } from '#core/audio/tags/id3.ts';
import { readRiffInfo } from '#core/audio/wav/riff-info.ts';
import { readChunk } from '#core/audio/wav/wav-reader.ts';
import { wavHeader } from '#core/audio/wav/wav-writer.ts';
import { CancelledError } from '#core/base/errors.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { mp3ToWav } from '#core/operations/mp3-to-wav.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { isDeep } from '../../deep.ts';
import { platform as inline } from '../../inline-platform.ts';
import { readSample, samplesFolder } from '../../samples.ts';
import { hasFfmpeg } from '../../video/ffmpeg.ts';
import { memorySink } from '../memory-sink.ts';
import { channelOf, decodeByFfmpeg, pcm16, rms, sampleFile, signalToNoise, sine, wavFile } from './audio-files.ts';
import { audioOfBytes, toMp3, toWav } from './conversions.ts';

const mp3Of = async (...channels: Float32Array[]) => {
  const { bytes } = await toMp3(wavFile({ channels: channels.length, data: pcm16(...channels) }));
  return fileFromBytes('sound.mp3', bytes);
};

const hex = (bytes: Uint8Array) =>
  Buffer.from(bytes)
    .toString('hex')
    .replace(/(.{8})/g, '$1 ')
    .trim();

describe('the header of a written WAV file', () => {
  it('of 16-bit stereo has 44 bytes', async () => {
    const { bytes } = await toWav(await mp3Of(sine(440, 44_100, 1001), sine(220, 44_100, 1001)));
    expect(bytes).toHaveLength(44 + 4004);
    // Header: RIFF 36 + 4004, WAVE, fmt 16, PCM, 2 channels, 44 100 Hz, 176 400 B/s, 4 B a frame, 16 bits, data 4004
    expect(hex(bytes.subarray(0, 44))).toBe(
      '52494646 c80f0000 57415645 666d7420 10000000 01000200 44ac0000 10b10200 04001000 64617461 a40f0000',
    );
  });

  it.each([
    ['16', 44, 2],
    ['24', 44, 3],
    ['float', 58, 4],
  ])('of %s has %i bytes, and pads odd lengths', async (bitDepth, header, sampleBytes) => {
    for (const length of [1000, 1001]) {
      const { bytes } = await toWav(await mp3Of(sine(440, 44_100, length)), { bitDepth });
      const view = new DataView(bytes.buffer);
      const dataBytes = length * sampleBytes;
      expect(bytes).toHaveLength(header + dataBytes + (dataBytes % 2));
      expect(view.getUint32(4, true)).toBe(bytes.length - 8);
      expect(view.getUint32(header - 4, true)).toBe(dataBytes);
      expect(await audioOfBytes(bytes)).toMatchObject({
        sampleFrames: length,
        truncated: false,
        bitsPerSample: sampleBytes * 8,
      });
    }
  });

  it('of a file over 4 GiB is RF64 with 64-bit sizes', () => {
    const layout = { channels: 2, sampleRate: 48_000, bitsPerSample: 16, isFloat: false, trailerBytes: 10 };
    const largest = (2 ** 32 - 1 - 36 - 10 - 3) / 4;
    expect(Buffer.from(wavHeader({ ...layout, sampleFrames: Math.floor(largest) }).subarray(0, 4)).toString()).toBe(
      'RIFF',
    );
    const sampleFrames = 2 ** 31;
    const header = wavHeader({ ...layout, sampleFrames });
    const view = new DataView(header.buffer);
    expect(header).toHaveLength(80);
    expect(Buffer.from(header.subarray(0, 4)).toString()).toBe('RF64');
    expect(Buffer.from(header.subarray(12, 16)).toString()).toBe('ds64');
    expect(Number(view.getBigUint64(20, true))).toBe(80 - 8 + sampleFrames * 4 + 10);
    expect(Number(view.getBigUint64(28, true))).toBe(sampleFrames * 4);
    expect(Number(view.getBigUint64(36, true))).toBe(sampleFrames);
    expect([view.getUint32(4, true), view.getUint32(76, true)]).toEqual([0xffff_ffff, 0xffff_ffff]);
  });
});

it('a written WAV has the same audio in every bit depth, up to the depth’s rounding error', async () => {
  const mp3 = await mp3Of(sine(440, 44_100, 44_100));
  const [float, fine, coarse] = (await Promise.all(
    ['float', '24', '16'].map(
      async (bitDepth) => (await audioOfBytes((await toWav(mp3, { bitDepth })).bytes)).samples[0] as Float32Array,
    ),
  )) as [Float32Array, Float32Array, Float32Array];
  const error = (samples: Float32Array) => rms(samples.map((sample, n) => sample - (float[n] as number)));
  expect(error(fine) * 2 ** 23).toBeCloseTo(1 / Math.sqrt(12), 1);
  expect(error(coarse) * 2 ** 15).toBeCloseTo(0.5, 1);
});

it('a written WAV has tags and cover images after the samples', async () => {
  const image = {
    data: Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 5),
    mimeType: 'image/png',
    kind: 'coverFront' as const,
  };
  const { writeId3 } = await import('#core/audio/tags/id3-writer.ts');
  const audio = await (await mp3Of(sine(440, 44_100, 999))).read();
  const tagged = Buffer.concat([writeId3({ title: '題', artist: 'A', date: '2020', images: [image] }), audio]);
  const { bytes } = await toWav(fileFromBytes('x.mp3', new Uint8Array(tagged)));
  const file = fileFromBytes('x.wav', bytes);
  const { sampleFrames, tagChunks, dataStart } = await audioOfBytes(bytes);
  expect({ sampleFrames, dataStart, ids: tagChunks.map(({ id }) => id) }).toEqual({
    sampleFrames: 999,
    dataStart: 44,
    ids: ['LIST', 'id3 '],
  });
  const [info, id3] = await Promise.all(tagChunks.map((chunk) => readChunk(file, chunk)));
  expect(readRiffInfo(info as Uint8Array)).toMatchObject({ title: '題', artist: 'A', date: '2020' });
  expect(readId3(id3 as Uint8Array)).toMatchObject({ title: '題', images: [image] });
  expect(new DataView(bytes.buffer).getUint32(4, true)).toBe(bytes.length - 8);
});

describe('a long MP3 file', () => {
  // Number of samples: slightly more than two pieces. The decoder decodes a long file in pieces.
  const length = 44_100 * 55;
  const audio = Float32Array.from({ length }, (_, n) => 0.4 * Math.sin(n * 0.05) * Math.sin(n * 0.0003));

  it('decodes in pieces to the bytes of a single run, with threads and without', async () => {
    const mp3 = await mp3Of(audio);
    const alone = await toWav(mp3);
    const platform = createNodePlatform({ threads: 2 });
    const progress: number[] = [];
    const sink = memorySink();
    await mp3ToWav.run(
      { audio: mp3 },
      { bitDepth: '16' },
      { platform, sink, onProgress: (fraction) => progress.push(fraction) },
    );
    platform.close();
    expect(Buffer.from(sink.bytes()).equals(Buffer.from(alone.bytes))).toBe(true);
    expect(progress).toHaveLength(3);
    expect(progress.at(-1)).toBe(1);
    // The reference is a single run of mpg123 over the whole stream.
    const { createMp3Decoder } = await import('#core/audio/mp3/decode-piece.ts');
    const decoder = await createMp3Decoder();
    const { mapMp3 } = await import('#core/audio/mp3/mp3-reader.ts');
    const map = await mapMp3(mp3);
    const whole = decoder.decode(await mp3.read(map.audioStart, map.audioEnd)).channels[0] as Float32Array;
    decoder.free();
    const pieces = (await audioOfBytes((await toWav(mp3, { bitDepth: 'float' })).bytes)).samples[0] as Float32Array;
    expect(Buffer.from(pieces.buffer).equals(Buffer.from(whole.slice(map.skip, map.skip + length).buffer))).toBe(true);
  });

  it('stops when canceled', async () => {
    const controller = new AbortController();
    controller.abort();
    const sink = memorySink();
    await expect(
      mp3ToWav.run(
        { audio: await mp3Of(audio.subarray(0, 5000)) },
        { bitDepth: '16' },
        { platform: inline, sink, signal: controller.signal },
      ),
    ).rejects.toThrow(CancelledError);
  });
});

it.each([
  ['a name that does not end in .mp3', fileFromBytes('sound.wav', new Uint8Array(5000)), 'audioOnlyMp3'],
  ['a file that is not MP3', fileFromBytes('x.mp3', new Uint8Array(5000)), 'mp3FrameMissing'],
  ['an empty file', fileFromBytes('x.mp3', new Uint8Array(0)), 'mp3FrameMissing'],
])('MP3-to-WAV conversion refuses %s, and writes nothing', async (_, file, code) => {
  const sink = memorySink();
  await expect(mp3ToWav.run({ audio: file }, { bitDepth: '16' }, { platform: inline, sink })).rejects.toMatchObject({
    code,
  });
  expect(sink.bytes()).toHaveLength(0);
});

it('MP3-to-WAV conversion without WebAssembly fails with an error', async () => {
  const mp3 = await mp3Of(sine(440, 44_100, 5000));
  vi.stubGlobal('WebAssembly', undefined);
  try {
    await expect(toWav(mp3)).rejects.toMatchObject({ code: 'audioConversion' });
  } finally {
    vi.unstubAllGlobals();
  }
});

it('MP3-to-WAV conversion refuses an MP3 without audio samples', async () => {
  await expect(toWav(await mp3Of(new Float32Array(0)))).rejects.toMatchObject({ code: 'wavEmpty' });
});

it('a damaged MP3 frame does not shift the frames after it', async () => {
  const source = sine(440, 44_100, 44_100);
  const mp3 = await (await mp3Of(source)).read();
  const { mp3Frames } = parseRun(mp3, 0);
  const { at, header } = mp3Frames[15] as (typeof mp3Frames)[number];
  mp3.fill(0x55, at + header.headerBytes, at + header.frameBytes);
  const audio = await audioOfBytes((await toWav(fileFromBytes('x.mp3', mp3), { bitDepth: 'float' })).bytes);
  const decoded = audio.samples[0] as Float32Array;
  expect(audio.sampleFrames).toBe(44_100);
  // LAME lowers the level by 3% at 192 kbps, which counts as noise of -30 dB.
  expect(signalToNoise(source.subarray(0, 14_000), decoded)).toBeGreaterThan(25);
  expect(signalToNoise(source.subarray(20_000), decoded.subarray(20_000))).toBeGreaterThan(25);
});

describe.skipIf(!samplesFolder)('with the sample files (needs ../shared/samples)', () => {
  it.each([
    ['audio/id3v2-cover-1400px.mp3', 133_632, 2, 48_000],
    ['audio/vbr-xing.mp3', 133_632, 2, 48_000],
    ['audio/cbr-no-header.mp3', 124_416, 2, 44_100],
    ['audio/mpeg2-lsf-22k-stereo.mp3', 222_336, 2, 22_050],
    ['audio/id3v22-tags.mp3', 44_100, 1, 44_100],
    ['broken/garbage-prefix-100kb.mp3', 44_100, 1, 44_100],
  ])('%s has the expected length, channels and sample rate', async (name, sampleFrames, channels, sampleRate) => {
    const { bytes, warnings, mimeType, extension } = await toWav(sampleFile(name));
    expect({ warnings, mimeType, extension }).toEqual({ warnings: [], mimeType: 'audio/wav', extension: 'wav' });
    const audio = await audioOfBytes(bytes);
    expect(audio).toMatchObject({ sampleFrames, sampleRate, format: { channels }, bitsPerSample: 16, dataStart: 44 });
    expect(rms(audio.samples[0] as Float32Array)).toBeGreaterThan(1e-5);
  });

  // Files that state the encoder's delay and padding, and files that don't.
  it
    .skipIf(!hasFfmpeg)
    .each([
      ...(isDeep ? ['audio/music-outfoxing-97s.mp3'] : []),
      'audio/vbr-xing.mp3',
      'audio/cbr-no-header.mp3',
      'audio/mpeg2-lsf-22k-stereo.mp3',
    ])('%s decodes to the same audio as with ffmpeg (needs ffmpeg)', async (name) => {
    const audio = await audioOfBytes((await toWav(sampleFile(name), { bitDepth: 'float' })).bytes);
    const reference = decodeByFfmpeg(readSample(name), 'mp3');
    expect(reference.length / 2).toBe(audio.sampleFrames);
    audio.samples.forEach((channel, index) => {
      expect(signalToNoise(channelOf(reference, index, 2), channel)).toBeGreaterThan(90);
    });
  });

  it('the tags and the cover of an MP3 are in the WAV', async () => {
    const { bytes } = await toWav(sampleFile('audio/id3v2-cover-1400px.mp3'));
    const { tagChunks } = await audioOfBytes(bytes);
    const id3 = await readChunk(fileFromBytes('x.wav', bytes), tagChunks[1] as never);
    expect(readId3(id3)).toMatchObject({ title: 'Test title', artist: 'Test Artist' });
    expect(readId3(id3).images?.[0]?.data).toHaveLength(38_946);
  });

  it('the sample file not-an-mp3 is refused, and nothing is written', async () => {
    const sink = memorySink();
    await expect(
      mp3ToWav.run({ audio: sampleFile('broken/not-an-mp3.mp3') }, { bitDepth: '16' }, { platform: inline, sink }),
    ).rejects.toMatchObject({ code: 'mp3FrameMissing' });
    expect(sink.bytes()).toHaveLength(0);
  });
});
