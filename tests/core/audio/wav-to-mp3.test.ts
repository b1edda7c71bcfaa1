import { describe, expect, it } from 'vitest';
import { createMp3Encoder } from '#core/audio/mp3/mp3-encoder.ts';
import { mapMp3 } from '#core/audio/mp3/mp3-reader.ts';
import { readId3 } from '#core/audio/tags/id3.ts';
import { writeId3 } from '#core/audio/tags/id3-writer.ts';
import { describedTags } from '#core/audio/tags/tags.ts';
import { writeRiffInfo } from '#core/audio/wav/riff-info.ts';
import { riffChunk } from '#core/base/bytes.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import type { Platform } from '#core/platform/platform.ts';
import { platform as inline } from '../../inline-platform.ts';
import { samplesFolder } from '../../samples.ts';
import { hasFfmpeg } from '../../video/ffmpeg.ts';
import { memorySink } from '../memory-sink.ts';
import {
  amplitudeAt,
  channelOf,
  decodeByFfmpeg,
  pcm16,
  peak,
  rms,
  sampleFile,
  signalToNoise,
  sine,
  type WavParts,
  wavFile,
} from './audio-files.ts';
import { audioOf, audioOfMp3, type Converted, roundTrip, toMp3, withoutWasm } from './conversions.ts';

const mapOf = ({ bytes }: Converted) => mapMp3(fileFromBytes('result.mp3', bytes));

/** Returns a second of a sine wave in each channel. */
const second = (channels: number, sampleRate = 44_100, amplitude = 0.5) =>
  Array.from({ length: channels }, () => sine(441, sampleRate, sampleRate, amplitude));

const bytesOfInts = (samples: Float32Array, scale: number, size: number, offset = 0) => {
  const bytes = new Uint8Array(samples.length * size);
  samples.forEach((sample, index) => {
    const value = Math.round(sample * scale) + offset;
    for (let byte = 0; byte < size; byte++) bytes[index * size + byte] = (value >> (8 * byte)) & 255;
  });
  return bytes;
};

const [mono = new Float32Array()] = second(1);

/** Factor by which LAME lowers the level at 64 kbps, so that decoders don't clip. */
const LAME_SCALE_AT_64 = 0.95;

describe('in conversion to MP3, every kind of WAV keeps its length, sample rate and loudness', () => {
  const cases: [
    string,
    WavParts,
    { length?: number; rate?: number; channels?: number; amplitude?: number; frequency?: number },
  ][] = [
    ['8 bits', { bits: 8, data: bytesOfInts(mono, 127, 1, 128) }, {}],
    ['16 bits', { data: pcm16(mono) }, {}],
    ['24 bits', { bits: 24, data: bytesOfInts(mono, 2 ** 23 - 1, 3) }, {}],
    ['32 bits', { bits: 32, data: bytesOfInts(mono, 2 ** 31 - 1, 4) }, {}],
    ['32-bit float', { tag: 3, bits: 32, data: new Uint8Array(mono.slice().buffer) }, {}],
    ['64-bit float', { tag: 3, bits: 64, data: new Uint8Array(Float64Array.from(mono).buffer) }, {}],
    ['stereo', { channels: 2, data: pcm16(...second(2)) }, { channels: 2 }],
    ['48 kHz', { sampleRate: 48_000, data: pcm16(...second(1, 48_000)) }, { rate: 48_000, length: 48_000 }],
    [
      '8 kHz',
      { sampleRate: 8000, data: pcm16(...second(1, 8000)) },
      { rate: 8000, length: 8000, amplitude: 0.5 * LAME_SCALE_AT_64 },
    ],
    ['96 kHz', { sampleRate: 96_000, data: pcm16(...second(1, 96_000)) }, { rate: 48_000, length: 48_000 }],
    [
      '192 kHz stereo',
      { channels: 2, sampleRate: 192_000, data: pcm16(...second(2, 192_000)) },
      { rate: 48_000, length: 48_000, channels: 2 },
    ],
    ['44 056 Hz', { sampleRate: 44_056, data: pcm16(...second(1, 44_056)) }, { rate: 44_100, length: 44_100 }],
    // 5.1: equal channels mix to 1 + 2 × 0.707 times their level, and normalization restores the level.
    ['6 channels', { channels: 6, data: pcm16(...second(6)) }, { channels: 2 }],
    ['8 channels', { channels: 8, data: pcm16(...second(8)) }, { channels: 2 }],
    ['RIFX', { magic: 'RIFX', data: pcm16(mono).reverse() }, {}],
    ['data before fmt', { dataFirst: true, data: pcm16(mono) }, {}],
  ];

  it.each(cases)(
    'encoded with %s',
    async (_, parts, { length = 44_100, rate = 44_100, channels = 1, amplitude = 0.5, frequency = 441 }) => {
      const file = wavFile(parts);
      const { warnings, mimeType, extension, bytes } = await toMp3(file, { bitrate: 320 });
      expect({ warnings, mimeType, extension }).toEqual({ warnings: [], mimeType: 'audio/mpeg', extension: 'mp3' });
      expect(await mapMp3(fileFromBytes('x.mp3', bytes))).toMatchObject({
        samples: length,
        channels,
        header: { sampleRate: rate },
      });
      const audio = await audioOfMp3(bytes);
      for (const channel of audio.samples) {
        expect(amplitudeAt(frequency, channel.subarray(1000, length - 1000), rate)).toBeCloseTo(amplitude, 2);
        expect(rms(channel.subarray(1000, length - 1000))).toBeCloseTo(amplitude / Math.SQRT2, 2);
      }
    },
  );

  it.each([0, 1, 7, 575, 576, 577, 1151, 1152, 1153, 12_345])('with a length of %i samples', async (length) => {
    const file = wavFile({ channels: 2, data: pcm16(sine(441, 44_100, length), sine(882, 44_100, length)) });
    const converted = await toMp3(file);
    const map = await mapOf(converted);
    expect(map.samples).toBe(length);
    expect(map.statedFrames).toBe(map.mp3Frames);
    expect(converted.warnings).toEqual(length === 0 ? ['audioEmpty'] : []);
  });
});

