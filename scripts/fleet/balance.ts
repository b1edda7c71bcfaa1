import { MAX_PIXELS } from '#core/base/limits.ts';
import { balanceSlices, type WorkItem } from '../command/slices.ts';
import { WORK } from '../command/work.ts';
import { createRandom, skewed } from './pictures.ts';

const FILES = 1_000_000;
const NODES = 1000;

/** Maximum excess of the longest slice's work over the mean work of a slice, as a fraction of the mean. */
const AIM = 0.05;

/** Simulates a million images on a thousand nodes. Throws Error if the longest slice exceeds the mean by over `AIM`. */
export function simulateBalance(): void {
  const random = createRandom(1234);
  const pieces: WorkItem[] = [];
  // The real work of each image is random, from half to twice the estimate.
  const real: number[] = [];
  for (let index = 0; index < FILES; index++) {
    const pixels = Math.round(Math.min(MAX_PIXELS, 4_000_000 * skewed(random)));
    const bytes = Math.round(pixels * (0.1 + 0.5 * random()));
    const work = WORK.job + WORK.byte * bytes + pixels;
    pieces.push({ name: `album-${index % 977}/photo-${index}.jpg`, work });
    real.push(work * 2 ** (2 * random() - 1));
  }
  const start = performance.now();
  const slices = balanceSlices(pieces, NODES);
  const seconds = (performance.now() - start) / 1000;
  const everyNth = Int32Array.from(pieces, (_, index) => index % NODES);
  const known = pieces.map(({ work }) => work);
  const excess = longest(known, slices) - 1;
  console.log(
    `A million files on ${NODES} nodes, distributed in ${seconds.toFixed(1)} s. Excess of the longest slice:`,
  );
  console.log(`  by estimated work                      ${percent(excess)}`);
  console.log(`  real work half to twice the estimate   ${percent(longest(real, slices) - 1)}`);
  console.log(`  every ${NODES}th file instead              ${percent(longest(known, everyNth) - 1)}`);
  if (!(excess <= AIM))
    throw new Error(`The longest slice is ${percent(excess)} above the mean; the limit is ${percent(AIM)}`);
}

const percent = (fraction: number) => `${(fraction * 100).toFixed(3)} %`;

function longest(works: readonly number[], slices: Int32Array): number {
  const loads = new Float64Array(NODES);
  for (const [index, work] of works.entries())
    loads[slices[index] as number] = (loads[slices[index] as number] ?? 0) + work;
  return Math.max(...loads) / (works.reduce((sum, work) => sum + work, 0) / NODES);
}
