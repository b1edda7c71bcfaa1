import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

const running = new Set<ChildProcess>();

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts a program. `ended` resolves to the exit code, or to −1 if the start failed, and never rejects. */
export function launch(program: string, args: readonly string[], options: SpawnOptions = {}) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options });
  running.add(child);
  const text = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name]?.setEncoding('utf8').on('data', (chunk: string) => {
      text[name] += chunk;
    });
  const ended = new Promise<Ended>((resolve) => {
    child.on('error', (error) => resolve({ code: -1, stdout: '', stderr: error.message }));
    child.on('close', (code) => resolve({ code, ...text }));
  });
  void ended.then(() => running.delete(child));
  return { child, ended };
}

/** Runs a program until its exit. Throws Error for an exit code other than 0. */
export async function run(program: string, args: readonly string[], options?: SpawnOptions): Promise<string> {
  const { code, stdout, stderr } = await launch(program, args, options).ended;
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} exited with ${code}: ${stderr || stdout}`);
  return stdout;
}

export async function endAll(): Promise<void> {
  const ends = [...running].map(
    (child) =>
      new Promise<void>((resolve) => {
        const force = setTimeout(() => child.kill('SIGKILL'), 5000);
        child.once('close', () => {
          clearTimeout(force);
          resolve();
        });
        child.kill('SIGTERM');
      }),
  );
  await Promise.all(ends);
}

/** Repeats a check until the check returns true. Throws Error after a time limit. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Timed out after ${seconds} s: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
