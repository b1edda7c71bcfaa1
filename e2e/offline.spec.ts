import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { firstOf } from '../tests/deep.ts';
import { drawnImage } from './generated.ts';
import { download, openImage } from './images.ts';

test.use({ serviceWorkers: 'allow' });

const root = resolve(import.meta.dirname, '..');
const built = join(root, 'build/client');

/** Copies the build without large files that the page doesn't need for opening. */
function copyOfBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-'));
  const isLarge = /assets[\\/](fonts-\w+|ffmpeg-core.*)$/;
  cpSync(built, folder, { recursive: true, filter: (path) => !isLarge.test(path) });
  return folder;
}

const versionIn = (folder: string) =>
  /manifest-(\w+)\.js"/.exec(readFileSync(join(folder, 'index.html'), 'utf8'))?.[1] ?? '';

/** Replaces the build with a newer build, in which the file of a screen has another name. */
async function deployLater(folder: string): Promise<void> {
  const assets = readdirSync(join(folder, 'assets'));
  const version = versionIn(folder);
  const screen = assets.find((name) => /^privacy-[\w-]+\.js$/.test(name)) ?? '';
  const names = new Map([
    [`manifest-${version}.js`, 'manifest-1a7e51.js'],
    [screen, 'privacy-LATER.js'],
  ]);
  const renamed = (text: string) =>
    [...names, [`"version":"${version}"`, '"version":"1a7e51"'] as const].reduce(
      (changed, [before, after]) => changed.replaceAll(before, after),
      text,
    );
  for (const file of ['index.html', join('assets', `manifest-${version}.js`)])
    writeFileSync(join(folder, file), renamed(readFileSync(join(folder, file), 'utf8')));
  for (const [before, after] of names) renameSync(join(folder, 'assets', before), join(folder, 'assets', after));
  const tsx = join(root, 'node_modules/tsx/dist/cli.mjs');
  await promisify(execFile)(process.execPath, [tsx, join(root, 'scripts/dev/build/finish.ts'), folder]);
}

async function openCached(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.evaluate(() => navigator.serviceWorker.ready);
  await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
  return page;
}

const versionOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { __remixManifest: { version: string } }).__remixManifest.version);
const cacheNames = (page: Page) => page.evaluate(() => caches.keys());
const notice = (page: Page) => page.getByText('A new version is ready. Your images and settings are not affected.');
const mark = (page: Page) => page.evaluate(() => void Object.assign(window, { isMarked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window);
const follow = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name }).click();

