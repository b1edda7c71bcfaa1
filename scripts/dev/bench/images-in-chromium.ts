import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright';
import { withBenchPage } from './in-chromium.ts';
import { median } from './measure.ts';
import { IMAGE_WORK, type ImageBench, type ImageWork, RESIZERS, type ResizerName } from './page-bench.ts';
import type { PhotoSize } from './photos.ts';
import { writeTable } from './write-table.ts';

/** `npm run bench -- --chromium-pictures`: measures image processing in the app, a plain canvas and other libraries. */

const { values } = parseArgs({
  options: { write: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const only = new RegExp(values.only, 'i');
const ROUNDS = 5;
const SIZES: readonly PhotoSize[] = ['1 MP', '12 MP', '24 MP'];

const modules = resolve(import.meta.dirname, '../../../node_modules');

/** Per library, the files that a page downloads (`files`), and what the library requires of a page (`asks`). */
const resizerNeeds: Readonly<Record<ResizerName, { readonly files: readonly string[]; readonly asks: string }>> = {
  pica: { files: ['pica/dist/pica.min.mjs'], asks: 'workers from `blob:` addresses' },
  'wasm-vips': {
    files: ['wasm-vips/lib/vips-es6.js', 'wasm-vips/lib/vips.wasm'],
    asks: 'a cross-origin isolated page, for shared memory',
  },
  '@jsquash/resize': {
    files: ['squoosh_resize.js', 'squoosh_resize_bg.wasm'].map((name) => `@jsquash/resize/lib/resize/pkg/${name}`),
    asks: 'a worker, or the page is blocked',
  },
};

async function needsOf(resizer: ResizerName): Promise<string> {
  const { files, asks } = resizerNeeds[resizer];
  const sizes = await Promise.all(files.map(async (file) => gzipSync(await readFile(resolve(modules, file))).length));
  return `${Math.round(sizes.reduce((sum, size) => sum + size, 0) / 1000)} kB gzipped; ${asks}`;
}

type Contestant = 'ours' | 'canvas' | ResizerName;

const isResizer = (who: Contestant): who is ResizerName => RESIZERS.some((name) => name === who);

const timed = (page: Page, who: Contestant, work: ImageWork, size: PhotoSize): Promise<number> =>
  isResizer(who)
    ? page.evaluate((of) => (globalThis as unknown as { imageBench: ImageBench }).imageBench.resize(...of), [
        who,
        size,
      ] as const)
    : page.evaluate((of) => (globalThis as unknown as { imageBench: ImageBench }).imageBench.run(...of), [
        who,
        work,
        size,
      ] as const);

await withBenchPage(async (page) => {
  const rows: string[][] = [];
  for (const size of SIZES)
    for (const work of IMAGE_WORK) {
      const name = `${work}, ${size}`;
      if (!only.test(name)) continue;
      const contestants: readonly Contestant[] = ['ours', 'canvas', ...(work === 'scale to 2 MP' ? RESIZERS : [])];
      const times = new Map(contestants.map((who) => [who, [] as number[]]));
      for (let round = 0; round <= ROUNDS; round++)
        for (const who of contestants) {
          const ms = await timed(page, who, work, size);
          // Ignores the first round, which also loads and compiles code.
          if (round > 0) times.get(who)?.push(ms);
        }
      const [ours = Number.NaN, ...peers] = contestants.map((who) => median(times.get(who) ?? []));
      for (const [index, peer] of peers.entries()) {
        const row = [
          name,
          contestants[index + 1] ?? '',
          `${Math.round(ours)} ms`,
          `${Math.round(peer)} ms`,
          (ours / peer).toFixed(2),
        ];
        rows.push(row);
        process.stdout.write(`${row.join('  ')}\n`);
      }
    }
  if (!values.write) return;
  await writeTable('page', ['work', 'compared with', 'Fudebako', 'other', 'ratio'], rows);
  const needs = await Promise.all(RESIZERS.map(async (resizer) => [resizer, await needsOf(resizer)]));
  await writeTable('resizers', ['library', 'download size and requirements'], needs);
});