describe('WAV-to-MP3 conversion', () => {
  it('clips floating-point samples beyond full scale instead of wrapping them', async () => {
    const loud = sine(441, 44_100, 44_100, 2);
    const file = wavFile({ tag: 3, bits: 32, data: new Uint8Array(loud.buffer) });
    expect((await toMp3(file)).warnings).toEqual(['audioClipped']);
    const audio = (await roundTrip(file, { bitrate: 320 })).samples[0] as Float32Array;
    // A sine of amplitude 2, clipped at 1: the amplitude of its first harmonic (Fourier), and its mean square.
    const cut = Math.asin(0.5);
    const fundamental = (2 / Math.PI) * (2 * cut - Math.sin(2 * cut) + 2 * Math.cos(cut));
    const square = (2 / Math.PI) * (2 * cut - Math.sin(2 * cut)) + 1 - (2 * cut) / Math.PI;
    const middle = audio.subarray(2000, 42_000);
    expect(amplitudeAt(441, middle, 44_100)).toBeCloseTo(fundamental, 1);
    expect(rms(middle)).toBeCloseTo(Math.sqrt(square), 1);
    expect(peak(middle)).toBeLessThan(1.25);
  });

  it.each([
    [Number.POSITIVE_INFINITY, 'audioClipped'],
    [1e300, 'audioClipped'],
    [Number.NaN, 'audioDamaged'],
  ])('limits a single sample of %d, also if the sample rate changes', async (value, warning) => {
    const samples = Float64Array.from(sine(441, 96_000, 48_000));
    samples[24_000] = value;
    const file = wavFile({ tag: 3, bits: 64, sampleRate: 96_000, data: new Uint8Array(samples.buffer) });
    expect((await toMp3(file)).warnings).toEqual([warning]);
    const audio = (await roundTrip(file, { bitrate: 320 })).samples[0] as Float32Array;
    expect(rms(audio.subarray(14_000, 22_000))).toBeCloseTo(Math.sqrt(0.125), 2);
    expect(audio.every(Number.isFinite)).toBe(true);
  });

  it('converts a cut-off file up to the cut, with a warning', async () => {
    const whole = await wavFile({ data: pcm16(sine(441, 44_100, 44_100)) }).read();
    const converted = await toMp3(fileFromBytes('cut.wav', whole.slice(0, 44 + 20_001)));
    expect(converted.warnings).toEqual(['audioTruncated']);
    expect((await mapOf(converted)).samples).toBe(10_000);
  });

  it('uses the requested bitrate, or the nearest that the sample rate allows', async () => {
    const file = wavFile({ data: pcm16(mono) });
    for (const [wish, expected] of [
      [32, 32],
      [112, 112],
      [192, 192],
      [320, 320],
    ])
      expect((await mapOf(await toMp3(file, { bitrate: wish }))).header.bitrateKbps).toBe(expected);
    const low = wavFile({ sampleRate: 8000, data: pcm16(...second(1, 8000)) });
    expect((await mapOf(await toMp3(low))).header.bitrateKbps).toBe(64);
  });

  it('makes larger files at a higher quality of variable bitrate', async () => {
    const noise = Float32Array.from({ length: 44_100 * 3 }, (_, n) => (n < 60_000 ? 0 : Math.sin(n * n * 1.7) * 0.3));
    const file = wavFile({ data: pcm16(noise) });
    const sizes = [];
    for (const vbrQuality of [0, 4, 9]) {
      const converted = await toMp3(file, { mode: 'vbr', vbrQuality });
      expect((await mapOf(converted)).samples).toBe(noise.length);
      expect(Buffer.from(converted.bytes.subarray(0, 60)).toString('latin1')).toContain('Xing');
      sizes.push(converted.bytes.length);
    }
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(sizes[0]).toBeGreaterThan((sizes[2] as number) * 2);
  });
});

