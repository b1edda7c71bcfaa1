import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Time, CPU time of all threads and peak memory of a program. */
export interface Run {
  readonly ms: number;
  readonly cpuMs: number;
  readonly megabytes: number;
}

/** Runs a shell command with three folders; `$3/log` receives the output. Returns `undefined` for a missing program. */
export async function timed(command: string, folders: readonly string[]): Promise<Run | undefined> {
  const script = `TIMEFORMAT='%R %U %S'; time { ${command}; } >"$3/log" 2>&1`;
  const child = spawn('bash', ['-c', script, 'bench', ...folders], { stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (part) => {
    output += part;
  });
  let megabytes = 0;
  const watch = setInterval(() => {
    megabytes = Math.max(megabytes, treeMemory(child.pid ?? 0));
  }, 50);
  const code = await new Promise<number | null>((done, fail) => child.on('close', done).on('error', fail));
  clearInterval(watch);
  if (code === 127) return undefined;
  if (code !== 0) throw new Error(`${command}: ${await readFile(join(folders[2] as string, 'log'), 'utf8')}`);
  const [wall = 0, user = 0, system = 0] = output.trim().split(' ').map(Number);
  return { ms: wall * 1000, cpuMs: (user + system) * 1000, megabytes };
}

/** Returns the peak memory in megabytes of a process and its running descendants. Linux only. */
function treeMemory(pid: number): number {
  try {
    const own = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
    const children = readdirSync(`/proc/${pid}/task`).flatMap((task) =>
      readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    );
    return children.reduce((sum, child) => sum + treeMemory(child), Number(own?.[1] ?? 0) / 1000);
  } catch {
    return 0;
  }
}
