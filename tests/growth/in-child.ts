import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll } from 'vitest';
import type { ChildWork } from './child-work.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Far more than a file of some kilobytes takes, and far less than forever. */
const CHILD_MS = 40_000;

export interface ChildResult {
  readonly answer: unknown;
  /** Largest growth of the process's memory. */
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
 * Does a piece of work in a process of its own, which is ended where it spins.
 * @throws where it did not end by itself
 */
export async function inChild(work: ChildWork, bytes: Uint8Array): Promise<ChildResult> {
  const child = startChild();
  try {
    return await ask(child, work, bytes);
  } finally {
    child.kill('SIGKILL');
  }
}

/** One process for all the pieces of work of a test file, a new one where one was ended. */
export function childForAll(): (work: ChildWork, bytes: Uint8Array) => Promise<ChildResult> {
  let child: ChildProcess | undefined;
  afterAll(() => child?.kill('SIGKILL'));
  return (work, bytes) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) child = startChild();
    return ask(child, work, bytes);
  };
}
