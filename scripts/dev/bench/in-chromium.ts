import { resolve } from 'node:path';
import { chromium, type Page } from 'playwright';
import { createServer } from 'vite';
import { unbundledPackages } from '../build/unbundled.ts';
import { chromiumLaunch } from '../setup/chromium.mjs';

/** Libraries that Vite must not bundle, because they load a file from their own package folder. */
const unbundledPeers = ['wasm-vips', '@jsquash/resize'];

const root = resolve(import.meta.dirname, '../../..');

/** Runs a function on a page of `page/` in a new browser. */
export async function withBenchPage(work: (page: Page) => Promise<void>): Promise<void> {
  const server = await createServer({
    root,
    configFile: false,
    logLevel: 'error',
    worker: { format: 'es' },
    // Enables cross-origin isolation for wasm-vips, which needs shared memory. Fudebako doesn't need isolation.
    server: {
      headers: { 'Cross-Origin-Opener-Policy': 'same-origin', 'Cross-Origin-Embedder-Policy': 'require-corp' },
    },
    optimizeDeps: {
      // Prebundles all packages, because Vite would reload the page for packages that it discovers later.
      entries: ['scripts/dev/bench/page/index.html', 'app/platform/*.worker.ts'],
      exclude: [...unbundledPackages, ...unbundledPeers],
    },
  });
  try {
    await server.listen(0);
    const address = server.resolvedUrls?.local[0];
    const browser = await chromium.launch(await chromiumLaunch());
    try {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      await page.goto(`${address}scripts/dev/bench/page/`);
      await page.waitForFunction(() => 'imageBench' in globalThis);
      await work(page);
    } finally {
      await browser.close();
    }
  } finally {
    await server.close();
  }
}