test('a new version is announced, installs when the visitor agrees, and leaves other tabs on the old version', async ({
  context,
}) => {
  const folder = copyOfBuild();
  const server = spawn(process.execPath, [join(root, 'scripts/serve.mjs'), '--port', '0', '--folder', folder]);
  try {
    const [output] = await once(server.stdout, 'data');
    const host = /http:\/\/\S+?(?=\/\s)/.exec(String(output))?.[0] ?? '';
    const before = versionIn(folder);
    const page = await openCached(context, `${host}/cropper`);
    const other = await openCached(context, `${host}/home`);
    await page.getByRole('button', { name: 'Try a sample' }).click();
    await expect(page.getByText('sample.jpg', { exact: true })).toBeVisible();
    for (const each of [page, other]) await mark(each);

    const oldScreen = readdirSync(join(folder, 'assets')).find((name) => /^privacy-[\w-]+\.js$/.test(name));
    await deployLater(folder);
    expect((await page.request.get(`${host}/assets/${oldScreen}`)).status()).toBe(404);
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    for (const each of [page, other]) {
      await expect(notice(each)).toBeVisible();
      expect(await isMarked(each)).toBe(true);
    }

    await page.getByRole('button', { name: 'Reload', exact: true }).click();
    await expect.poll(() => versionOf(page).catch(() => '')).toBe('1a7e51');
    await expect(page.getByText('sample.jpg', { exact: true })).toBeVisible();
    await expect(notice(page)).toHaveCount(0);
    await follow(page, 'Privacy');
    await expect(page.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();

    // The second tab still runs the previous build. Its files exist only in the offline cache, not on the server.
    expect(await isMarked(other)).toBe(true);
    expect(await versionOf(other)).toBe(before);
    await follow(other, 'Privacy');
    await expect(other.getByRole('heading', { level: 1, name: 'Privacy' })).toBeVisible();
    expect(await isMarked(other)).toBe(true);
    expect(await cacheNames(page)).toEqual(expect.arrayContaining([`fudebako-build-${before}`]));

    await other.close();
    await page.reload();
    await expect.poll(() => cacheNames(page)).not.toContain(`fudebako-build-${before}`);
    expect(await cacheNames(page)).toContain('fudebako-build-1a7e51');
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('after one visit, screens and samples open offline, and a sample missing from the cache is reported', async ({
  context,
  baseURL,
}) => {
  const page = await openCached(context, `${baseURL}/home`);
  await context.setOffline(true);
  await page.reload();
  await page.getByRole('button', { name: '日本語' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('シンプルなのに、本格的な画像編集');
  await page.goto(`${baseURL}/home?lng=en`);
  const links = page.locator('aside nav a');
  await expect(links.first()).toBeVisible();
  const screens = await links.evaluateAll((all) =>
    all.map((link) => ({ address: link.getAttribute('href') ?? '', name: link.textContent ?? '' })),
  );
  expect(screens.length).toBeGreaterThanOrEqual(6);
  for (const { address, name } of firstOf(screens, 3)) {
    await page.goto(baseURL + address);
    await expect(page).toHaveTitle(`${name} – Fudebako`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  for (const [route, shown] of firstOf(
    [
      ['/cropper', 'sample.jpg'],
      ['/mp3_to_wav', 'sample.mp3'],
      ['/video_playback', 'sample.webm'],
      ['/layer', 'blossoms.png'],
      ['/wav_to_mp3', 'sample.wav'],
      ['/sound_to_slide_show_video', 'sample.mp3'],
    ] as const,
    3,
  )) {
    await page.goto(baseURL + route);
    await page.getByRole('button', { name: 'Try a sample' }).click();
    await expect(page.getByText(shown, { exact: true }).first(), route).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Error' })).toHaveCount(0);
  }
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeEnabled();

  await page.evaluate(async () => {
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys())
        if (request.url.includes('/samples/')) await (await caches.open(name)).delete(request);
  });
  for (const route of firstOf(['/scaler', '/mp3_to_wav', '/sound_to_video', '/video_playback'], 2)) {
    await page.goto(baseURL + route);
    await page.evaluate(() => indexedDB.deleteDatabase('fudebako'));
    await page.reload();
    await page.getByRole('button', { name: 'Try a sample' }).click();
    const dialog = page.getByRole('dialog', { name: 'Error' });
    await expect(dialog, route).toContainText('The sample couldn’t load. Check the connection and try again.');
  }
  await context.setOffline(false);
});

test('after one visit, the vertical editor writes its text and a photo is saved as AVIF without a network', async ({
  context,
  baseURL,
}) => {
  const page = await openCached(context, `${baseURL}/home?lng=en`);
  await follow(page, 'Privacy');
  await expect(page.getByText(/^The offline copy of this site is complete \(\d\d MB\)\.$/)).toBeVisible();
  await context.setOffline(true);

  await page.goto(`${baseURL}/editor`);
  await page.getByRole('button', { name: 'Generate', exact: true }).click();
  await page.getByRole('textbox', { name: 'Main Text' }).fill('古池や\n蛙飛びこむ\n水の音');
  const { data } = (await drawnImage(page, 'PNG')).pixels;
  expect(data.filter((value, at) => at % 4 === 0 && value < 64).length).toBeGreaterThan(2000);

  const family = page.getByRole('combobox', { name: 'Font family' });
  await family.fill('Klee One');
  await family.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Error' });
  await expect(dialog).toContainText('The font Klee One couldn’t be downloaded. Check the connection.');

  await page.goto(`${baseURL}/format_converter`);
  await openImage(page, join(root, 'public/samples/sample.jpg'));
  await page.locator('label', { hasText: /^AVIF/ }).click();
  const { bytes } = await download(page, 'Download AVIF');
  expect(bytes.subarray(4, 12).toString('latin1')).toBe('ftypavif');
  await context.setOffline(false);
});

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.webm': 'video/webm',
};

test('an HTML page sent in place of a missing file is not cached as that file', async ({ context }) => {
  const folder = built;
  let missing = '/assets/none.js';
  // The page works offline even without an icon, for example if the host reserves the icon's folder.
  const noIcon = '/app-icons/icon-192.png';
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const file = join(folder, pathname);
    const found = ![missing, noIcon].includes(pathname) && extname(pathname) !== '' && existsSync(file);
    response.setHeader('Content-Type', (found && TYPES[extname(pathname)]) || 'text/html');
    response.end(readFileSync(found ? file : join(folder, 'index.html')));
  });
  server.listen(0, 'localhost');
  await once(server, 'listening');
  try {
    const host = `http://localhost:${(server.address() as AddressInfo).port}`;
    // A new build isn't installed while one of its files is missing.
    missing = `/assets/${readdirSync(join(folder, 'assets')).find((name) => /^contact-[\w-]+\.js$/.test(name))}`;
    const page = await context.newPage();
    await page.goto(`${host}/home`);
    await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('/service-worker.js');
      const worker = registration.installing ?? registration.waiting ?? registration.active;
      await new Promise<void>((resolve) => {
        const look = () => ['redundant', 'activated'].includes(worker?.state ?? 'redundant') && resolve();
        worker?.addEventListener('statechange', look);
        look();
      });
    });
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null),
    ).toBeNull();

    missing = '/assets/none.js';
    await page.reload();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => Boolean(navigator.serviceWorker.controller))).toBe(true);
    expect((await page.request.get(host + missing)).status()).toBe(200);
    expect(await page.evaluate(async (path) => (await fetch(path)).status, missing)).toBe(404);
    const pages = await page.evaluate(async () => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys()) {
          const type = (await cache.match(request))?.headers.get('content-type') ?? '';
          if (type.includes('html')) found.push(new URL(request.url).pathname);
        }
      }
      return found;
    });
    expect(pages).toEqual(['/']);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
