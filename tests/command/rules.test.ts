import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { operations } from '#core/operations/index.ts';
import { commandHere, emptyFolder, filesIn, fudebako, jsonLines, write, writeImage } from './harness.ts';

const corners = ['--top-x', '1', '--top-y', '2', '--bottom-x', '7', '--bottom-y', '6'];

describe('a wrong command line exits with 2 and writes nothing', () => {
  const oneLine = /^fudebako: [^\n]+\n$/;

  it.each([
    ['an unknown command', ['crpo', 'a.png'], 'Unknown command crpo. Did you mean crop?'],
    ['a command of another program', ['resize', 'a.png'], 'Unknown command resize. Did you mean scale?'],
    ['no command at all', ['frobnicate'], 'Unknown command frobnicate. fudebako list shows all commands.'],
    ['an unknown flag', ['crop', 'a.png', '--tpo-x', '1'], 'Unknown option --tpo-x. Did you mean --top-x?'],
    [
      'no rectangle',
      ['crop', 'a.png', '-o', 'out.png'],
      'Give one of --ratio, --left, --top, --right, --bottom, --top-x + ',
    ],
    ['a missing corner', ['crop', 'a.png', '-o', 'out.png', '--top-x', '1'], '--top-y is required.'],
    ['no padded size', ['pad', 'a.png', '-o', 'out.png'], 'Give one of --width, --height, --ratio.'],
    ['no layer', ['layer', '-o', 'out.png'], 'Give one of --top, --bottom, --mask.'],
    [
      'a point of one number',
      ['make-mask', 'a.png', '-o', 'out.png', '--wand', '3'],
      '--wand must be X,Y, such as 10,20, not 3.',
    ],
    ['no output', ['crop', 'a.png', ...corners], '--output is required.'],
    ['no input', ['crop', '-o', 'out.png', ...corners], 'crop needs at least one file or folder.'],
    [
      'a value beyond its limit',
      ['scale', 'a.png', '-o', 'b.png', '--factor', '7'],
      '--factor must be from 0.1 to 4, not 7.',
    ],
    [
      'a negative value beyond its limit',
      ['crop', 'a.png', '-o', 'b.png', '--top-x', '-1'],
      '--top-x must be 0 or more, not -1.',
    ],
    [
      'a negative value beyond its limit, with an equals sign',
      ['crop', 'a.png', '-o', 'b.png', '--top-x=-1'],
      '--top-x must be 0 or more, not -1.',
    ],
    [
      'a part that ends where it starts',
      ['extract-clip', 'a.mp4', '-o', 'b.mp4', '--from', '2', '--to', '2'],
      '--to must be 2.001 or more, not 2.',
    ],
    [
      'a part of audio that ends before it starts',
      ['convert-audio', 'a.mp3', '-o', 'b.mp3', '--from', '50', '--to', '40'],
      '--to must be 50.001 or more, not 40.',
    ],
    [
      'a value that is not a number',
      ['scale', 'a.png', '-o', 'b.png', '--factor', 'half'],
      '--factor must be a number, not "half".',
    ],
    [
      'values that exclude each other',
      ['scale', 'a.png', '-o', 'b.png', '--factor', '1', '--width', '5'],
      '--factor can’t be combined with --width.',
    ],
    [
      'a link without a recipe',
      ['run', 'https://example.org/scaler', 'a.png', '-o', 'out'],
      'The link contains no recipe.',
    ],
    [
      'a step without a size beside widths',
      ['run', '{"operation":"scale"}', 'a.png', '-o', 'out', '--widths', '16'],
      'Or remove the step: the widths scale the image.',
    ],
    [
      'no scale factor, size or output',
      ['scale', 'a.png'],
      'Give one of --factor, --percent, --long-edge, --width, --height. --output is required.',
    ],
    [
      'a switch that is neither true nor false',
      ['scale', 'a.png', '-o', 'b.png', '--keep-aspect=maybe'],
      '--keep-aspect must be true or false',
    ],
    [
      'an unknown format',
      ['convert', 'a.png', '-o', 'out', '--format', 'tiff'],
      '--format must be one of jpg, png, webp, avif',
    ],
    ['an unsupported extension', ['convert', 'a.png', '-o', 'b.tiff'], 'Use .jpg, .png, .webp, .avif'],
    [
      'a format that contradicts the extension',
      ['convert', 'a.png', '-o', 'b.jpg', '--format', 'png'],
      "--format png can't be combined with b.jpg.",
    ],
    [
      'a quality out of range',
      ['crop', 'a.png', '-o', 'b.jpg', ...corners, '--quality', '95'],
      '--quality must be from 0 to 1',
    ],
    [
      'several inputs and one output file',
      ['convert', 'a.png', 'sub', '-o', 'b.png'],
      'Several inputs need an output folder',
    ],
    ['an invalid shard', ['convert', 'sub', '-o', 'out', '--shard', '3/2'], '--shard must be one of'],
    ['zero jobs', ['convert', 'sub', '-o', 'out', '--jobs', '0'], '--jobs must be from 1 to 256'],
    [
      '--force and --skip-existing',
      ['convert', 'sub', '-o', 'out', '--force', '--skip-existing'],
      '--skip-existing can’t be combined with',
    ],
    [
      'two inputs with one output',
      ['convert', 'a.png', 'sub/a.jpg', '-o', 'out'],
      'would both be written to out/a.png',
    ],
    ['an output that exists', ['convert', 'a.png', '-o', 'taken.png'], 'taken.png already exists'],
    ['an output that is the input', ['convert', 'a.png', '-o', './sub/../a.png'], 'is the input itself'],
    [
      'an output that is another input',
      ['convert', 'a.png', 'sub/a.jpg', '-o', 'sub', '--format', 'jpg', '--force'],
      'would overwrite another input',
    ],
    ['a folder without images', ['convert', 'empty', '-o', 'out'], 'No supported files in empty.'],
    ['a missing recipe', ['run', 'none.json', 'a.png', '-o', 'out'], 'recipe: File not found: none.json'],
    ['a recipe that is not JSON', ['run', 'broken.json', 'a.png', '-o', 'out'], 'broken.json: Invalid JSON'],
    [
      'a recipe with a wrong value',
      ['run', 'wrong.json', 'a.png', '-o', 'out'],
      'wrong.json: [1].params.ratio must be from 0.1 to 4',
    ],
    [
      'a step without an image result',
      ['run', 'data.json', 'a.png', '-o', 'out'],
      'inspect does not produce an image, so it cannot be a step here.',
    ],
    ['an empty recipe', ['run', 'nothing.json', 'a.png', '-o', 'out'], 'nothing.json: [0] is required.'],
    ['a recipe without an image', ['run', 'good.json', '-o', 'out.png'], 'scale needs the input "image".'],
    ['the schema of an unknown operation', ['schema', 'crpo'], 'NAME must be one of convert, crop'],
  ])('for: %s', async (_, args, message) => {
    const folder = emptyFolder();
    await Promise.all([
      writeImage(join(folder, 'a.png')),
      writeImage(join(folder, 'sub/a.jpg')),
      writeImage(join(folder, 'sub/b.jpg')),
      writeImage(join(folder, 'taken.png')),
    ]);
    write(join(folder, 'empty/notes.txt'), 'no picture');
    write(join(folder, 'broken.json'), '{"operation": ');
    write(join(folder, 'nothing.json'), '[]');
    write(join(folder, 'data.json'), '[{"operation": "inspect"}, {"operation": "convert"}]');
    write(join(folder, 'good.json'), '{"operation": "scale", "params": {"ratio": 0.5}}');
    write(join(folder, 'wrong.json'), '[{"operation": "convert"}, {"operation": "scale", "params": {"ratio": 9}}]');
    const before = filesIn(folder);
    const existing = readFileSync(join(folder, 'taken.png'));
    const { code, stdout, stderr } = await commandHere(folder, args);
    expect(stderr).toContain(message);
    expect(stderr).toMatch(oneLine);
    expect([code, stdout]).toEqual([2, '']);
    expect(filesIn(folder)).toEqual(before);
    expect(readFileSync(join(folder, 'taken.png'))).toEqual(existing);
  });

  it('with an extra argument or without a command', async () => {
    expect((await commandHere(emptyFolder(), ['list', 'more'])).code).toBe(2);
    const bare = await commandHere(emptyFolder(), []);
    expect(bare.code).toBe(2);
    expect(bare.stderr).toContain('Usage: fudebako');
  });

  it('when run as a child process or through npm', async () => {
    const folder = emptyFolder();
    const linked = await fudebako(folder, 'crpo');
    expect(linked).toEqual({ code: 2, stdout: '', stderr: 'fudebako: Unknown command crpo. Did you mean crop?\n' });
    const root = resolve(import.meta.dirname, '../..');
    const npm = spawnSync('npm', ['run', '-s', 'cli', '--', 'crpo'], { cwd: root, encoding: 'utf8' });
    expect([npm.status, npm.stdout]).toEqual([2, '']);
    expect(npm.stderr).toContain(linked.stderr);
  });
});

