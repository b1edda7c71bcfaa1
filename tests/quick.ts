/**
 * `npm run test:quick`: checks what changed since the branch point. Checks the style of the changed files, and runs
 * unit tests that import them directly and the journeys of the changed tools. Takes seconds, or 80 s if the page changed
 * and is built for its journeys. `npm test` checks types and everything else.
 */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { importsOf } from './imports.ts';

const root = resolve(import.meta.dirname, '..');

const git = (...args: readonly string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Returns the files that changed since the branch point, including untracked files. */
function changedFiles(): readonly string[] {
  const [base = 'HEAD'] = git('merge-base', 'HEAD', process.argv[2] ?? 'main');
  const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')];
  return [...new Set(files)].filter((file) => existsSync(resolve(root, file)));
}

/** Returns the changed unit tests, and those that import a changed file. */
function unitTestsOf(changed: readonly string[]): readonly string[] {
  const tests = [...importsOf('tests')].filter(([file]) => file.endsWith('.test.ts'));
  return tests
    .filter(([file, targets]) => [file, ...targets].some((path) => changed.includes(path)))
    .map(([file]) => file);
}

const journeys = readdirSync(resolve(root, 'e2e')).filter((file) => file.endsWith('.spec.ts'));

/** Returns the journey that opens a screen most often; several if they open it equally often. */
function journeysOf(route: string): readonly string[] {
  const visits = journeys.map((file) => {
    const text = readFileSync(resolve(root, 'e2e', file), 'utf8');
    return { file, count: text.split(`'/${route}'`).length - 1 };
  });
  const most = Math.max(...visits.map(({ count }) => count));
  return most > 0 ? visits.filter(({ count }) => count === most).map(({ file }) => `e2e/${file}`) : [];
}

/** Returns the changed journeys, and those of changed tools and folders of the page. */
function journeyFilesOf(changed: readonly string[]): readonly string[] {
  const own = changed.filter((file) => /^e2e\/.*\.spec\.ts$/.test(file));
  const folders = changed.flatMap((file) => /^app\/(tools\/[\w-]+|[\w-]+)\//.exec(file)?.[1] ?? []);
  const ofFolders = [...new Set(folders)].flatMap((folder) => {
    const named = journeys.filter((file) => file.startsWith(`${basename(folder)}-`)).map((file) => `e2e/${file}`);
    if (!folder.startsWith('tools/')) return named;
    const manifests = readdirSync(resolve(root, 'app', folder)).filter((file) => /(?:^|\.)tool\.ts$/.test(file));
    const routes = manifests.flatMap(
      (file) => /route: '(\w+)'/.exec(readFileSync(resolve(root, 'app', folder, file), 'utf8'))?.[1] ?? [],
    );
    return routes.flatMap(journeysOf);
  });
  return [...new Set([...own, ...ofFolders])];
}

/** Runs a program, and resolves to whether it succeeded. Prints its output at the end if `isBuffered`. */
function runStep(name: string, command: string, args: readonly string[], isBuffered = false): Promise<boolean> {
  const output: Uint8Array[] = [];
  if (!isBuffered) console.log(`\nfudebako: ${name}`);
  const child = spawn(command, args, { cwd: root, stdio: isBuffered ? ['ignore', 'pipe', 'pipe'] : 'inherit' });
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Uint8Array) => output.push(chunk));
  return new Promise((resolve) => {
    child.on('error', () => resolve(false));
    child.on('close', (code) => {
      if (isBuffered) process.stdout.write(Buffer.concat([Buffer.from(`\nfudebako: ${name}\n`), ...output]));
      resolve(code === 0);
    });
  });
}

async function requireSuccess(steps: readonly Promise<boolean>[]): Promise<void> {
  if ((await Promise.all(steps)).includes(false)) process.exit(1);
}

const changed = changedFiles();
const unitTests = unitTestsOf(changed);
const journeyFiles = journeyFilesOf(changed);
if (changed.length === 0) console.log('fudebako: nothing has changed');
else {
  const style = ['biome', 'check', '--no-errors-on-unmatched', ...changed];
  await requireSuccess([runStep('style of the changed files', 'npx', style)]);
}
// Builds during the unit tests, because each of the two would leave a processor core idle.
await requireSuccess([
  ...(journeyFiles.length > 0 ? [runStep('build', process.execPath, ['scripts/dev/setup/build.mjs'], true)] : []),
  ...(unitTests.length > 0 ? [runStep('unit tests that import them', 'npx', ['vitest', 'run', ...unitTests])] : []),
]);
if (journeyFiles.length > 0)
  await requireSuccess([runStep('journeys', 'npx', ['playwright', 'test', ...journeyFiles])]);
