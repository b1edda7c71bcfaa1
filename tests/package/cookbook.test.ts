import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cookbookLines, cookbookSize, writeCookbookFiles } from './cookbook.ts';
import { installPackage, linkFonts, node, root } from './installed.ts';

const folder = mkdtempSync(join(tmpdir(), 'cookbook-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let project: string;
beforeAll(async () => {
  const installed = await installPackage(folder);
  linkFonts(installed, join(folder, 'fonts'));
  // The native encoder is optional, and faster.
  installed.link(existsSync(join(root, 'node_modules/node-av')) ? 'node-av' : '@ffmpeg/core');
  project = installed.project;
  await writeCookbookFiles(project);
}, 180_000);

describe('a line of the cookbook, run from the tarball in an empty project', () => {
  it('exists for each of the ten jobs', () => {
    expect(cookbookSize).toEqual({ jobs: 10, lines: cookbookLines.length });
  });

  it.each(cookbookLines)('runs: $line', { timeout: 240_000 }, async ({ args, made }) => {
    const finished = await node(project, 'node_modules/fudebako/dist/fudebako.js', ...args);
    expect([finished.code, finished.stderr]).toEqual([0, '']);
    expect(made).toBeDefined();
    for (const name of made ?? []) expect(statSync(join(project, name)).size).toBeGreaterThan(0);
  });

  it('makes a video with a picture and sound', () => {
    const probe = ['-v', 'error', '-show_entries', 'stream=codec_name', '-of', 'csv=p=0', join(project, 'episode.mp4')];
    expect(execFileSync('ffprobe', probe, { encoding: 'utf8' }).split('\n').sort().join(' ').trim()).toBe('aac h264');
  });
});
