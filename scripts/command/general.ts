import { availableParallelism, totalmem } from 'node:os';
import { type Command, Option } from 'commander';
import { DEFAULT_FAIL_ON, type FailOn, failOnLevels } from '#core/base/damage.ts';
import { ParameterError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { MAX_PIXELS } from '#core/base/limits.ts';
import type { NamePattern } from '#core/base/name-pattern.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { convert } from '#core/operations/convert.ts';
import { choice, number, type Parameters, parameters } from '#core/parameters/fields.ts';
import { parseField } from '#core/parameters/parse.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { limitFields } from '../platform/job-limits.ts';
import { describeField, readParameterFlags } from './flags.ts';
import { readNamePattern } from './result-name.ts';
import { readShard, type Shard, type Variables } from './shard.ts';
import { type CommandWords, labelOf } from './words.ts';

/** The flags that every command has that writes something, whatever its operation. */
export interface GeneralFlags {
  readonly output?: string;
  /** How results in a folder are called. */
  readonly name: NamePattern | undefined;
  readonly force: boolean;
  readonly skipExisting: boolean;
  readonly dryRun: boolean;
  readonly json: boolean;
  /** A file for the lines of `--json`. */
  readonly report: string | undefined;
  readonly debug: boolean;
  /** Whether results are on the disk, not only in the system's cache, when the command ends. */
  readonly sync: boolean;
  readonly jobs: number;
  /** Worker threads in all. */
  readonly threads: number;
  readonly limits: JobLimits;
  readonly failOn: FailOn;
  readonly shard: Shard | undefined;
}

/** How a picture is written, for operations that have no parameter of that name themselves. */
export const encodingFields: Parameters = convert.params;

/** A picture of the largest size takes about so much while it is decoded, worked on and encoded. */
const BYTES_A_JOB = 1.5e9;

const MAX_THREADS = 256;

const generalFields = parameters({
  jobs: number({ min: 1, max: MAX_THREADS, fractionDigits: 0 }),
  threads: number({ min: 1, max: MAX_THREADS, fractionDigits: 0 }),
  ...limitFields,
  failOn: choice({ options: failOnLevels, default: DEFAULT_FAIL_ON }),
});

const FAIL_ON_HELP = `refuse images with this damage or worse: ${failOnLevels.join(', ')} (default: ${DEFAULT_FAIL_ON})`;

const THREADS_HELP =
  'worker threads in all: --jobs of them for a file each, or all of them for the parts of one file (default: one for each processor)';

const MAX_PIXELS_HELP = `refuse images with more pixels, decoded or made (at most ${MAX_PIXELS}, which is the default)`;

const MAX_MEMORY_HELP =
  'refuse or end a file that takes more megabytes beside the command itself; files are then done one at a time';

const JSON_HELP = 'one JSON object per input on standard output, and one with the numbers of all';

const NAME_HELP = 'how results in a folder are called, as {index:03}-{name}-{width}.{ext} (default: {name}.{ext})';

const SHARD_HELP = 'only the i-th of n slices of the inputs; auto, auto/n: as the scheduler says';

/** Where inputs can be named on the command line: a list of them as well. */
export function addListFlag(command: Command): void {
  command.option('--files-from <FILE|->', 'a list of files and folders, one a line or ended by NUL each');
}

/** @param animations what the command writes besides pictures, by the name of its result */
export function addGeneralFlags(command: Command, writes: boolean, animations: readonly string[] = []): void {
  const also = animations.length > 0 ? `; a film where its name ends in .${animations.join(', .')}` : '';
  if (writes)
    command
      .option('-o, --output <OUT|DIR>', `file or folder to write to, - for standard output${also}`)
      .option('--name <PATTERN>', NAME_HELP)
      .option('--force', 'replace files that exist')
      .option('--skip-existing', 'leave files that exist and are complete, without an error')
      .option('--dry-run', 'only say what would be written');
  command
    .option('--jobs <n>', 'files at the same time (default: one for each processor)')
    .option('--threads <n>', THREADS_HELP)
    .option('--max-pixels <n>', MAX_PIXELS_HELP)
    .option('--max-memory <MB>', MAX_MEMORY_HELP)
    .option('--timeout <s>', 'end a file that takes more seconds, and go on with the next')
    .option('--fail-on <level>', FAIL_ON_HELP)
    .option('--shard <i/n|auto>', SHARD_HELP)
    .option('--json', JSON_HELP)
    .option('--report <FILE>', 'the lines of --json in a file, which is there when all is done')
    .option('--no-sync', 'do not wait for the disk: faster, but a power cut may lose results')
    .option('--debug', 'stack traces of failures');
}

export function addEncodingFlags(command: Command, own: Parameters, words: CommandWords): void {
  for (const [name, field] of Object.entries(encodingFields)) {
    if (Object.hasOwn(own, name)) continue;
    const place = field.kind === 'choice' ? field.options.join('|') : 'n';
    const wish = { ...field, default: undefined } as typeof field;
    const more = name === 'format' ? " (default: the source's own)" : '';
    command.addOption(
      new Option(`--${flagName(name)} <${place}>`, describeField(wish, labelOf(words, 'convert', name), words) + more),
    );
  }
}

/** What was said of the encoding, by an operation's own flags or by the general ones. */
export async function readEncodingFlags(
  given: Readonly<Record<string, unknown>>,
  words: CommandWords,
): Promise<Partial<ImageEncoding>> {
  const values = await readParameterFlags(encodingFields, given, words);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      parseField(encodingFields[name] as (typeof encodingFields)[string], value, `--${flagName(name)}`),
    ]),
  );
}

export async function readGeneralFlags(
  given: Readonly<Record<string, unknown>>,
  words: CommandWords,
  variables: Variables = process.env,
): Promise<GeneralFlags> {
  const raw = await readParameterFlags(generalFields, given, words);
  const { jobs = defaultJobs(), threads = defaultThreads(), failOn = DEFAULT_FAIL_ON } = raw;
  const numberOf = (name: keyof typeof generalFields, value: unknown) =>
    parseField(generalFields[name], value, `--${flagName(name)}`) as number;
  const limitOf = (name: keyof typeof limitFields) => parseField(limitFields[name], raw[name], `--${flagName(name)}`);
  const is = (name: string) => given[name] === true;
  if (is('force') && is('skipExisting')) throw new ParameterError('--skip-existing', { problem: 'exclusive' }, true);
  return {
    output: given.output as string | undefined,
    name: typeof given.name === 'string' ? readNamePattern(given.name) : undefined,
    force: is('force'),
    skipExisting: is('skipExisting'),
    dryRun: is('dryRun'),
    json: is('json'),
    report: given.report as string | undefined,
    debug: is('debug'),
    sync: given.sync !== false,
    jobs: numberOf('jobs', jobs),
    threads: numberOf('threads', threads),
    limits: {
      maxPixels: limitOf('maxPixels') as number | undefined,
      maxMemory: limitOf('maxMemory') as number | undefined,
      timeout: limitOf('timeout') as number | undefined,
    },
    failOn: parseField(generalFields.failOn, failOn, '--fail-on') as FailOn,
    shard: given.shard === undefined ? undefined : readShard(String(given.shard), variables),
  };
}

const defaultThreads = () => Math.min(MAX_THREADS, availableParallelism());

const defaultJobs = () => Math.max(1, Math.min(defaultThreads(), Math.floor(totalmem() / BYTES_A_JOB)));
