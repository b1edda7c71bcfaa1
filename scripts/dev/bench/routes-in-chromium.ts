import { readFileSync } from 'node:fs';
import { extname, join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, BrowserContext, Page } from 'playwright';
import { screens } from '../../../app/tools/catalog.ts';
import { clientFolder } from '../build/first-load.ts';
import { CONTEXT } from '../setup/chromium.mjs';
import { median } from './measure.ts';
import { benchOptions } from './options.ts';
import { withServedPage } from './served-page.ts';
import { writeTable } from './table.ts';

/** `npm run bench -- --routes`: measures first visits with a four times slower CPU, and later offline visits. */

const { only, number: rounds, has } = benchOptions('rounds', 3, ['files']);

const SLOWER = 4;
const routes = ['home', ...screens.map(({ route }) => route)].filter((route) => only.test(route));

interface Visit {
  readonly lcpMs: number;
  readonly usableMs: number;
  readonly blockingMs: number;
  readonly loaded: readonly { readonly path: string; readonly endMs: number }[];
}

interface FirstVisit extends Visit {
  /** Gzipped bytes of the files that were loaded before the screen was usable. */
  readonly firstLoad: ReadonlyMap<string, number>;
  /** Gzipped bytes of all loaded files, including files that were loaded while the page was idle. */
  readonly wholeBytes: number;
}

/** Extensions of files that are already compressed. */
const COMPRESSED_EXTENSIONS = new Set(['.woff2', '.png', '.jpg', '.webp', '.mp3', '.mp4', '.webm']);
const IMAGES = new Set(['.svg', '.png', '.jpg', '.webp', '.ico']);
const sizes = new Map<string, number>();

function gzippedBytes(path: string): number {
  const known = sizes.get(path);
  if (known !== undefined) return known;
  const bytes = readFileSync(join(clientFolder, path));
  const size = COMPRESSED_EXTENSIONS.has(extname(path)) ? bytes.length : gzipSync(bytes).length;
  sizes.set(path, size);
  return size;
}

const sum = (numbers: Iterable<number>) => [...numbers].reduce((total, number) => total + number, 0);

async function open(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript({ path: resolve(import.meta.dirname, 'page/visit.js') });
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url);
  await page.evaluate('whenShown()');
  await page.waitForLoadState('networkidle');
  return page;
}

const readVisit = (page: Page): Promise<Visit> => page.evaluate('readVisit()');

const newContext = (browser: Browser) => browser.newContext({ ...CONTEXT, viewport: { width: 1440, height: 900 } });

async function firstVisit(browser: Browser, url: string): Promise<FirstVisit> {
  const context = await newContext(browser);
  try {
    const visit = await readVisit(await open(context, url));
    const files = visit.loaded.filter(({ path }) => !IMAGES.has(extname(path)));
    const sized = (some: typeof files) =>
      new Map(
        [new URL(`${url}.html`).pathname, ...some.map(({ path }) => path)].map((path) => [path, gzippedBytes(path)]),
      );
    return {
      ...visit,
      firstLoad: sized(files.filter(({ endMs }) => endMs <= visit.usableMs)),
      wholeBytes: sum(sized(files).values()),
    };
  } finally {
    await context.close();
  }
}

/** Returns the milliseconds to the largest contentful paint of each screen, with a filled cache. */
async function laterVisits(browser: Browser, address: string): Promise<number[]> {
  const context = await newContext(browser);
  try {
    const first = await open(context, `${address}/home`);
    await first.evaluate('whenCached()');
    await context.setOffline(true);
    const times: number[] = [];
    for (const route of routes) {
      const page = await open(context, `${address}/${route}`);
      times.push((await readVisit(page)).lcpMs);
      await page.close();
    }
    return times;
  } finally {
    await context.close();
  }
}

const kilobytes = (bytes: number) => `${Math.round(bytes / 1000)} kB`;
const milliseconds = (ms: readonly number[]) => `${Math.round(median(ms))} ms`;

await withServedPage(async (address, browser) => {
  const later: number[][] = [];
  for (let round = 0; round < rounds; round++) later.push(await laterVisits(browser, address));
  const rows: string[][] = [];
  for (const [index, route] of routes.entries()) {
    const visits: FirstVisit[] = [];
    for (let round = 0; round < rounds; round++) visits.push(await firstVisit(browser, `${address}/${route}`));
    const row = [
      `/${route}`,
      kilobytes(median(visits.map(({ firstLoad }) => sum(firstLoad.values())))),
      milliseconds(visits.map(({ usableMs }) => usableMs)),
      milliseconds(visits.map(({ lcpMs }) => lcpMs)),
      milliseconds(visits.map(({ blockingMs }) => blockingMs)),
      kilobytes(median(visits.map(({ wholeBytes }) => wholeBytes))),
      milliseconds(later.map((times) => times[index] ?? Number.NaN)),
    ];
    rows.push(row);
    process.stdout.write(`${row.join('  ')}\n`);
    if (!has('files')) continue;
    for (const [path, bytes] of visits[0]?.firstLoad ?? []) process.stdout.write(`  ${kilobytes(bytes)}  ${path}\n`);
  }
  const head = [
    'screen',
    'size before interactive',
    'interactive',
    'LCP',
    'TBT',
    'total size',
    'LCP of an offline revisit',
  ];
  if (has('write')) await writeTable('routes', head, rows);
});
