import { spawnSync } from 'node:child_process';
import type { EncodedPacket } from 'mediabunny';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { fileFromBytes } from '#core/base/files.ts';
import type { Platform } from '#core/platform/platform.ts';
import { chooseAudioEncoding, encodeAudio } from '#core/video/audio/audio-encoding.ts';
import { aacPackets, planPackets } from '#core/video/audio/audio-packets.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { type AudioTrack, createAudioTrack } from '#core/video/audio/audio-track.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { firstOf } from '../deep.ts';
import { readSample, samplesFolder } from '../samples.ts';
import { hasFfmpeg } from './ffmpeg.ts';
import { wavFile } from './inputs.ts';

vi.setConfig({ testTimeout: 240_000 });

const platform = createNodePlatform();
afterAll(() => platform.close());

const media = { ...platform.media, aacEncoder: async () => undefined };
const inWebAssembly: Platform = { ...platform, media };
/** Encoders to test: the platform's and the WebAssembly encoder. Without node-av, the platform uses WebAssembly too. */
const encoders = [
  ['of the platform', platform],
  ['in WebAssembly', inWebAssembly],
] as const;

const untouched = { trimStartSec: 0, trimEndSec: 0, blankStartSec: 0, blankEndSec: 0 };
const withWorkers = (base: Platform, size: number): Platform => ({
  ...base,
  workers: { size, run: (...args) => base.workers.run(...args) },
});

async function packetsOf(track: AudioTrack, workers: number, base: Platform = platform): Promise<EncodedPacket[]> {
  const plan = planPackets(track, await chooseAudioEncoding({ platform: base }));
  const packets: EncodedPacket[] = [];
  for await (const run of plan.encode({ platform: withWorkers(base, workers) })) {
    expect(run.decoderConfig).toMatchObject({ codec: 'mp4a.40.2', sampleRate: 44_100, numberOfChannels: 2 });
    packets.push(...run.packets);
  }
  expect(packets).toHaveLength(plan.maxPackets);
  return packets;
}

async function* allOf(track: AudioTrack) {
  for (let from = 0; from < track.samples; from += 1 << 17)
    yield await track.read(from, Math.min(track.samples, from + (1 << 17)));
}

/** Returns the left channel decoded by FFmpeg, without the encoder's delay. */
function decode(packets: readonly { data: Uint8Array }[]): Float32Array {
  const adts = packets.map(({ data }) => {
    const length = data.length + 7;
    // The start of an ADTS header: MPEG-4, no CRC; AAC-LC at 44.1 kHz in stereo (ISO/IEC 13818-7, 6.2).
    const header = [0xff, 0xf1, 0x50, 0x80 | (length >> 11), (length >> 3) & 0xff, ((length & 7) << 5) | 0x1f, 0xfc];
    return Buffer.concat([new Uint8Array(header), data]);
  });
  const { stdout } = spawnSync(
    'ffmpeg',
    ['-v', 'error', '-f', 'aac', '-i', '-', '-af', 'pan=mono|c0=c0', '-f', 'f32le', '-'],
    {
      input: Buffer.concat(adts),
      maxBuffer: 1 << 28,
    },
  );
  return new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length)).subarray(1024);
}

