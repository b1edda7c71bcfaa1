import { readFileSync, writeFileSync } from 'node:fs';

/** The peak memory of this process in megabytes. Not `maxRSS` on Linux, which starts at the parent's peak. */
export function peakMegabytes(): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (kilobytes) return Number(kilobytes) / 1024;
  } catch {
    // Not Linux.
  }
  return process.resourceUsage().maxRSS / 1024;
}

/** Resets the peak to the current memory, if the system can. */
export function restartPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Otherwise the former peak remains the minimum.
  }
}
