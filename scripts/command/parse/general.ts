import { availableParallelism, totalmem } from 'node:os';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import { DEFAULT_FAIL_ON, type FailOn, failOnLevels } from '#core/base/damage.ts';
import type { TextEncoding } from '#core/base/detect-encoding.ts';
import { ParameterError } from '#core/base/errors.ts';
import { extensionOf } from '#core/base/files.ts';
import type { JobLimits } from '#core/base/job-limits.ts';
import { MAX_PIXELS } from '#core/base/limits.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { formatsWith, imageFormatOf, outputFormats } from '#core/image/formats/output-formats.ts';
import { convert } from '#core/operations/convert.ts';
import { choice, number, type Parameters, parameters } from '#core/parameters/fields.ts';
import { parseField } from '#core/parameters/parse.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { limitFields } from '../../platform/job-limits.ts';
import type { Variables } from '../base/environment.ts';
import { type CommandWords, labelOf } from '../base/environment.ts';
import { UsageError } from '../base/errors.ts';
import { addToggleFlags, describeField, type RawFlags, readParameterFlags } from './flags.ts';
import { addHelpFlag, flagGroups } from './help.ts';
import { flagHelp } from './help-texts.ts';
import type { PathPattern } from './name-pattern.ts';
import { readNamePattern } from './name-pattern.ts';
import { readShard, type Shard } from './shard.ts';
import { addTextEncodingFlag, namedEncoding } from './text-encoding.ts';

export interface GeneralFlags {
  readonly config?: string | undefined;
  readonly output?: string;
  readonly name: PathPattern | undefined;
  readonly force: boolean;
  readonly skipExisting: boolean;
  readonly dryRun: boolean;
  readonly cache: string | undefined;
  /** True to list the outputs of a run without writing files. */
  readonly changed: boolean;
  readonly json: boolean;
  readonly report: string | undefined;
  readonly manifest: string | undefined;
  readonly debug: boolean;
  readonly quiet: boolean;
  /** True to flush outputs to disk before the command exits. */
  readonly sync: boolean;
  readonly jobs: number;
  readonly threads: number;
  readonly limits: JobLimits;
  readonly failOn: FailOn;
  readonly textEncoding: TextEncoding | undefined;
  readonly shard: Shard | undefined;
}

/** Encoding flags of image operations. An operation's own parameter of the same name takes precedence. */
export const encodingFields: Parameters = convert.params;

/** Peak memory in bytes of a job with the largest allowed image. */
const BYTES_PER_JOB = 1.5e9;

const MAX_THREADS = 256;

export const generalFields = parameters({
  jobs: number({ min: 1, max: MAX_THREADS, fractionDigits: 0 }),
  threads: number({ min: 1, max: MAX_THREADS, fractionDigits: 0 }),
  ...limitFields,
  failOn: choice({ options: failOnLevels, default: DEFAULT_FAIL_ON }),
});

const NAME_HELP = 'File name pattern in a folder, such as {index:03}-{name}.{ext} (default: {name}.{ext})';

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
  const also =
    animations.length > 0
      ? `; .${animations.join(' or .')} makes an animation (MP4: longer side up to 1920 px, GIF: height up to 800 px)`
      : '';
  if (writes)
    command
      .optionsGroup(flagGroups.output)
      .option('-o, --output <OUT|DIR>', `Write to a file or folder, - for stdout${also}`)
      .option('--name <PATTERN>', NAME_HELP)
      .option('--force', 'Overwrite existing files')
      .option(
        '--skip-existing',
        'Skip results that exist and are complete; doesn\u2019t notice changed inputs, as --cache does',
      )
      .option('--dry-run', 'Show what would be written, without writing')
      .option('--cache <DIR>', 'Reuse stored results of unchanged inputs and parameters')
      .option('--changed', 'With --cache, list the results that a run would change, without writing')
      .option('--no-sync', 'Do not flush results to disk: faster, but a power cut may lose them');
  addTextEncodingFlag(command);
  command
    .optionsGroup(flagGroups.batch)
    .option('--jobs <N>', 'Process N files in parallel (default: one per CPU, as memory allows)')
    .option('--threads <N>', 'Use at most N worker threads (default: one per CPU)')
    .option('--shard <I/N|auto>', 'Process slice I of N of the inputs; auto reads I and N from the scheduler')
    .option(
      `--fail-on <${failOnLevels.join('|')}>`,
      `Refuse images with this damage or worse (default: ${DEFAULT_FAIL_ON})`,
    )
    .option('--no-config', 'Ignore fudebako.config.json')
    .option('--max-pixels <N>', `Refuse images with more than N pixels (default: ${MAX_PIXELS})`)
    .option('--max-memory <MB>', 'Stop a file that needs more memory; turns off parallel jobs')
    .option('--timeout <SECONDS>', 'Stop a file that takes longer, and continue with the next');
  command
    .optionsGroup(flagGroups.report)
    .option('--json', 'Print one JSON object per input, then a summary')
    .option('--report <FILE>', 'Write the --json lines to FILE')
    .option('--quiet', 'Print warnings and errors only')
    .option('--debug', 'Print stack traces');
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
    const place = field.kind === 'choice' ? field.options.join('|') : 'N';
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

