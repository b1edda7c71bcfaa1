import { availableParallelism, totalmem } from 'node:os';
import { type Command, Option } from 'commander';
import { DEFAULT_FAIL_ON, failOnLevels } from '#core/base/damage.ts';
import { ParameterError } from '#core/base/errors.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { MAX_PIXELS } from '#core/base/limits.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { convert } from '#core/operations/convert.ts';
import { choice, type Field, number, type Parameters, type ValueOf } from '#core/parameters/fields.ts';
import { parseField } from '#core/parameters/parse.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { limitFields } from '../../platform/job-limits.ts';
import type { Variables } from '../base/environment.ts';
import { type CommandWords, labelOf } from '../base/environment.ts';
import { UsageError } from '../base/errors.ts';
import { addToggleFlags, describeField, type RawFlags, readParameterFlags } from './flags.ts';
import { addHelpFlag, flagGroups } from './help.ts';
import { flagHelp } from './help-texts.ts';
import { readNamePattern } from './name-pattern.ts';
import { readShard } from './shard.ts';
import { addTextEncodingFlag, namedEncoding } from './text-encoding.ts';

/** Encoding flags of image operations. An operation's own parameter of the same name takes precedence. */
export const encodingFields: Parameters = convert.params;

/** Peak memory in bytes of a job with the largest allowed image. */
const BYTES_PER_JOB = 1.5e9;

const MAX_THREADS = 256;

/** A flag of all commands, with its line in the help. */
interface Flag<Value> {
  readonly usage: string;
  readonly help: string;
  readonly read: (given: unknown, variables: Variables) => Value;
  /** Declaration of the value, for flags that config files may set. */
  readonly field?: Field;
}

const flag = <Value>(usage: string, help: string, read: Flag<Value>['read']): Flag<Value> => ({ usage, help, read });

const declared = <F extends Field>(usage: string, help: string, field: F): Flag<ValueOf<F>> => ({
  ...flag(usage, help, (given) => parseField(field, given, usage.replace(/ .*/, '')) as ValueOf<F>),
  field,
});

const isOn = (given: unknown) => given === true;
const isNotOff = (given: unknown) => given !== false;
const asText = (given: unknown) => given as string | undefined;
const count = number({ min: 1, max: MAX_THREADS, fractionDigits: 0 });
const { maxPixels, maxMemory, timeout } = limitFields;

const outputFlags = {
  output: flag('-o, --output <OUT|DIR>', 'Write to a file or folder, - for stdout', asText),
  name: flag(
    '--name <PATTERN>',
    'File name pattern in a folder, such as {index:03}-{name}.{ext} (default: {name}.{ext})',
    (given) => (typeof given === 'string' ? readNamePattern(given) : undefined),
  ),
  force: flag('--force', 'Overwrite existing files', isOn),
  skipExisting: flag(
    '--skip-existing',
    'Skip results that exist and are complete; doesn\u2019t notice changed inputs, as --cache does',
    isOn,
  ),
  dryRun: flag('--dry-run', 'Show what would be written, without writing', isOn),
  cache: flag('--cache <DIR>', 'Reuse stored results of unchanged inputs and parameters', asText),
  changed: flag('--changed', 'With --cache, list the results that a run would change, without writing', isOn),
  prune: flag('--prune', 'With --cache, remove outputs whose source files were deleted', isOn),
  sync: flag('--no-sync', 'Do not flush results to disk: faster, but a power cut may lose them', isNotOff),
};

const batchFlags = {
  jobs: declared('--jobs <N>', 'Process N files in parallel (default: one per CPU, as memory allows)', count),
  threads: declared('--threads <N>', 'Use at most N worker threads (default: one per CPU)', count),
  shard: flag(
    '--shard <I/N|auto>',
    'Process slice I of N of the inputs; auto reads I and N from the scheduler',
    (given, variables) => (given === undefined ? undefined : readShard(String(given), variables)),
  ),
  failOn: declared(
    `--fail-on <${failOnLevels.join('|')}>`,
    `Refuse images with this damage or worse (default: ${DEFAULT_FAIL_ON})`,
    choice({ options: failOnLevels, default: DEFAULT_FAIL_ON }),
  ),
  config: flag('--no-config', 'Ignore fudebako.config.json', asText),
  maxPixels: declared('--max-pixels <N>', `Refuse images with more than N pixels (default: ${MAX_PIXELS})`, maxPixels),
  maxMemory: declared('--max-memory <MB>', 'Stop a file that needs more memory; turns off parallel jobs', maxMemory),
  timeout: declared('--timeout <SECONDS>', 'Stop a file that takes longer, and continue with the next', timeout),
};

const reportFlags = {
  json: flag('--json', 'Print one JSON object per input, then a summary', isOn),
  report: flag('--report <FILE>', 'Write the --json lines to FILE', asText),
  quiet: flag('--quiet', 'Print warnings and errors only', isOn),
  debug: flag('--debug', 'Print stack traces', isOn),
};

