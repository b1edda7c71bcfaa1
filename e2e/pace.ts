import type { Page } from '@playwright/test';

/** What the work below takes on the machine that the limits of these journeys were set on, in milliseconds. */
const USUAL_MS = 30;

/**
 * How much slower than usual the machine is at this moment, 1 where it is not. A limit in milliseconds is for a
 * machine of the usual pace; one that others use or that is held back takes longer for the same.
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
