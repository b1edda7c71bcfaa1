import { basename } from 'node:path';
import { FudebakoError } from '#core/base/errors.ts';
import { fillIn } from '#core/locales/format.ts';
import type { Data } from '#core/operation.ts';
import { byteCount } from '../base/byte-size.ts';
import type { CommandWords, TextStream } from '../base/environment.ts';
import { describeError, errorCode, systemPath } from '../base/errors.ts';
import { escapeControlLines, escapeControls, escapeJson } from '../base/text.ts';
import type { CheckFormat, CheckRules } from '../parse/request.ts';
import { type Shard, shardText } from '../parse/shard.ts';
import type { JobWarning } from '../plan/job-order.ts';
import { type PlannedJob, sourceName } from '../plan/plan.ts';
import type { Outcome } from '../run/batch.ts';
import { createCheckWriter } from './check-format.ts';
import { type Offense, offensesOf } from './check-rules.ts';

export interface ReportOptions {
  readonly stdout: TextStream;
  readonly stderr: TextStream;
  readonly words: CommandWords;
  /** Value of the field `operation` in `--json`. */
  readonly name: string;
  readonly json: boolean;
  /** Receives the lines of `--json`, which `--report` writes to a file. */
  readonly record?: ((line: string) => void) | undefined;
  /** True if the result itself goes to stdout. Messages then go to stderr. */
  readonly isResult?: boolean;
  readonly quiet?: boolean;
  readonly debug: boolean;
  readonly config?: string | undefined;
  /** True with a result cache. The summary then includes the number of cached results. */
  readonly hasCache?: boolean;
  /** True if outputs of deleted sources are removed. The summary then includes their number. */
  readonly prunes?: boolean;
  /** Rules of the command `check`. The report lists broken rules instead of results. */
  readonly rules?: CheckRules | undefined;
  readonly checkFormat?: CheckFormat | undefined;
  readonly shard?: Shard | undefined;
}

/** Prints results to stdout, other messages to stderr. `--json` prints an object per input, then a summary. */
export interface Report {
  outcome(outcome: Outcome): void;
  progress(fraction: number): void;
  /** Reports a removed output, or, in a dry run, an output to remove. Kept outputs were changed by someone else. */
  pruned(path: string, what: 'removed' | 'planned' | 'kept'): void;
  /** Reports an error of the report file or of a folder. */
  reportFailure(path: string, error: unknown): void;
  summarize(): void;
  end(): void;
  /** Number of failed inputs, plus other errors. */
  readonly failures: number;
}

