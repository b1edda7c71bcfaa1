import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { clientFolder } from '../build/first-load.ts';
import { chromiumLaunch } from '../setup/chromium.mjs';

/** Serves the built app and opens a browser while a function runs. Throws Error if the app is not built. */
export async function withServedPage(work: (address: string, browser: Browser) => Promise<void>): Promise<void> {
  if (!existsSync(clientFolder)) throw new Error('Build first: npm run build');
  const server = spawn(process.execPath, [resolve(import.meta.dirname, '../../serve.mjs'), '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const address = await new Promise<string>((done, fail) => {
      let output = '';
      server.stdout.on('data', (part) => {
        output += part;
        const found = /http:\/\/\S+(?=\/)/.exec(output)?.[0];
        if (found) done(found);
      });
      server.on('close', (code) => fail(new Error(`The server exited with ${code}`)));
    });
    const browser = await chromium.launch(await chromiumLaunch());
    try {
      await work(address, browser);
    } finally {
      await browser.close();
    }
  } finally {
    server.kill();
  }
}