export async function readEncodingFlags(
  rawFlags: Readonly<Record<string, unknown>>,
  words: CommandWords,
): Promise<Partial<ImageEncoding>> {
  const values = await readParameterFlags(encodingFields, rawFlags, words);
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      parseField(encodingFields[name] as (typeof encodingFields)[string], value, `--${flagName(name)}`),
    ]),
  );
}

/** Warns of flags that have no effect in the format of the output, if the command line determines the format. */
export function warnOfUnusedFlags(
  rawFlags: RawFlags,
  output: string | undefined,
  { stderr }: { readonly stderr: { write(text: string): unknown } },
): void {
  const extension = output === undefined ? '' : extensionOf(basename(output));
  const format = typeof rawFlags.format === 'string' ? rawFlags.format : imageFormatOf(extension);
  if (!outputFormats.some((each) => each === format)) return;
  for (const [name, field] of Object.entries(encodingFields)) {
    if (rawFlags[name] === undefined) continue;
    const ofFormats = formatsWith(name);
    const formats: readonly unknown[] = ofFormats.length > 0 ? ofFormats : (field.visibleWhen?.format ?? [format]);
    if (formats.includes(format)) continue;
    const flag = rawFlags[name] === false ? `no-${flagName(name)}` : flagName(name);
    stderr.write(`fudebako: --${flag} has no effect on ${String(format).toUpperCase()}.\n`);
  }
}

export async function readGeneralFlags(
  rawFlags: Readonly<Record<string, unknown>>,
  words: CommandWords,
  variables: Variables = process.env,
  config?: string,
): Promise<GeneralFlags> {
  const raw = await readParameterFlags(generalFields, rawFlags, words);
  const { jobs = defaultJobs(), threads = defaultThreads(), failOn = DEFAULT_FAIL_ON } = raw;
  const numberOf = (name: keyof typeof generalFields, value: unknown) =>
    parseField(generalFields[name], value, `--${flagName(name)}`) as number;
  const limitOf = (name: keyof typeof limitFields) => parseField(limitFields[name], raw[name], `--${flagName(name)}`);
  const is = (name: string) => rawFlags[name] === true;
  if (is('force') && is('skipExisting')) throw new ParameterError('--skip-existing', { problem: 'exclusive' }, true);
  if (is('changed') && rawFlags.cache === undefined) throw new UsageError('--changed needs --cache.');
  return {
    config,
    output: rawFlags.output as string | undefined,
    name: typeof rawFlags.name === 'string' ? readNamePattern(rawFlags.name) : undefined,
    force: is('force'),
    skipExisting: is('skipExisting'),
    dryRun: is('dryRun'),
    cache: rawFlags.cache as string | undefined,
    changed: is('changed'),
    json: is('json'),
    report: rawFlags.report as string | undefined,
    manifest: rawFlags.manifest as string | undefined,
    debug: is('debug'),
    quiet: is('quiet'),
    sync: rawFlags.sync !== false,
    jobs: numberOf('jobs', jobs),
    threads: numberOf('threads', threads),
    limits: {
      maxPixels: limitOf('maxPixels') as number | undefined,
      maxMemory: limitOf('maxMemory') as number | undefined,
      timeout: limitOf('timeout') as number | undefined,
    },
    textEncoding: namedEncoding(rawFlags),
    failOn: parseField(generalFields.failOn, failOn, '--fail-on') as FailOn,
    shard: rawFlags.shard === undefined ? undefined : readShard(String(rawFlags.shard), variables),
  };
}

const defaultThreads = () => Math.min(MAX_THREADS, availableParallelism());

const defaultJobs = () => Math.max(1, Math.min(defaultThreads(), Math.floor(totalmem() / BYTES_PER_JOB)));
