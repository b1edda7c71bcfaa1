import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePath, samplesFolder } from '../samples.ts';
import { commandHere, emptyFolder, filesIn, fudebako, jsonLines, start, write, writeImage } from './harness.ts';

/** Creates folders with images, a file that is not an image, a hidden file and a hidden folder. */
async function writeTree(folder: string) {
  await Promise.all(
    ['in/a.png', 'in/2020/b.jpg', 'in/2020/trip/c.webp', 'in/2021/b.jpg', 'in/.cache/x.png', 'in/.hidden.png'].map(
      (name, index) => writeImage(join(folder, name), { width: 10 + index }),
    ),
  );
  write(join(folder, 'in/notes.txt'), 'no picture');
}

describe('a batch of files', () => {
  it('keeps the folder’s tree, and includes only files with an image extension', async () => {
    const folder = emptyFolder();
    await writeTree(folder);
    const { code, stdout, stderr } = await commandHere(folder, ['convert', 'in', '-o', 'out', '--format', 'png']);
    expect([code, stderr]).toEqual([0, '']);
    expect(filesIn(join(folder, 'out'))).toEqual(['2020/b.png', '2020/trip/c.png', '2021/b.png', 'a.png']);
    expect(stdout.split('\n').filter(Boolean)).toHaveLength(4);
    expect(stdout).toContain('in/2020/trip/c.webp → out/2020/trip/c.png (12 × 8 px');
  });

  it('excludes the results of an earlier run', async () => {
    const folder = emptyFolder();
    await writeTree(folder);
    const args = ['convert', 'in', '-o', 'in/out', '--format', 'png'];
    expect((await commandHere(folder, args)).code).toBe(0);
    const again = await commandHere(folder, [...args, '--force', '--json']);
    expect(again.code).toBe(0);
    expect(jsonLines(again.stdout)).toHaveLength(4);
  });

  it('prints one JSON object per result and nothing else, in the order of the inputs', async () => {
    const folder = emptyFolder();
    await writeTree(folder);
    const { code, stdout, stderr } = await fudebako(
      folder,
      'scale',
      'in',
      '-o',
      'out',
      '--ratio',
      '0.5',
      '--json',
      '--jobs',
      '3',
    );
    expect([code, stderr]).toEqual([0, '']);
    const results = jsonLines(stdout);
    expect(results.map(({ input }) => input)).toEqual([
      'in/2020/b.jpg',
      'in/2020/trip/c.webp',
      'in/2021/b.jpg',
      'in/a.png',
    ]);
    for (const { operation, output, format, bytes, width, height } of results) {
      expect(operation).toBe('scale');
      const path = join(folder, String(output));
      expect(statSync(path).size).toBe(bytes);
      const real = await sharp(path).metadata();
      expect([real.width, real.height]).toEqual([width, height]);
      expect(String(output).endsWith(`.${format}`)).toBe(true);
    }
  });

  it('splits the inputs into shards that together are all inputs', async () => {
    const folder = emptyFolder();
    await writeTree(folder);
    const shards = await Promise.all(
      [1, 2, 3].map((index) => commandHere(folder, ['convert', 'in', '-o', 'out', '--shard', `${index}/3`, '--json'])),
    );
    const done = shards.map(({ stdout }) => jsonLines(stdout).map(({ input }) => input));
    expect(done.map((each) => each.length).sort()).toEqual([1, 1, 2]);
    expect(new Set(done.flat()).size).toBe(4);
    expect(filesIn(join(folder, 'out'))).toHaveLength(4);
    const beyondLast = await commandHere(folder, ['convert', 'in', '-o', 'more', '--shard', '9/9']);
    expect([beyondLast.code, beyondLast.stdout, existsSync(join(folder, 'more'))]).toEqual([0, '', false]);
  });

  it('overwrites, skips or only lists existing results according to its flags', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'a.png'));
    await writeImage(join(folder, 'b.png'));
    await writeImage(join(folder, 'out/a.jpg'), { width: 33 });
    const old = readFileSync(join(folder, 'out/a.jpg'));
    const args = ['convert', 'a.png', 'b.png', '-o', 'out', '--format', 'jpg', '--json'];
    const dry = await commandHere(folder, [...args, '--skip-existing', '--dry-run']);
    expect(jsonLines(dry.stdout)).toEqual([
      { operation: 'convert', input: 'a.png', output: 'out/a.jpg', bytes: old.length, skipped: true },
      { operation: 'convert', input: 'b.png', output: 'out/b.jpg', planned: true },
    ]);
    expect(filesIn(join(folder, 'out'))).toEqual(['a.jpg']);
    const skip = await commandHere(folder, [...args, '--skip-existing']);
    expect([skip.code, dry.code]).toEqual([0, 0]);
    expect(readFileSync(join(folder, 'out/a.jpg')).equals(old)).toBe(true);
    expect(filesIn(join(folder, 'out'))).toEqual(['a.jpg', 'b.jpg']);
    const force = await commandHere(folder, [...args, '--force']);
    expect(force.code).toBe(0);
    expect((await sharp(join(folder, 'out/a.jpg')).metadata()).width).toBe(12);
    const own = await commandHere(folder, ['crop', 'a.png', '-o', 'a.png', '--force', ...box(0, 0, 2, 2)]);
    expect(own.code).toBe(0);
    expect(await sharp(join(folder, 'a.png')).metadata()).toMatchObject({ width: 2, height: 2 });
  });

  it('continues after failed files, and names each failure', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'good.png'));
    await writeImage(join(folder, 'fine.jpg'));
    write(join(folder, 'text.png'), 'not an image');
    write(join(folder, 'empty.jpg'), '');
    const whole = await sharp(join(folder, 'good.png')).png().toBuffer();
    write(join(folder, 'cut.png'), whole.subarray(0, whole.length - 30));
    const names = ['text.png', 'good.png', 'missing.png', 'empty.jpg', 'cut.png', 'fine.jpg'];
    const run = await fudebako(folder, 'convert', ...names, '-o', 'out', '--format', 'webp', '--jobs', '2');
    expect(run.code).toBe(1);
    expect(run.stderr.split('\n')).toEqual([
      'text.png: Failed to load image. The file is not an image.',
      'File not found: missing.png',
      'empty.jpg: Failed to load image. The file is empty.',
      'cut.png: Failed to load image. The file is cut off, and part of the image is missing.',
      '',
    ]);
    expect(filesIn(join(folder, 'out'))).toEqual(['fine.webp', 'good.webp']);
    const debug = await commandHere(folder, ['convert', 'cut.png', '-o', 'out.png', '--debug']);
    expect(debug.stderr).toMatch(/\nFudebakoError: .*\n +at /);
  });

  it('runs images through a recipe, with the recipe’s encoding', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'in/a.png'), { width: 40, height: 20 });
    await writeImage(join(folder, 'in/deep/b.png'), { width: 60, height: 20 });
    const steps = [
      { operation: 'crop', params: { topX: 0, topY: 0, bottomX: 20, bottomY: 10 } },
      { operation: 'scale', params: { factor: 0.5 } },
      { operation: 'convert', params: { format: 'webp', quality: 0.5 } },
    ];
    write(join(folder, 'recipe.json'), JSON.stringify(steps));
    const { code, stdout } = await commandHere(folder, ['run', 'recipe.json', 'in', '-o', 'out', '--json']);
    expect(code).toBe(0);
    expect(jsonLines(stdout).map(({ operation, output, width, height }) => [operation, output, width, height])).toEqual(
      [
        ['run', 'out/a.webp', 10, 5],
        ['run', 'out/deep/b.webp', 10, 5],
      ],
    );
  });

  it('finds the files of a recipe beside the recipe', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'kept/picture.png'), { width: 40, height: 20 });
    const step = { operation: 'scale', params: { factor: 0.5 }, inputs: { image: 'picture.png' } };
    write(join(folder, 'kept/recipe.json'), JSON.stringify(step));
    const { code, stderr } = await commandHere(folder, ['run', 'kept/recipe.json', '-o', 'out.webp']);
    expect([code, stderr]).toEqual([0, '']);
    expect(await sharp(join(folder, 'out.webp')).metadata()).toMatchObject({ format: 'webp', width: 20, height: 10 });
    write(join(folder, 'kept/lost.json'), JSON.stringify({ ...step, inputs: { image: 'lost.png' } }));
    const lost = await commandHere(folder, ['run', 'kept/lost.json', '-o', 'lost.webp']);
    expect([lost.code, lost.stderr]).toEqual([2, `fudebako: File not found: ${join(folder, 'kept/lost.png')}\n`]);
  });
});

