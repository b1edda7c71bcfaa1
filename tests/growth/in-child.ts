import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import type { ChildWork } from './child-work.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Time limit in milliseconds, far more than a file of some kilobytes needs. */
const CHILD_MS = 40_000;

export interface ChildResult {
  readonly answer: unknown;
  /** Maximum growth of the process's memory in megabytes. */
  readonly megabytes: number;
}

const startChild = () =>
  fork('tests/growth/child.ts', {
    cwd: ROOT,
    execArgv: ['--max-old-space-size=1024', '--import', 'tsx'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });

async function ask(child: ChildProcess, work: ChildWork, bytes: Uint8Array): Promise<ChildResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-'));
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  const timer = setTimeout(() => child.kill('SIGKILL'), CHILD_MS);
  const ended = new AbortController();
  try {
    child.send({ work, path });
    return await Promise.race([
      once(child, 'message', { signal: ended.signal }).then(([result]) => result as ChildResult),
      once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
        throw new Error(`${work} did not end by itself (${signal ?? code})`);
      }),
    ]);
  } finally {
    clearTimeout(timer);
    ended.abort();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Runs a task in its own process, which is terminated if it hangs.
 * @throws if the process was terminated
 */
export async function inChild(work: ChildWork, bytes: Uint8Array): Promise<ChildResult> {
  const child = startChild();
  try {
    return await ask(child, work, bytes);
  } finally {
    child.kill('SIGKILL');
  }
}

/**
 * Returns a function that runs all tasks of a test file in one process. A new process replaces a terminated one.
 */
export function childForAll(): (work: ChildWork, bytes: Uint8Array) => Promise<ChildResult> {
  let child: ChildProcess | undefined;
  afterAll(() => child?.kill('SIGKILL'));
  return (work, bytes) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) child = startChild();
    return ask(child, work, bytes);
  };
}
