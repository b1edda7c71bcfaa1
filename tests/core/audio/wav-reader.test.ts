import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readWav } from '#core/audio/wav/wav-reader.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { isCompleteFile } from '#core/inspect/complete.ts';
import { samplesFolder } from '../../samples.ts';
import { hasFfmpeg } from '../../video/ffmpeg.ts';
import { bytesOf, channelOf, chunk, decodeByFfmpeg, pcm16, sampleFile, sine, wavFile } from './audio-files.ts';
import { audioOf } from './conversions.ts';

const le16 = (...values: number[]) => new Uint8Array(Int16Array.from(values).buffer);

describe('WAV samples', () => {
  it('of 8 bits are unsigned', async () => {
    const { samples } = await audioOf(wavFile({ bits: 8, data: Uint8Array.of(0, 64, 128, 255) }));
    expect([...(samples[0] ?? [])]).toEqual([-1, -0.5, 0, 127 / 128]);
  });

  it('of 16 bits are signed', async () => {
    const { samples } = await audioOf(wavFile({ data: le16(-32_768, -16_384, 0, 1, 32_767) }));
    expect([...(samples[0] ?? [])]).toEqual([-1, -0.5, 0, 1 / 32_768, 32_767 / 32_768]);
  });

  it('of 24 bits are read from two interleaved channels', async () => {
    const data = Uint8Array.of(0, 0, 0x80, 0xff, 0xff, 0x7f, 1, 0, 0, 0, 0, 0xc0);
    const { samples } = await audioOf(wavFile({ channels: 2, bits: 24, data }));
    expect(samples.map((channel) => [...channel])).toEqual([
      [-1, 2 ** -23],
      [Math.fround(1 - 2 ** -23), -0.5],
    ]);
  });

  it('of 32 bits are signed integers', async () => {
    const data = new Uint8Array(Int32Array.of(-(2 ** 31), 2 ** 30, 2 ** 8).buffer);
    expect([...((await audioOf(wavFile({ bits: 32, data }))).samples[0] ?? [])]).toEqual([-1, 0.5, 2 ** -23]);
  });

  it('in floating point keep values beyond full scale, and NaN becomes silence', async () => {
    const data = new Uint8Array(Float32Array.of(1.75, -3, Number.NaN, 0.25).buffer);
    expect([...((await audioOf(wavFile({ tag: 3, bits: 32, data }))).samples[0] ?? [])]).toEqual([1.75, -3, 0, 0.25]);
    const doubles = new Uint8Array(Float64Array.of(1.75, -0.125).buffer);
    expect([...((await audioOf(wavFile({ tag: 3, bits: 64, data: doubles }))).samples[0] ?? [])]).toEqual([
      1.75, -0.125,
    ]);
  });

  // The largest and smallest values in G.711's tables 1a (A-law, times 8) and 2a (µ-law, times 4).
  it('in A-law and µ-law are decoded', async () => {
    const aLaw = await audioOf(wavFile({ tag: 6, bits: 8, data: Uint8Array.of(0xd5, 0x55, 0xaa, 0x2a) }));
    expect([...(aLaw.samples[0] ?? [])].map((value) => value * 32_768)).toEqual([8, -8, 32_256, -32_256]);
    const muLaw = await audioOf(wavFile({ tag: 7, bits: 8, data: Uint8Array.of(0xff, 0x7f, 0x80, 0x00, 0xfe) }));
    expect([...(muLaw.samples[0] ?? [])].map((value) => value * 32_768)).toEqual([0, 0, 32_124, -32_124, 8]);
  });

  it('of 24 bits in 32-bit words are in the high bits, unless only the low bits are used', async () => {
    const parts = { bits: 32, validBits: 24, mask: 4 };
    const high = new Uint8Array(Int32Array.of(-96 * 256, 2 ** 30).buffer);
    expect([...((await audioOf(wavFile({ ...parts, data: high }))).samples[0] ?? [])]).toEqual([-96 / 2 ** 23, 0.5]);
    const low = new Uint8Array(Int32Array.of(-96 & 0xff_ffff, 2 ** 22 + 1).buffer);
    expect([...((await audioOf(wavFile({ ...parts, data: low }))).samples[0] ?? [])]).toEqual([
      -96 / 2 ** 23,
      (2 ** 22 + 1) / 2 ** 23,
    ]);
  });
});

it.skipIf(!hasFfmpeg).each([1, 2])(
  'Microsoft ADPCM with %d channels has the samples that FFmpeg decodes (needs ffmpeg)',
  async (channels) => {
    const source = ['-f', 'lavfi', '-i', `anoisesrc=r=22050:d=0.7:seed=1:a=0.5,aformat=channel_layouts=${channels}c`];
    const encoded = spawnSync('ffmpeg', ['-v', 'error', ...source, '-c:a', 'adpcm_ms', '-f', 'wav', '-']).stdout;
    const file = fileFromBytes('a.wav', new Uint8Array(encoded));
    const audio = await audioOf(file);
    expect(audio).toMatchObject({ sampleRate: 22_050, truncated: false, damaged: false, format: { channels } });
    const reference = decodeByFfmpeg(encoded, 'wav');
    expect(audio.sampleFrames).toBe(reference.length / channels);
    for (let channel = 0; channel < channels; channel++)
      expect(audio.samples[channel]).toEqual(channelOf(reference, channel, channels));
  },
);

