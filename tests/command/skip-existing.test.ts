import { mkdirSync, readFileSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createPartName } from '#scripts/platform/part-names.ts';
import { allJsonLines, commandHere, emptyFolder, filesIn, jsonLines, write, writeImage } from './harness.ts';
import { deadPartName } from './part-files.ts';

const args = ['convert', 'a.png', 'b.png', '-o', 'out', '--format', 'jpg', '--skip-existing'];

async function twoImages(): Promise<string> {
  const folder = emptyFolder();
  for (const name of ['a.png', 'b.png']) await writeImage(join(folder, name));
  return folder;
}

describe('--skip-existing', () => {
  it('replaces an incomplete result and reports it', async () => {
    const folder = await twoImages();
    expect((await commandHere(folder, args)).code).toBe(0);
    const whole = readFileSync(join(folder, 'out/a.jpg'));
    for (const length of [0, whole.length - 1]) {
      truncateSync(join(folder, 'out/a.jpg'), length);
      const dry = await commandHere(folder, [...args, '--dry-run', '--json']);
      expect(jsonLines(dry.stdout)).toEqual([
        { operation: 'convert', input: 'a.png', output: 'out/a.jpg', planned: true },
        { operation: 'convert', input: 'b.png', output: 'out/b.jpg', bytes: whole.length, skipped: true },
      ]);
      const { code, stderr, stdout } = await commandHere(folder, [...args, '--json']);
      expect([code, stderr]).toEqual([0, 'a.png: Replaced out/a.jpg, which was incomplete.\n']);
      expect(allJsonLines(stdout)).toMatchObject([
        { output: 'out/a.jpg', warnings: [{ code: 'resultReplaced', data: { output: 'out/a.jpg' } }] },
        { output: 'out/b.jpg', skipped: true },
        { summary: { done: 1, failed: 0, skipped: 1, planned: 0 } },
      ]);
      expect(readFileSync(join(folder, 'out/a.jpg')).equals(whole)).toBe(true);
    }
    expect(filesIn(join(folder, 'out'))).toEqual(['a.jpg', 'b.jpg']);
  });

  it('replaces a result whose size differs from the size in an earlier report', async () => {
    const folder = await twoImages();
    const reported = [...args, '--report', 'r.jsonl'];
    expect((await commandHere(folder, reported)).code).toBe(0);
    const whole = readFileSync(join(folder, 'out/a.jpg'));
    // Replaces a result by a complete image whose size in bytes differs from the size in the report.
    const other = join(folder, 'out/a.jpg');
    await writeImage(other, { width: 300, height: 200 });
    expect((await commandHere(folder, args)).stderr).toContain('out/a.jpg already exists');
    const again = await commandHere(folder, reported);
    expect([again.code, again.stderr.split('\n')[0]]).toEqual([0, 'a.png: Replaced out/a.jpg, which was incomplete.']);
    expect(readFileSync(other).equals(whole)).toBe(true);
    // A run that skips the file replaces the report, and the new report must still list the file's size.
    await commandHere(folder, reported);
    await writeImage(other, { width: 300, height: 200 });
    expect((await commandHere(folder, reported)).stderr).toContain('which was incomplete');
  });

  it('fails for a result that is not a file, and for a broken symlink', async () => {
    const folder = await twoImages();
    mkdirSync(join(folder, 'out/a.jpg'), { recursive: true });
    symlinkSync('nowhere.jpg', join(folder, 'out/b.jpg'));
    const { code, stderr } = await commandHere(folder, args);
    expect([code, stderr.split('\n')]).toEqual([
      1,
      ['out/a.jpg: Expected a file, found a folder.', 'b.png: out/b.jpg is a broken link; not overwritten.', ''],
    ]);
  });

  it('removes the part files of ended processes only', async () => {
    const folder = await twoImages();
    const long = `${'long-'.repeat(30)}.png`;
    await writeImage(join(folder, long));
    const result = long.replace('png', 'jpg');
    const otherParts = [createPartName('a.jpg'), deadPartName('other.jpg'), createPartName(result)];
    for (const name of [...otherParts, deadPartName('a.jpg'), deadPartName(result), deadPartName('r.jsonl')])
      write(join(folder, name.includes('r.jsonl') ? '' : 'out', name), 'half');
    expect((await commandHere(folder, [...args, long, '--report', 'r.jsonl'])).code).toBe(0);
    expect(filesIn(join(folder, 'out'))).toEqual(['a.jpg', 'b.jpg', result, ...otherParts].sort());
    expect(filesIn(folder).filter((name) => !name.includes('out/'))).toEqual(['a.png', 'b.png', long, 'r.jsonl']);
  });
});

describe('inputs, results and the report', () => {
  it('must be different files, for inputs of every kind', async () => {
    const folder = await twoImages();
    const before = readFileSync(join(folder, 'b.png'));
    writeFileSync(join(folder, 'rows.csv'), 'image,name\na.png,x\nb.png,y\n');
    write(join(folder, 'recipe.json'), JSON.stringify({ operation: 'scale', params: { factor: 0.5 } }));
    const layer = ['layer', '--top', 'a.png', '--bottom', 'b.png', '--blend-mode', 'normal', '-o', 'out.png'];
    for (const line of [
      [...layer, '--report', 'b.png', '--force'],
      ['run', 'recipe.json', 'rows.csv', '-o', 'out/', '--report', 'b.png', '--force'],
    ])
      expect(await commandHere(folder, line)).toMatchObject({
        code: 2,
        stderr: 'fudebako: --report b.png is also an input or an output; choose another file.\n',
      });
    expect(readFileSync(join(folder, 'b.png')).equals(before)).toBe(true);
    for (const report of ['recipe.json', 'rows.csv']) {
      const line = ['run', 'recipe.json', 'rows.csv', '-o', 'out/', '--report', report, '--force'];
      expect((await commandHere(folder, line)).stderr).toContain(`${report} is also an input or an output`);
    }
  });

  it('must be different files, even if a recipe names the same input for every job', async () => {
    const folder = await twoImages();
    await writeImage(join(folder, 'out/b.png'), { width: 9 });
    const before = readFileSync(join(folder, 'out/b.png'));
    const step = { operation: 'layer', params: { blendMode: 'normal' }, inputs: { bottom: 'out/b.png' } };
    write(join(folder, 'recipe.json'), JSON.stringify(step));
    write(join(folder, 'rows.csv'), 'top,name\na.png,x\nb.png,b\n');
    const { code, stderr } = await commandHere(folder, ['run', 'recipe.json', 'rows.csv', '-o', 'out/', '--force']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('would overwrite another input')]);
    expect(readFileSync(join(folder, 'out/b.png')).equals(before)).toBe(true);
  });
});
