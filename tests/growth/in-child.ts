import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { ChildWork } from './child-work.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Far more than a file of some kilobytes takes, and far less than forever. */
const CHILD_MS = 40_000;

export interface ChildResult {
  readonly answer: unknown;
  /** What the process has grown by at its largest. */
  readonly megabytes: number;
}

/**
 * Does a piece of work in a process of its own, which is ended where it spins.
 * @throws where it did not end by itself
 */
export async function inChild(work: ChildWork, bytes: Uint8Array): Promise<ChildResult> {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-'));
  const path = join(folder, 'file');
  writeFileSync(path, bytes);
  try {
    const command = ['--max-old-space-size=1024', '--import', 'tsx', 'tests/growth/child.ts', work, path];
    const { stdout } = await promisify(execFile)(process.execPath, command, {
      cwd: ROOT,
      timeout: CHILD_MS,
      killSignal: 'SIGKILL',
    });
    return JSON.parse(stdout) as ChildResult;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
