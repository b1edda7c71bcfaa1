import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { operations } from '#core/operations/index.ts';
import { hasFfmpeg, probePackets } from '../video/ffmpeg.ts';
import {
  allJsonLines,
  commandHere,
  emptyFolder,
  filesIn,
  jsonLines,
  pipe,
  temporaryFiles,
  write,
  writeImage,
} from './harness.ts';

const samples = resolve(import.meta.dirname, '../../public/samples');

/** Creates the folder `job` with images, audio files and rows. The recipe is in the parent folder. */
async function prepared(recipe: unknown, rows?: { readonly [name: string]: string }): Promise<string> {
  const folder = emptyFolder();
  const colors = { a: '#ff0000', b: '#00ff00', c: '#0000ff', grey: '#808080' };
  for (const [name, background] of Object.entries(colors))
    await writeImage(join(folder, `job/${name}.png`), { width: 64, height: 48, background });
  await writeImage(join(folder, 'job/photo.jpg'), { width: 64, height: 48 });
  copyFileSync(join(samples, 'sample.wav'), join(folder, 'job/sound.wav'));
  copyFileSync(join(samples, 'sample.mp3'), join(folder, 'job/sound.mp3'));
  write(join(folder, 'recipe.json'), JSON.stringify(recipe));
  for (const [name, text] of Object.entries(rows ?? {})) write(join(folder, 'job', name), text);
  return folder;
}

const bytesOf = (folder: string, name: string) => readFileSync(join(folder, name)).toString('base64');

/** Runs an operation's own command, and returns the bytes of its result. */
async function own(folder: string, name: string, args: readonly string[]): Promise<string> {
  expect(await commandHere(folder, [...args, '-o', name])).toMatchObject({ code: 0 });
  return bytesOf(folder, name);
}

