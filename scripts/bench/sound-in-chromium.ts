import { resolve } from 'node:path';
import { chromium } from 'playwright';
import { createServer } from 'vite';
import { unbundledPackages } from '../build/unbundled.ts';
import { chromiumLaunch } from '../setup/chromium.mjs';
import { ENCODERS, type EncoderName, type PageBench } from './page-bench.ts';
import { treeMemory } from './tree-memory.ts';

/**
 * `npm run bench -- --chromium`: WAV → MP3 in Chromium, by the page's own
 * worker beside its peers, in turn; then how much memory the browser took for a minute and for an hour.
 */

const ROUNDS = 3;
const root = resolve(import.meta.dirname, '../..');

const server = await createServer({
  root,
  configFile: false,
  logLevel: 'error',
  worker: { format: 'es' },
  optimizeDeps: {
    // Packages found only while the page runs would reload it.
    entries: ['scripts/bench/page/index.html', 'app/platform/*.worker.ts'],
    exclude: unbundledPackages,
  },
});
await server.listen(0);
const address = server.resolvedUrls?.local[0];

/** Runs in a browser of its own. */
async function inBrowser<Result>(
  work: (run: PageBench['run'], peak: () => number) => Promise<Result>,
): Promise<Result> {
  const launched = await chromium.launchServer(await chromiumLaunch());
  const browser = await chromium.connect(launched.wsEndpoint());
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(0);
    await page.goto(`${address}scripts/bench/page/`);
    await page.waitForFunction(() => 'bench' in globalThis);
    return await work(
      (encoder, minutes) =>
        page.evaluate(([name, length]) => (globalThis as unknown as { bench: PageBench }).bench.run(name, length), [
          encoder,
          minutes,
        ] as const),
      () => treeMemory(launched.process().pid ?? 0),
    );
  } finally {
    await launched.close();
  }
}

try {
  const minutes = Number(process.argv[2] ?? 3);
  await inBrowser(async (run) => {
    const best = new Map<EncoderName, { ms: number; bytes: number }>();
    for (let round = 0; round <= ROUNDS; round++)
      for (const encoder of ENCODERS) {
        const result = await run(encoder, minutes);
        // The first round loads and compiles.
        if (round > 0 && result.ms < (best.get(encoder)?.ms ?? Infinity)) best.set(encoder, result);
      }
    for (const [encoder, { ms, bytes }] of best)
      process.stdout.write(`${encoder}: ${Math.round(ms)} ms at best, ${Math.round(bytes / 1000)} kB\n`);
  });
  for (const length of [1, 60])
    await inBrowser(async (run, peak) => {
      await run('fudebako', length);
      process.stdout.write(`fudebako, ${length} min: ${Math.round(peak())} MB at the peak, all processes together\n`);
    });
} finally {
  await server.close();
}
