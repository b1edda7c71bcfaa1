import { readdirSync, readFileSync } from 'node:fs';

/** Returns the peak memory in megabytes of a process and its running descendants. Linux only. */
export function treeMemory(pid: number): number {
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