describe('WAV chunks', () => {
  const data = pcm16(sine(440, 44_100, 501));

  it.each([
    ['in the usual order', {}],
    ['with `data` before `fmt `', { dataFirst: true }],
    ['with LIST of an odd size before the samples', { before: [chunk('LIST', bytesOf('INFOINAM\x03\0\0\0abc\0x'))] }],
    [
      'with junk, bext and cue before and after',
      { before: [chunk('bext', new Uint8Array(602))], after: [chunk('cue ', new Uint8Array(28))] },
    ],
    ['with bytes after the last chunk', { after: [new Uint8Array(16)] }],
    ['with an unknown size (0xFFFFFFFF)', { claimedSize: 0xffff_ffff }],
    ['with a size of 0', { claimedSize: 0 }],
  ])('%s give the expected channels, sample rate and length', async (_, parts) => {
    const audio = await audioOf(wavFile({ ...parts, data }));
    expect(audio).toMatchObject({ sampleFrames: 501, sampleRate: 44_100, truncated: false });
    expect(audio.samples[0]?.[100]).toBe(Math.round(0.5 * Math.sin((2 * Math.PI * 44_000) / 44_100) * 32_767) / 32_768);
  });

  // What FFmpeg, mpg123, LAME, SoX, arecord and others write to a pipe, and the RIFF size of a header never completed.
  it.each([0xffff_ffff, 0xffff_ffdb, 0xffff_ff00, 0x7fff_ffff, 0x7fff_f000, 0x8000_0000, 0x8000_0024, 0])(
    'of streamed audio with the size %i are complete if the last block is',
    async (claimedSize) => {
      const parts = { data, claimedSize, riffSize: claimedSize };
      expect(await readWav(wavFile(parts))).toMatchObject({ sampleFrames: 501, truncated: false, damaged: false });
      expect(await isCompleteFile(wavFile(parts))).toBe(true);
      const odd = { ...parts, bits: 24, data: new Uint8Array(501 * 3) };
      expect(await readWav(wavFile(odd))).toMatchObject({ sampleFrames: 501, truncated: false, damaged: false });
      const cut = { ...parts, channels: 2 };
      expect(await readWav(wavFile(cut))).toMatchObject({ sampleFrames: 250, truncated: true, damaged: false });
    },
  );

  it('of streamed ADPCM are complete without a count of samples', async () => {
    const format = { tag: 17, bits: 4, blockBytes: 64, data: new Uint8Array(128), claimedSize: 0xffff_ffff };
    const fact = chunk('fact', new Uint8Array(4));
    const streamed = wavFile({ ...format, before: [fact], riffSize: 0xffff_ffff });
    expect(await readWav(streamed)).toMatchObject({ sampleFrames: 2 * 121, truncated: false, damaged: false });
  });

  it('that end far before a stated size are cut off', async () => {
    const short = { data, claimedSize: 0x1000_0000, riffSize: 0x1000_0024 };
    expect(await readWav(wavFile(short))).toMatchObject({ truncated: true });
    expect(await isCompleteFile(wavFile(short))).toBe(false);
  });

  it('without padding are found', async () => {
    const unpadded = chunk('LIST', bytesOf('INFO\x01')).slice(0, -1);
    expect(await readWav(wavFile({ before: [unpadded], data }))).toMatchObject({ sampleFrames: 501 });
  });

  it('that are cut off give the samples that remain', async () => {
    const whole = wavFile({ data: pcm16(sine(440, 44_100, 1000)) });
    const cut = fileFromBytes('cut.wav', await whole.read(0, 44 + 777));
    expect(await readWav(cut)).toMatchObject({ sampleFrames: 388, truncated: true });
  });

  it('without samples are audio of length 0', async () => {
    expect(await readWav(wavFile({ data: new Uint8Array(0) }))).toMatchObject({ sampleFrames: 0, truncated: false });
  });

  it('of RF64 take their size from ds64', async () => {
    const ds64 = new DataView(new ArrayBuffer(28));
    ds64.setBigUint64(8, BigInt(data.length), true);
    const file = wavFile({
      magic: 'RF64',
      before: [chunk('ds64', new Uint8Array(ds64.buffer))],
      data,
      claimedSize: 0xffff_ffff,
      after: [chunk('LIST', bytesOf('INFOxxxx'))],
    });
    expect(await readWav(file)).toMatchObject({ sampleFrames: 501, truncated: false, tagChunks: [{ id: 'LIST' }] });
  });

  it.each([
    ['no RIFF header', new Uint8Array(64), 'inspectUnknown'],
    ['nothing', new Uint8Array(0), 'inspectUnknown'],
    ['no fmt chunk', bytesOf('RIFF\x04\0\0\0WAVE'), 'wavChunkMissing'],
  ])('of a file with %s are refused', async (_, bytes, code) => {
    await expect(readWav(fileFromBytes('x.wav', bytes as Uint8Array<ArrayBuffer>))).rejects.toMatchObject({ code });
  });

  it.each([
    ['an unknown codec', { tag: 9 }, { reasons: 'wavTag', tag: 9 }],
    ['GSM 6.10', { tag: 49 }, { reasons: 'wavCodec', tag: 49, codec: 'GSM 6.10' }],
    ['nine channels', { channels: 9 }, { reasons: 'wavChannels', channels: 9 }],
    ['a sample rate of 0', { sampleRate: 0 }, { reasons: '0 Hz' }],
    ['16-bit floating point', { tag: 3, bits: 16 }, { reasons: 'wavBits', bits: 16 }],
  ])('of a file with %s are refused as unsupported', async (_, parts, reasons) => {
    await expect(readWav(wavFile({ ...parts, data }))).rejects.toMatchObject({ code: 'wavUnsupported', data: reasons });
  });

  it('with any damage give audio or one of three error codes, without a hang', async () => {
    const audio = await wavFile({ before: [chunk('LIST', bytesOf('INFOxxxx'))], data }).read();
    const codes = ['inspectUnknown', 'wavChunkMissing', 'wavUnsupported'];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(80), fc.nat(255)), { maxLength: 6 }),
        fc.nat(200),
        async (edits, cut) => {
          const bytes = audio.slice(0, audio.length - cut);
          for (const [at, value] of edits) bytes[at] = value;
          const result = await readWav(fileFromBytes('x.wav', bytes)).catch((error) => error);
          if (result instanceof Error) expect(codes).toContain((result as { code?: string }).code);
          else expect(result.sampleFrames).toBeLessThanOrEqual(bytes.length * 2);
        },
      ),
      { seed: 6, numRuns: 500 },
    );
  });
});