export function createReport(options: ReportOptions): Report {
  const {
    stdout,
    stderr,
    words,
    name,
    json,
    record,
    isResult = false,
    quiet = false,
    debug,
    rules,
    checkFormat = 'text',
    config,
    hasCache,
    prunes = false,
    shard,
  } = options;
  const bar = createProgressBar(quiet ? { write: stderr.write.bind(stderr) } : stderr);
  let otherFailures = 0;
  // Warnings already printed for the current source: outputs of one source would repeat the warnings of decoding.
  let printed: { readonly source: number; readonly lines: Set<string> } | undefined;
  const checks = createCheckWriter(checkFormat);
  const counts = { done: 0, failed: 0, skipped: 0, planned: 0 };
  const cacheCounts = { cached: 0, unchanged: 0 };
  let removed = 0;
  const print = (stream: TextStream, text: string) => bar.aside(() => stream.write(`${text}\n`));
  const writeRecord = (facts: Data) => {
    const line = escapeJson({ operation: name, ...facts });
    record?.(line);
    if (json) print(stdout, line);
  };
  const warn = (warnings: readonly JobWarning[], job: PlannedJob) => {
    if (printed?.source !== job.source) printed = { source: job.source, lines: new Set() };
    for (const warning of warnings) {
      const line = `${warnedFile(job, warning)}: ${warningSentence(warning, words)}`;
      if (!printed.lines.has(line)) print(stderr, escapeControls(line));
      printed.lines.add(line);
    }
  };
  return {
    outcome(outcome) {
      const { job } = outcome;
      if (rules) {
        const offenses = offensesIn(outcome, rules, words);
        counts[offenses.length > 0 ? 'failed' : 'done']++;
        for (const offense of offenses) writeRecord({ input: sourceName(job), offense });
        const lines = json ? undefined : checks.file(sourceName(job) ?? '', offenses);
        if (lines !== undefined) print(stdout, lines);
        if (debug && outcome.kind === 'failed') print(stderr, escapeControlLines(stackOf(outcome.error)));
        if (outcome.kind === 'done') warn(outcome.result.warnings, job);
        return;
      }
      if (outcome.kind === 'unchanged') {
        cacheCounts.unchanged++;
        return;
      }
      if (outcome.kind === 'done' && outcome.cached) cacheCounts.cached++;
      if (outcome.kind === 'done' && outcome.cached === 'unchanged') cacheCounts.unchanged++;
      counts[outcome.kind]++;
      if (outcome.kind === 'failed') {
        const { error } = outcome;
        writeRecord({
          input: sourceName(job),
          output: job.output,
          error: { code: errorCode(error), message: describeError(error, words), ...stepField(error) },
        });
        const failed = systemPath(error) ?? sourceName(job) ?? fileOf(error, job) ?? job.output;
        print(stderr, escapeControls(failureLine(failed, error, words)));
        if (debug) print(stderr, escapeControlLines(stackOf(outcome.error)));
        return;
      }
      const facts = factsOf(outcome);
      if (json || record) {
        const mark = outcome.kind === 'done' ? cacheMark(outcome) : { [outcome.kind]: true };
        const warned = outcome.kind === 'done' ? warningsField(outcome.result.warnings, words) : {};
        writeRecord({ input: sourceName(job), output: job.output, ...facts, ...mark, ...warned });
      }
      if (!json && !quiet) print(isResult || outcome.kind === 'skipped' ? stderr : stdout, resultText(outcome, facts));
      if (outcome.kind === 'done') warn(outcome.result.warnings, job);
    },
    pruned(path, what) {
      if (what === 'removed') removed++;
      writeRecord({ output: path, source: 'deleted', [what]: true });
      const verb = { removed: 'removed', planned: 'to be removed', kept: 'kept, as it was changed' }[what];
      if (what === 'kept') print(stderr, escapeControls(`${path}: ${verb}; its source no longer exists.`));
      else if (!json && !quiet) print(stdout, escapeControls(`${path} ${verb}: its source no longer exists.`));
    },
    reportFailure(path, error) {
      otherFailures++;
      print(stderr, escapeControls(`${path}: ${describeError(error, words)}`));
      if (debug) print(stderr, escapeControlLines(stackOf(error)));
    },
    progress: bar.show,
    summarize() {
      const lines = json || !rules ? undefined : checks.end();
      if (lines !== undefined) print(stdout, lines);
      writeRecord({
        summary: { ...counts, ...(hasCache && cacheCounts), ...(prunes && { removed }) },
        ...(shard && { shard: shardText(shard) }),
        ...(config !== undefined && { config }),
      });
    },
    end: bar.clear,
    get failures() {
      return counts.failed + otherFailures;
    },
  };
}

function offensesIn(outcome: Outcome, rules: CheckRules, words: CommandWords): Offense[] {
  if (outcome.kind === 'done') return offensesOf(outcome.result.facts, rules);
  if (outcome.kind !== 'failed') return [];
  const { error } = outcome;
  return [{ rule: 'unreadable', found: errorCode(error), message: describeError(error, words) }];
}

/** Describes results from the cache, and outputs that were already up to date. */
const cacheMark = ({ cached }: Extract<Outcome, { kind: 'done' }>): Data => ({
  ...(cached && { cached: true }),
  ...(cached === 'unchanged' && { unchanged: true }),
});

const stepField = (error: unknown): Data => (error instanceof FudebakoError && error.step ? { step: error.step } : {});

function factsOf(outcome: Outcome): Data {
  if (outcome.kind === 'skipped') return { bytes: outcome.bytes };
  return outcome.kind === 'done' ? outcome.result.facts : {};
}

const warningSentence = ({ code, data }: JobWarning, { warnings }: CommandWords) =>
  fillIn(Object.hasOwn(warnings, code) ? (warnings[code] ?? code) : code, data);