const box = (...[topX, topY, bottomX, bottomY]: number[]) =>
  Object.entries({ topX, topY, bottomX, bottomY }).flatMap(([name, value]) => [
    `--${name.replace(/[XY]/, (letter) => `-${letter.toLowerCase()}`)}`,
    String(value),
  ]);

/** Waits until a folder contains a file whose name ends with this text. */
async function appearance(folder: string, ending: string): Promise<void> {
  const watcher = watch(folder);
  while (!readdirSync(folder).some((name) => name.endsWith(ending))) await once(watcher, 'change');
  watcher.close();
}

describe('a batch that is interrupted', () => {
  let large: Uint8Array;
  /** Creates a JPEG so large that the command is still writing its first result when the test interrupts it. */
  beforeAll(async () => {
    const noise = new Uint8Array(3000 * 2000 * 3);
    for (let index = 0; index < noise.length; index++) noise[index] = Math.imul(index, 2_654_435_761) >>> 20;
    large = await sharp(noise, { raw: { width: 3000, height: 2000, channels: 3 } })
      .jpeg()
      .toBuffer();
  });

  async function begin(folder: string, ...flags: string[]) {
    for (const name of ['a.jpg', 'b.jpg']) write(join(folder, name), large);
    const running = start(folder, 'convert', 'a.jpg', 'b.jpg', '-o', 'out', '--format', 'avif', ...flags);
    await appearance(folder, 'out');
    await appearance(join(folder, 'out'), '.part');
    return running;
  }

  it.each([
    ['SIGINT', 130, ['--jobs', '1']],
    ['SIGINT', 130, ['--jobs', '2']],
    ['SIGTERM', 143, ['--jobs', '2']],
  ] as const)('by %s leaves no partial file and exits with %i (%s)', async (signal, code, flags) => {
    const folder = emptyFolder();
    const running = await begin(folder, ...flags);
    running.kill(signal);
    expect((await running.finished).code).toBe(code);
    expect(filesIn(folder)).toEqual(['a.jpg', 'b.jpg']);
  });

  it('gives an output its final name only once the output is complete, even if SIGKILL interrupts the batch', async () => {
    const folder = emptyFolder();
    const running = await begin(folder, '--jobs', '1');
    running.kill('SIGKILL');
    await running.finished;
    expect(filesIn(join(folder, 'out')).filter((name) => !name.endsWith('.part'))).toEqual([]);
  });
});