const allFlags = { ...outputFlags, ...batchFlags, ...reportFlags };
const entries = Object.entries<Flag<unknown>>(allFlags);

type FlagValues<Flags> = { readonly [Name in keyof Flags]: Flags[Name] extends Flag<infer Value> ? Value : never };

export type GeneralFlags = Awaited<ReturnType<typeof readGeneralFlags>>;

/** The flags that config files may set. */
export const generalFields: Parameters = Object.fromEntries(
  entries.flatMap(([name, { field }]) => (field ? [[name, field]] : [])),
);

export function addListFlag(command: Command): void {
  command
    .optionsGroup(flagGroups.input)
    .option('--files-from <FILE|->', 'Read paths from FILE (one per line, or NUL-separated), - for stdin')
    .option('--base <DIR>', 'Keep the folder tree below DIR (default: the folder that all listed files share)')
    .addOption(
      new Option('--exclude <GLOB>', 'Skip files and folders that match; can be repeated').argParser(
        (glob: string, before: string[] = []) => [...before, glob],
      ),
    )
    .option('--allow-empty', 'Exit with code 0 if there are no inputs');
}

/** @param animations extensions of the output file for which the command makes an animation */
export function addGeneralFlags(command: Command, writes: boolean, animations: readonly string[] = []): void {
  const add = (group: string, flags: Readonly<Record<string, Flag<unknown>>>) => {
    command.optionsGroup(group);
    for (const { usage, help } of Object.values(flags)) command.option(usage, help);
  };
  const { output } = outputFlags;
  const also =
    animations.length > 0
      ? `; .${animations.join(' or .')} makes an animation (MP4: longer side up to 1920 px, GIF: height up to 800 px)`
      : '';
  if (writes) add(flagGroups.output, { ...outputFlags, output: { ...output, help: output.help + also } });
  addTextEncodingFlag(command);
  add(flagGroups.batch, batchFlags);
  add(flagGroups.report, reportFlags);
  addHelpFlag(command);
}

export function addEncodingFlags(command: Command, own: Parameters, words: CommandWords): void {
  command.optionsGroup(flagGroups.output);
  for (const [name, field] of Object.entries(encodingFields)) {
    if (Object.hasOwn(own, name)) continue;
    const [help, label] = [flagHelp('convert', name), labelOf(words, 'convert', name)];
    if (field.kind === 'toggle') {
      addToggleFlags(command, name, field, { help, label });
      continue;
    }
    const place = field.kind === 'choice' ? field.options.join('|') : field.kind === 'color' ? 'COLOR' : 'N';
    const isFormat = name === 'format';
    const description = describeField(
      isFormat ? ({ ...field, default: undefined } as typeof field) : field,
      help ?? label,
      words,
    );
    const more = isFormat ? ' (default: format of the input)' : '';
    command.addOption(new Option(`--${flagName(name)} <${place}>`, description + more));
  }
}

/** @param own parameters of the operation; a background of the operation is also the background of --flatten */
export async function readEncodingFlags(
  rawFlags: RawFlags,
  words: CommandWords,
  own: Parameters = {},
): Promise<Partial<ImageEncoding>> {
  const { background, ...others } = rawFlags;
  const isOther = Object.hasOwn(own, 'background') && rawFlags.flatten !== true;
  const values = await readParameterFlags(encodingFields, isOther ? others : { ...others, background }, words);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      parseField(encodingFields[name] as (typeof encodingFields)[string], value, `--${flagName(name)}`),
    ]),
  );
}

export async function readGeneralFlags(
  rawFlags: RawFlags,
  words: CommandWords,
  variables: Variables = process.env,
  config?: string,
) {
  const given: RawFlags = { ...rawFlags, ...(await readParameterFlags(generalFields, rawFlags, words)), config };
  const values = entries.map(([name, { read }]) => [name, read(given[name], variables)]);
  const flags: FlagValues<typeof allFlags> = Object.fromEntries(values);
  const { jobs = defaultJobs(), threads = defaultThreads(), maxPixels, maxMemory, timeout } = flags;
  if (flags.force && flags.skipExisting)
    throw new ParameterError('--skip-existing', { problem: 'exclusive', alternatives: ['--force'] }, true);
  for (const name of ['changed', 'prune'] as const)
    if (flags[name] && flags.cache === undefined) throw new UsageError(`--${name} needs --cache.`);
  if (flags.prune && flags.shard !== undefined) throw new UsageError("--prune can't be combined with --shard.");
  const limits: JobLimits = { maxPixels, maxMemory, timeout };
  const manifest = rawFlags.manifest as string | undefined;
  return { ...flags, jobs, threads, limits, manifest, textEncoding: namedEncoding(rawFlags) };
}

const defaultThreads = () => Math.min(MAX_THREADS, availableParallelism());

const defaultJobs = () => Math.max(1, Math.min(defaultThreads(), Math.floor(totalmem() / BYTES_PER_JOB)));
