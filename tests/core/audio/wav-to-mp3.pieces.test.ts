import { describe, expect, it } from 'vitest';
import { mapMp3 } from '#core/audio/mp3/mp3-reader.ts';
import { CancelledError } from '#core/base/errors.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { wavToMp3 } from '#core/operations/wav-to-mp3.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { firstOf } from '../../deep.ts';
import { platform as inline } from '../../inline-platform.ts';
import { memorySink } from '../memory-sink.ts';
import { amplitudeAt, pcm16, signalToNoise, sine, wavFile } from './audio-files.ts';
import { audioOf, audioOfMp3, type Converted, roundTrip, toMp3, withoutWasm } from './conversions.ts';

const mapOf = ({ bytes }: Converted) => mapMp3(fileFromBytes('result.mp3', bytes));

/** Sample at which the second piece starts: half a minute. */
const SPLICE_POINT = 1152 * 1152;

describe('a long WAV file in pieces', () => {
  const stereo = (length: number) =>
    wavFile({
      channels: 2,
      data: pcm16(
        Float32Array.from({ length }, (_, n) => 0.4 * Math.sin(n * 0.05) * Math.sin(n * 0.0003)),
        Float32Array.from({ length }, (_, n) => 0.3 * Math.sin(n * 0.031 + Math.sin(n * 0.0007))),
      ),
    });
  // A length at which the second piece consists of its overlap with the first and some 100 further frames.
  const length = SPLICE_POINT + 100 * 1152 + 321;
  const long = stereo(length);

  it('gives the same MP3 with threads and without', async () => {
    const platform = createNodePlatform({ threads: 2 });
    const progress: number[] = [];
    const sink = memorySink();
    await wavToMp3.run(
      { audio: long },
      { bitrate: 128, mode: 'cbr', vbrQuality: 2 },
      {
        platform,
        sink,
        onProgress: (fraction) => progress.push(fraction),
      },
    );
    platform.close();
    const alone = await toMp3(long, { bitrate: 128 });
    expect(Buffer.from(sink.bytes()).equals(Buffer.from(alone.bytes))).toBe(true);
    expect(progress.length).toBeGreaterThan(1);
    expect(progress).toEqual(progress.toSorted((a, b) => a - b));
    expect(progress.at(-1)).toBe(1);
  });

  const encoders: readonly [string, object, typeof withoutWasm][] = [
    ['a variable bitrate', { mode: 'vbr', vbrQuality: 3 }, inline],
    ['320 kbps', { bitrate: 320 }, inline],
    ['192 kbps by lamejs', { bitrate: 192 }, withoutWasm],
  ];

  it.each(firstOf(encoders))('has no audible splice at %s', async (_, params, platform) => {
    const { samples } = await audioOf(long);
    const audio = await roundTrip(long, params, platform);
    expect(audio.sampleFrames).toBe(length);
    // The decoded audio must be about as accurate at the splice as before it.
    samples.forEach((source, channel) => {
      const decoded = audio.samples[channel] as Float32Array;
      const around = (from: number, to: number) => signalToNoise(source.subarray(from, to), decoded.subarray(from, to));
      expect(around(SPLICE_POINT - 30_000, SPLICE_POINT + 30_000)).toBeGreaterThan(
        around(SPLICE_POINT - 300_000, SPLICE_POINT - 60_000) - 2,
      );
    });
  });

  it('is read in pieces, and stops when canceled', async () => {
    let largest = 0;
    const longer = stereo(44_100 * 40);
    const watched: SourceFile = {
      ...longer,
      read: (start, end) => {
        largest = Math.max(largest, (end ?? longer.size) - (start ?? 0));
        return longer.read(start, end);
      },
    };
    const controller = new AbortController();
    await expect(
      wavToMp3.run(
        { audio: watched },
        { bitrate: 128, mode: 'cbr', vbrQuality: 2 },
        {
          platform: inline,
          sink: memorySink(),
          signal: controller.signal,
          onProgress: () => controller.abort(),
        },
      ),
    ).rejects.toThrow(CancelledError);
    expect(largest).toBeLessThan(longer.size * 0.85);
  });
});

describe('lamejs without WebAssembly', () => {
  it.each([
    [2, 44_100, 192, 44_100],
    [1, 48_000, 128, 48_000],
    [1, 8000, 64, 8000],
    // lamejs resamples to 24 kHz for 64 kbps in stereo.
    [2, 44_100, 64, 24_000],
  ])('encodes audio of %i channels, %i Hz, at %i kbps', async (channels, sampleRate, bitrate, rate) => {
    const file = wavFile({
      channels,
      sampleRate,
      data: pcm16(...Array.from({ length: channels }, () => sine(441, sampleRate, sampleRate))),
    });
    const converted = await toMp3(file, { bitrate }, withoutWasm);
    const map = await mapOf(converted);
    expect(map).toMatchObject({ samples: rate, channels, header: { sampleRate: rate } });
    const audio = await audioOfMp3(converted.bytes);
    expect(amplitudeAt(441, (audio.samples[0] as Float32Array).subarray(1000, rate - 1000), rate)).toBeCloseTo(0.5, 1);
  });

  it('warns of a variable bitrate and uses a constant one', async () => {
    const converted = await toMp3(wavFile({ data: pcm16(sine(441, 44_100, 44_100)) }), { mode: 'vbr' }, withoutWasm);
    expect(converted.warnings).toEqual(['vbrUnavailable']);
    expect((await mapOf(converted)).samples).toBe(44_100);
  });
});
