import { readFileSync, writeFileSync } from 'node:fs';

/**
 * The most memory that this process has had, in megabytes. On Linux not by `maxRSS`, which a child
 * begins with at what its parent had.
 */
export function peakMegabytes(): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (kilobytes) return Number(kilobytes) / 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS / 1024;
}

/** Has the most memory counted anew from what the process has now, where the system can. */
export function restartPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Then what was once is the least that is counted.
  }
}