describe('a table row names its input files', () => {
  it('in columns that never share a name with a parameter', () => {
    for (const { inputs, params } of operations)
      expect(Object.keys(inputs).filter((name) => name === 'name' || Object.hasOwn(params, name))).toEqual([]);
  });

  it('as the layers and the mask of an image, and the recipe supplies the values of empty cells', async () => {
    const recipe = { operation: 'layer', params: { blendMode: 'multiply' }, inputs: { bottom: 'job/b.png' } };
    const rows = 'name,top,mask,bottom,blendMode\none,a.png,grey.png,,\ntwo,a.png,,c.png,screen\n';
    const folder = await prepared(recipe, { 'rows.csv': rows });
    expect(await commandHere(folder, ['run', 'recipe.json', 'job/rows.csv', '-o', 'out'])).toMatchObject({ code: 0 });
    const layer = ['layer', '--top', 'job/a.png'];
    const first = [...layer, '--bottom', 'job/b.png', '--mask', 'job/grey.png', '--blend-mode', 'multiply'];
    expect(bytesOf(folder, 'out/one.png')).toBe(await own(folder, '1.png', first));
    const second = [...layer, '--bottom', 'job/c.png', '--blend-mode', 'screen'];
    expect(bytesOf(folder, 'out/two.png')).toBe(await own(folder, '2.png', second));
  });

  it('as the recipe’s main image, whose format the result keeps, and as an input of a later step', async () => {
    const recipe = [{ operation: 'scale', params: { factor: 0.5 } }, { operation: 'layer' }];
    const lines = [
      { name: 'x', image: 'photo.jpg', top: 'a.png' },
      { name: 'y', image: 'b.png' },
    ];
    const folder = await prepared(recipe, { 'rows.jsonl': lines.map((line) => JSON.stringify(line)).join('\n') });
    const done = await commandHere(folder, ['run', 'recipe.json', 'job/rows.jsonl', '-o', 'out', '--json']);
    expect(jsonLines(done.stdout)).toMatchObject([
      { output: 'out/x.jpg', width: 32, height: 24 },
      { output: 'out/y.png', width: 32, height: 24 },
    ]);
    // The top layer is red, and the bottom layer is blue.
    const [red = 0, , blue = 255] = await sharp(join(folder, 'out/x.jpg')).raw().toBuffer();
    expect([red > 240, blue < 15]).toEqual([true, true]);
  });

  it('as the audio that is converted from WAV to MP3 or from MP3 to WAV', async () => {
    const mp3 = await prepared({ operation: 'wav-to-mp3' }, { 'rows.tsv': 'audio\tbitrate\nsound.wav\t64\n' });
    expect(await commandHere(mp3, ['run', 'recipe.json', 'job/rows.tsv', '-o', 'out'])).toMatchObject({ code: 0 });
    const flags = ['wav-to-mp3', 'job/sound.wav', '--bitrate', '64'];
    expect(bytesOf(mp3, 'out/rows-001.mp3')).toBe(await own(mp3, 'own.mp3', flags));
    const wav = await prepared({ operation: 'mp3-to-wav' }, { 'rows.csv': 'audio\nsound.mp3\n' });
    expect(await commandHere(wav, ['run', 'recipe.json', 'job/rows.csv', '-o', 'out'])).toMatchObject({ code: 0 });
    expect(bytesOf(wav, 'out/rows-001.wav')).toBe(await own(wav, 'own.wav', ['mp3-to-wav', 'job/sound.mp3']));
  });

  it('for inspect, which prints the details of each file', async () => {
    const folder = await prepared({ operation: 'inspect' }, { 'rows.csv': 'file\na.png\nsound.wav\n' });
    const done = await commandHere(folder, ['run', 'recipe.json', 'job/rows.csv', '--json']);
    expect(jsonLines(done.stdout)).toMatchObject([
      { input: 'job/rows.csv, row 1', kind: 'image', width: 64 },
      { input: 'job/rows.csv, row 2', kind: 'audio', format: 'wav' },
    ]);
  });

  it('and its output format, if the operation writes several formats', async () => {
    const recipe = { operation: 'animate-vertical', params: { text: 'あ', frameRate: 1, width: 40, height: 40 } };
    const folder = await prepared(recipe, { 'rows.csv': 'name,image,format\nx,a.png,gif\n' });
    const done = await commandHere(folder, ['run', 'recipe.json', 'job/rows.csv', '-o', 'out', '--json']);
    expect(jsonLines(done.stdout)).toMatchObject([{ output: 'out/x.gif', format: 'gif' }]);
    expect(readFileSync(join(folder, 'out/x.gif')).subarray(0, 4).toString()).toBe('GIF8');
  });

  it.skipIf(!hasFfmpeg)('as the audio and the images of a video', async () => {
    const params = { resolution: 'square_1080', durEndSec: 0, durStartSec: 0, trimEndSec: 0 };
    const flags = ['--resolution', 'square_1080', '--dur-end-sec', '0', '--dur-start-sec', '0', '--trim-end-sec', '0'];
    const packets = (folder: string, name: string) =>
      (['v', 'a'] as const).map((stream) => probePackets(join(folder, name), stream));
    const video = await prepared(
      { operation: 'sound-to-video', params },
      { 'rows.csv': 'audio,main\nsound.wav,a.png\n' },
    );
    expect(await commandHere(video, ['run', 'recipe.json', 'job/rows.csv', '-o', 'out'])).toMatchObject({ code: 0 });
    await own(video, 'own.mp4', ['sound-to-video', '--audio', 'job/sound.wav', '--main', 'job/a.png', ...flags]);
    expect(packets(video, 'out/rows-001.mp4')).toEqual(packets(video, 'own.mp4'));

    const rows = {
      'rows.csv': 'audio,main[0],main[1],main[2]\nsound.wav,a.png,b.png,\n',
      'rows.jsonl': JSON.stringify({ name: 'lines', audio: 'sound.wav', main: ['a.png', 'b.png'] }),
    };
    const slides = await prepared({ operation: 'sound-to-slideshow', params }, rows);
    const both = ['job/rows.csv', 'job/rows.jsonl'];
    expect(await commandHere(slides, ['run', 'recipe.json', ...both, '-o', 'out'])).toMatchObject({ code: 0 });
    const named = ['--audio', 'job/sound.wav', '--main', 'job/a.png', '--main', 'job/b.png'];
    await own(slides, 'own.mp4', ['sound-to-slideshow', ...named, ...flags]);
    const expected = packets(slides, 'own.mp4');
    expect(expected[0]?.length).toBeGreaterThan(10);
    expect(packets(slides, 'out/rows-001.mp4')).toEqual(expected);
    expect(packets(slides, 'out/lines.mp4')).toEqual(expected);
  });
});

const VIDEO = { operation: 'sound-to-video' };
const SLIDES = { operation: 'sound-to-slideshow' };
const CONVERT = { operation: 'convert' };

