import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { compiledModule, STARTED_MODULES } from '../../scripts/platform/compiled.mjs';
import { emptyFolder, filesIn, writeImage } from './harness.ts';

const root = resolve(import.meta.dirname, '../..');
const program = join(root, 'scripts/fudebako.mjs');

/** User ID of `nobody`. */
const NOBODY = 65534;

const parentsOf = (path: string): string[] => (dirname(path) === path ? [path] : [path, ...parentsOf(dirname(path))]);

/** True if this process may become another user, who can read the checkout. */
const canSwitch = process.getuid?.() === 0 && parentsOf(root).every((path) => (statSync(path).mode & 0o5) === 0o5);

const compiledFolder = () =>
  dirname(fileURLToPath(compiledModule(pathToFileURL(join(root, STARTED_MODULES.command)).href) ?? ''));

/** Runs the command as another user where possible. */
function asOther(cwd: string, ...args: string[]) {
  chownSync(cwd, canSwitch ? NOBODY : -1, -1);
  const user = canSwitch ? { uid: NOBODY, gid: NOBODY } : {};
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    encoding: 'utf8',
    ...user,
  });
  return { code: status, stdout, stderr };
}

describe('a user who has not compiled the command', () => {
  it('may read every compiled file', () => {
    const folder = compiledFolder();
    const readable = statSync(dirname(folder)).mode & 0o777;
    expect(statSync(folder).mode & 0o777).toBe(readable);
    for (const name of filesIn(folder)) expect(statSync(join(folder, name)).mode & 0o444).toBe(readable & 0o444);
  });

  it('can run the command', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    chmodSync(join(folder, 'a.png'), 0o644);
    expect(asOther(folder, 'convert', 'a.png', '-o', 'out/a.webp')).toMatchObject({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'out/a.webp')).subarray(8, 12).toString()).toBe('WEBP');
  });

  it('reads the path of the output that the user may not write', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    await writeImage(join(folder, 'b.png'));
    await writeImage(join(folder, 'closed/a.webp'));
    for (const name of ['closed/a.webp', 'closed']) chmodSync(join(folder, name), 0o555);
    const isRefused = canSwitch || process.getuid?.() !== 0;
    const refused = (args: string[], ...lines: string[]) => {
      const { code, stderr } = asOther(folder, ...args);
      if (isRefused) expect([code === 0, stderr]).toEqual([false, lines.map((line) => `${line}\n`).join('')]);
    };
    refused(['convert', 'a.png', '-o', 'closed/b.webp'], 'closed/b.webp: Permission denied.');
    refused(['convert', 'a.png', 'b.png', '--format', 'webp', '-o', 'closed/new'],
      'closed/new/a.webp: Permission denied.', 'closed/new/b.webp: Permission denied.'); // biome-ignore format: a table
    refused(['convert', 'a.png', '-o', 'closed/a.webp', '--force'], 'closed/a.webp: Permission denied.');
    refused(['convert', 'a.png', '-o', 'closed/a.webp'], 'fudebako: closed/a.webp: Permission denied.');
    refused(['inspect', 'a.png', '--report', 'closed/r.jsonl'], 'fudebako: closed/r.jsonl: Permission denied.');
    chmodSync(join(folder, 'closed'), 0o755);
  });
});