describe.skipIf(!samplesFolder)('with the sample files (needs ../shared/samples)', () => {
  it.each([
    ['pcm-u8-mono-44k', 1, 44_100, 44_100],
    ['pcm-s16-mono-odd-chunk', 1, 44_100, 44_100],
    ['pcm-s16-mono-trailing-bytes', 1, 44_100, 44_100],
    ['pcm-s24-mono-extensible', 1, 44_100, 44_100],
    ['pcm-s32-stereo-48k', 2, 48_000, 48_000],
    ['float32-mono', 1, 44_100, 45_056],
    ['float64-mono', 1, 44_100, 45_056],
    ['float32-6ch-extensible', 6, 48_000, 24_576],
    ['rf64-s16-stereo', 2, 48_000, 16_734],
    ['ima-adpcm-mono', 1, 44_100, 44_902],
    ['ulaw-8k-mono', 1, 8000, 9],
    ['rifx-big-endian-s24-3ch', 3, 8000, 5],
    ['s24-in-32bit-container', 2, 48_000, 2],
    ['s16-with-id3-chunk', 1, 44_100, 44_100],
    ['music-loop-float32-stereo', 2, 44_100, 330_750],
  ])('%s has the expected format and length', async (name, channels, sampleRate, sampleFrames) => {
    const audio = await audioOf(sampleFile(`audio/${name}.wav`));
    expect(audio).toMatchObject({ sampleRate, sampleFrames, truncated: false, format: { channels } });
    expect(audio.samples).toHaveLength(channels);
  });

  // The values that the tests of hound and scipy expect for these files.
  it('sample files have the audio that their authors document', async () => {
    const hound = await audioOf(sampleFile('audio/s24-in-32bit-container.wav'));
    expect(hound.samples.flatMap((channel) => [...channel]).map((value) => value * 2 ** 23)).toEqual([
      -96, 8_388_607, 23_052, -8_360_672,
    ]);
    const rifx = await audioOf(sampleFile('audio/rifx-big-endian-s24-3ch.wav'));
    expect([...(rifx.samples[0] ?? [])].map((value) => value * 2 ** 23)).toEqual([
      -8_388_608, -4_194_304, 0, 4_194_304, 8_388_607,
    ]);
  });

  it
    .skipIf(!hasFfmpeg)
    .each([
      'pcm-u8-mono-44k',
      'pcm-s24-mono-extensible',
      'pcm-s32-stereo-48k',
      'float64-mono',
      'float32-6ch-extensible',
      'ima-adpcm-mono',
      'ulaw-8k-mono',
    ])('%s has the samples that ffmpeg decodes (needs ffmpeg)', async (name) => {
    const file = sampleFile(`audio/${name}.wav`);
    const { samples, sampleFrames } = await audioOf(file);
    const reference = decodeByFfmpeg(await file.read(), 'wav');
    samples.forEach((channel, index) => {
      const expected = channelOf(reference, index, samples.length).subarray(0, sampleFrames);
      expect(channel.every((value, at) => Math.abs(value - (expected[at] ?? 0)) < 2 ** -23)).toBe(true);
    });
  });

  it('the sample file early-eof yields its remaining samples', async () => {
    expect(await readWav(sampleFile('broken/early-eof.wav'))).toMatchObject({ sampleFrames: 236, truncated: true });
  });
});
