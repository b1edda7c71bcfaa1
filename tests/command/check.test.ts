import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DomUtils, parseDocument } from 'htmlparser2';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { joinBytes, uint32 } from '#core/base/bytes.ts';
import { readByteSize } from '#scripts/command/base/byte-size.ts';
import { chunk } from '../core/pngs.ts';
import { allJsonLines, commandHere, emptyFolder, fudebako, write, writeImage } from './harness.ts';

const { getElementsByTagName } = DomUtils;

let folder: string;
const check = (...args: string[]) => commandHere(folder, ['check', ...args]);
const lines = (text: string) => text.split('\n').filter(Boolean);

beforeAll(async () => {
  folder = emptyFolder();
  await writeImage(join(folder, 'photos/wide.png'), { width: 300, height: 40 });
  await writeImage(join(folder, 'photos/tall.png'), { width: 40, height: 300 });
  await writeImage(join(folder, 'photos/sub/small.jpg'), { width: 30, height: 20 });
  const image = () => sharp({ create: { width: 30, height: 20, channels: 3, background: '#2b4c7e' } });
  await image()
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 0/1' } })
    .jpeg()
    .toFile(join(folder, 'gps.jpg'));
  await image().withIccProfile('p3').jpeg().toFile(join(folder, 'p3.jpg'));
  // An image of 30 × 20 px whose orientation makes it 20 × 30 px.
  await image().withMetadata({ orientation: 6 }).jpeg().toFile(join(folder, 'turned.jpg'));
  write(join(folder, 'broken/empty.png'), '');
  write(join(folder, 'broken/text.jpg'), 'no image');
  const whole = readFileSync(join(folder, 'photos/wide.png'));
  write(join(folder, 'broken/cut.png'), whole.subarray(0, whole.length - 30));
  mkdirSync(join(folder, 'empty'));
});

