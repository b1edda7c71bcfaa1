import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { chooseJobCount } from '#scripts/command/run/job-count.ts';
import { createThreadedJobs } from '#scripts/command/run/threaded-jobs.ts';
import { createPulse } from '#scripts/platform/pulse.mjs';
import { firstOf } from '../deep.ts';
import { commandHere, emptyFolder, filesIn, fudebako, write } from './harness.ts';

const svg = (content: string, width: number, height: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;

/** An SVG of 200 characters that takes two minutes to draw. */
const SPINS = svg(
  '<filter id="f"><feMorphology operator="dilate" radius="100"/></filter><rect filter="url(#f)" width="300" height="300"/>',
  300,
  300,
);

/** An SVG whose 60 filter results of one megapixel each are in memory at once: 240 MB. */
const FLOODS = svg(
  `<filter id="f" x="0" y="0" width="1" height="1">${Array.from({ length: 60 }, (_, index) => `<feFlood result="r${index}"/>`).join('')}</filter><rect filter="url(#f)" width="1000" height="1000"/>`,
  1000,
  1000,
);

const image = (width = 30, height = 20) => sharp({ create: { width, height, channels: 3, background: '#369' } });

/** Creates a folder with an image over the limit, followed by a smaller image. */
async function folderWith(name: string, content: string | Uint8Array) {
  const folder = emptyFolder();
  write(join(folder, 'in', name), content);
  write(join(folder, 'in', 'z.png'), await image().png().toBuffer());
  return folder;
}

describe('--timeout', () => {
  it('stops a file that takes longer, names it, and continues with the next', async () => {
    const folder = await folderWith('a.svg', SPINS);
    const { code, stderr } = await fudebako(folder, 'convert', 'in', '-o', 'out/', '--timeout', '2');
    expect(stderr).toBe(`${join('in', 'a.svg')}: Stopped at the time limit of 2 s.\n`);
    expect([code, filesIn(join(folder, 'out'))]).toEqual([1, ['z.png']]);
  });

  it.each(firstOf(['jpeg', 'png', 'webp', 'avif', 'gif'] as const, 2))(
    'stops the work on a .%s, also if it is the only file',
    async (format) => {
      const folder = emptyFolder();
      const name = `a.${format}`;
      const large = image(3000, 2500);
      write(
        join(folder, name),
        await (format === 'avif' ? large.avif({ effort: 0 }) : large.toFormat(format)).toBuffer(),
      );
      const args = ['convert', name, '-o', 'b.avif', '--timeout', '0.1', '--json'];
      const { code, stdout, stderr } = await fudebako(folder, ...args);
      const [line, summary] = stdout
        .trim()
        .split('\n')
        .map((each) => JSON.parse(each));
      expect(line).toMatchObject({ input: name, error: { code: 'timedOut' } });
      expect(summary).toMatchObject({ summary: { done: 0, failed: 1 } });
      expect(stderr).toBe(`${name}: Stopped at the time limit of 0.1 s.\n`);
      expect([code, filesIn(folder)]).toEqual([1, [name]]);
    },
  );

  it('stops the rendering of a long text in a custom font', async () => {
    const font = join(
      dirname(createRequire(import.meta.url).resolve('@fontsource/klee-one/package.json')),
      'files/klee-one-japanese-400-normal.woff2',
    );
    const folder = emptyFolder();
    const texts = [{ text: '春の海'.repeat(600), fontFamily: 'own:klee-one-japanese-400-normal' }];
    write(join(folder, 'texts.json'), JSON.stringify(texts));
    const args = ['--fonts', font, '--texts', 'texts.json', '--width', '3000', '--height', '3000', '-o', 'out.png'];
    const { code, stderr } = await fudebako(folder, 'write-texts', ...args, '--timeout', '0.1');
    expect([code, stderr]).toEqual([1, 'out.png: Stopped at the time limit of 0.1 s.\n']);
    expect(filesIn(folder)).toEqual(['texts.json']);
  });
});

describe('--max-memory', () => {
  it('stops a file that needs more, names it, and continues with the next', async () => {
    const folder = await folderWith('a.svg', FLOODS);
    const { code, stderr } = await fudebako(folder, 'convert', 'in', '-o', 'out/', '--max-memory', '150');
    expect(stderr).toBe(`${join('in', 'a.svg')}: This needs more memory than the limit of 150 MB.\n`);
    expect([code, filesIn(join(folder, 'out'))]).toEqual([1, ['z.png']]);
  });

  it('processes the same file within the limit', async () => {
    const folder = await folderWith('a.svg', FLOODS);
    const { code, stderr } = await fudebako(folder, 'convert', 'in', '-o', 'out/', '--max-memory', '2000');
    expect([code, stderr, filesIn(join(folder, 'out'))]).toEqual([0, '', ['a.png', 'z.png']]);
  });

  it('refuses a file whose header requires more, before decoding', async () => {
    const folder = await folderWith('a.png', await image(4000, 3000).png().toBuffer());
    const { code, stderr } = await fudebako(folder, 'convert', 'in', '-o', 'out/', '--max-memory', '140');
    expect(stderr).toBe(`${join('in', 'a.png')}: This needs more memory than the limit of 140 MB.\n`);
    expect([code, filesIn(join(folder, 'out'))]).toEqual([1, ['z.png']]);
  });
});

describe('--max-pixels', () => {
  it('refuses a larger image, states the limit, and continues with the next', async () => {
    const folder = await folderWith('a.png', await image(100, 80).png().toBuffer());
    const { code, stderr } = await commandHere(folder, ['convert', 'in', '-o', 'out/', '--max-pixels', '7500']);
    const file = join('in', 'a.png');
    expect(stderr).toBe(`${file}: The image is too large: 100 × 80 px. The limit is 0.0075 megapixels.\n`);
    expect([code, filesIn(join(folder, 'out'))]).toEqual([1, ['z.png']]);
  });
});

describe('limits out of range are refused', () => {
  it.each([
    ['--max-pixels', '100000001', '--max-pixels must be from 1 to 100000000, not 100000001.'],
    ['--max-memory', '15', '--max-memory must be from 16 to 1000000, not 15.'],
    ['--timeout', '0', '--timeout must be from 0.1 to 86400, not 0.'],
    ['--threads', '0', '--threads must be from 1 to 256, not 0.'],
  ])('%s %s', async (flag, value, sentence) => {
    const folder = await folderWith('a.png', await image().png().toBuffer());
    const { code, stderr } = await commandHere(folder, ['convert', 'in', '-o', 'out/', flag, value]);
    expect([code, stderr]).toEqual([2, `fudebako: ${sentence}\n`]);
    expect(filesIn(folder)).toEqual(['in/a.png', 'in/z.png']);
  });
});

describe('--threads', () => {
  const planned = Array.from({ length: 8 }, (_, source) => ({
    source,
    input: undefined,
    output: 'a.png',
    encoding: undefined,
    skip: false,
  }));
  // 64 table rows are enough for eight threads, because the command starts at most one thread per eight rows.
  const rows = Array.from({ length: 8 }, () => planned).flat();

  it.each([
    [{ jobs: 8, threads: 3, limits: {} }, 3],
    [{ jobs: 2, threads: 3, limits: {} }, 2],
    [{ jobs: 8, threads: 1, limits: {} }, 1],
    [{ jobs: 8, threads: 8, limits: { maxMemory: 100 } }, 1],
  ])('sets the number of concurrent files: %j', (flags, parallelJobs) => {
    expect(chooseJobCount(rows, flags)).toBe(parallelJobs);
  });

  it.each([
    [1, 3],
    [2, 0],
  ])('is divided among %i concurrent files, for parallel work on parts of each file', async (parallelJobs, parts) => {
    const module = new URL('./threads/telling.mjs', import.meta.url);
    const runner = createThreadedJobs({ parallelJobs, threads: 3, limits: { maxPixels: 5 }, module });
    const order = { pulse: createPulse() } as never;
    const [result] = await runner.run(order, 'a.png', {});
    runner.close();
    expect(result).toMatchObject({ facts: { threads: parts, limits: { maxPixels: 5 } } });
  });

  it('does not change results', async () => {
    const folder = emptyFolder();
    write(join(folder, 'a.png'), await image(1400, 1200).png().toBuffer());
    for (const threads of ['1', '2'])
      await commandHere(folder, ['scale', 'a.png', '--ratio', '0.7', '-o', `${threads}.png`, '--threads', threads]);
    const [one, two] = await Promise.all(['1.png', '2.png'].map((name) => sharp(join(folder, name)).raw().toBuffer()));
    expect(one?.equals(two as Buffer)).toBe(true);
  });
});
