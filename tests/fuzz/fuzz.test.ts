import { describe, expect, it } from 'vitest';
import { deepOr, isDeep } from '../deep.ts';
import { makeCase } from './case.ts';
import { makeCorpus } from './corpus.ts';
import { TARGETS as FAULTY_TARGETS, WRONG } from './faulty-targets.ts';
import { CASE_LIMITS, fuzz } from './fuzz.ts';
import { TARGETS } from './targets.ts';

const SEED = 20;
/** Cases per fuzz target. `npm run fuzz` runs more cases. */
const CASES = deepOr(8, 1);
/** Number of cases within which the fuzzer must find a deliberate fault. */
const ROUNDS = 16;
/** Triples the time limit, because other tests use the processor too. */
const limits = { ...CASE_LIMITS, seconds: 3 * CASE_LIMITS.seconds };
const TIMEOUT_MS = 180_000;
const SAMPLED_FILES = 5;
const corpus = makeCorpus(SEED, SAMPLED_FILES);

describe('hostile input', () => {
  it(
    'is accepted or refused with a known error by every reader, in bounded time and memory',
    async () => {
      const all = CASES * Object.keys(TARGETS).length;
      const { cases, findings, outcomes } = await fuzz({ seed: SEED, corpus: await corpus, cases: all, limits });
      expect(findings).toEqual([]);
      expect(cases).toBe(all);
      // Requires at least a fifth of each, accepted and other cases, because a run of only one kind proves little.
      expect(outcomes.accepted).toBeGreaterThan(cases / 5);
      expect(cases - (outcomes.accepted ?? 0)).toBeGreaterThan(cases / 5);
      expect(Object.keys(outcomes).length).toBeGreaterThan(8);
    },
    TIMEOUT_MS,
  );

  it('is the same in each run for the same seed and case number', async () => {
    const files = { png: [Uint8Array.from({ length: 300 }, (_, index) => index)] };
    const targets = {
      png: TARGETS.png as (typeof TARGETS)[string],
      captions: TARGETS.captions as (typeof TARGETS)[string],
    };
    const inputs = (seed: number) =>
      Array.from({ length: 40 }, (_, index) => makeCase(seed, index, targets, files).input);
    expect(inputs(1)).toEqual(inputs(1));
    expect(inputs(1)).not.toEqual(inputs(2));
  });
});

describe.each(isDeep ? ['fuzzer'] : [])('the %s', () => {
  it('finds readers that throw, loop, leak or crash, and continues', async () => {
    const names = Object.keys(FAULTY_TARGETS).filter((name) => !Object.hasOwn(WRONG, name));
    const { cases, findings, outcomes } = await fuzz({
      seed: SEED,
      corpus: {},
      targets: './faulty-targets.ts',
      only: names,
      cases: 2 * names.length,
      // Allows growth past the memory limit even on a busy machine.
      limits: { seconds: 6, megabytes: 200 },
    });
    expect(cases).toBe(2 * names.length);
    expect(outcomes).toEqual({ accepted: 2, captionsRead: 2 });
    const kinds = { throwing: 'threw', spinning: 'too slow', growing: 'too large', dying: 'died', rejecting: 'threw' };
    const expected = [0, 1].flatMap((round) =>
      Object.entries(kinds).map(([name, kind]) => ({ index: names.indexOf(name) + round * names.length, kind })),
    );
    expect(findings.map(({ index, kind }) => ({ index, kind }))).toEqual(expected);
    expect(findings.find(({ kind }) => kind === 'threw')?.detail).toContain('undefined is not a function');
  });

  it(
    'finds wrong pixels, samples, files and exit codes in every reader that has a reference',
    async () => {
      const names = Object.keys(WRONG);
      const { findings } = await fuzz({
        seed: SEED,
        corpus: await corpus,
        targets: './faulty-targets.ts',
        only: names,
        cases: ROUNDS * names.length,
        limits,
      });
      expect(new Set(findings.map(({ kind }) => kind))).toEqual(new Set(['wrong']));
      const found = new Set(findings.map(({ index }) => names[index % names.length]));
      expect(names.filter((name) => !found.has(name))).toEqual([]);
    },
    TIMEOUT_MS,
  );
});