describe('hostile rows', () => {
  it.each([
    [
      'a row without a required file',
      VIDEO,
      'audio,main\nsound.wav,a.png\nsound.wav,\n',
      'row 2: sound-to-video needs',
    ],
    ['a list for a single file', VIDEO, '{"audio":"sound.wav","main":["a.png","b.png"]}', 'main must be text'],
    ['an index for a single file', VIDEO, 'audio,main[0]\nsound.wav,a.png\n', 'Unknown parameter main.0'],
    ['a number for a file', CONVERT, '{"image":7}', 'image must be text'],
    ['an object for a file', SLIDES, '{"audio":"sound.wav","main":[{"path":"a.png"}]}', 'main[0] must be text'],
    ['NUL in a file name', CONVERT, '{"image":"a.png\\u0000.txt"}', 'image must be text'],
    ['an empty name in a list', SLIDES, '{"audio":"sound.wav","main":["a.png",""]}', 'main[1] is required'],
    ['a gap in a list', SLIDES, 'audio,main[0],main[2]\nsound.wav,a.png,b.png\n', 'main[1] is required'],
    ['more files than the limit', SLIDES, 'audio,main[20]\nsound.wav,a.png\n', 'main can have at most 20'],
    ['a distant index', SLIDES, 'audio,main[999999999]\nsound.wav,a.png\n', 'main can have at most 20'],
    ['a property of a file', SLIDES, 'audio,main[0].path\nsound.wav,a.png\n', 'main.0'],
    ['a reserved name', CONVERT, 'image.__proto__\na.png\n', 'reserved'],
    ['an unknown input', CONVERT, 'audio\nsound.wav\n', 'Unknown column audio'],
    ['one output name for two rows', CONVERT, 'name,image\nx,a.png\nx,b.png\n', 'would both be written to out/x.png'],
    [
      'an output that overwrites another row’s input',
      CONVERT,
      'name,image\na,c.png\nb,a.png\n',
      'would overwrite another input',
    ],
  ])('are refused before anything runs: %s', async (_, recipe, rows, message) => {
    const isLines = rows.startsWith('{');
    const name = isLines ? 'rows.jsonl' : 'rows.csv';
    const folder = await prepared(recipe, { [name]: rows });
    const out = message.includes('overwrite') ? ['-o', 'job', '--force'] : ['-o', 'out'];
    const before = filesIn(folder);
    const { code, stderr } = await commandHere(folder, ['run', 'recipe.json', `job/${name}`, ...out]);
    expect(stderr).toContain(message);
    expect([code, filesIn(folder)]).toEqual([2, before]);
  });

  it('never write outside the output folder, and - is an ordinary file name', async () => {
    const rows = 'name,image\n../../up,a.png\n/abs,b.png\n..,c.png\ndash,-\n';
    const folder = await prepared(CONVERT, { 'rows.csv': rows });
    const done = await commandHere(folder, ['run', 'recipe.json', 'job/rows.csv', '-o', 'out/deep', '--json']);
    expect(filesIn(join(folder, 'out'))).toEqual(['deep/_.png', 'deep/_abs.png', 'deep/__.._up.png'].sort());
    expect(allJsonLines(done.stdout).at(-2)).toMatchObject({ error: { code: 'fileNotFound' } });
    expect(done.code).toBe(1);
  });

  it('with a missing file fail, and the other rows are processed', async () => {
    mkdirSync(join(emptyFolder(), 'x'));
    const folder = await prepared(CONVERT, { 'rows.csv': 'name,image\nx,none.png\ny,a.png\nz,.\n' });
    const done = await commandHere(folder, ['run', 'recipe.json', 'job/rows.csv', '-o', 'out', '--json']);
    expect(done.code).toBe(1);
    expect(allJsonLines(done.stdout)).toMatchObject([
      { input: 'job/rows.csv, row 1', error: { code: 'fileNotFound' } },
      { input: 'job/rows.csv, row 2', output: 'out/y.png' },
      { input: 'job/rows.csv, row 3', error: { code: 'EISDIR' } },
      { summary: { done: 1, failed: 2, skipped: 0, planned: 0 } },
    ]);
  });
});

