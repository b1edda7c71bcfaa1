import { spawnSync } from 'node:child_process';
import { afterAll, describe, expect, it } from 'vitest';
import { NO_EDITS } from '#core/audio/edit/plan-edits.ts';
import type { SourceFile } from '#core/base/files.ts';
import { openAudio } from '#core/video/audio/audio-source.ts';
import { editAudio, partOf } from '#core/video/audio/edited-source.ts';
import { joinPlanar } from '#core/video/audio/join-audio.ts';
import { type PlanarAudio, planarAudio } from '#core/video/audio/planar-audio.ts';
import { createNodePlatform } from '#scripts/platform/index.ts';
import { wavFile as wavWith } from '../core/audio/audio-files.ts';
import { hasFfmpeg, withFile } from './ffmpeg.ts';
import { wavFile } from './inputs.ts';

const platform = createNodePlatform();
afterAll(() => platform.close());

const RATE = 44_100;
const tone = (frequency: number, seconds: number, sampleRate = RATE) =>
  wavFile(seconds, (time) => 0.5 * Math.sin(2 * Math.PI * frequency * time), { sampleRate });

async function planar(file: SourceFile, sampleRate = RATE, channels: 1 | 2 = 2): Promise<PlanarAudio> {
  return planarAudio(await openAudio(file, { platform }), { sampleRate, channels }, { platform });
}

const all = (audio: PlanarAudio) => audio.read(0, audio.samples);

const largestDifference = (a: Float32Array, b: Float32Array) =>
  a.reduce((most, sample, at) => Math.max(most, Math.abs(sample - (b[at] ?? Number.NaN))), 0);

describe('joined audio', () => {
  it.skipIf(!hasFfmpeg)('overlaps like FFmpeg’s acrossfade with curves of equal power', async () => {
    const [one, two] = [tone(300, 2), tone(1000, 1.5)];
    const joined = joinPlanar([await planar(one), await planar(two)], 0.5);
    expect(joined).toMatchObject({ samples: 3 * RATE, isShortened: false });
    const bytes = [await one.read(), await two.read()] as const;
    const { stdout } = withFile(bytes[0], (first) =>
      withFile(bytes[1], (second) => {
        const filter = '[0][1]acrossfade=d=0.5:c1=qsin:c2=qsin,pan=mono|c0=c0';
        const output = ['-filter_complex', filter, '-f', 'f32le', '-'];
        return spawnSync('ffmpeg', ['-v', 'error', '-i', first, '-i', second, ...output], { maxBuffer: 1 << 26 });
      }),
    );
    const expected = new Float32Array(stdout.buffer.slice(stdout.byteOffset, stdout.byteOffset + stdout.length));
    const [left] = await all(joined);
    expect(expected).toHaveLength(3 * RATE);
    expect(largestDifference(expected, left as Float32Array)).toBeLessThan(0.001);
  });

  it('has the same samples if it is read in pieces, at the sample rate of the first', async () => {
    const parts = [
      await planar(tone(300, 1)),
      await planar(tone(500, 0.5, 32_000)),
      await planar(tone(700, 1)),
    ] as const;
    const joined = joinPlanar(parts, 0.1);
    const [whole] = await all(joined);
    for (let from = 0; from < joined.samples; from += 9973) {
      const to = Math.min(joined.samples, from + 9973);
      const [piece] = await joined.read(from, to);
      expect(largestDifference(piece as Float32Array, (whole as Float32Array).slice(from, to))).toBe(0);
    }
    // The second file has 32 kHz: 0.5 s remain 0.5 s.
    expect(joined.samples).toBe(2.5 * RATE - 2 * 4410);
  });

  it('overlaps by at most half of the shorter file', async () => {
    const joined = joinPlanar([await planar(tone(300, 1)), await planar(tone(500, 4))], 5);
    expect(joined).toMatchObject({ samples: 4.5 * RATE, isShortened: true });
  });
});

describe('audio of another rate or number of channels', () => {
  it('is mixed to mono as the mean of left and right', async () => {
    const samples = Int16Array.from({ length: 200 }, (_, at) => (at % 2 === 0 ? 8192 : -4096));
    const file = wavWith({ channels: 2, data: new Uint8Array(samples.buffer) });
    const [mono, ...others] = await all(await planar(file, RATE, 1));
    expect(others).toEqual([]);
    expect(mono).toEqual(new Float32Array(100).fill(0.0625));
  });

  it('has equal channels if a mono file becomes stereo, and each is edited once', async () => {
    const samples = Int16Array.from({ length: 1000 }, () => 16_384);
    const file = wavWith({ channels: 1, data: new Uint8Array(samples.buffer) });
    const { audio } = await editAudio(await planar(file), { ...NO_EDITS, volumeDb: -20 }, { platform });
    const [left, right] = await all(audio);
    expect(left?.[500]).toBeCloseTo(0.05, 6);
    expect(right).toEqual(left);
  });
});

it('a part of audio starts and ends at its samples, and edits apply to the part', async () => {
  const ramp = Int16Array.from({ length: 2 * RATE }, (_, at) => at % 30_000);
  const file = wavWith({ channels: 1, data: new Uint8Array(ramp.buffer) });
  const part = partOf(await planar(file, RATE, 1), { from: 0.25, to: 1.5 });
  expect(part.samples).toBe(1.25 * RATE);
  const { audio } = await editAudio(part, { ...NO_EDITS, fadeInSec: 1 }, { platform });
  const [samples] = await all(audio);
  expect(samples?.[0]).toBe(0);
  expect(samples?.[RATE / 2]).toBeCloseTo(((0.25 * RATE + RATE / 2) % 30_000) / 0x8000 / 2, 6);
  expect(samples?.[48_510]).toBe((ramp[48_510 + 0.25 * RATE] ?? 0) / 0x8000);
  expect(partOf(part, { from: 9 }).samples).toBe(0);
});
