import { ParameterError } from '#core/base/errors.ts';
import type { Variables } from '../base/environment.ts';
import { UsageError } from '../base/errors.ts';

/** Slice `index` (counted from 1) of `count` slices of the inputs. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

export const shardText = ({ index, count }: Shard): string => `${index}/${count}`;

/** A cluster scheduler that starts a command several times, with environment variables that number the tasks. */
interface Scheduler {
  readonly name: string;
  readonly index: string;
  /** The lowest index, or the name of the variable with the lowest index. */
  readonly first: number | string;
  /** Name of the variable with the number of tasks. */
  readonly count?: string;
  /** Names of the variables with the step and the last index, for arrays with steps or gaps. */
  readonly range?: { readonly step: string; readonly last: string };
}

const schedulers: readonly Scheduler[] = [
  {
    name: 'Slurm',
    index: 'SLURM_ARRAY_TASK_ID',
    first: 'SLURM_ARRAY_TASK_MIN',
    count: 'SLURM_ARRAY_TASK_COUNT',
    range: { step: 'SLURM_ARRAY_TASK_STEP', last: 'SLURM_ARRAY_TASK_MAX' },
  },
  { name: 'Kubernetes', index: 'JOB_COMPLETION_INDEX', first: 0 },
  { name: 'AWS Batch', index: 'AWS_BATCH_JOB_ARRAY_INDEX', first: 0, count: 'AWS_BATCH_JOB_ARRAY_SIZE' },
  { name: 'GitLab', index: 'CI_NODE_INDEX', first: 1, count: 'CI_NODE_TOTAL' },
  { name: 'CircleCI', index: 'CIRCLE_NODE_INDEX', first: 0, count: 'CIRCLE_NODE_TOTAL' },
  { name: 'Buildkite', index: 'BUILDKITE_PARALLEL_JOB', first: 0, count: 'BUILDKITE_PARALLEL_JOB_COUNT' },
];

/** Matches an index of up to nine digits. No scheduler has longer indexes. */
const NUMBER = /^\d{1,9}$/;

/**
 * Parses `2/5` (counted from 1), `auto` for the scheduler's slice, or `auto/5` with an explicit count.
 * @throws ParameterError for other texts; UsageError without a scheduler, or for two schedulers that disagree
 */
export function readShard(text: string, variables: Variables): Shard {
  const [, index = '', count = ''] = /^(auto|\d{1,9})(?:\/(\d{1,9}))?$/.exec(text) ?? [];
  if (index === 'auto' && Number(count || 1) >= 1)
    return readSchedulers(text, count === '' ? undefined : Number(count), variables);
  const shard = { index: Number(index || 0), count: Number(count) };
  if (shard.index < 1 || !(shard.index <= shard.count))
    throw new ParameterError('--shard', { options: ['1/n', '2/n', '…', 'n/n', 'auto', 'auto/n'] }, text);
  return shard;
}

function readSchedulers(text: string, count: number | undefined, variables: Variables): Shard {
  const places = schedulers
    .filter(({ index }) => variables[index])
    .map((scheduler) => ({ scheduler, place: readScheduler(scheduler, text, count, variables) }));
  const [first, ...others] = places;
  if (!first) {
    const names = schedulers.map(({ name, index }) => `${name} (${index})`).join(', ');
    throw new UsageError(
      `--shard ${text}: No scheduler found. Supported: ${names}. Or give the slice, such as --shard 1/4.`,
    );
  }
  const rival = others.find(({ place }) => shardText(place) !== shardText(first.place));
  if (rival)
    throw new UsageError(
      `--shard ${text}: ${first.scheduler.name} sets ${shardText(first.place)}, ${rival.scheduler.name} sets ${shardText(rival.place)}. Give the slice, such as --shard ${shardText(first.place)}.`,
    );
  return first.place;
}

function readScheduler(
  scheduler: Scheduler,
  text: string,
  statedCount: number | undefined,
  variables: Variables,
): Shard {
  const { name, range } = scheduler;
  const refuse = (reason: string) => new UsageError(`--shard ${text}: ${name}: ${reason}`);
  const read = (variable: string): number => {
    const value = variables[variable];
    if (!value) throw refuse(`${variable} is missing.`);
    if (!NUMBER.test(value)) throw refuse(`${variable} must be a whole number, not ${value.slice(0, 40)}.`);
    return Number(value);
  };
  const isKnown = scheduler.count !== undefined && (statedCount === undefined || variables[scheduler.count]);
  const count = isKnown ? read(scheduler.count) : statedCount;
  if (count === undefined) throw refuse('The number of slices is not set. Give it, such as --shard auto/8.');
  if (statedCount !== undefined && statedCount !== count)
    throw refuse(`${scheduler.count} is ${count}, not ${statedCount}.`);
  const first = typeof scheduler.first === 'number' ? scheduler.first : read(scheduler.first);
  const step = range && variables[range.step] ? read(range.step) : 1;
  if (range && variables[range.last] && read(range.last) !== first + (count - 1) * step)
    throw refuse('The array has gaps. Give the slice, such as --shard 2/4.');
  const index = (read(scheduler.index) - first) / step + 1;
  if (!Number.isInteger(index) || index < 1 || index > count)
    throw refuse(
      `${scheduler.index} is ${variables[scheduler.index]}, outside the ${count} slices that start at ${first}.`,
    );
  return { index, count };
}