/** Returns the signal-to-noise ratio of the samples `[from, to)` in decibels. */
function signalToNoise(audio: Float32Array, original: (index: number) => number, from: number, to: number): number {
  let [signal, noise] = [0, 0];
  for (let index = from; index < to; index++) {
    signal += original(index) ** 2;
    noise += (original(index) - (audio[index] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / noise);
}

describe('the audio track of a video', () => {
  it('is silence, the trimmed audio, and silence, sample by sample', async () => {
    const audio = await openAudio(
      wavFile(6, (time) => Math.floor(time + 1e-9) / 10 + 0.05),
      { platform },
    );
    const timing = { trimStartSec: 1, trimEndSec: 2, blankStartSec: 2, blankEndSec: 1 };
    const track = createAudioTrack(audio, timing, { platform });
    expect(track.samples).toBe(6 * 44_100);
    const stereo = await track.read(0, track.samples + 100);
    const at = (sample: number) => [stereo[2 * sample], stereo[2 * sample + 1]];
    for (const [sample, value] of [
      [0, 0],
      [88_199, 0],
      [88_200, 0.15],
      [132_299, 0.15],
      [132_300, 0.25],
      [176_400, 0.35],
      [220_499, 0.35],
      [220_500, 0],
      [264_699, 0],
    ] as const) {
      expect(at(sample)[0]).toBeCloseTo(value, 3);
      expect(at(sample)[1]).toBe(at(sample)[0]);
    }
  });

  it('is the same for any read ranges, resampled or not', async () => {
    for (const sampleRate of [44_100, 48_000, 8000]) {
      const audio = await openAudio(
        wavFile(3, (time) => 0.5 * Math.sin(2 * Math.PI * 300 * time), { sampleRate }),
        { platform },
      );
      const track = createAudioTrack(audio, { ...untouched, trimStartSec: 1, blankStartSec: 1 }, { platform });
      const whole = await track.read(0, track.samples);
      for (const [from, to] of [
        [44_000, 44_300],
        [100_000, 101_000],
        [0, 1],
      ] as const)
        expect(await track.read(from, to)).toEqual(whole.slice(2 * from, 2 * to));
      const tone = 0.5 * Math.sin(2 * Math.PI * 300 * 1.5);
      expect(whole[2 * (1.5 * 44_100)]).toBeCloseTo(tone, 2);
    }
  });

  it('that is trimmed to nothing is a packet of silence', async () => {
    const audio = await openAudio(
      wavFile(2, () => 0.5),
      { platform },
    );
    const track = createAudioTrack(audio, { ...untouched, trimStartSec: 5 }, { platform });
    expect(track.samples).toBe(0);
    expect(await packetsOf(track, 2)).toHaveLength(2);
  });
});

describe.each(encoders)('AAC packets, by the encoder %s', (_, platform) => {
  it.each(firstOf([1025, 400_001, 1, 1023, 1024], 2))(
    'are as many in several passes over %d samples as in one pass',
    async (samples) => {
      const track: AudioTrack = {
        samples,
        read: async (from, to) =>
          new Float32Array((to - from) * 2).map((_, index) => Math.sin((from + index / 2) / 20) / 3),
      };
      const single = await encodeAudio(await chooseAudioEncoding({ platform }), allOf(track), { platform });
      expect(aacPackets(samples)).toBe(single.packets.length);
      const packets = await packetsOf(track, 3, platform);
      expect(packets).toHaveLength(single.packets.length);
      packets.forEach(({ timestamp, duration }, index) => {
        expect(timestamp).toBeCloseTo(((index - 1) * 1024) / 44_100, 9);
        expect(duration).toBeCloseTo(1024 / 44_100, 9);
      });
    },
  );

  it.skipIf(!hasFfmpeg || !samplesFolder)(
    'made in runs are as accurate at the splices as a single pass (needs ffmpeg and ../shared/samples)',
    async () => {
      const audio = await openAudio(fileFromBytes('music.mp3', readSample('audio/music-outfoxing-97s.mp3')), {
        platform,
      });
      const track = createAudioTrack(audio, { ...untouched, trimEndSec: 86 }, { platform });
      const original = await track.read(0, track.samples);
      const left = (index: number) => original[2 * index] ?? 0;
      const single = await encodeAudio(await chooseAudioEncoding({ platform }), allOf(track), { platform });
      const runs = await packetsOf(track, 4, platform);
      const [once, joined] = [decode(single.packets), decode(runs)];
      expect(joined.length).toBe(once.length);
      const runPackets = Math.ceil(runs.length / 4);
      for (const splicePoint of [1, 2, 3].map((run) => (run * runPackets - 1) * 1024)) {
        const [from, to] = [splicePoint - 8192, splicePoint + 8192];
        const atSplice = signalToNoise(joined, left, from, to);
        // Allows 3 dB less: with this music, encoders that start at different times may differ by 3 dB anywhere.
        expect(atSplice).toBeGreaterThan(signalToNoise(once, left, from, to) - 3);
        // A splice must not click: its largest error is at most 1.5 times that of a single pass around this position.
        const furthest = (audio: Float32Array, reach: number) =>
          Array.from({ length: 2 * reach }, (_, index) => splicePoint - reach + index).reduce(
            (worst, index) => Math.max(worst, Math.abs(left(index) - (audio[index] ?? 0))),
            0,
          );
        expect(furthest(joined, 256)).toBeLessThan(1.5 * furthest(once, 8192));
      }
      expect(Buffer.compare(runs[100]?.data ?? new Uint8Array(), single.packets[100]?.data ?? new Uint8Array(1))).toBe(
        0,
      );
    },
  );
});

describe('AAC encoders', () => {
  it.skipIf(!hasFfmpeg || !samplesFolder)(
    'are equally accurate and have the same configuration (needs ffmpeg and ../shared/samples)',
    async () => {
      const audio = await openAudio(fileFromBytes('music.mp3', readSample('audio/music-outfoxing-97s.mp3')), {
        platform,
      });
      const track = createAudioTrack(audio, { ...untouched, trimEndSec: 86 }, { platform });
      const original = await track.read(0, track.samples);
      const [own, everywhere] = await Promise.all(
        encoders.map(async ([, base]) =>
          encodeAudio(await chooseAudioEncoding({ platform: base }), allOf(track), { platform: base }),
        ),
      );
      if (!own || !everywhere) throw new Error('There are two of them');
      expect(own.decoderConfig).toEqual(everywhere.decoderConfig);
      expect(own.packets).toHaveLength(everywhere.packets.length);
      const ratios = [own, everywhere].map(({ packets }) =>
        signalToNoise(decode(packets), (index) => original[2 * index] ?? 0, 44_100, 10 * 44_100),
      );
      expect(ratios[0]).toBeGreaterThan(10);
      expect(Math.abs((ratios[0] ?? 0) - (ratios[1] ?? 0))).toBeLessThan(0.5);
    },
  );

  it('fall back to WebAssembly if the platform’s encoder fails', async () => {
    const failing = { encode: () => Promise.reject(new Error('no AAC')) };
    const base = { ...platform, media: { ...media, aacEncoder: async () => failing } };
    expect(await chooseAudioEncoding({ platform: base })).toEqual({ codec: 'aac', bitRate: 128_000 });
  });

  it('fall back to 96 kbps and then to any codec, and cause an error if no codec is available', async () => {
    vi.resetModules();
    const asked: [string, number | undefined][] = [];
    vi.doMock('mediabunny', async (load) => ({
      ...(await load<typeof import('mediabunny')>()),
      canEncodeAudio: async (codec: string, { quality }: { quality: { _bitrate?: number } }) => {
        asked.push([codec, quality._bitrate]);
        return false;
      },
    }));
    try {
      const { chooseAudioEncoding: choose } = await import('#core/video/audio/audio-encoding.ts');
      await expect(choose({ platform: inWebAssembly })).rejects.toMatchObject({ code: 'videoAudioCodec' });
      expect(asked.slice(0, 2)).toEqual([
        ['aac', 128_000],
        ['aac', 96_000],
      ]);
      expect(asked.slice(2).map(([codec]) => codec)).toContain('opus');
      expect(asked.every(([codec]) => !codec.startsWith('pcm'))).toBe(true);
    } finally {
      vi.doUnmock('mediabunny');
      // Removes the mocks, because later test files run in the same process.
      vi.resetModules();
    }
  });
});

describe.skipIf(!samplesFolder)('with audio of real files (needs ../shared/samples)', () => {
  it.each([
    ['pcm-s24-mono-extensible.wav', 1],
    ['float32-6ch-extensible.wav', 0.512],
    ['ima-adpcm-mono.wav', 1.02],
    ['rf64-s16-stereo.wav', 0.349],
    ['vbr-xing.mp3', 2.784],
    ['mpeg2-lsf-22k-stereo.mp3', 10.083],
    ['music-outfoxing-97s.mp3', 97.404],
  ])('%s lasts %d s and is not silent', async (name, seconds) => {
    const audio = await openAudio(fileFromBytes(name, readSample(`audio/${name}`)), { platform });
    expect(audio.durationSec).toBeCloseTo(seconds, 1);
    const track = createAudioTrack(audio, untouched, { platform });
    expect(track.samples / 44_100).toBeCloseTo(audio.durationSec, 3);
    const middle = Math.floor(track.samples / 2);
    const piece = await track.read(middle, middle + 4410);
    expect(Math.max(...piece)).toBeGreaterThan(0.001);
  });
});
