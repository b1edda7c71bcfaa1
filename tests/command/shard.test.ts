import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readShard, shardText } from '#scripts/command/parse/shard.ts';
import { commandHere, emptyFolder } from './harness.ts';

/** Returns the variables of Slurm for `--array=from-to:step`. */
const slurm = (id: number, { from = 0, to = 7, step = 1 } = {}) => ({
  SLURM_ARRAY_TASK_ID: String(id),
  SLURM_ARRAY_TASK_MIN: String(from),
  SLURM_ARRAY_TASK_MAX: String(to),
  SLURM_ARRAY_TASK_STEP: String(step),
  SLURM_ARRAY_TASK_COUNT: String((to - from) / step + 1),
});
const gitlab = (index: number, total: number) => ({ CI_NODE_INDEX: String(index), CI_NODE_TOTAL: String(total) });
const circle = (index: number, total: number) => ({ CIRCLE_NODE_INDEX: `${index}`, CIRCLE_NODE_TOTAL: `${total}` });
const aws = { AWS_BATCH_JOB_ARRAY_INDEX: '4', AWS_BATCH_JOB_ARRAY_SIZE: '10' };
const buildkite = { BUILDKITE_PARALLEL_JOB: '0', BUILDKITE_PARALLEL_JOB_COUNT: '4' };

describe('readShard', () => {
  it.each([
    ['2/5', {}, '2/5'],
    ['2/5', slurm(7), '2/5'],
    ['auto', slurm(0), '1/8'],
    ['auto', slurm(7), '8/8'],
    ['auto/8', slurm(7), '8/8'],
    ['auto', slurm(3, { from: 1, to: 8 }), '3/8'],
    ['auto', slurm(24, { from: 10, to: 24, step: 2 }), '8/8'],
    ['auto', { ...slurm(9, { from: 9, to: 9 }), SLURM_ARRAY_TASK_STEP: '' }, '1/1'],
    ['auto/8', { JOB_COMPLETION_INDEX: '0' }, '1/8'],
    ['auto/8', { JOB_COMPLETION_INDEX: '7' }, '8/8'],
    ['auto', aws, '5/10'],
    ['auto/10', { ...aws, AWS_BATCH_JOB_ARRAY_SIZE: undefined }, '5/10'],
    ['auto', gitlab(1, 3), '1/3'],
    ['auto', gitlab(3, 3), '3/3'],
    ['auto', circle(0, 3), '1/3'],
    ['auto', circle(2, 3), '3/3'],
    ['auto', buildkite, '1/4'],
    ['auto', { ...gitlab(3, 8), ...slurm(2), CIRCLE_NODE_INDEX: '' }, '3/8'],
  ])('reads --shard %s in the environment %o as %s', (text, variables, place) => {
    expect(shardText(readShard(text, variables))).toBe(place);
  });

  it.each([
    ['auto', {}, 'No scheduler found.'],
    ['auto', { CI_NODE_TOTAL: '1' }, 'No scheduler found.'],
    ['auto', { JOB_COMPLETION_INDEX: '0' }, 'The number of slices is not set. Give it, such as --shard auto/8'],
    ['auto', { AWS_BATCH_JOB_ARRAY_INDEX: '0' }, 'AWS_BATCH_JOB_ARRAY_SIZE is missing'],
    ['auto', { CI_NODE_INDEX: '1' }, 'CI_NODE_TOTAL is missing'],
    ['auto', { ...slurm(1), SLURM_ARRAY_TASK_MIN: undefined }, 'SLURM_ARRAY_TASK_MIN is missing'],
    ['auto/8', { JOB_COMPLETION_INDEX: '8' }, 'JOB_COMPLETION_INDEX is 8, outside the 8 slices that start at 0'],
    ['auto', gitlab(0, 3), 'CI_NODE_INDEX is 0, outside the 3 slices that start at 1'],
    ['auto', gitlab(4, 3), 'outside the 3 slices'],
    ['auto', gitlab(1, 0), 'outside the 0 slices'],
    ['auto/4', gitlab(1, 3), 'CI_NODE_TOTAL is 3, not 4'],
    ['auto/8', slurm(3, { from: 3, to: 3 }), 'SLURM_ARRAY_TASK_COUNT is 1, not 8'],
    ['auto', slurm(11, { from: 10, to: 24, step: 2 }), 'outside the 8 slices'],
    ['auto', { ...slurm(3, { from: 1, to: 9 }), SLURM_ARRAY_TASK_COUNT: '4' }, 'The array has gaps'],
    ['auto', { JOB_COMPLETION_INDEX: '-1', ...slurm(1) }, 'The number of slices is not set'],
    ['auto/2', { JOB_COMPLETION_INDEX: '-1' }, 'JOB_COMPLETION_INDEX must be a whole number, not -1'],
    ['auto/2', { JOB_COMPLETION_INDEX: '1e0' }, 'must be a whole number, not 1e0'],
    ['auto/2', { JOB_COMPLETION_INDEX: '9'.repeat(99) }, `must be a whole number, not ${'9'.repeat(40)}.`],
    [
      'auto',
      { ...gitlab(3, 8), ...circle(3, 8) },
      'GitLab sets 3/8, CircleCI sets 4/8. Give the slice, such as --shard 3/8',
    ],
    ['auto/0', gitlab(1, 3), '--shard'],
    ['3/2', {}, '--shard'],
    ['0/2', {}, '--shard'],
    ['2', {}, '--shard'],
    ['Auto', gitlab(1, 3), '--shard'],
    ['1/99999999999', {}, '--shard'],
  ])('refuses --shard %s in the environment %o: %s', (text, variables, message) => {
    expect(() => readShard(text, variables)).toThrow(message);
  });

  it('gives every task of every job array a distinct shard', () => {
    const numbers = fc.record({
      from: fc.nat(500),
      step: fc.integer({ min: 1, max: 9 }),
      count: fc.integer({ min: 1, max: 60 }),
    });
    fc.assert(
      fc.property(numbers, ({ from, step, count }) => {
        const to = from + (count - 1) * step;
        const places = Array.from({ length: count }, (_, n) =>
          readShard('auto', slurm(from + n * step, { from, to, step })),
        );
        expect(places).toEqual(places.map((_, n) => ({ index: n + 1, count })));
      }),
      { seed: 19 },
    );
  });

  it('makes the command exit with 2 before a file is opened if no scheduler is found', async () => {
    const args = ['scale', 'none.png', '--ratio', '0.5', '-o', 'out', '--shard', 'auto'];
    const none = await commandHere(emptyFolder(), args, { variables: {} });
    expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('No scheduler found')]);
    const found = await commandHere(emptyFolder(), args, { variables: gitlab(1, 1) });
    expect([found.code, found.stderr]).toEqual([1, expect.stringContaining('none.png')]);
  });
});
