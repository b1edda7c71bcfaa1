/** Installs missing packages and programs, and builds the app. Plain JavaScript, because tsx may be missing. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findChromium } from './chromium.mjs';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '../../..');

const NODE_MAJOR = 20;
const INSTALL_STAMP = join(root, 'node_modules', '.fudebako-install');
const BUILD_STAMP = join(root, 'build', '.fudebako-build');
const BUILT_FROM = [
  'app',
  'core',
  'public',
  'scripts/dev/build',
  'package-lock.json',
  'remix.config.ts',
  'vite.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
];

const log = (text) => console.log(`fudebako: ${text}`);

export function fail(text) {
  console.error(`fudebako: ${text}`);
  process.exit(1);
}

export function run(command, args, { quiet = false, env = {} } = {}) {
  const result = spawnSync(command, args, {
    cwd: root,
    stdio: quiet ? 'ignore' : 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ...env },
  });
  return result.status === 0;
}

function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < NODE_MAJOR) fail(`requires Node.js ${NODE_MAJOR} or later, found ${process.versions.node}.`);
}

/** Allows one setup at a time per checkout. A second setup waits for the first and then finds nothing to do. */
async function withLock(work) {
  const lock = join(root, '.cache', 'setup.lock');
  mkdirSync(dirname(lock), { recursive: true });
  let waited = false;
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
      if (!isOwnerAlive(lock)) {
        rmSync(lock, { force: true });
        continue;
      }
      if (!waited) log('waiting for another set-up of this checkout…');
      waited = true;
      await new Promise((done) => setTimeout(done, 300));
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isOwnerAlive(lock) {
  try {
    process.kill(Number(readFileSync(lock, 'utf8')), 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function* filesBelow(path) {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) if (name !== 'node_modules') yield* filesBelow(join(path, name));
}

function fingerprint(names) {
  const hash = createHash('sha256');
  for (const name of names) {
    const path = join(root, name);
    if (!existsSync(path)) continue;
    for (const file of filesBelow(path)) hash.update(relative(root, file)).update('\0').update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Works unless the stamp is current. Takes the lock only for work, so that a read-only checkout needs no lock. */
async function unlessCurrent(stamp, wanted, work) {
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
  if (isCurrent()) return;
  await withLock(() => {
    if (isCurrent()) return;
    work();
    writeFileSync(stamp, wanted);
  });
}

export function ensureDependencies() {
  checkNode();
  const wanted = `${fingerprint(['package-lock.json'])} ${process.platform}-${process.arch} ${process.versions.modules}`;
  return unlessCurrent(INSTALL_STAMP, wanted, () => {
    log('installing packages (npm install)…');
    // Also tries `npm install`, because `npm ci` rejects a lockfile from a system with other optional binaries.
    if (!run('npm', ['install', '--no-save', '--no-audit', '--no-fund']))
      fail('npm install failed; see the output above.');
  });
}

export function ensureBuild() {
  const { SUPPORT_ADDRESS = '', ADVERTISING = '', HEIC = '' } = process.env;
  const wanted = `${fingerprint(BUILT_FROM)} ${SUPPORT_ADDRESS} ${ADVERTISING} ${HEIC}`.trim();
  return unlessCurrent(BUILD_STAMP, wanted, () => {
    log('building the app…');
    if (!run('npm', ['run', '--silent', 'build'])) fail('the build failed; see the output above.');
  });
}

function installFromDebian(name) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return;
  log(`installing the Debian package ${name} (apt-get install)…`);
  run('apt-get', ['update'], { quiet: true });
  run('apt-get', ['install', '-y', '--no-install-recommends', name], {
    quiet: true,
    env: { DEBIAN_FRONTEND: 'noninteractive' },
  });
}

const hasFfmpeg = () =>
  ['ffmpeg', 'ffprobe'].every((program) => spawnSync(program, ['-version'], { stdio: 'ignore' }).status === 0);

/** Installs FFmpeg, because tests compare their results with FFmpeg's results. */
export async function ensureFfmpeg() {
  if (hasFfmpeg()) return;
  await withLock(() => {
    log('ffmpeg and ffprobe not found.');
    installFromDebian('ffmpeg');
  });
  if (!hasFfmpeg())
    fail(
      'the tests need ffmpeg and ffprobe. Install FFmpeg (Debian: sudo apt-get install ffmpeg; macOS: brew install ffmpeg) so that both are on the PATH.',
    );
}

/** Installs shells for tests of copied commands if no password is required. Otherwise these tests are skipped. */
export async function ensureShells() {
  const missing = ['dash', 'zsh', 'fish'].filter(
    (shell) => spawnSync(shell, ['-c', ':'], { stdio: 'ignore' }).status !== 0,
  );
  if (missing.length > 0)
    await withLock(() => {
      for (const shell of missing) installFromDebian(shell);
    });
}

/** In CI, fails if sample files are missing, because the tests that need them would be skipped. */
export function checkSamples() {
  if (process.env.CI && !existsSync(join(root, '../shared/samples')))
    fail('the tests need the sample files in CI. Put them into ../shared/samples, next to the checkout.');
}

export async function ensureBrowser() {
  if (process.env.CHROMIUM_PATH && !(await findChromium()))
    fail(`cannot run CHROMIUM_PATH (${process.env.CHROMIUM_PATH}).`);
  if (await findChromium()) return;
  await withLock(async () => {
    log('Chromium not found; installing it with Playwright…');
    run('npx', ['playwright', 'install', 'chromium'], { quiet: true });
    if (await findChromium()) return;
    installFromDebian('chromium-headless-shell');
  });
  if (!(await findChromium()))
    fail(
      'the tests need Chromium. Install Chromium or Chrome (Debian: sudo apt-get install chromium-headless-shell), or set CHROMIUM_PATH.',
    );
}
