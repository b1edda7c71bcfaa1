import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { emptyFolder, fudebako, write, writeImage } from './harness.ts';

const root = resolve(import.meta.dirname, '../..');
const yaml = (path: string) => parse(readFileSync(join(root, path), 'utf8'));

/** Creates a folder to put first in PATH. Its `npx` runs the command of this checkout. */
function folderOfNpx(): string {
  const folder = emptyFolder();
  write(
    join(folder, 'npx'),
    `#!/bin/sh\n[ "$1 $2" = "--no-install fudebako" ] || exit 99\nshift 2\nexec "${process.execPath}" "${join(root, 'scripts/fudebako.mjs')}" "$@"\n`,
  );
  chmodSync(join(folder, 'npx'), 0o755);
  return folder;
}

const withGps = (path: string) =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: '#2b4c7e' } })
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } })
    .jpeg()
    .toFile(path);

describe.skipIf(process.platform === 'win32')('the Git hook', () => {
  it('stops a commit with an image that breaks the rules, and allows other commits', async () => {
    const folder = emptyFolder();
    const env = {
      ...process.env,
      PATH: `${folderOfNpx()}:${process.env.PATH}`,
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_AUTHOR_NAME: 'a',
      GIT_AUTHOR_EMAIL: 'a@example.com',
      GIT_COMMITTER_NAME: 'a',
      GIT_COMMITTER_EMAIL: 'a@example.com',
    };
    const git = (...args: string[]) => spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
    git('init', '-q');
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    copyFileSync(join(root, 'examples/pre-commit/pre-commit'), join(folder, '.git/hooks/pre-commit'));
    write(join(folder, 'notes.txt'), 'no image');
    git('add', '.');
    expect(git('commit', '-q', '-m', 'Text only')).toMatchObject({ status: 0, stdout: '' });
    await writeImage(join(folder, 'good one.png'));
    git('add', '.');
    expect(git('commit', '-q', '-m', 'A good image').status).toBe(0);
    await withGps(join(folder, 'tower.JPG'));
    git('add', '.');
    const refused = git('commit', '-q', '-m', 'A location');
    expect([refused.status, refused.stdout + refused.stderr]).toEqual([1, 'tower.JPG: Has GPS data.\n']);
    expect(git('log', '--oneline').stdout.split('\n')).toHaveLength(3);
  });
});

describe('the hooks of the pre-commit framework', () => {
  it('are the same in the declaration and in the example, and their command line works', async () => {
    const [declared] = yaml('.pre-commit-hooks.yaml');
    const [{ hooks }] = yaml('examples/pre-commit/.pre-commit-config.yaml').repos;
    const [{ args, ...hook }] = hooks;
    expect({ ...declared, args }).toMatchObject({ ...hook, args });
    // The framework appends the names of files, so that a name must not be read as a flag.
    for (const each of [args, declared.args]) expect(each.at(-1)).toBe('--');
    const files = new RegExp(hook.files.replace('(?i)', ''), 'i');
    for (const name of ['a.jpg', 'b/A.JPEG', 'c.webp']) expect(name).toMatch(files);
    for (const name of ['jpg', 'a.jpg.txt']) expect(name).not.toMatch(files);
    const folder = emptyFolder();
    await withGps(join(folder, 'a.jpg'));
    const [, , , ...command] = hook.entry.split(' ');
    expect(await fudebako(folder, ...command, ...args, 'a.jpg')).toEqual({
      code: 1,
      stdout: 'a.jpg: Has GPS data.\n',
      stderr: '',
    });
    await writeImage(join(folder, '--exclude=a.jpg'));
    const names = ['--exclude=a.jpg', 'a.jpg'];
    expect((await fudebako(folder, ...command, ...args, ...names)).stdout).toBe('a.jpg: Has GPS data.\n');
    // Without the end of flags, as with a shell pattern, the command refuses to guess.
    expect(await fudebako(folder, ...command, '--no-gps', ...names)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--exclude=a.jpg: A file has this name. Write ./--exclude=a.jpg for the file'),
    });
  });
});

describe.skipIf(process.platform === 'win32')('the GitHub action', () => {
  const action = yaml('action.yml');
  const steps: { name?: string; run?: string; env?: Record<string, string> }[] = action.runs.steps;

  it('is a composite action whose steps use declared inputs, and pass inputs as environment variables only', () => {
    expect(action.runs.using).toBe('composite');
    for (const [, name = ''] of JSON.stringify(action.runs).matchAll(/inputs\.([\w-]+)/g))
      expect(Object.keys(action.inputs)).toContain(name);
    // If the script contained an input as `${{ … }}`, bash would run the input's text as code.
    for (const { run = '' } of steps) expect(run).not.toContain('${{');
  });

  it('runs the command with one argument per line', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a b.png'), { width: 40, height: 20 });
    const script = steps.find(({ name }) => name === 'Run fudebako')?.run ?? '';
    const run = (args: string, cache = '') =>
      execFileSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, ARGS: args, CACHE: cache, PACKAGE: '', GITHUB_ACTION_PATH: root, RUNNER_TEMP: folder },
      });
    const scale = 'scale\na b.png\n-o\n$(out).png\n\n--ratio\n0.5\n--force\n';
    expect(run(scale, 'c')).toMatch(/^a b\.png → \$\(out\)\.png \(20 × 10 px, \d+ bytes\)\n$/);
    expect(run(scale, 'c')).toContain('unchanged');
    await writeImage(join(folder, '--help.png'), { width: 40, height: 20 });
    expect(run('scale\n-o\nout.png\n--ratio\n0.5\n--\n--help.png\n', 'c')).toMatch(/^--help\.png → out\.png /);
    expect(() => run('check\na b.png\n--max-width\n10\n')).toThrow();
  });
});

describe('terminal colors', () => {
  it('are never printed, with and without NO_COLOR', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    for (const variables of [{ NO_COLOR: '1' }, { FORCE_COLOR: '1' }])
      for (const args of [
        ['inspect', 'a.png'],
        ['--help'],
        ['crop', '--help'],
        ['check', 'a.png', '--max-width', '1'],
        ['crpo'],
      ]) {
        const env = { ...process.env, ...variables };
        const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'scripts/fudebako.mjs'), ...args], {
          cwd: folder,
          env,
          encoding: 'utf8',
        });
        expect(stdout + stderr).not.toBe('');
        expect(stdout + stderr).not.toContain('\u001b');
      }
  });
});