describe('the command line program', () => {
  it('lists the operations, as a table and as JSON', async () => {
    const [people, machine] = await Promise.all([
      commandHere(emptyFolder(), ['list']),
      commandHere(emptyFolder(), ['list', '--json']),
    ]);
    const ids = operations.map(({ id }) => id);
    expect(
      people.stdout
        .split('\n')
        .filter(Boolean)
        .map((line) => line.split(' ')[0]),
    ).toEqual(ids);
    expect(jsonLines(machine.stdout).map(({ id }) => id)).toEqual(ids);
    expect([people.code, machine.code]).toEqual([0, 0]);
  });

  it('prints a JSON Schema', async () => {
    const { code, stdout } = await commandHere(emptyFolder(), ['schema', 'scale']);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      title: 'scale',
      additionalProperties: false,
      properties: { factor: { type: 'number', minimum: 0.1, maximum: 4 }, keepAspect: { type: 'boolean' } },
    });
  });

  it('shows the description and the limits of each parameter in the help', async () => {
    const { code, stdout } = await commandHere(emptyFolder(), ['scale', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('Resize images by a ratio or to a size');
    expect(stdout).toMatch(/--factor <N> +Factor for width and height \(0.1 to 4\)/);
    expect(stdout).not.toContain('--ratio');
    expect(stdout).toMatch(/--width <N> +Width; alone, the height follows \(1 to 10000 px\)/);
  });
});

