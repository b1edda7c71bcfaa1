import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import sharp from 'sharp';
import { en } from '#core/locales/all-en.ts';
import { operations } from '#core/operations/index.ts';
import type { CommandEnvironment } from '#scripts/command/base/environment.ts';
import { runCommand } from '#scripts/command/main.ts';
import { emptyFolder } from '../temporary-folders.ts';

const program = resolve(import.meta.dirname, '../../scripts/fudebako.mjs');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A running command that can be stopped. */
export interface Running {
  kill(signal: NodeJS.Signals): void;
  readonly finished: Promise<Finished>;
}

/** Starts the command as a child process. */
export function start(cwd: string, ...args: string[]): Running {
  const child = spawn(process.execPath, [program, ...args], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
  const chunks = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].setEncoding('utf8').on('data', (text: string) => {
      chunks[name] += text;
    });
  const finished = new Promise<Finished>((resolve) => child.on('close', (code) => resolve({ code, ...chunks })));
  return { kill: (signal) => child.kill(signal), finished };
}

/** Runs the command as a child process to its end. */
export const fudebako = (cwd: string, ...args: string[]): Promise<Finished> => start(cwd, ...args).finished;

export interface Piped {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs the command as a child process with a pipe on stdin. Its temporary files are in a test folder. */
export function pipe(cwd: string, args: readonly string[], temporary = emptyFolder()) {
  const env = { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary };
  const child = spawn(process.execPath, [program, ...args], { cwd, env, stdio: 'pipe' });
  const chunks: Buffer[] = [];
  let stderr = '';
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  // Ignores write errors, because the command may exit before it has read all input.
  child.stdin.on('error', () => {});
  const ended = new Promise<Piped>((resolve) =>
    child.on('close', (code, signal) => resolve({ code, signal, stdout: Buffer.concat(chunks), stderr })),
  );
  return { child, ended, temporary };
}

/** Lists the command's temporary files, except the cache of the loader that compiles its sources. */
export const temporaryFiles = (folder: string) => readdirSync(folder).filter((name) => name.startsWith('fudebako-'));

/** Runs one command at a time, because the process has only one working folder. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs a command line in this process, which is ten times faster than a child process. There is no supervising
 * thread that could stop stalled files, so a batch runs in this thread.
 */
export function commandHere(
  cwd: string,
  args: readonly string[],
  environment: Partial<CommandEnvironment> = {},
): Promise<Finished> {
  const run = turn.then(() => commandIn(cwd, args, environment));
  turn = run.catch(() => {});
  return run;
}

async function commandIn(
  cwd: string,
  args: readonly string[],
  environment: Partial<CommandEnvironment>,
): Promise<Finished> {
  const before = process.cwd();
  const text = { stdout: '', stderr: '' };
  const stream = (name: 'stdout' | 'stderr') => ({
    write: (chunk: string) => {
      text[name] += chunk;
    },
  });
  process.chdir(cwd);
  try {
    const streams = { stdout: stream('stdout'), stderr: stream('stderr') };
    const code = await runCommand(args, { operations, words: en, ...streams, ...environment });
    return { code, ...text };
  } finally {
    process.chdir(before);
  }
}

export { emptyFolder };

/** Lists every file below a folder, including hidden ones, by name. */
export function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

export function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** Writes a small image in the format of its extension. */
export async function writeImage(path: string, { width = 12, height = 8, background = '#2b4c7e' } = {}) {
  const image = sharp({ create: { width, height, channels: 3, background } });
  mkdirSync(dirname(path), { recursive: true });
  await image.toFile(path);
}

/** Returns the lines of `--json`: results and failures, then the summary. */
export const allJsonLines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Returns the lines of `--json` that are results. */
export const jsonLines = (text: string): Record<string, unknown>[] =>
  allJsonLines(text).filter(({ summary, error }) => typeof summary !== 'object' && error === undefined);
