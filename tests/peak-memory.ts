import { readFileSync, writeFileSync } from 'node:fs';

/** Returns the peak memory of this process in megabytes. Linux's `maxRSS` would include the parent process's peak. */
export function peakMegabytes(): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
    if (kilobytes) return Number(kilobytes) / 1024;
  } catch {
    // Only Linux has `/proc/self/status`.
  }
  return process.resourceUsage().maxRSS / 1024;
}

/** Resets the peak to the current memory, if the system can. */
export function restartPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Other systems can't reset the peak, so an earlier, larger peak remains.
  }
}
