import { readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { MAX_OUTPUTS } from '#core/recipes/outputs.ts';
import { allJsonLines, commandHere, emptyFolder, filesIn, fudebako, jsonLines, write } from './harness.ts';

/** A photo-like image, so that widths and formats make different bytes. */
async function writeNoise(path: string, width: number, height: number) {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  write(
    path,
    await sharp({ create: { width, height, channels: 3, background: '#000', noise } })
      .jpeg()
      .toBuffer(),
  );
}

let folder: string;
beforeAll(async () => {
  folder = emptyFolder();
  await writeNoise(join(folder, 'in/a.jpg'), 96, 64);
  await writeNoise(join(folder, 'in/sub/b.jpg'), 40, 60);
});

const run = (...args: string[]) => commandHere(folder, args);

describe('--widths and --formats', () => {
  it('write the same bytes as one run per width and format', async () => {
    const many = ['--widths', '32,64', '--formats', 'avif,webp,jpg,png'];
    expect(await run('scale', 'in/a.jpg', ...many, '-o', 'many')).toMatchObject({ code: 0, stderr: '' });
    const made = filesIn(join(folder, 'many'));
    expect(made).toEqual(
      ['a-32', 'a-64'].flatMap((name) => ['avif', 'jpg', 'png', 'webp'].map((format) => `${name}.${format}`)),
    );
    for (const name of made) {
      const [, width = '', format = ''] = /-(\d+)\.(\w+)/.exec(name) ?? [];
      await run('scale', 'in/a.jpg', '--width', width, '--format', format, '-o', `single/${name}`);
      expect([
        name,
        readFileSync(join(folder, 'many', name)).equals(readFileSync(join(folder, 'single', name))),
      ]).toEqual([name, true]);
    }
  });

  it('write the same bytes with several threads as with one', async () => {
    const args = ['scale', 'in', '--widths', '32,64', '--formats', 'webp,jpg'];
    expect((await run(...args, '-o', 'here')).code).toBe(0);
    const done = await fudebako(folder, ...args, '-o', 'threads', '--jobs', '2', '--json');
    expect([done.code, done.stderr]).toEqual([0, '']);
    const made = filesIn(join(folder, 'here'));
    expect(filesIn(join(folder, 'threads'))).toEqual(made);
    expect(jsonLines(done.stdout).map(({ output }) => output)).toEqual([
      ...['a-32.webp', 'a-32.jpg', 'a-64.webp', 'a-64.jpg'].map((name) => `threads/${name}`),
      ...['b-32.webp', 'b-32.jpg', 'b-40.webp', 'b-40.jpg'].map((name) => `threads/sub/${name}`),
    ]);
    for (const name of made)
      expect(readFileSync(join(folder, 'threads', name)).equals(readFileSync(join(folder, 'here', name)))).toBe(true);
  });

  it('write an image that is smaller than several widths once, in its own width', async () => {
    const { code, stdout } = await run('scale', 'in/sub', '--widths', '20,80,160', '-o', 'small', '--json');
    expect(code).toBe(0);
    expect(jsonLines(stdout)).toMatchObject([
      { output: 'small/b-20.jpg', width: 20, height: 30 },
      { output: 'small/b-40.jpg', width: 40, height: 60 },
    ]);
    expect(filesIn(join(folder, 'small'))).toEqual(['b-20.jpg', 'b-40.jpg']);
  });

  it('can be combined with encoding flags, --name patterns and subfolders in convert', async () => {
    const flags = ['--formats', 'webp,jpeg', '--quality', '0.5', '--name', '{dir}/{width}/{name}.{ext}'];
    expect((await run('convert', 'in', ...flags, '-o', 'named')).code).toBe(0);
    expect(filesIn(join(folder, 'named'))).toEqual(['96/a.jpg', '96/a.webp', 'sub/40/b.jpg', 'sub/40/b.webp']);
    await run('convert', 'in/a.jpg', '--format', 'webp', '--quality', '0.5', '-o', 'half.webp');
    expect(readFileSync(join(folder, 'named', '96/a.webp')).equals(readFileSync(join(folder, 'half.webp')))).toBe(true);
  });

  it('keep the outputs of an image in one shard', async () => {
    const sliced = async (shard: string) => {
      const args = ['scale', 'in', '--widths', '8,16', '-o', 'sharded', '--dry-run', '--json', '--shard', shard];
      return jsonLines((await run(...args)).stdout).map(({ input }) => input);
    };
    expect([await sliced('1/2'), await sliced('2/2')]).toEqual([
      ['in/a.jpg', 'in/a.jpg'],
      ['in/sub/b.jpg', 'in/sub/b.jpg'],
    ]);
    expect(filesIn(folder).filter((name) => name.startsWith('sharded'))).toEqual([]);
  });

  it('skip complete outputs, and replace only the incomplete output', async () => {
    const args = ['scale', 'in/a.jpg', '--widths', '16,32', '-o', 'again', '--json', '--skip-existing'];
    const resumed = [...args, '--report', 'r.jsonl', '--manifest', 'm.json'];
    expect((await run(...resumed)).code).toBe(0);
    const manifest = readFileSync(join(folder, 'm.json'), 'utf8');
    truncateSync(join(folder, 'again/a-16.jpg'), 50);
    const { code, stdout } = await run(...resumed);
    expect(code).toBe(0);
    expect(allJsonLines(stdout)).toMatchObject([
      { output: 'again/a-16.jpg', width: 16, warnings: [{ code: 'resultReplaced' }] },
      { output: 'again/a-32.jpg', skipped: true },
      { summary: { done: 1, skipped: 1, failed: 0 } },
    ]);
    expect(readFileSync(join(folder, 'm.json'), 'utf8')).toBe(manifest);
  });

  it('report the output that fails, and leave no partial file', async () => {
    const flags = ['--widths', '16,90', '--format', 'png', '--max-kilobytes', '1'];
    const { code, stdout, stderr } = await run('convert', 'in/a.jpg', ...flags, '-o', 'failing', '--json');
    expect(code).toBe(1);
    expect(allJsonLines(stdout)).toMatchObject([
      { output: 'failing/a-16.png', bytes: expect.any(Number) },
      { output: 'failing/a-90.png', error: { code: 'imageTargetSize' } },
      { summary: { done: 1, failed: 1 } },
    ]);
    expect(stderr).toContain('in/a.jpg');
    expect(filesIn(join(folder, 'failing'))).toEqual(['a-16.png']);
  });

  it('report a file without an image header once, and a truncated image once per output', async () => {
    write(join(folder, 'bad/broken.jpg'), 'not an image');
    write(join(folder, 'bad/cut.jpg'), readFileSync(join(folder, 'in/a.jpg')).subarray(0, 900));
    const { code, stdout } = await run('scale', 'bad', '--widths', '16,32', '-o', 'none', '--json');
    expect(code).toBe(1);
    expect(allJsonLines(stdout)).toMatchObject([
      { input: 'bad/broken.jpg', error: { code: 'imageLoad' } },
      { input: 'bad/cut.jpg', output: 'none/cut-16.jpg', error: { code: 'imageLoad' } },
      { input: 'bad/cut.jpg', output: 'none/cut-32.jpg', error: { code: 'imageLoad' } },
      { summary: { done: 0, failed: 3 } },
    ]);
    expect(filesIn(folder).filter((name) => name.startsWith('none'))).toEqual([]);
  });

  const refusals: [string, string[], string][] = [
    ['a width that is not a number', ['--widths', '320,wide'], '--widths must be a whole number'],
    ['a width of 0', ['--widths', '0'], '--widths must be from 1 to 10000'],
    ['an unknown format', ['--formats', 'jpg,tiff'], '--formats'],
    ['--format beside --formats', ['--formats', 'jpg', '--format', 'png'], '--formats can’t be combined'],
    ['--width beside --widths', ['--widths', '32', '--width', '32'], '--widths can’t be combined'],
    [
      'too many outputs',
      ['--widths', Array.from({ length: MAX_OUTPUTS + 1 }, (_, index) => index + 1).join(',')],
      String(MAX_OUTPUTS),
    ],
    ['names that collide', ['--widths', '16,32', '--name', '{name}'], 'Two outputs would be written to out/a.jpg'],
    ['an unsupported manifest', ['--widths', '16', '--manifest', 'm.txt'], 'Use .json or .html.'],
    [
      'a manifest that is the report',
      ['--widths', '16', '--manifest', 'both.json', '--report', 'both.json'],
      '--manifest both.json is also an input or an output',
    ],
  ];
  it.each(refusals)('refuse %s before anything is written', async (_, flags, sentence) => {
    const before = filesIn(folder);
    const { code, stderr } = await run('scale', 'in/a.jpg', ...flags, '-o', 'out');
    expect([code, filesIn(folder)]).toEqual([2, before]);
    expect(stderr).toContain(sentence);
  });

  it('are refused without an output folder', async () => {
    const file = await run('scale', 'in/a.jpg', '--widths', '16', '-o', 'a.jpg');
    expect([file.code, file.stderr]).toEqual([
      2,
      'fudebako: Several outputs need an output folder; a.jpg is a file.\n',
    ]);
    const stdout = await run('scale', 'in/a.jpg', '--widths', '16', '-o', '-');
    expect(stdout.stderr).toContain('stdout takes one result');
  });
});

describe('--manifest', () => {
  const args = ['scale', 'in/a.jpg', '--widths', '32,64', '--formats', 'webp,jpg', '-o', 'site/img & more'];

  it('lists the outputs of each image in JSON', async () => {
    const { code, stdout } = await run(...args, '--manifest', 'site/srcset.json', '--json');
    expect(code).toBe(0);
    const outputs = jsonLines(stdout).map(({ output, width, height, format, bytes }) => ({
      ...{ path: String(output).replace('site/', ''), width, height, format, bytes },
    }));
    expect(outputs).toHaveLength(4);
    expect(JSON.parse(readFileSync(join(folder, 'site/srcset.json'), 'utf8'))).toEqual({
      images: [{ source: 'in/a.jpg', outputs }],
    });
    const again = await run(...args, '--manifest', 'site/srcset.json', '--skip-existing');
    expect(again.code).toBe(0);
    write(join(folder, 'site/own.json'), '{"mine": 1}');
    const refused = await run(...args, '--manifest', 'site/own.json', '--skip-existing');
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'fudebako: site/own.json already exists; use --force to overwrite it.\n',
    ]);
  });

  it('writes a <picture> element per image in HTML, with escaped paths', async () => {
    expect((await run(...args, '--force', '--manifest', 'site/srcset.html')).code).toBe(0);
    const at = 'img%20%26%20more';
    expect(readFileSync(join(folder, 'site/srcset.html'), 'utf8')).toBe(
      [
        '<picture>',
        `  <source type="image/webp" srcset="${at}/a-32.webp 32w, ${at}/a-64.webp 64w" sizes="100vw">`,
        `  <img src="${at}/a-64.jpg" srcset="${at}/a-32.jpg 32w, ${at}/a-64.jpg 64w" sizes="100vw" width="64" height="43" alt="">`,
        '</picture>',
        '',
      ].join('\n'),
    );
  });

  it('is not written by --dry-run, and not left incomplete', async () => {
    expect((await run(...args, '--force', '--dry-run', '--manifest', 'dry.json')).code).toBe(0);
    expect(filesIn(folder).filter((name) => name.includes('dry'))).toEqual([]);
  });
});

