import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { STALL_SECONDS } from '#core/base/outside-limits.ts';
import type { Answer } from './child.ts';
import type { Corpus } from './corpus.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly corpus: Corpus;
  /** Path of the module that exports `TARGETS` and `isRefusal`. */
  readonly targets?: string;
  /** Names of the fuzz targets to run; by default all targets. */
  readonly only?: readonly string[];
  /** Number of cases after which the run ends; `seconds` may end it earlier. */
  readonly cases?: number;
  readonly seconds?: number;
  /** Number of the first case. With `cases: 1`, the run repeats this case. */
  readonly first?: number;
  readonly processes?: number;
  /** True to stop at the first finding. */
  readonly stopsAtFinding?: boolean;
  readonly limits?: FuzzLimits;
  readonly onFinding?: (finding: Finding) => void;
}

export interface FuzzLimits {
  /** Maximum seconds of a case. */
  readonly seconds: number;
  /** Maximum growth in megabytes of the process's peak memory by one case. */
  readonly megabytes: number;
}

export interface Finding {
  readonly index: number;
  readonly kind: 'wrong' | 'threw' | 'too slow' | 'too large' | 'died';
  readonly detail: string;
}

export interface FuzzResult {
  readonly cases: number;
  readonly findings: readonly Finding[];
  /** The numbers of cases that were accepted, refused (by error code) or known gaps. */
  readonly outcomes: Readonly<Record<string, number>>;
}

/**
 * Limits of a case. The time is the command's own limit for a file without progress. The memory suffices for the
 * largest image that a header may state, and a copy in the platform's decoder.
 */
export const CASE_LIMITS: FuzzLimits = { seconds: STALL_SECONDS.reading, megabytes: 900 };

/** Number of cases after which a process is replaced, to free the memory of its codecs. */
const CASES_PER_PROCESS = 1500;

const ROOT = resolve(import.meta.dirname, '../..');

/**
 * Runs cases in processes that are terminated if they hang. The seed alone determines the cases, not the number of
 * processes.
 */
export async function fuzz(options: FuzzOptions): Promise<FuzzResult> {
  const {
    seed,
    corpus,
    targets = './targets.ts',
    only = [],
    cases = Number.POSITIVE_INFINITY,
    first = 0,
    processes = 1,
  } = options;
  const limits = options.limits ?? CASE_LIMITS;
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-fuzz-'));
  const corpusPath = join(folder, 'corpus.json');
  writeCorpus(corpusPath, corpus);

  const start = performance.now();
  const end = start + (options.seconds ?? Number.POSITIVE_INFINITY) * 1000;
  let next = first;
  let done = 0;
  const findings: Finding[] = [];
  const outcomes: Record<string, number> = {};
  const find = (finding: Finding) => {
    findings.push(finding);
    options.onFinding?.(finding);
  };
  const isOver = () =>
    next >= first + cases || performance.now() >= end || (options.stopsAtFinding === true && findings.length > 0);
  const nextCase = () => (isOver() ? undefined : next++);

  const work = async () => {
    for (let index = nextCase(); index !== undefined; ) {
      const child = await startChild([corpusPath, targets, String(seed), only.join()]);
      for (let left = CASES_PER_PROCESS; left > 0 && index !== undefined; left--) {
        const answer = await runCase(child, index, limits);
        done++;
        if ('kind' in answer) {
          find(answer);
          index = nextCase();
          break;
        }
        const { outcome, detail, grownMb } = answer;
        if (outcome === 'threw' || outcome === 'wrong') find({ index, kind: outcome, detail });
        else if (grownMb > limits.megabytes) find({ index, kind: 'too large', detail: `${grownMb} MB, ${outcome}` });
        else {
          const name = outcome === 'known gap' ? `${outcome}: ${detail}` : outcome === 'refused' ? detail : outcome;
          outcomes[name] = (outcomes[name] ?? 0) + 1;
        }
        index = nextCase();
      }
      child.removeAllListeners();
      child.kill('SIGKILL');
    }
  };
  try {
    await Promise.all(Array.from({ length: processes }, work));
  } finally {
    rmSync(folder, { recursive: true });
  }
  return { cases: done, findings: findings.sort((a, b) => a.index - b.index), outcomes };
}

async function startChild(args: readonly string[]): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'child.ts'), args, {
    cwd: ROOT,
    execArgv: ['--max-old-space-size=1024', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let words = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(-4000);
  });
  await new Promise<void>((resolve, fail) => {
    child.once('message', () => resolve());
    child.once('exit', (code) => fail(new Error(`The child did not start (${code}): ${words}`)));
  });
  child.removeAllListeners('exit');
  return child;
}

/** Runs a case in a process. Terminates a process that does not answer in time. */
function runCase(child: ChildProcess, index: number, limits: FuzzLimits): Promise<Answer | Finding> {
  return new Promise((resolve) => {
    const finish = (result: Answer | Finding) => {
      clearTimeout(timer);
      child.removeAllListeners('message');
      child.removeAllListeners('exit');
      resolve(result);
    };
    const timer = setTimeout(() => {
      finish({ index, kind: 'too slow', detail: `more than ${limits.seconds} s` });
      child.kill('SIGKILL');
    }, limits.seconds * 1000);
    // Ignores late answers of the previous case.
    child.on('message', (answer: Answer) => answer.index === index && finish(answer));
    child.on('exit', (code, signal) => finish({ index, kind: 'died', detail: `ended by itself: ${signal ?? code}` }));
    child.send(index);
  });
}

/** Writes a corpus to a file. */
export function writeCorpus(path: string, corpus: Corpus): void {
  const encoded = Object.entries(corpus).map(([name, files]) => [
    name,
    files.map((file) => Buffer.from(file).toString('base64')),
  ]);
  writeFileSync(path, JSON.stringify(Object.fromEntries(encoded)));
}

export function readCorpus(path: string): Corpus {
  const stored = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string[]>;
  const decoded = Object.entries(stored).map(([name, files]) => [
    name,
    files.map((file) => new Uint8Array(Buffer.from(file, 'base64'))),
  ]);
  return Object.fromEntries(decoded);
}
