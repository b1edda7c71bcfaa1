import type { Page } from '@playwright/test';

/** Milliseconds that this file's benchmark takes on the reference machine. */
const USUAL_MS = 30;

/**
 * Returns how much slower this machine currently is than the reference machine; at least 1. Tests multiply their time
 * limits by this factor.
 */
export async function slowness(page: Page): Promise<number> {
  const ms = await page.evaluate(() => {
    const start = performance.now();
    const numbers = Float64Array.from({ length: 40_000 }, (_, index) => Math.sin(index * 7919)).sort();
    let sum = numbers[0] ?? 0;
    for (let index = 0; index < 4_000_000; index++) sum = (sum * 31 + index) | 0;
    return performance.now() - start + (sum & 0);
  });
  return Math.max(1, ms / USUAL_MS);
}
