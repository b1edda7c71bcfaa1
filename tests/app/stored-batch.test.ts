import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import type { Batch } from '#app/batch/batch.ts';
import type { BatchItem } from '#app/batch/item.ts';
import { BatchStorage, parseBatch, withinLimit } from '#app/batch/stored-batch.ts';

const file = (name: string, bytes: number) => new File([new Uint8Array(bytes)], name);
const item = (name: string, of: File | undefined, files: Record<string, File> = {}): BatchItem => ({
  id: name,
  name,
  file: of,
  folder: '',
  state: 'ready',
  ...(Object.keys(files).length > 0 && { row: { table: 'a.csv', number: 1, cells: [], files } }),
});

describe('the part of a batch that is stored', () => {
  it('contains as many items as fit, in order, and the other items are reported', () => {
    const items = [item('a', file('a', 60)), item('b', file('b', 50)), item('c', file('c', 40))];
    const { fitting, skipped } = withinLimit(items, 100);
    expect(fitting.map(({ name }) => name)).toEqual(['a', 'c']);
    expect(skipped).toEqual(['b']);
  });

  it('counts a file once if several rows name it', () => {
    const shared = file('a', 60);
    const items = [item('1', shared, { a: shared }), item('2', shared, { a: shared }), item('3', undefined)];
    expect(withinLimit(items, 60).skipped).toEqual([]);
    expect(withinLimit(items, 59).skipped).toEqual(['1', '2']);
  });
});

describe('a stored batch', () => {
  const whole = {
    items: [
      { id: '1', name: 'a.png', folder: 'sub', file: 'key' },
      {
        id: '2',
        name: 'b',
        folder: '',
        file: undefined,
        row: { table: 'b.csv', number: 2, cells: [['text', '春']], files: { 'c.png': 'key' } },
      },
    ],
    source: 'source',
    shown: '1',
    madeOn: { width: 30, height: 20 },
  };

  it('is restored unchanged', () => {
    expect(parseBatch(whole)).toEqual(whole);
  });

  it.each([null, 7, 'text', {}, { items: 7 }, { items: { length: 3 } }, Object.create({ items: whole.items })])(
    'is ignored if it is %j',
    (stored) => {
      expect(parseBatch(stored)).toBeUndefined();
    },
  );

  it('has one item per id', () => {
    const [first, second] = whole.items;
    const items = [first, { ...second, id: '1' }, { ...first, id: '3' }];
    expect(parseBatch({ ...whole, items })?.items.map(({ id, name }) => [id, name])).toEqual([
      ['1', 'b'],
      ['3', 'a.png'],
    ]);
  });

  it('ignores invalid items, sizes and cells', () => {
    const stored = {
      ...whole,
      items: [null, 7, { id: '1' }, { ...whole.items[0], name: 7 }, { ...whole.items[0], file: 7 }, whole.items[0]],
      madeOn: { width: -3, height: 'tall' },
      shown: 7,
    };
    expect(parseBatch(stored)).toEqual({ ...whole, items: [whole.items[0]], madeOn: undefined, shown: undefined });
    const row = { ...whole.items[1]?.row, cells: [null, ['text'], [7, 'x'], 'ab'], files: { 'c.png': 7 } };
    const [parsed] = parseBatch({ ...whole, items: [{ ...whole.items[1], row }] })?.items ?? [];
    expect(parsed?.row).toEqual({ table: 'b.csv', number: 2, cells: [['text', undefined]], files: {} });
    expect(parseBatch({ ...whole, items: [{ ...whole.items[1], row: { table: 'b.csv' } }] })?.items).toEqual([]);
  });
});

describe('a batch of many files', () => {
  it('reads each file’s size only once, and pauses between groups of files', async () => {
    const asked = new Map<string, number>();
    /** Simulates a file on disk whose size takes long to read. */
    const slow = (name: string) =>
      Object.defineProperty(file(name, 1), 'size', {
        get: () => {
          asked.set(name, (asked.get(name) ?? 0) + 1);
          for (const start = performance.now(); performance.now() - start < 1; );
          return 1;
        },
      });
    const items = Array.from({ length: 200 }, (_, at) => item(`${at}`, slow(`${at}`)));
    const use = createStore(() => ({ items, shown: undefined as string | undefined, madeOn: undefined }));
    const reports: (readonly string[])[] = [];
    const batch = {
      use,
      stage: { tool: 'slow', source: () => undefined },
      setUnsaved: (names: string[]) => reports.push(names),
    };
    const storage = new BatchStorage(batch as unknown as Batch);
    const counts: number[] = [];
    while (reports.length === 0) {
      await new Promise((resolve) => setTimeout(resolve));
      counts.push(asked.size);
    }
    expect(Math.max(...counts.map((count, at) => count - (counts[at - 1] ?? 0)))).toBeLessThanOrEqual(20);
    use.setState({ shown: '3' });
    while (reports.length === 1) await new Promise((resolve) => setTimeout(resolve));
    storage.forget();
    expect([...asked.values()]).toEqual(items.map(() => 1));
  });
});