describe.skipIf(!samplesFolder)('the samples (needs ../shared/samples)', () => {
  it('are refused if broken or too large, and processed otherwise', async () => {
    const folder = emptyFolder();
    const audio = ['cmyk.jpg', 'alpha-lossy.webp', 'png-16bit-rgba-interlaced.png', 'animated-iss.webp'];
    const broken = [
      'truncated.jpg',
      'truncated-12mp.jpg',
      'claims-65535x65535.jpg',
      'bad-data-stream.png',
      'bad-crc-ihdr.png',
    ];
    const large = ['bars-100mp-10001x10001-palette.png', 'black-144mp-16000x9000.webp'];
    const paths = [...broken.map((name) => `broken/${name}`), ...[...audio, ...large].map((name) => `images/${name}`)];
    const run = await fudebako(folder, 'convert', ...paths.map(samplePath), '-o', 'out', '--format', 'png');
    expect(run.code).toBe(1);
    expect(filesIn(join(folder, 'out'))).toEqual([
      'alpha-lossy.png',
      'animated-iss.png',
      'cmyk.png',
      'png-16bit-rgba-interlaced.png',
    ]);
    const lines = run.stderr.split('\n').filter(Boolean);
    expect(lines).toHaveLength(broken.length + large.length);
    expect(run.stderr).toContain('The image is too large: 10001 × 10001 px. The limit is 100 megapixels.');
    expect(run.stderr).toContain('The image is too large: 16000 × 9000 px. The limit is 100 megapixels.');
    expect(run.stderr).toContain('The image is too large: 65535 × 65535 px.');
  });

  it('are described in a table and as JSON', async () => {
    const files = [samplePath('images/exif-orientation-6.jpg'), samplePath('images/alpha-lossy.webp')];
    const [people, machine, unknown] = await Promise.all([
      commandHere(emptyFolder(), ['inspect', ...files]),
      commandHere(emptyFolder(), ['inspect', '--json', ...files]),
      commandHere(emptyFolder(), ['inspect', samplePath('README.md')]),
    ]);
    expect(people.stdout).toMatch(/format +jpg\n +bytes +138 kB\n +width +600 px\n +height +450 px/);
    expect(people.stdout).toMatch(/alpha +yes/);
    expect(jsonLines(machine.stdout)).toMatchObject([
      {
        input: files[0],
        format: 'jpg',
        width: 600,
        height: 450,
        orientation: 6,
        megapixels: 0.27,
        colorProfile: true,
      },
      { input: files[1], format: 'webp', width: 200, height: 150, alpha: true },
    ]);
    expect([unknown.code, unknown.stdout]).toEqual([1, '']);
    expect(unknown.stderr).toContain('unsupported or unrecognizable format');
  });
});