it.each([
  ['a name that does not end in .wav', wavFile({ data: pcm16(mono) }, 'sound.mp3'), 'audioOnlyWav'],
  ['a file that is not WAV', fileFromBytes('x.wav', new Uint8Array(100)), 'inspectUnknown'],
  ['an unknown codec', wavFile({ tag: 0x55, data: pcm16(mono) }), 'wavUnsupported'],
])('WAV-to-MP3 conversion refuses %s, and writes nothing', async (_, file, code) => {
  const sink = memorySink();
  await expect(
    wavToMp3.run({ audio: file }, { bitrate: 192, mode: 'cbr', vbrQuality: 2 }, { platform: inline, sink }),
  ).rejects.toMatchObject({ code });
  expect(sink.bytes()).toHaveLength(0);
});

it('a missing MP3 encoder module causes an error', async () => {
  const settings = { channels: 1, sampleRate: 44_100, bitrateKbps: 192, vbrQuality: undefined } as const;
  await expect(createMp3Encoder('lame', settings, withoutWasm)).rejects.toMatchObject({ code: 'mp3EncoderMissing' });
});

it('an MP3 encoder that returns too few frames causes an error with the actual and the expected count', async () => {
  const nothing: Platform['workers'] = {
    ...inline.workers,
    run: async () => ({ mp3: new Uint8Array(0), clipped: false }) as never,
  };
  await expect(toMp3(wavFile({ data: pcm16(mono) }), {}, { ...inline, workers: nothing })).rejects.toMatchObject({
    code: 'mp3Conversion',
    data: { reason: 'framesMissing', frames: 0, expected: expect.any(Number) },
  });
});

it('WAV-to-MP3 conversion accepts a file name extension in capitals', async () => {
  expect((await toMp3(wavFile({ data: pcm16(mono) }, 'SOUND.WAV'))).extension).toBe('mp3');
});

it('WAV-to-MP3 conversion preserves tags and the cover, and prefers the ID3 chunk to LIST INFO', async () => {
  const cover = { data: Uint8Array.of(0xff, 0xd8, 0xff, 1, 2, 3), mimeType: 'image/jpeg', kind: 'coverFront' as const };
  const after = [
    writeRiffInfo({ title: 'plain', artist: '作者名', comment: 'hello' }),
    riffChunk('id3 ', writeId3({ title: '題', trackNumber: 3, tracksTotal: 9, images: [cover] })),
  ];
  const { bytes } = await toMp3(wavFile({ data: pcm16(mono), after }));
  const { raw: _, ...tags } = describedTags(readId3(bytes));
  expect(tags).toEqual({
    title: '題',
    artist: '作者名',
    comment: 'hello',
    trackNumber: 3,
    tracksTotal: 9,
    images: [cover],
  });
});

