import { copyFileSync, mkdirSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { balanceSlices, createWorkMeter, type WorkItem } from '#scripts/command/plan/slices.ts';
import { commandHere, emptyFolder, filesIn, jsonLines, write, writeImage } from './harness.ts';

/** Returns the total amount of work in each slice. */
function loads(pieces: readonly WorkItem[], slices: Int32Array, count: number): number[] {
  const sums = Array.from({ length: count }, () => 0);
  for (const [index, { work }] of pieces.entries())
    sums[slices[index] as number] = (sums[slices[index] as number] ?? 0) + work;
  return sums;
}

const pieces = (works: readonly number[]) => works.map((work, index) => ({ work, name: `p${index}` }));

describe('cutSlices', () => {
  const works = fc.array(fc.integer({ min: 0, max: 1e9 }), { maxLength: 60 });
  const counts = fc.integer({ min: 1, max: 12 });

  it('limits the work of each slice to the mean plus one piece', () => {
    fc.assert(
      fc.property(works, counts, (sizes, count) => {
        const all = pieces(sizes);
        const sums = loads(all, balanceSlices(all, count), count);
        const mean = sizes.reduce((sum, work) => sum + work, 0) / count;
        // Graham's bound: each file goes to the least loaded slice, whose load is at most the mean load.
        const largest = Math.max(0, ...sizes);
        expect(Math.max(...sums)).toBeLessThanOrEqual(mean + largest * (1 - 1 / count) + 1e-3);
        // Without the smallest file of a slice, its other files are at most as much work as any other slice.
        const slices = balanceSlices(all, count);
        for (const [slice, sum] of sums.entries()) {
          const own = sizes.filter((_, index) => slices[index] === slice);
          if (own.length > 1) expect(sum - Math.min(...own)).toBeLessThanOrEqual(Math.min(...sums));
        }
      }),
      { seed: 4, numRuns: 500 },
    );
  });

  it('assigns each piece to the same slice in any order', () => {
    const shuffled = works.chain((sizes) => {
      const all = pieces(sizes.map((work) => work % 7));
      return fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length }));
    });
    fc.assert(
      fc.property(shuffled, counts, ([all, others], count) => {
        const sliceOf = (list: readonly WorkItem[]) => {
          const slices = balanceSlices(list, count);
          return new Map(list.map(({ name }, index) => [name, slices[index]]));
        };
        const [a, b] = [sliceOf(all), sliceOf(others)];
        for (const { name } of all) expect(b.get(name)).toBe(a.get(name));
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('leaves slices empty if there are fewer pieces than slices', () => {
    expect([...balanceSlices(pieces([5, 5, 5]), 999_999_999)]).toEqual([0, 1, 2]);
    expect(balanceSlices([], 4)).toHaveLength(0);
  });
});

describe('the work of a file', () => {
  it('is estimated from the file’s bytes, and from the pixel size that the header states', async () => {
    const folder = emptyFolder();
    const path = (name: string) => join(folder, name);
    await writeImage(path('wide.jpg'), { width: 400, height: 300 });
    await writeImage(path('small.png'), { width: 20, height: 10 });
    write(path('sound.wav'), new Uint8Array(5000));
    write(path('broken.png'), 'none');
    const measure = createWorkMeter();
    const nothing = measure([]);
    const work = (name: string) => measure([path(name)]) - nothing;
    const bytes = (name: string) => statSync(path(name)).size;
    for (const [name, pixels] of [
      ['wide.jpg', 120_000],
      ['small.png', 200],
      ['sound.wav', 0],
      ['broken.png', 0],
    ] as const)
      expect(work(name) - pixels).toBe(4 * bytes(name));
    expect(work('none.png')).toBe(0);
    expect(measure([path('wide.jpg'), path('small.png')]) - nothing).toBe(work('wide.jpg') + work('small.png'));
    // A truncated image still states its pixel size, so its work estimate falls only by the missing bytes.
    const before = bytes('wide.jpg');
    truncateSync(path('wide.jpg'), before - 50);
    expect(createWorkMeter()([path('wide.jpg')]) - nothing - 120_000).toBe(4 * (before - 50));
  });

  it('includes no pixels if the header states a size above the image limits', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'bomb.bmp.png'));
    // Offsets of width and height in a BMP header: 18 and 22.
    const bomb = new Uint8Array(64);
    bomb.set([0x42, 0x4d]);
    new DataView(bomb.buffer).setUint32(14, 40, true);
    new DataView(bomb.buffer).setInt32(18, 2_000_000, true);
    new DataView(bomb.buffer).setInt32(22, 2_000_000, true);
    write(join(folder, 'bomb.bmp'), bomb);
    const measure = createWorkMeter();
    expect(measure([join(folder, 'bomb.bmp')]) - measure([])).toBe(4 * 64);
  });
});