describe('an earlier spelling of a flag', () => {
  it.each([
    ['scale', 'ratio', 'factor', 'a.png -o b.png', '--ratio must be a number, not "x".'],
    ['layer', 'gravity', 'anchor', '--top a.png -o b.png', '--gravity must be one of top-left, top, '],
    [
      'sound-to-video',
      'fps',
      'frame-rate',
      '--audio a.wav --main a.png -o b.mp4',
      '--fps must be a whole number, not "x".',
    ],
    [
      'sound-to-slideshow',
      'fps',
      'frame-rate',
      '--audio a.wav --main a.png -o b.mp4',
      '--fps must be a whole number, not "x".',
    ],
    ['write-vertical', 'fps', 'frame-rate', '--text a -o b.gif', '--fps must be a whole number, not "x".'],
    ['animate-horizontal', 'fps', 'frame-rate', '--text a -o b.gif', '--fps must be a whole number, not "x".'],
  ])('is accepted by %s: --%s means --%s, which alone is in the help', async (command, former, flag, rest, message) => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    write(join(folder, 'a.wav'), '');
    expect((await commandHere(folder, [command, ...rest.split(' '), `--${former}`, 'x'])).stderr).toContain(message);
    const { stdout } = await commandHere(folder, [command, '--help']);
    expect(stdout).toContain(`--${flag} <`);
    expect(stdout).not.toContain(`--${former} `);
  });
});