describe('outputs of a recipe', () => {
  const outputs = [
    { width: 32, format: 'webp', quality: 0.6 },
    { width: 48, format: 'jpg' },
  ];
  const crop = { operation: 'crop', params: { ratio: '1:1' } };

  it.each([
    ['a field of the last step', [{ ...crop, outputs }]],
    ['a separate last step', [crop, { outputs }]],
    ['a field of the only step', { ...crop, outputs }],
  ])('are read from %s', async (name, recipe) => {
    const target = `recipes/${name}`;
    const { code, stderr } = await run('run', JSON.stringify(recipe), 'in/a.jpg', '-o', target);
    expect([code, stderr]).toEqual([0, '']);
    expect(filesIn(join(folder, target))).toEqual(['a-32.webp', 'a-48.jpg']);
    const single = JSON.stringify([crop, { operation: 'scale', params: { width: 32 } }]);
    await run('run', single, 'in/a.jpg', '--quality', '0.6', '-o', `${target}/single.webp`);
    const [many, one] = ['a-32.webp', 'single.webp'].map((file) => readFileSync(join(folder, target, file)));
    expect(many?.equals(one as Buffer)).toBe(true);
  });

  it('can be the whole recipe', async () => {
    expect((await run('run', JSON.stringify({ outputs }), 'in/a.jpg', '-o', 'whole')).code).toBe(0);
    expect(filesIn(join(folder, 'whole'))).toEqual(['a-32.webp', 'a-48.jpg']);
  });

  it('can follow a step that draws on the image and keeps its size', async () => {
    const shapes = { operation: 'draw-shapes', params: { components: [{ shape: 'circle' }] } };
    const { code, stderr } = await run('run', JSON.stringify(shapes), 'in/a.jpg', '--widths', '32', '-o', 'drawn');
    expect([code, stderr, filesIn(join(folder, 'drawn'))]).toEqual([0, '', ['a-32.jpg']]);
  });

  it.each([
    ['an unknown field', { ...crop, outputs: [{ width: 3, size: 4 }] }, 'outputs[0].size'],
    ['a width of the wrong type', [crop, { ...crop, outputs: [{ width: '32' }] }], '[1].outputs[0].width'],
    ['an empty list', { ...crop, outputs: [] }, 'outputs[0]'],
    ['an item that is not an object', { ...crop, outputs: [32] }, 'outputs[0]'],
    ['outputs before the last step', [{ ...crop, outputs }, crop], '[0].outputs'],
    ['too many outputs', { ...crop, outputs: Array(MAX_OUTPUTS + 1).fill({ width: 3 }) }, String(MAX_OUTPUTS)],
    ['an operation that makes no image', { operation: 'inspect', outputs }, 'an operation that makes an image'],
    [
      'widths after a step of unknown size',
      { operation: 'layer', inputs: { bottom: 'in/a.jpg' }, outputs },
      'The output size of layer is unknown in advance',
    ],
  ])('refuse %s', async (_, recipe, sentence) => {
    const { code, stderr } = await run('run', JSON.stringify(recipe), 'in/a.jpg', '-o', 'refused');
    expect([code, filesIn(folder).filter((name) => name.startsWith('refused'))]).toEqual([2, []]);
    expect(stderr).toContain(sentence);
  });

  it("can't be combined with --widths", async () => {
    const recipe = JSON.stringify({ ...crop, outputs });
    expect((await run('run', recipe, 'in/a.jpg', '--widths', '8', '-o', 'refused')).stderr).toContain(
      "--widths can't be combined with the outputs of the recipe.",
    );
  });

  it('are written for every table row, with the bytes of the row alone', async () => {
    const recipe = JSON.stringify([
      { operation: 'rotate' },
      { outputs: [{ width: 32 }, { width: 80, format: 'webp' }] },
    ]);
    write(join(folder, 'rows.csv'), 'image,turn,name\nin/a.jpg,0,flat\nin/a.jpg,90,tall\n');
    expect(await run('run', recipe, 'rows.csv', '-o', 'cards')).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(join(folder, 'cards'))).toEqual(['flat-32.jpg', 'flat-80.webp', 'tall-32.jpg', 'tall-64.webp']);
    const steps = JSON.stringify([{ operation: 'rotate', params: { turn: 90 } }, { operation: 'scale', params: { width: 32 } }]); // biome-ignore format: one line
    await run('run', steps, 'in/a.jpg', '-o', 'alone.jpg');
    expect(readFileSync(join(folder, 'cards/tall-32.jpg'))).toEqual(readFileSync(join(folder, 'alone.jpg')));
  });

  it('need an image of known size for widths, and none for formats', async () => {
    write(join(folder, 'texts.csv'), 'text\nA\nB\n');
    const recipe = (outputs: object[]) => JSON.stringify([{ operation: 'write-horizontal', params: { text: 'x', width: 60, height: 40 } }, { outputs }]); // biome-ignore format: one line
    const many = await run('run', recipe([{ format: 'png' }, { format: 'webp' }]), 'texts.csv', '-o', 'texts');
    expect(many).toMatchObject({ code: 0, stderr: '' });
    expect(filesIn(join(folder, 'texts'))).toEqual([
      'texts-001.png',
      'texts-001.webp',
      'texts-002.png',
      'texts-002.webp',
    ]);
    const refused = await run('run', recipe([{ width: 32 }]), 'texts.csv', '-o', 'refused');
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('is unknown in advance')]);
    const onImage = JSON.stringify([{ operation: 'write-horizontal', inputs: { image: 'in/a.jpg' }, params: { text: 'x' } }, { outputs: [{ width: 32 }, { width: 500 }] }]); // biome-ignore format: one line
    expect(await run('run', onImage, 'texts.csv', '-o', 'signs', '--format', 'png')).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect(filesIn(join(folder, 'signs'))).toEqual(['texts-001-32.png', 'texts-001-96.png', 'texts-002-32.png', 'texts-002-96.png']); // biome-ignore format: one line
  });
});