describe('--shard', () => {
  const inputsOf = async (folder: string, args: readonly string[], shard: string) => {
    const run = ['convert', ...args, '-o', 'out', '--format', 'webp', '--dry-run', '--json', '--shard', shard];
    const { stdout } = await commandHere(folder, run);
    return jsonLines(stdout).map(({ input }) => String(input));
  };

  it('has the same slices whatever the order of files and results', async () => {
    const folder = emptyFolder();
    const names = ['Z', 'a', 'é', 'e\u0301', 'あ', '_', 'B', '10', '9', 'ä', 'z', 'ß'].map((name) => `in/${name}.png`);
    // Nine images of equal size, whose slices depend only on their names, and three larger images.
    for (const [index, name] of names.entries()) await writeImage(join(folder, name), { width: index < 9 ? 12 : 900 });
    mkdirSync(join(folder, 'later/in'), { recursive: true });
    for (const name of names.toReversed()) copyFileSync(join(folder, name), join(folder, 'later', name));
    write(join(folder, 'forward.txt'), names.join('\n'));
    write(join(folder, 'back.txt'), names.toReversed().join('\0'));
    for (const shard of ['1/3', '2/3', '3/3']) {
      const expected = (await inputsOf(folder, ['in'], shard)).sort();
      expect(expected.length).toBeGreaterThan(2);
      for (const args of [['--files-from', 'forward.txt'], ['--files-from', 'back.txt'], names.toReversed()])
        expect((await inputsOf(folder, args, shard)).sort()).toEqual(expected);
      expect((await inputsOf(join(folder, 'later'), ['in'], shard)).sort()).toEqual(expected);
    }
  });

  it('puts a large image into a slice of its own, and small images together', async () => {
    const folder = emptyFolder();
    await writeImage(join(folder, 'in/d.jpg'), { width: 3000, height: 2000 });
    for (const name of ['a', 'b', 'c', 'e']) await writeImage(join(folder, `in/${name}.png`));
    expect(await inputsOf(folder, ['in'], '1/2')).toEqual(['in/d.jpg']);
    expect(await inputsOf(folder, ['in'], '2/2')).toEqual(['in/a.png', 'in/b.png', 'in/c.png', 'in/e.png']);
  });

  it('has the same slices if some results exist already', async () => {
    const folder = emptyFolder();
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await writeImage(join(folder, `in/${name}.png`));
    const planned = await inputsOf(folder, ['in'], '2/2');
    const all = ['convert', 'in', '-o', 'out', '--format', 'webp', '--json'];
    await commandHere(folder, [...all, '--shard', '1/2']);
    write(join(folder, 'out/f.webp'), 'there');
    const again = await commandHere(folder, [...all, '--skip-existing', '--shard', '2/2']);
    expect(jsonLines(again.stdout).map(({ input }) => input)).toEqual(planned);
    expect(filesIn(join(folder, 'out'))).toHaveLength(6);
  });

  it('refuses to overwrite the inputs of other slices', async () => {
    const folder = emptyFolder();
    for (const name of ['a', 'b']) await writeImage(join(folder, `${name}.png`));
    const args = ['scale', 'a.png', 'b.png', '--ratio', '0.5', '-o', '.', '--force'];
    const sharded = await commandHere(folder, [...args, '--shard', '1/2']);
    expect([sharded.code, sharded.stderr]).toEqual([2, expect.stringContaining('write to another folder')]);
    expect((await commandHere(folder, [...args, '--shard', '1/1'])).code).toBe(0);
  });
});
