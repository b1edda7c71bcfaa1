import { parseArgs } from 'node:util';
import { withBenchPage } from './in-chromium.ts';
import { median } from './measure.ts';
import { PICTURE_WORK, type PictureBench } from './page-bench.ts';
import type { PhotoSize } from './photos.ts';
import { writeTable } from './write-table.ts';

/** `npm run bench -- --chromium-pictures`: what a visitor waits for with a picture, by the page's own workers beside plain canvas. */

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const ROUNDS = 5;
const SIZES: readonly PhotoSize[] = ['1 MP', '12 MP', '24 MP'];

await withBenchPage((inBrowser) =>
  inBrowser(async (page) => {
    const rows: string[][] = [];
    for (const size of SIZES)
      for (const work of PICTURE_WORK) {
        const times = { ours: [] as number[], canvas: [] as number[] };
        for (let round = 0; round <= ROUNDS; round++)
          for (const who of ['ours', 'canvas'] as const) {
            const ms = await page.evaluate(
              (of) => (globalThis as unknown as { pictureBench: PictureBench }).pictureBench.run(...of),
              [who, work, size] as const,
            );
            // The first round loads and compiles.
            if (round > 0) times[who].push(ms);
          }
        const [ours, canvas] = [median(times.ours), median(times.canvas)];
        rows.push([
          `${work}, ${size}`,
          `${Math.round(ours)} ms`,
          `${Math.round(canvas)} ms`,
          (ours / canvas).toFixed(2),
        ]);
        process.stdout.write(`${rows.at(-1)?.join('  ')}\n`);
      }
    if (values.write) await writeTable('page', ['work', 'ours', 'canvas', 'ratio'], rows);
  }),
);