describe.concurrent('run with standard input', () => {
  it('the command run reads a recipe from stdin, and the recipe’s files relative to the working folder', async () => {
    const folder = await prepared({});
    const { child, ended } = pipe(folder, ['run', '-', 'job/a.png', '-o', 'out.png']);
    child.stdin.end(JSON.stringify([{ operation: 'layer', inputs: { bottom: 'job/b.png' } }]));
    expect(await ended).toMatchObject({ code: 0 });
    const layer = ['layer', '--top', 'job/a.png', '--bottom', 'job/b.png'];
    expect(bytesOf(folder, 'out.png')).toBe(await own(folder, 'own.png', layer));
  });

  it.each([
    ['JSON lines', '\uFEFF\n{"image":"job/a.png"}\n{"image":"job/photo.jpg"}'],
    ['a table', 'image\r\njob/a.png\r\njob/photo.jpg'],
    ['a table with tabs', 'image\tname\njob/a.png\t\njob/photo.jpg\t'],
  ])('the command run reads rows from stdin: %s', async (_, text) => {
    const folder = await prepared(CONVERT);
    const { child, ended } = pipe(folder, [
      'run',
      'recipe.json',
      '--rows-from',
      '-',
      '-o',
      'out',
      '--json',
      '--format',
      'webp',
    ]);
    // Writes character by character, to test that the command joins lines from several pieces.
    for (const letter of text) child.stdin.write(letter);
    child.stdin.end();
    const { code, stdout, stderr } = await ended;
    expect([code, stderr]).toEqual([0, '']);
    expect(jsonLines(stdout.toString())).toMatchObject([
      { input: 'stdin, row 1', output: 'out/stdin-001.webp' },
      { input: 'stdin, row 2', output: 'out/stdin-002.webp' },
    ]);
  });

  it('the command run accepts a file of any name for --rows-from', async () => {
    const folder = await prepared(CONVERT, { 'rows.txt': '{"image":"a.png"}\n' });
    const done = await commandHere(folder, ['run', 'recipe.json', '--rows-from', 'job/rows.txt', '-o', 'out']);
    expect([done.code, filesIn(join(folder, 'out'))]).toEqual([0, ['rows-001.png']]);
  });

  it('the command run accepts stdin only once, and reports errors in the content of stdin', async () => {
    const folder = await prepared(CONVERT);
    for (const args of [
      ['-', '--rows-from', '-'],
      ['-', '-'],
      ['recipe.json', '-', '--rows-from', '-'],
      ['-', '--files-from', '-'],
    ]) {
      const { code, stderr } = await commandHere(folder, ['run', ...args, '-o', 'out']);
      expect([code, stderr]).toEqual([2, expect.stringContaining('used only once')]);
    }
    for (const [args, text, reason] of [
      [['-', 'job/a.png'], '{"operation":', 'recipe: Invalid JSON'],
      [['-', 'job/a.png'], '{"operation":"none"}', 'recipe: operation must be one of'],
      [['recipe.json', '--rows-from', '-'], '', 'stdin: The table has no rows.'],
      [['recipe.json', '--rows-from', '-'], '{"image":', 'stdin, line 1: Invalid JSON'],
      // A header line of the maximum length, without a line break.
      [['recipe.json', '--rows-from', '-'], 'x'.repeat(900_000), 'stdin: The table has no rows.'],
      [['recipe.json', 'job/a.png', '--rows-from', '-'], 'image\n', "Tables can't be combined with other files"],
    ] as const) {
      const { child, ended } = pipe(folder, ['run', ...args, '-o', 'out']);
      child.stdin.end(text);
      expect(await ended).toMatchObject({ code: 2, stderr: expect.stringContaining(reason) });
    }
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});

describe('a signal stops the command run', () => {
  /** Waits until the condition is true. */
  const until = async (holds: () => boolean) => {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  };
  const partsIn = (folder: string) =>
    existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.part')) : [];

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('while videos of rows are made, and no file is left (%s)', async (signal, code) => {
    const params = { resolution: 'yt_1080p_landscape', durStartSec: 60, durEndSec: 60 };
    const rows = 'audio,main\nsound.mp3,a.png\nsound.wav,b.png\nsound.wav,c.png\n';
    const folder = await prepared({ operation: 'sound-to-video', params }, { 'rows.csv': rows });
    const { child, ended, temporary } = pipe(folder, ['run', 'recipe.json', 'job/rows.csv', '-o', 'out']);
    await until(() => partsIn(join(folder, 'out')).length > 0);
    child.kill(signal);
    const end = await ended;
    // If the signal arrives during native code, which can't be interrupted, the process ends without an exit code.
    expect([code, null]).toContain(end.code);
    if (end.code === null) expect(end.signal).toBe(signal);
    expect(partsIn(join(folder, 'out'))).toEqual([]);
    expect(temporaryFiles(temporary)).toEqual([]);
  });

  it('while it waits for rows that never arrive', async () => {
    const folder = await prepared(CONVERT);
    const { child, ended } = pipe(folder, ['run', 'recipe.json', '--rows-from', '-', '-o', 'out']);
    // Writes more bytes than a pipe's buffer can hold, so the write completes only after the command has read some.
    await new Promise<void>((resolve) => child.stdin.write(`image\n${'job/a.png\n'.repeat(100_000)}`, () => resolve()));
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 143 });
    expect(existsSync(join(folder, 'out'))).toBe(false);
  });
});
