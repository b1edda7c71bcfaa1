import { describe, expect, it } from 'vitest';
import { readPeaks } from '#core/audio/dsp/peaks.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { platform as inline } from '../../inline-platform.ts';
import { wavFile } from './audio-files.ts';
import { toMp3 } from './conversions.ts';

const SAMPLE_RATE = 44_100;
const context = { platform: inline };

/** Returns 16-bit mono samples: for each loudness, `sampleFrames` samples of a square wave. */
function steps(loudness: readonly number[], sampleFrames: number): Uint8Array {
  const samples = Int16Array.from({ length: loudness.length * sampleFrames }, (_, n) => {
    const level = (loudness[Math.floor(n / sampleFrames)] as number) * 32_767;
    return n % 100 < 50 ? level : -level;
  });
  return new Uint8Array(samples.buffer);
}

describe('audio peaks', () => {
  it('are the largest absolute sample of each stretch of a WAV', async () => {
    const loudness = [0, 0.25, 1, 0.5];
    const peaks = await readPeaks(wavFile({ data: steps(loudness, 1000) }), 4, context);
    expect([...peaks].map((peak) => Math.round(peak * 1000) / 1000)).toEqual(loudness);
    const halves = await readPeaks(wavFile({ data: steps(loudness, 1000) }), 2, context);
    expect([...halves].map((peak) => Math.round(peak * 1000) / 1000)).toEqual([0.25, 1]);
  });

  it('are those of the loudest channel, and at most 1', async () => {
    const data = new Uint8Array(Float32Array.of(0.1, -0.4, 0.2, 0.3, 7, 0, 0, 0).buffer);
    const peaks = await readPeaks(wavFile({ tag: 3, bits: 32, channels: 2, data }), 2, context);
    expect(peaks[0]).toBeCloseTo(0.4, 6);
    expect(peaks[1]).toBe(1);
  });

  it('repeat the absolute samples if audio has fewer samples than peaks', async () => {
    const data = new Uint8Array(Int16Array.of(16_384, -32_768).buffer);
    expect([...(await readPeaks(wavFile({ data }), 4, context))]).toEqual([0.5, 0.5, 1, 1]);
  });

  it('are 0 for empty audio', async () => {
    expect([...(await readPeaks(wavFile({ data: new Uint8Array(0) }), 3, context))]).toEqual([0, 0, 0]);
  });

  it('are computed from parts of a long WAV, not from all of it', async () => {
    const file = wavFile({ data: new Uint8Array(SAMPLE_RATE * 2 * 60) });
    let read = 0;
    const counted: SourceFile = {
      ...file,
      read: async (start = 0, end = file.size) => {
        read += end - start;
        return file.read(start, end);
      },
    };
    await readPeaks(counted, 10, context);
    expect(read).toBeLessThan(file.size / 20);
  });

  it('of an MP3 equal the peaks of its decoded audio', async () => {
    const source = wavFile({ data: steps([0.1, 0.6, 0.3, 0], SAMPLE_RATE) });
    const { bytes } = await toMp3(source, { bitrate: 320 });
    const peaks = await readPeaks(fileFromBytes('sound.mp3', bytes), 8, context);
    // Compares only the second half of each loudness, because the codec rings where the loudness changes.
    expect(peaks[1]).toBeCloseTo(0.1, 1);
    expect(peaks[3]).toBeGreaterThan(0.55);
    expect(peaks[5]).toBeCloseTo(0.3, 0);
    expect(peaks[7]).toBeLessThan(0.01);
  });

  it('are no longer computed after an abort', async () => {
    const signal = AbortSignal.abort();
    const file = wavFile({ data: steps([1], 1000) });
    await expect(readPeaks(file, 4, { ...context, signal })).rejects.toMatchObject({ name: 'CancelledError' });
  });
});
