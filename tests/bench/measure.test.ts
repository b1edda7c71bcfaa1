import { describe, expect, it } from 'vitest';
import type { Platform } from '#core/platform/platform.ts';
import { type BenchCase, defineCase, loadPeers, type Peers } from '#scripts/dev/bench/case.ts';
import { cases } from '#scripts/dev/bench/cases/index.ts';
import { measureCase, median, OURS } from '#scripts/dev/bench/measure.ts';
import { describeCase } from '#scripts/dev/bench/table.ts';

const platform = {} as Platform;
const peers = { sharp: {}, lame: {} } as Peers;

function turnTaking(log: string[], lame: () => Uint8Array | undefined): BenchCase {
  return defineCase({
    name: 'turns',
    setUp: async () => 'input',
    ours: async (input) => {
      log.push(`${OURS} ${input}`);
      return new Uint8Array(1500);
    },
    peers: {
      sharp: async (input) => {
        log.push(`sharp ${input}`);
        return undefined;
      },
      lame: async (input) => {
        log.push(`lame ${input}`);
        return lame();
      },
    },
  });
}

describe('measureCase', () => {
  it('measures the project and its peers in turn, after one warm-up each', async () => {
    const log: string[] = [];
    const benchCase = turnTaking(log, () => undefined);
    const measurements = await measureCase(benchCase, { rounds: 2, peers, platform });
    const round = [`${OURS} input`, 'sharp input', 'lame input'];
    expect(log).toEqual([...round, ...round, ...round]);
    expect(measurements.map(({ contestant, samplesMs, bytes }) => [contestant, samplesMs.length, bytes])).toEqual([
      [OURS, 2, 1500],
      ['sharp', 2, undefined],
      ['lame', 2, undefined],
    ]);
  });

  it('skips a peer that is not installed', async () => {
    const log: string[] = [];
    const measurements = await measureCase(
      turnTaking(log, () => undefined),
      { rounds: 1, peers: { sharp: peers.sharp }, platform },
    );
    expect(measurements.map(({ contestant }) => contestant)).toEqual([OURS, 'sharp']);
  });

  it('stops measuring a peer that throws an error, and reports the reason', async () => {
    const log: string[] = [];
    const benchCase = turnTaking(log, () => {
      throw new Error('out of paper');
    });
    const measurements = await measureCase(benchCase, { rounds: 3, peers, platform });
    expect(measurements[2]).toMatchObject({ contestant: 'lame', samplesMs: [], failure: 'out of paper' });
    expect(log.filter((line) => line.startsWith('lame'))).toHaveLength(1);
    expect(describeCase('turns', measurements)).toContain('lame failed: out of paper');
  });
});

it('describeCase shows the project’s time as a fraction of a peer’s time', () => {
  const measurement = (contestant: string, medianMs: number) => ({
    contestant,
    medianMs,
    medianCpuMs: medianMs * 2,
    samplesMs: [medianMs],
  });
  const text = describeCase('work', [measurement(OURS, 50), measurement('sharp', 200)]);
  expect(text.split('\n')[2]).toMatch(/sharp +200 ms +0\.25 × +400 ms +1$/);
});

it('median returns the middle value, or the mean of the two middle values', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([9, 1, 5, 6])).toBe(5.5);
  expect(median([])).toBeNaN();
});

it('every benchmark has a distinct name, and compares only with known peer programs', async () => {
  const names = cases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const { peers: loaded, missing } = await loadPeers();
  const known = [...Object.keys(loaded), ...missing];
  for (const benchCase of cases) for (const peer of Object.keys(benchCase.peers)) expect(known).toContain(peer);
});