describe('check', () => {
  it('accepts images that follow the rules, and prints nothing', async () => {
    expect(
      await check('photos', '--max-width', '300', '--max-height', '300', '--max-bytes', '10kB', '--no-gps'),
    ).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('prints one line per offense', async () => {
    const { code, stdout, stderr } = await check(
      'photos',
      'gps.jpg',
      '--max-width',
      '250',
      '--max-height=250',
      '--no-gps',
    );
    expect([code, stderr]).toEqual([1, '']);
    expect(lines(stdout)).toEqual([
      'photos/tall.png: Height is 300 px; at most 250 px allowed.',
      'photos/wide.png: Width is 300 px; at most 250 px allowed.',
      'gps.jpg: Has GPS data.',
    ]);
  });

  it('prints annotations for GitHub Actions', async () => {
    write(join(folder, 'odd/a,b: 100%.txt.png'), 'no image');
    const { code, stdout } = await check('gps.jpg', 'odd', '--no-gps', '--no-exif', '--format', 'github');
    expect(code).toBe(1);
    expect(lines(stdout)).toEqual([
      '::error file=gps.jpg,title=fudebako no-gps::Has GPS data.',
      '::error file=gps.jpg,title=fudebako no-exif::Has Exif metadata.',
      expect.stringMatching(/^::error file=odd\/a%2Cb%3A 100%25\.txt\.png,title=fudebako unreadable::/),
    ]);
  });

  it('prints JUnit XML with a test case per file', async () => {
    write(join(folder, 'odd/a & <b>.png'), 'no image');
    const { code, stdout } = await check('photos', 'odd/a & <b>.png', '--max-width', '250', '--format', 'junit');
    expect(code).toBe(1);
    expect(lines(stdout).slice(0, 3)).toEqual([
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites tests="4" failures="2">',
      '  <testsuite name="fudebako check" tests="4" failures="2">',
    ]);
    const document = parseDocument(stdout, { xmlMode: true });
    const cases = getElementsByTagName('testcase', document, true);
    expect(cases.map(({ attribs }) => attribs.name)).toEqual([
      ...['photos/sub/small.jpg', 'photos/tall.png', 'photos/wide.png', 'odd/a & <b>.png'],
    ]);
    expect(
      getElementsByTagName('failure', document, true).map(({ attribs }) => [attribs.type, attribs.message]),
    ).toEqual([
      ['max-width', 'Width is 300 px; at most 250 px allowed.'],
      ['unreadable', expect.any(String)],
    ]);
  });

  it('refuses an unknown format, and JSON as a second format', async () => {
    expect(await check('gps.jpg', '--format', 'xml')).toMatchObject({ code: 2, stdout: '' });
    expect(await check('gps.jpg', '--format', 'junit', '--json')).toMatchObject({ code: 2, stdout: '' });
  });

  it('prints one JSON line per offense, and a summary', async () => {
    const { code, stdout } = await check('photos', 'gps.jpg', '--max-width', '29', '--no-exif', '--json');
    expect(code).toBe(1);
    const [first, ...others] = allJsonLines(stdout);
    expect(first).toEqual({
      operation: 'check',
      input: 'photos/sub/small.jpg',
      offense: { rule: 'max-width', found: 30, allowed: 29, message: 'Width is 30 px; at most 29 px allowed.' },
    });
    expect(others).toMatchObject([
      { input: 'photos/tall.png', offense: { rule: 'max-width' } },
      { input: 'photos/wide.png', offense: { rule: 'max-width' } },
      { input: 'gps.jpg', offense: { rule: 'max-width' } },
      { input: 'gps.jpg', offense: { rule: 'no-exif', found: true } },
      { summary: { done: 0, failed: 4, skipped: 0, planned: 0 } },
    ]);
  });

  it('measures rotated images upright', async () => {
    expect((await check('turned.jpg', '--max-width', '20')).code).toBe(0);
    expect((await check('turned.jpg', '--max-height', '20')).stdout).toContain('Height is 30 px');
  });

  it('reports files that are not images as offenses', async () => {
    const { code, stdout, stderr } = await check('broken', 'missing.png', '--json');
    expect([code, stderr]).toEqual([1, '']);
    expect(allJsonLines(stdout)).toMatchObject([
      { input: 'broken/empty.png', offense: { rule: 'unreadable', found: 'imageLoad' } },
      { input: 'broken/text.jpg', offense: { rule: 'unreadable', found: 'imageLoad' } },
      { input: 'missing.png', offense: { rule: 'unreadable', found: 'fileNotFound' } },
      { summary: { done: 1, failed: 3 } },
    ]);
  });

  it('--verify finds damage that only decoding shows', async () => {
    expect((await check('broken/cut.png')).code).toBe(0);
    expect((await check('broken/cut.png', '--verify')).stdout).toMatch(/^broken\/cut\.png: Failed to load image\./);
  });

  it('--formats looks at the content, not at the extension', async () => {
    write(join(folder, 'named/photo.jpg'), readFileSync(join(folder, 'photos/wide.png')));
    const { code, stdout } = await check('named', 'p3.jpg', '--formats', 'jpg,webp');
    expect([code, stdout]).toEqual([1, 'named/photo.jpg: Format is png; allowed: jpg, webp.\n']);
  });

  it('--profile srgb refuses other color spaces', async () => {
    const plain = readFileSync(join(folder, 'photos/wide.png'));
    const gamma = chunk('gAMA', uint32(100_000));
    write(join(folder, 'linear.png'), joinBytes(plain.subarray(0, 33), gamma, plain.subarray(33)));
    const { code, stdout } = await check('p3.jpg', 'linear.png', 'gps.jpg', '--profile', 'srgb');
    const lines = ['p3.jpg: Color profile is sP3C, not sRGB.', 'linear.png: Color space is gamma 1, not sRGB.', ''];
    expect([code, stdout]).toEqual([1, lines.join('\n')]);
  });

  it('accepts globs, lists of files and shards', async () => {
    writeFileSync(join(folder, 'list.txt'), 'photos/wide.png\ngps.jpg\n');
    expect(lines((await check('photos/**/*.jpg', '--max-width', '1')).stdout)).toHaveLength(1);
    expect(lines((await check('--files-from', 'list.txt', '--max-width', '1')).stdout)).toHaveLength(2);
    const slices = await Promise.all(
      ['1/2', '2/2'].map((shard) => check('photos', '--max-width', '1', '--shard', shard)),
    );
    expect(slices.flatMap(({ stdout }) => lines(stdout)).sort()).toEqual(
      lines((await check('photos', '--max-width', '1')).stdout).sort(),
    );
  });

  it('accepts an empty selection only with --allow-empty', async () => {
    expect((await check('empty')).code).toBe(2);
    expect((await check('empty', '--allow-empty')).code).toBe(0);
  });

  it('prints offenses in the order of the files, and writes a JSON report', async () => {
    const { code, stdout } = await fudebako(
      folder,
      'check',
      'photos',
      'broken',
      '--max-width',
      '250',
      '--verify',
      '--report',
      'r.jsonl',
    );
    expect([code, lines(stdout).map((line) => line.split(':')[0])]).toEqual([
      1,
      ['photos/wide.png', 'broken/cut.png', 'broken/empty.png', 'broken/text.jpg'],
    ]);
    expect(allJsonLines(readFileSync(join(folder, 'r.jsonl'), 'utf8'))).toHaveLength(5);
  });

  it.each([
    [['--max-bytes', '2 pears'], '--max-bytes 2 pears: Use a number of bytes, such as 200000, 200kB or 1.5MB.'],
    [['--formats', 'jpg,jxl'], '--formats jpg,jxl: Use a list of jpg, jpeg,'],
    [['--max-width', '0'], '--max-width'],
    [['--profile', 'p3'], '--profile'],
    [['--would-change', '{"operation":"inspect"}'], 'The recipe must make an image.'],
  ])('refuses %j before reading anything', async (args, message) => {
    const { code, stderr } = await check('photos', ...args);
    expect([code, lines(stderr).length]).toEqual([2, 1]);
    expect(stderr).toContain(message);
  });
});

describe('check --would-change', () => {
  const recipe = (...steps: object[]) => JSON.stringify(steps);
  const limit = { operation: 'scale', params: { longEdge: 100, withoutEnlargement: true } };

  it('names the properties of an image that a recipe would change', async () => {
    const { stdout } = await check('photos', '--would-change', recipe(limit));
    expect(lines(stdout)).toEqual([
      'photos/tall.png: The recipe would change the size in pixels.',
      'photos/wide.png: The recipe would change the size in pixels.',
    ]);
    const toJpg = recipe({ operation: 'convert', params: { format: 'jpg' } });
    expect(lines((await check('photos', '--would-change', toJpg)).stdout)).toEqual([
      'photos/tall.png: The recipe would change the format.',
      'photos/wide.png: The recipe would change the format.',
    ]);
    const brighter = recipe({ operation: 'adjust-color', params: { brightness: 0.2 } });
    expect((await check('gps.jpg', '--would-change', brighter)).stdout).toContain('would change the pixels');
    const neutral = recipe({ operation: 'adjust-color', params: {} });
    expect((await check('gps.jpg', '--would-change', neutral)).code).toBe(0);
  });

  it('accepts the results of the recipe', async () => {
    await writeNoise(join(folder, 'noise.png'));
    const steps = recipe(limit, { operation: 'convert', params: { format: 'png', colors: 16 } });
    expect((await check('noise.png', '--would-change', steps)).code).toBe(1);
    expect((await commandHere(folder, ['run', steps, 'noise.png', '-o', 'small.png', '--force'])).code).toBe(0);
    expect(await check('small.png', '--would-change', steps)).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('refuses a file above the size limit of the recipe', async () => {
    await writeNoise(join(folder, 'noise.jpg'));
    const steps = recipe({ operation: 'convert', params: { format: 'jpg', maxKilobytes: 5 } });
    expect((await check('noise.jpg', '--would-change', steps)).stdout).toContain('would change the file size');
  });
});

async function writeNoise(path: string) {
  const data = Uint8Array.from({ length: 160 * 120 * 3 }, (_, index) => (index * 7919 + (index >> 3) * 104_729) % 256);
  await sharp(data, { raw: { width: 160, height: 120, channels: 3 } }).toFile(path);
}

it.each([
  ['200000', 200_000],
  ['200kB', 200_000],
  ['200KB', 200_000],
  ['1.5MB', 1_500_000],
  ['1.5 MB', 1_500_000],
  ['64KiB', 65_536],
  ['2GiB', 2 ** 31],
])('the size %s of --max-bytes is %i bytes', (text, bytes) => {
  expect(readByteSize(text, '--max-bytes')).toBe(bytes);
});
