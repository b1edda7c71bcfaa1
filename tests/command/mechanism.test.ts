import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { ParameterError } from '#core/base/errors.ts';
import { createRaster, type Raster } from '#core/base/raster.ts';
import { en } from '#core/locales/all-en.ts';
import { defineOperation } from '#core/operation.ts';
import { operations } from '#core/operations/index.ts';
import { choice, color, group, list, number, parameters, pixels, text, toggle } from '#core/parameters/fields.ts';
import type { CommandOperation, CommandWords } from '#scripts/command/base/environment.ts';
import { positionalInput } from '#scripts/command/parse/positional.ts';
import { commandHere, emptyFolder, filesIn, jsonLines, write, writeImage } from './harness.ts';

/** Returns an image of one color. */
const flat = (width: number, height: number, [red = 0, green = 0, blue = 0]: readonly number[]): Raster => {
  const raster = createRaster(width, height);
  for (let at = 0; at < raster.data.length; at += 4) raster.data.set([red, green, blue, 255], at);
  return raster;
};

/** An operation that draws on an optional image or a blank background, with a list and a group from JSON files. */
const draw = defineOperation({
  id: 'draw',
  inputs: { image: { kind: 'image', optional: true }, stamps: { kind: 'image', max: 2, optional: true } },
  params: parameters({
    width: pixels({ default: 4, min: 1, max: 100 }),
    height: pixels({ default: 3, min: 1, max: 100 }),
    hue: number({ default: 0, min: -1, max: 1 }),
    background: color({ default: '#ffffff' }),
    watermark: toggle({ default: true }),
    components: list({
      item: group({ rotation: pixels({ default: 0, min: -180, max: 180 }), fillColor: color({ default: '#ffffff' }) }),
      maxItems: 3,
    }),
    style: group({ main: group({ fontPctH: number({ default: 8, min: 1, max: 50 }) }), author: group({}) }),
  }),
  output: 'image',
  run: async ({ image, stamps }, params) => {
    const seen = [params.components.length, stamps.length, params.style.main.fontPctH];
    const base = image ?? flat(params.width, params.height, [0, 0, 0]);
    const shade = [...seen.slice(0, 2).map((value) => value * 50), params.watermark ? 200 : 100];
    return flat(base.width, Math.round(base.height + params.hue * 2), [...shade, 0]);
  },
});

/** An operation with several inputs, none of which is the main input. */
const layer = defineOperation({
  id: 'layer',
  inputs: { top: { kind: 'image', optional: true }, bottom: { kind: 'image', optional: true } },
  params: parameters({ view: choice({ options: ['combined', 'top', 'bottom'], default: 'combined' }) }),
  output: 'image',
  run: async ({ top, bottom }, { view }) => {
    const shown = view === 'bottom' ? bottom : (top ?? bottom);
    if (!shown) throw new ParameterError('top', { problem: 'required' }, undefined);
    return shown;
  },
});

/** A test operation that writes a text file and reports a warning. */
const shout = defineOperation({
  id: 'shout',
  inputs: { audio: { kind: 'file', extensions: ['txt'] } },
  params: parameters({ format: choice({ options: ['up', 'low'], default: 'up' }), suffix: text({ default: '!' }) }),
  extensions: ['up', 'low'],
  output: 'file',
  run: async ({ audio }, { format, suffix }, { sink, onProgress }) => {
    const read = new TextDecoder().decode(await audio.read());
    if (read.startsWith('bad')) throw new ParameterError('suffix', { maxLength: 1 }, 2);
    const written = `${format === 'up' ? read.toUpperCase() : read.toLowerCase()}${suffix}`;
    await sink?.write(new TextEncoder().encode(written.slice(2)), 2);
    await sink?.write(new TextEncoder().encode(written.slice(0, 2)), 0);
    onProgress?.(1);
    return { mimeType: 'text/loud', extension: format, warnings: ['tooLoud'] };
  },
});

