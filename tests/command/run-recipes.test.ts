import { copyFileSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recipeFragment } from '#core/recipes/link.ts';
import { hasFfmpeg, probePackets } from '../video/ffmpeg.ts';
import { commandHere, emptyFolder, jsonLines, write, writeImage } from './harness.ts';

const sample = resolve(import.meta.dirname, '../../public/samples/sample.wav');

/** Creates a folder with a recipe, an audio file and two images. */
async function prepared(recipe: unknown): Promise<string> {
  const folder = emptyFolder();
  write(join(folder, 'job/recipe.json'), JSON.stringify(recipe));
  copyFileSync(sample, join(folder, 'job/sound.wav'));
  await writeImage(join(folder, 'job/a.png'), { width: 64, height: 48 });
  await writeImage(join(folder, 'job/b.png'), { width: 64, height: 48, background: '#c04020' });
  return folder;
}

describe('the command run accepts a recipe', () => {
  it('that converts audio, to the same file as the operation’s own command', async () => {
    const folder = await prepared({ operation: 'wav-to-mp3', params: { bitrate: 64 } });
    expect(await commandHere(folder, ['run', 'job/recipe.json', 'job', '-o', 'out'])).toMatchObject({ code: 0 });
    await commandHere(folder, ['wav-to-mp3', 'job/sound.wav', '--bitrate', '64', '-o', 'own.mp3']);
    expect(readFileSync(join(folder, 'out/sound.mp3')).equals(readFileSync(join(folder, 'own.mp3')))).toBe(true);
  });

  it('that animates a text on an image from earlier steps', async () => {
    const animation = { operation: 'animate-vertical', params: { text: 'あ', format: 'mp4', frameRate: 1 } };
    const folder = await prepared([{ operation: 'scale', params: { factor: 0.5 } }, animation]);
    const done = await commandHere(folder, ['run', 'job/recipe.json', 'job/a.png', '-o', 'a.gif', '--json']);
    expect(jsonLines(done.stdout)).toMatchObject([{ operation: 'run', format: 'gif' }]);
    const gif = readFileSync(join(folder, 'a.gif'));
    expect([gif.subarray(0, 4).toString(), gif.readUInt16LE(6), gif.readUInt16LE(8)]).toEqual(['GIF8', 32, 24]);
  });

  it('in a link from the page, and names what is wrong with a link', async () => {
    const steps = [
      { operation: 'scale', params: { factor: 0.5 } },
      { operation: 'convert', params: { format: 'webp' } },
    ];
    const folder = await prepared(steps);
    const link = `https://example.org/scaler#${await recipeFragment(steps)}`;
    expect(await commandHere(folder, ['run', link, 'job/a.png', '-o', 'link'])).toMatchObject({ code: 0 });
    await commandHere(folder, ['run', 'job/recipe.json', 'job/a.png', '-o', 'file']);
    expect(readFileSync(join(folder, 'link/a.webp')).equals(readFileSync(join(folder, 'file/a.webp')))).toBe(true);
    const cut = await commandHere(folder, ['run', link.slice(0, -9), 'job/a.png', '-o', 'link']);
    expect([cut.code, cut.stderr]).toEqual([2, 'fudebako: link: The link is damaged or cut off.\n']);
    const unknown = `#${await recipeFragment([{ operation: 'scale', params: { factr: 1 } }])}`;
    const { code, stderr } = await commandHere(folder, ['run', unknown, 'job/a.png', '-o', 'link']);
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^fudebako: link: .*factr/)]);
  });

  it('that inspects a file', async () => {
    const folder = await prepared({ operation: 'inspect' });
    const done = await commandHere(folder, ['run', 'job/recipe.json', 'job/a.png', '--json']);
    expect(jsonLines(done.stdout)).toMatchObject([{ format: 'png', width: 64, height: 48 }]);
  });

  it.each([
    [
      'input files beside a recipe that names files',
      { operation: 'sound-to-video', inputs: { audio: 'sound.wav', main: 'a.png' } },
      ['job/b.png'],
      'sound-to-video takes its inputs from the recipe, not from the command line.',
    ],
    [
      'a missing file',
      { operation: 'sound-to-video', inputs: { audio: 'sound.wav', main: 'c.png' } },
      [],
      'File not found: ',
    ],
    ['a recipe without its audio file', { operation: 'sound-to-slideshow', inputs: { main: 'a.png' } }, [], '"audio"'],
    [
      'several files for one input',
      { operation: 'sound-to-video', inputs: { audio: 'sound.wav', main: ['a.png', 'b.png'] } },
      [],
      'inputs.main must be text',
    ],
    [
      'more images than slots',
      {
        operation: 'sound-to-slideshow',
        inputs: { audio: 'sound.wav', main: Array.from({ length: 21 }, () => 'a.png') },
      },
      [],
      'inputs.main',
    ],
  ])('but refuses %s', async (_, recipe, paths, message) => {
    const folder = await prepared(recipe);
    const { code, stderr } = await commandHere(folder, ['run', 'job/recipe.json', ...paths, '-o', 'out.mp4']);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it.skipIf(!hasFfmpeg)('that makes a video from its input files', async () => {
    const params = { resolution: 'square_1080', durEndSec: 0, durStartSec: 0, trimEndSec: 0 };
    const recipe = {
      operation: 'sound-to-slideshow',
      params,
      inputs: { audio: 'sound.wav', main: ['a.png', 'b.png'] },
    };
    const folder = await prepared([recipe]);
    const done = await commandHere(folder, ['run', 'job/recipe.json', '-o', 'out.mp4']);
    expect(done.stderr).toBe('');
    const inputs = ['--audio', 'job/sound.wav', '--main', 'job/a.png', '--main', 'job/b.png'];
    const flags = Object.entries(params).flatMap(([name, value]) => [
      `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      String(value),
    ]);
    await commandHere(folder, ['sound-to-slideshow', ...inputs, ...flags, '-o', 'own.mp4']);
    // Compares the decoded content, because the file also contains its creation time.
    const [made, own] = ['out.mp4', 'own.mp4'].map((name) =>
      (['v', 'a'] as const).map((stream) => probePackets(join(folder, name), stream)),
    );
    expect(made?.[0]?.length).toBeGreaterThan(10);
    expect(made).toEqual(own);
  });
});
