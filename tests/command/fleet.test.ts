import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allJsonLines, commandHere, emptyFolder, filesIn, start, write, writeImage } from './harness.ts';
import { deadPartName } from './part-files.ts';

const scale = ['scale', 'in', '--ratio', '0.5', '--jobs', '1'];

async function writeImages(folder: string, count: number, side: number): Promise<void> {
  for (let index = 0; index < count; index++) {
    const name = `in/${index % 3}/${String(index).padStart(2, '0')}.${index % 2 ? 'jpg' : 'png'}`;
    await writeImage(join(folder, name), { width: side + index, height: side, background: `#${index + 10}4c7e` });
  }
}

describe('shards', () => {
  it('have reports that together equal the report of a single run', async () => {
    const folder = emptyFolder();
    await writeImages(folder, 11, 20);
    write(join(folder, 'in/1/broken.png'), 'none');
    const report = async (out: string, name: string, ...flags: string[]) => {
      await commandHere(folder, [...scale, '-o', out, '--report', name, ...flags]);
      return readFileSync(join(folder, name), 'utf8');
    };
    const single = allJsonLines((await report('out', 'all.jsonl')).replaceAll('"out/', '"sliced/'));
    const texts: string[] = [];
    for (const index of [1, 2, 3]) texts.push(await report('sliced', `r/${index}.jsonl`, '--shard', `${index}/3`));
    const sliced = allJsonLines(texts.join(''));
    const rows = (lines: readonly Record<string, unknown>[]) =>
      lines
        .filter(({ summary }) => !summary)
        .map((line) => JSON.stringify(line))
        .sort();
    expect(rows(sliced)).toEqual(rows(single));
    const summaries = sliced.filter(({ summary }) => summary) as { summary: Record<string, number>; shard: string }[];
    expect(summaries.map(({ shard }) => shard)).toEqual(['1/3', '2/3', '3/3']);
    const sum = (name: string) => summaries.reduce((total, { summary }) => total + (summary[name] ?? 0), 0);
    expect({ done: sum('done'), failed: sum('failed') }).toEqual({ done: 11, failed: 1 });
    expect(single.at(-1)).toMatchObject({ summary: { done: 11, failed: 1 } });
    expect(single.at(-1)).not.toHaveProperty('shard');
  });

  it.each(['SIGTERM', 'SIGKILL'] as const)(
    'that are stopped by %s and started again have every result once, with equal bytes',
    async (signal) => {
      const folder = emptyFolder();
      await writeImages(folder, 24, 500);
      await commandHere(folder, [...scale, '-o', 'single']);
      const args = (index: number) => [
        ...[...scale, '-o', 'out', '--shard', `${index}/2`],
        ...['--skip-existing', '--report', `r/${index}.jsonl`],
      ];
      write(join(folder, 'out/keep.txt'), '');
      const running = start(folder, ...args(1));
      const made = () => filesIn(join(folder, 'out')).filter((name) => /\d\.(?:png|jpg)$/.test(name)).length;
      while (made() < 3) await new Promise((resolve) => setImmediate(resolve));
      running.kill(signal);
      await running.finished;
      expect(made()).toBeLessThan(12);
      expect(existsSync(join(folder, 'r/1.jsonl'))).toBe(false);
      // Writes part files of two ended processes: one for a result of this shard, one for a result of no shard.
      const planned = allJsonLines((await commandHere(folder, [...args(1), '--dry-run', '--json'])).stdout);
      const left = String(planned.findLast(({ output }) => output)?.output).replace(/[^/]+$/, deadPartName);
      write(join(folder, left), 'half');
      const other = deadPartName('other.png');
      write(join(folder, 'out/0', other), 'half');
      for (const index of [1, 2, 1]) expect(await commandHere(folder, args(index))).toMatchObject({ code: 0 });
      const [single, sliced] = ['single', 'out'].map((name) => filesIn(join(folder, name)));
      expect(sliced).toEqual([...(single ?? []), `0/${other}`, 'keep.txt'].sort());
      for (const name of single ?? [])
        expect(readFileSync(join(folder, 'out', name)).equals(readFileSync(join(folder, 'single', name)))).toBe(true);
      // The second run of shard 1 has nothing left to do, and replaces the report of the first run.
      const report = allJsonLines(readFileSync(join(folder, 'r/1.jsonl'), 'utf8'));
      expect(report.at(-1)).toEqual({
        operation: 'scale',
        summary: { done: 0, failed: 0, skipped: report.length - 1, planned: 0 },
        shard: '1/2',
      });
    },
  );

  it('do not overwrite a file that is not a report', async () => {
    const folder = emptyFolder();
    await writeImages(folder, 1, 20);
    write(join(folder, 'notes.jsonl'), '{"mine":1}\n');
    const done = await commandHere(folder, [...scale, '-o', 'out', '--skip-existing', '--report', 'notes.jsonl']);
    expect([done.code, done.stderr]).toEqual([2, expect.stringContaining('notes.jsonl already exists')]);
    expect(readFileSync(join(folder, 'notes.jsonl'), 'utf8')).toBe('{"mine":1}\n');
  });
});