describe.skipIf(!samplesFolder)('with the sample files (needs ../shared/samples)', () => {
  it.each([
    ['pcm-u8-mono-44k', 44_100, 44_100, 1],
    ['pcm-s16-mono-odd-chunk', 44_100, 44_100, 1],
    ['pcm-s16-mono-trailing-bytes', 44_100, 44_100, 1],
    ['pcm-s24-mono-extensible', 44_100, 44_100, 1],
    ['pcm-s32-stereo-48k', 48_000, 48_000, 2],
    ['float32-mono', 45_056, 44_100, 1],
    ['float64-mono', 45_056, 44_100, 1],
    ['float32-6ch-extensible', 24_576, 48_000, 2],
    ['rf64-s16-stereo', 16_734, 48_000, 2],
    ['ima-adpcm-mono', 44_902, 44_100, 1],
    ['ulaw-8k-mono', 9, 8000, 1],
    ['rifx-big-endian-s24-3ch', 5, 8000, 2],
    ['s24-in-32bit-container', 2, 48_000, 2],
    ['s16-with-id3-chunk', 44_100, 44_100, 1],
    ['music-loop-float32-stereo', 330_750, 44_100, 2],
  ])(
    '%s becomes an MP3 with the expected length, channels and sample rate',
    async (name, samples, sampleRate, channels) => {
      const file = sampleFile(`audio/${name}.wav`);
      const converted = await toMp3(file, { bitrate: 320 });
      expect(await mapOf(converted)).toMatchObject({ samples, channels, header: { sampleRate } });
      const source = await audioOf(file);
      const result = await audioOfMp3(converted.bytes);
      expect(result.sampleFrames).toBe(samples);
      if (source.format.channels > 2 || samples < 1000) return;
      source.samples.forEach((channel, index) => {
        const decoded = result.samples[index] as Float32Array;
        expect(Math.abs(rms(decoded) - rms(channel))).toBeLessThan(0.02 * rms(channel) + 1e-6);
        expect(Math.abs(peak(decoded) - peak(channel))).toBeLessThan(0.2 * peak(channel) + 1e-6);
      });
    },
  );

  /** Music and its MP3, made when a test first needs them. */
  const music = () => sampleFile('audio/music-loop-float32-stereo.wav');
  let musicAt320: Promise<Converted> | undefined;
  const madeOfMusic = () => {
    musicAt320 ??= toMp3(music(), { bitrate: 320 });
    return musicAt320;
  };

  it('music at 320 kbps decodes without a shift, with a signal-to-noise ratio over 20 dB', async () => {
    const source = await audioOf(music());
    const result = await audioOfMp3((await madeOfMusic()).bytes);
    source.samples.forEach((channel, index) => {
      const decoded = result.samples[index] as Float32Array;
      const aligned = signalToNoise(channel, decoded);
      expect(aligned).toBeGreaterThan(20);
      // Detects a shift by one sample, which lowers the signal-to-noise ratio by at least 3 dB.
      expect(signalToNoise(channel.subarray(1), decoded)).toBeLessThan(aligned - 3);
      expect(signalToNoise(channel, decoded.subarray(1))).toBeLessThan(aligned - 3);
    });
  });

  it.skipIf(!hasFfmpeg)('music at 320 kbps decodes without a shift in ffmpeg as well (needs ffmpeg)', async () => {
    const source = await audioOf(music());
    for (const made of [await madeOfMusic(), await toMp3(music(), { mode: 'vbr', vbrQuality: 0 })]) {
      const decoded = decodeByFfmpeg(made.bytes, 'mp3');
      expect(decoded.length / 2).toBe(source.sampleFrames);
      source.samples.forEach((channel, index) => {
        expect(signalToNoise(channel, channelOf(decoded, index, 2))).toBeGreaterThan(20);
      });
    }
  });

  it('the tags of a WAV are in the MP3', async () => {
    const { bytes } = await toMp3(sampleFile('audio/s16-with-id3-chunk.wav'));
    expect(readId3(bytes)).toMatchObject({
      title: 'full',
      artist: 'the artist',
      album: 'the album',
      trackNumber: 2,
      tracksTotal: 3,
      genre: 'the genre',
    });
  });

  it('the sample file early-eof yields its 236 samples with a warning; incomplete-chunk is refused', async () => {
    const converted = await toMp3(sampleFile('broken/early-eof.wav'));
    expect(converted.warnings).toEqual(['audioTruncated']);
    expect((await mapOf(converted)).samples).toBe(236);
    const sink = memorySink();
    await expect(
      wavToMp3.run(
        { audio: sampleFile('broken/incomplete-chunk.wav') },
        { bitrate: 192, mode: 'cbr', vbrQuality: 2 },
        { platform: inline, sink },
      ),
    ).rejects.toMatchObject({ code: 'wavChunkMissing', data: { chunk: 'fmt ' } });
    expect(sink.bytes()).toHaveLength(0);
  });
});