describe('results of the command', () => {
  it('get format and name from the output’s extension, then from --format, then from the source’s format', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.b.jpg'));
    await writeImage(join(folder, 'c.png'));
    // A JPEG with the extension of a PNG.
    write(join(folder, 'd.png'), await sharp(join(folder, 'a.b.jpg')).jpeg().toBuffer());
    const runs = [
      ['crop', 'a.b.jpg', '-o', 'one.webp', ...corners],
      ['crop', 'a.b.jpg', 'c.png', 'd.png', '-o', 'own', ...corners],
      ['crop', 'a.b.jpg', 'c.png', 'd.png', '-o', 'as-avif', '--format', 'avif', ...corners],
      ['convert', 'a.b.jpg', '-o', 'to/'],
      ['crop', 'c.png', '-o', 'photo.JPEG', ...corners],
    ];
    for (const { code } of await Promise.all(runs.map((args) => commandHere(folder, args)))) expect(code).toBe(0);
    const made = filesIn(folder).filter((name) => !['a.b.jpg', 'c.png', 'd.png'].includes(name));
    expect(made).toEqual([
      'as-avif/a.b.avif',
      'as-avif/c.avif',
      'as-avif/d.avif',
      'one.webp',
      'own/a.b.jpg',
      'own/c.png',
      'own/d.jpg',
      'photo.JPEG',
      'to/a.b.png',
    ]);
    for (const name of made) {
      const { format, width, height } = await sharp(join(folder, name)).metadata();
      const extension = name.split('.').at(-1)?.toLowerCase() ?? '';
      expect(format).toBe({ jpg: 'jpeg', avif: 'heif' }[extension] ?? extension);
      expect([width, height]).toEqual(name.startsWith('to/') ? [12, 8] : [6, 4]);
    }
  });

  it('are smaller at a lower quality, and have no metadata', async () => {
    const folder = emptyFolder();
    const noise = Uint8Array.from({ length: 64 * 64 * 3 }, (_, index) => (index * 7919) % 251);
    await sharp(noise, { raw: { width: 64, height: 64, channels: 3 } })
      .withExif({ IFD0: { Copyright: 'somebody', Make: 'camera' } })
      .jpeg()
      .toFile(join(folder, 'a.jpg'));
    await Promise.all([
      commandHere(folder, ['convert', 'a.jpg', '-o', 'low.jpg', '--quality', '0.2']),
      commandHere(folder, ['convert', 'a.jpg', '-o', 'high.jpg']),
    ]);
    const [low, high] = ['low.jpg', 'high.jpg'].map((name) => readFileSync(join(folder, name)));
    expect(low?.length).toBeLessThan((high?.length ?? 0) / 2);
    expect(readFileSync(join(folder, 'a.jpg')).includes('somebody')).toBe(true);
    expect(high?.includes('somebody')).toBe(false);
    expect((await sharp(high).metadata()).exif).toBeUndefined();
  });

  it('of convert and crop keep every color under every alpha, bit for bit', async () => {
    const folder = emptyFolder();
    const data = new Uint8Array(256 * 4 * 4);
    for (let pixel = 0; pixel < 1024; pixel++)
      data.set([(pixel * 7) & 255, (pixel * 13) & 255, 255 - (pixel & 255), pixel & 255], pixel * 4);
    await sharp(data, { raw: { width: 256, height: 4, channels: 4 } })
      .png()
      .toFile(join(folder, 'a.png'));
    const box = ['--top-x', '10', '--top-y', '1', '--bottom-x', '250', '--bottom-y', '3'];
    await Promise.all([
      commandHere(folder, ['convert', 'a.png', '-o', 'whole.png']),
      commandHere(folder, ['crop', 'a.png', '-o', 'part.png', ...box]),
      commandHere(folder, ['convert', 'a.png', '-o', 'flat.jpg', '--quality', '1']),
    ]);
    const whole = await sharp(join(folder, 'whole.png')).raw().toBuffer();
    expect(whole.equals(Buffer.from(data))).toBe(true);
    const part = await sharp(join(folder, 'part.png')).raw().toBuffer();
    const expected = await sharp(data, { raw: { width: 256, height: 4, channels: 4 } })
      .extract({ left: 10, top: 1, width: 240, height: 2 })
      .raw()
      .toBuffer();
    expect(part.equals(expected)).toBe(true);
    const [corner] = await sharp(join(folder, 'flat.jpg'))
      .extract({ left: 0, top: 0, width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(corner).toBeGreaterThan(230);
  });
});
