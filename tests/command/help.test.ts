import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { en } from '#core/locales/all-en.ts';
import { operations } from '#core/operations/index.ts';
import { openCache } from '#scripts/command/cache/cache.ts';
import { commandHelp } from '#scripts/command/parse/help-texts.ts';
import { createProgram } from '#scripts/command/parse/program.ts';
import { commandHere, emptyFolder, write, writeImage } from './harness.ts';

const { commands } = createProgram(operations, en);
const names = commands.map((command) => command.name());

/** Splits an example into arguments, as a shell does. */
const argumentsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '').slice(1);

const examples = Object.values(commandHelp)
  .flatMap((help) => help.examples)
  .filter((line) => line.startsWith('fudebako ') && !line.includes('|'));

let folder: string;
beforeAll(async () => {
  folder = emptyFolder();
  for (const name of [
    'photo.jpg',
    'photo.png',
    'screenshot.png',
    'logo.png',
    'texture.jpg',
    'mask.png',
    'cover.jpg',
    'title.png',
  ])
    await writeImage(join(folder, name));
  for (const name of ['1.jpg', '2.jpg', 'photos/a.jpg', 'photos/b.jpg', 'talk.gif'])
    await writeImage(join(folder, name));
  for (const name of ['recordings', 'clips', 'album']) mkdirSync(join(folder, name));
  for (const name of [
    'memo.m4a',
    'album/a.wav',
    'episode.wav',
    'concert.mkv',
    'song.mp3',
    'song.wav',
    'recordings/a.wav',
    'talk.mp4',
    'clips/a.mp4',
  ])
    write(join(folder, name), '');
  write(join(folder, 'shapes.json'), '[{"shape":"circle"}]');
  write(join(folder, 'texts.json'), '[{"text":"a"}]');
  write(join(folder, 'faces.json'), '[{"left":0.2,"top":0.1,"right":0.6,"bottom":0.5}]');
  write(join(folder, 'recipe.json'), '{"operation":"scale","params":{"ratio":0.5}}');
  write(join(folder, 'limits.json'), '{"operation":"scale","params":{"longEdge":2400,"withoutEnlargement":true}}');
  openCache(join(folder, '.cache/images'));
  write(join(folder, 'rows.csv'), 'image,name\nphoto.jpg,a\n');
});

describe('--help', () => {
  it.each(names)('of %s fits 80 columns, except examples, and describes every flag', async (name) => {
    const { code, stdout } = await commandHere(folder, [name, '--help']);
    expect(code).toBe(0);
    const [help = ''] = stdout.split('\nExamples:\n');
    expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
    const flags = commands.find((command) => command.name() === name)?.options.filter(({ hidden }) => !hidden) ?? [];
    for (const { description } of flags) expect(description).toMatch(/^(?:[A-Z]|[xy] of)/);
  });

  it('lists every command under a group', async () => {
    const { stdout } = await commandHere(folder, ['--help']);
    for (const name of names) expect(stdout).toMatch(new RegExp(`^  ${name} +[A-Z]`, 'm'));
    expect(stdout.match(/^\w.* commands:$/gm)).toEqual([
      'Image commands:',
      'Text commands:',
      'Video and audio commands:',
      'Other commands:',
    ]);
  });

  it('describes only inputs and parameters of its operation', () => {
    for (const { id, inputs, params, animationOf } of operations.map((each) => ({ animationOf: undefined, ...each }))) {
      const animation = operations.find((each) => 'animationOf' in each && each.animationOf === id);
      const own = [...Object.keys(inputs), ...Object.keys(params)];
      const animated = [...Object.keys(animation?.inputs ?? {}), ...Object.keys(animation?.params ?? {})];
      const known = new Set([...own, ...animated]);
      const described = Object.keys(commandHelp[id]?.flags ?? {});
      expect([animationOf, described.filter((flag) => !known.has(flag))]).toEqual([animationOf, []]);
    }
  });
});

describe('an example in the help', () => {
  it.each(examples)('runs: %s', async (line) => {
    const args = argumentsOf(line);
    const dryRun = args.includes('-o') ? ['--dry-run'] : [];
    const force = args.includes('-o') && !args.includes('--skip-existing') ? ['--force'] : [];
    const { code, stderr } = await commandHere(folder, [...args, ...dryRun, ...force]);
    expect([code, stderr]).toEqual([0, '']);
  });
});