/** Returns the file to which a warning refers. This may be a second input, such as a mask. */
function warnedFile(job: PlannedJob, { data: { name } }: JobWarning): string | undefined {
  const source = sourceName(job);
  const isOther = typeof name === 'string' && (source === undefined || basename(source) !== name);
  return isOther ? pathOf(name, job) : (source ?? job.output);
}

function warningsField(warnings: readonly JobWarning[], words: CommandWords): Data {
  if (warnings.length === 0) return {};
  return { warnings: warnings.map((warning) => ({ ...warning, message: warningSentence(warning, words) })) };
}

/** Returns the file that an error names; `undefined` if the error contains no file name. */
function fileOf(error: unknown, job: PlannedJob): string | undefined {
  const file = error instanceof FudebakoError ? error.data.file : undefined;
  return typeof file === 'string' ? pathOf(file, job) : undefined;
}

/** Returns the path of a file's name if only one file of the job has this name; otherwise the name. */
function pathOf(name: string, { files = [] }: PlannedJob): string {
  const [path, another] = files.filter((each) => basename(each) === name);
  return path === undefined || (another !== undefined && another !== path) ? name : path;
}

function failureLine(path: string | undefined, error: unknown, words: CommandWords): string {
  const reason = describeError(error, words);
  return path === undefined || reason.includes(path) ? reason : `${path}: ${reason}`;
}

export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? String(error);
  return error.cause === undefined ? stack : `${stack}\nCaused by: ${stackOf(error.cause)}`;
}

function resultText(outcome: Outcome, facts: Data): string {
  const { kind, job } = outcome;
  const how = kind === 'done' && outcome.cached ? [outcome.cached === 'copied' ? 'cached' : 'unchanged'] : [];
  const route = escapeControls([sourceName(job), job.output].filter((path) => path !== undefined).join(' → '));
  if (kind === 'skipped') return escapeControls(`${job.output} already exists; skipped.`);
  if (kind === 'planned') return route;
  if (job.output === undefined) return [route, ...factLines(facts, '  ')].join('\n');
  const { width, height, bytes } = facts;
  const size = width === undefined ? [] : [`${width} × ${height} px`];
  return `${route} (${[...size, byteCount(Number(bytes)), ...how].join(', ')})`;
}

function factLines(facts: Data, indent: string): string[] {
  const entries = Object.entries(facts).filter(([, value]) => value !== undefined);
  const width = Math.max(0, ...entries.map(([key]) => label(key).length));
  return entries.flatMap(([key, value]) => {
    const items = Array.isArray(value) ? value : [value];
    if (items.some((item) => typeof item === 'object' && item !== null))
      return items.flatMap((item, index) => [
        `${indent}${label(key)}${items.length > 1 ? ` ${index + 1}` : ''}`,
        ...factLines(item as Data, `${indent}  `),
      ]);
    return [`${indent}${label(key).padEnd(width)}  ${items.map((item) => plainValue(key, item)).join(', ')}`];
  });
}

const label = (key: string) => escapeControls(key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`));

function plainValue(key: string, value: unknown): string {
  if (value === null) return '–';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (key === 'bytes') return byteCount(Number(value));
  if (key === 'width' || key === 'height') return `${value} px`;
  return escapeControls(String(value));
}

function createProgressBar(stream: TextStream) {
  if (!stream.isTTY) return { show: () => {}, clear: () => {}, aside: (write: () => void) => write() };
  let line = '';
  const clear = () => {
    if (line) stream.write('\r\x1b[K');
    line = '';
  };
  const draw = (next: string) => {
    if (next === line) return;
    stream.write(`\r\x1b[K${next}`);
    line = next;
  };
  return {
    clear,
    show: (fraction: number) => draw(barLine(fraction, stream.columns ?? 80)),
    aside: (write: () => void) => {
      const before = line;
      clear();
      write();
      if (before) draw(before);
    },
  };
}

function barLine(fraction: number, columns: number): string {
  const width = Math.max(10, Math.min(40, columns - 10));
  const full = Math.round(fraction * width);
  return `${'█'.repeat(full)}${'░'.repeat(width - full)} ${Math.floor(fraction * 100)}%`;
}
