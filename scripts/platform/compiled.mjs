// Compiles start modules into `.cache/`, which saves a second per start. Plain JavaScript, because tsx loads later.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = resolve(fileURLToPath(import.meta.url), '../../..');
const cache = join(root, '.cache');

export const STARTED_MODULES = {
  command: 'scripts/command/thread.ts',
  'jobs.worker': 'scripts/command/run/jobs.worker.ts',
  'tasks.worker': 'scripts/platform/tasks.worker.ts',
  'ffmpeg.worker': 'scripts/platform/ffmpeg.worker.mjs',
  thread: 'scripts/dev/package/entries/thread.mjs',
};

const COMPILED_FROM = ['core', 'scripts', 'package.json', 'package-lock.json'];

/** Milliseconds for which old compiled folders are kept, because a running command may still load modules from them. */
const MAX_AGE_MS = 24 * 3600 * 1000;

/** Returns the URL of a module's compiled version, if any. @param {string} url @returns {string | undefined} */
export function compiledModule(url) {
  const source = relative(root, fileURLToPath(url)).split(sep).join('/');
  const [name] = Object.entries(STARTED_MODULES).find(([, path]) => path === source) ?? [];
  if (name === undefined) return undefined;
  try {
    const folder = join(cache, `command-${stampOf(COMPILED_FROM.map((path) => join(root, path)))}`);
    if (!existsSync(folder)) compile(folder);
    const module = join(folder, `${name}.js`);
    accessSync(module, constants.R_OK);
    return pathToFileURL(module).href;
  } catch {
    // Uses tsx: the folder is read-only or unreadable, another process has just created it, or a source is changing.
    return undefined;
  }
}

/** Hashes the sizes and modification times of all files. @param {readonly string[]} paths @returns {string} */
export function stampOf(paths) {
  const hash = createHash('sha256');
  /** @param {string} path */
  const add = (path) => {
    const { size, mtimeMs } = statSync(path);
    hash.update(`${path}\0${size}\0${mtimeMs}\0`);
  };
  /** @param {string} folder */
  const addFolder = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory()) add(path);
      else if (entry.name !== 'node_modules') addFolder(path);
    }
  };
  for (const path of paths)
    if (statSync(path).isDirectory()) addFolder(path);
    else add(path);
  return hash.digest('hex').slice(0, 16);
}

/** Compiles in a temporary folder, then renames the folder: other processes may compile too. @param {string} folder */
function compile(folder) {
  mkdirSync(cache, { recursive: true });
  const making = mkdtempSync(join(cache, 'command-making-'));
  const args = ['--import', 'tsx', join(root, 'scripts/dev/package/command.ts'), making];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'ignore' });
  if (status === 0 && !existsSync(folder)) {
    // `mkdtempSync` lets only this user in, but other users of the checkout run the same command.
    chmodSync(making, statSync(cache).mode);
    renameSync(making, folder);
  } else rmSync(making, { recursive: true, force: true });
  // Comes last, because folders of another user may not be removable.
  for (const name of readdirSync(cache))
    if (name.startsWith('command-') && Date.now() - statSync(join(cache, name)).mtimeMs > MAX_AGE_MS)
      rmSync(join(cache, name), { recursive: true, force: true });
}