/** An operation with two required inputs, one of them with several files. */
const animation = defineOperation({
  id: 'clip',
  inputs: { audio: 'file', main: { kind: 'file', max: 3 }, end: { kind: 'file', optional: true } },
  params: parameters({ durStartSec: number({ default: 1, min: 0, max: 9, fractionDigits: 0, unit: 'seconds' }) }),
  extensions: ['mp4'],
  output: 'file',
  run: async ({ audio, main, end }, { durStartSec }, { sink }) => {
    const names = [audio, ...main, ...(end ? [end] : [])].map(({ name }) => name);
    await sink?.write(new TextEncoder().encode(`${names.join(' ')} ${durStartSec}`), 0);
    return { mimeType: 'video/mp4', extension: 'mp4' };
  },
});

const fakes: readonly CommandOperation[] = [draw, layer, shout, animation];
const words: CommandWords = {
  ...en,
  operations: { ...en.operations, draw: { name: 'Draw', summary: 'Draws' } },
  warnings: { tooLoud: 'It is loud.' },
};
const run = (folder: string, ...args: string[]) => commandHere(folder, args, { operations: fakes, words });

describe('a declared operation becomes a command', () => {
  it('that works with or without an input file, and reads parameters from JSON files', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'), { width: 20, height: 10 });
    await writeImage(join(folder, 'stamp.png'));
    write(join(folder, 'components.json'), JSON.stringify([{ rotation: -90 }, {}]));
    write(join(folder, 'style.json'), JSON.stringify({ main: { fontPctH: 9 } }));
    const flags = [
      '--components',
      'components.json',
      '--style',
      'style.json',
      '--stamps',
      'stamp.png',
      '--stamps',
      'a.png',
    ];
    const results = [
      await run(folder, 'draw', 'a.png', '-o', 'on.png', '--json', ...flags, '--hue', '-0.5'),
      await run(folder, 'draw', '-o', 'blank.png', '--json', '--width', '7', '--hue=0.5', '--no-watermark'),
      await run(folder, 'draw', '-o', 'inline.png', '--json', '--components', '[{}]', '--watermark', 'false'),
    ];
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual([[0, ''], [0, ''], [0, '']]); // biome-ignore format: pairs
    expect(results.flatMap(({ stdout }) => jsonLines(stdout).map(({ width, height }) => [width, height]))).toEqual([
      [20, 9],
      [7, 4],
      [4, 3],
    ]);
    const color = async (name: string) => [...(await sharp(join(folder, name)).raw().toBuffer()).subarray(0, 3)];
    expect(await color('on.png')).toEqual([100, 100, 200]);
    expect(await color('blank.png')).toEqual([0, 0, 100]);
    expect(await color('inline.png')).toEqual([50, 0, 100]);
  });

  it.each([
    ['components[1].rotation', ['--components', '[{}, {"rotation": 500}]']],
    ['Unknown parameter components[0].fill', ['--components', '[{"fill": "#fff"}]']],
    ['style.main.fontPctH', ['--style', '{"main": {"fontPctH": 90}}']],
    ['--components must be a list', ['--components', '{}']],
    ['--components can have at most 3 entries', ['--components', '[{},{},{},{}]']],
    ['--background must be a color', ['--background', 'red']],
    ['--stamps can have at most 2 entries', ['--stamps', 'a.png', '--stamps', 'a.png', '--stamps', 'a.png']],
    ['File not found: none.png', ['--stamps', 'none.png']],
    ['--components: File not found: none.json', ['--components', 'none.json']],
  ])('that refuses invalid input before it writes: %s', async (message, flags) => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    const { code, stderr } = await run(folder, 'draw', 'a.png', '-o', 'out.png', ...flags);
    expect([code, filesIn(folder)]).toEqual([2, ['a.png']]);
    expect(stderr).toContain(message);
  });

  it('with a flag for each of its inputs', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'), { width: 5 });
    await writeImage(join(folder, 'b.png'), { width: 6 });
    const both = ['--top', 'a.png', '--bottom', 'b.png'];
    const made = [
      await run(folder, 'layer', ...both, '-o', 'one.png', '--json'),
      await run(folder, 'layer', ...both, '--view', 'bottom', '-o', 'two.jpg', '--json'),
      await run(folder, 'layer', '--bottom', 'b.png', '-o', 'three.webp', '--json'),
    ];
    expect(made.flatMap(({ stdout }) => jsonLines(stdout).map(({ width, format }) => [width, format]))).toEqual([
      [5, 'png'],
      [6, 'jpg'],
      [6, 'webp'],
    ]);
    expect((await run(folder, 'layer', 'a.png', '-o', 'x.png')).code).toBe(2);
    expect((await run(folder, 'layer', ...both, '-o', 'folder/')).stderr).toContain('The output must be a file');
    const none = await run(folder, 'layer', '-o', 'none.png');
    expect([none.code, filesIn(folder).includes('none.png')]).toEqual([2, false]);
  });

  it('that writes its own files atomically, in the format of each file’s extension', async () => {
    const folder = emptyFolder();
    write(join(folder, 'in/a.txt'), 'Hello');
    write(join(folder, 'in/deep/b.txt'), 'World');
    write(join(folder, 'in/c.txt'), 'bad');
    write(join(folder, 'in/other.md'), 'not taken');
    const several = await run(folder, 'shout', 'in', '-o', 'out', '--json');
    expect(several.code).toBe(1);
    expect(filesIn(join(folder, 'out'))).toEqual(['a.up', 'deep/b.up']);
    expect(readFileSync(join(folder, 'out/deep/b.up'), 'utf8')).toBe('WORLD!');
    expect(jsonLines(several.stdout)[0]).toEqual({
      operation: 'shout',
      input: 'in/a.txt',
      output: 'out/a.up',
      format: 'up',
      mimeType: 'text/loud',
      bytes: 6,
      warnings: [{ code: 'tooLoud', data: {}, message: 'It is loud.' }],
    });
    expect(several.stderr).toContain('in/a.txt: It is loud.\n');
    const one = await run(folder, 'shout', 'in/a.txt', '-o', 'a.low', '--suffix', '-');
    expect([one.code, readFileSync(join(folder, 'a.low'), 'utf8')]).toEqual([0, 'hello-']);
    expect((await run(folder, 'shout', 'in/a.txt', '-o', 'a.txt')).stderr).toContain('Use .up, .low');
  });

  it('that requires several files for an input', async () => {
    const folder = emptyFolder();
    for (const name of ['s.wav', '1.png', '2.png']) write(join(folder, name), name);
    const flags = ['--audio', 's.wav', '--main', '1.png', '--main', '2.png', '--dur-start-sec', '3'];
    expect((await run(folder, 'clip', ...flags, '-o', 'out.mp4')).code).toBe(0);
    expect(readFileSync(join(folder, 'out.mp4'), 'utf8')).toBe('s.wav 1.png 2.png 3');
    expect((await run(folder, 'clip', '--audio', 's.wav', '-o', 'x.mp4')).stderr).toContain('--main is required.');
  });

  it('whose help shows limits and switches', async () => {
    const { stdout } = await run(emptyFolder(), 'draw', '--help');
    expect(stdout).toMatch(/--components <FILE.json> +components \(at most 3\)/);
    expect(stdout).toMatch(/--hue <N> +hue \(-1 to 1, default: 0\)/);
    expect(stdout).toMatch(/--no-watermark +Turn off watermark/);
    expect(stdout).not.toMatch(/^ +--watermark/m);
    expect(stdout).toMatch(/--stamps <FILE> +Image file \(up to 2 times\)/);
  });
});

describe('the command of every registered operation', () => {
  it.each(operations.map((operation) => [operation.id, operation as CommandOperation] as const))(
    'has help and an output format: %s',
    async (id, { output, extensions }) => {
      const { code, stdout } = await commandHere(emptyFolder(), [id, '--help']);
      expect(code).toBe(0);
      expect(stdout).toContain(en.operations[id].summary.split(' ')[0]);
      if (output === 'file') expect(extensions?.length).toBeGreaterThan(0);
    },
  );
});

describe('positionalInput', () => {
  it.each([
    [{ image: 'image' }, 'image'],
    [{ wav: 'audio' }, 'wav'],
    [{ image: { kind: 'image', optional: true }, shapes: { kind: 'image', max: 10, optional: true } }, 'image'],
    [{ top: { kind: 'image', optional: true }, bottom: { kind: 'image', optional: true } }, undefined],
    [{ audio: 'audio', main: 'image', start: { kind: 'image', optional: true } }, undefined],
    [{}, undefined],
  ] as const)('of the inputs %j is %s', (inputs, name) => {
    expect(positionalInput(inputs)?.name).toBe(name);
  });
});
