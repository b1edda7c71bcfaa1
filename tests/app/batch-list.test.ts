import { describe, expect, it } from 'vitest';
import { Batch } from '#app/batch/batch.ts';
import { changeList, type DeskValue, deskKind, dropImage, openImage, showListed } from '#app/desk/document.ts';
import { type ImageList, listFiles, parseList } from '#app/desk/image-list.ts';
import type { BatchStage } from '#app/desk/stage.ts';
import type { Database } from '#app/document/database.ts';
import { createDocument } from '#app/document/document.ts';
import { createTab } from '#app/document/tab.ts';
import { MAX_FILES } from '#app/intake/file-limit.ts';
import { FudebakoError } from '#core/base/errors.ts';

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

function memory() {
  const values = new Map<string, unknown>();
  const reads: string[] = [];
  const database: Database = {
    get: async (key) => {
      reads.push(key);
      return values.get(key);
    },
    set: async (key, value) => void values.set(key, value instanceof Blob ? value : structuredClone(value)),
    remove: async (key) => void values.delete(key),
    keys: async () => [...values.keys()],
  };
  return { database, values, reads };
}

/** A desk without a worker. Images open when `answer` is called, and images whose name starts with `bad` never do. */
async function deskWith({ database }: ReturnType<typeof memory>, maxBytes?: number) {
  let failures = 0;
  const tab = createTab({
    database,
    slot: Promise.resolve(1),
    askBeforeLeaving: () => {},
    onFailure: () => failures++,
    watch: () => {},
    ...(maxBytes && { maxBytes }),
  });
  const document = createDocument(deskKind, tab);
  await document.restore();
  const waiting: (() => void)[] = [];
  const stage: BatchStage = {
    tool: 'desk',
    images: {
      list: () => document.present().list,
      shown: () => document.present().image?.id,
      change: (label, apply) => document.change(label, changeList(apply)),
      watch: (changed) => document.use.subscribe(changed),
    },
    source: () => undefined,
    openListed: async (image, { stepsFor, mark, isStep }) => {
      await new Promise<void>((resolve) => waiting.push(resolve));
      if (image.name.startsWith('bad')) return { error: new FudebakoError('imageLoad') };
      const size = { width: 30, height: 20 };
      const show = showListed(image, (steps, madeOn) => stepsFor(size, steps, madeOn), mark(size));
      if (isStep) document.change('showImage', show);
      else document.amend(show);
      return { size };
    },
    openInTurn: async (_, open) => void (await open()),
    hold: (work) => work,
    watch: () => () => {},
  };
  const open = (...names: string[]) => {
    const items = names.map((name) => {
      const image = { id: tab.files.add(new Blob([name])), name };
      return { id: name, name, folder: '', image };
    });
    document.change(
      'openImages',
      changeList(() => ({ items })),
    );
    const batch = new Batch(stage);
    document.use.subscribe(() => batch.update());
    return batch;
  };
  const answer = async () => {
    await turn();
    waiting.shift()?.();
    await turn();
  };
  const names = () => document.present().list?.items.map(({ name }) => name);
  return { tab, document, open, answer, names, failures: () => failures };
}

const shownName = ({ image }: DeskValue) => image?.name;

describe('a batch on the desk', () => {
  it('keeps a file that is removed while the first image opens, and Undo returns the file to its place', async () => {
    const stored = memory();
    const { tab, document, open, answer, names } = await deskWith(stored);
    const batch = open('a.png', 'b.png', 'c.png');
    batch.remove('a.png');
    batch.remove('b.png');
    expect(names()).toEqual(['c.png']);
    await answer();
    document.undo();
    document.undo();
    await answer();
    await tab.writer.idle();
    expect(names()).toEqual(['a.png', 'b.png', 'c.png']);
    expect(batch.use.getState().items.map(({ name, state }) => `${name} ${state}`)).toEqual([
      'a.png ready',
      'b.png ready',
      'c.png ready',
    ]);
    expect([...stored.values.keys()].filter((key) => key.startsWith('1/file/'))).toHaveLength(3);
    document.undo();
    expect(document.present()).toEqual({ steps: [] });
  });

  it('displays the first image that can be opened, and the next image after the displayed one is removed', async () => {
    const { document, open, answer } = await deskWith(memory());
    const batch = open('bad.png', 'a.png', 'b.png');
    await answer();
    await answer();
    expect(shownName(document.present())).toBe('a.png');
    expect(batch.find('bad.png')?.state).toBe('failed');
    batch.remove('a.png');
    await answer();
    expect([shownName(document.present()), document.present().list?.shown]).toEqual(['b.png', 'b.png']);
  });

  it('shows images as undo steps, and adapts the steps to each image', async () => {
    const { document, open, answer } = await deskWith(memory());
    const batch = open('a.png', 'b.png');
    await answer();
    const shown = batch.show('b.png', 'fractions');
    await answer();
    expect(await shown).toBe(true);
    expect(shownName(document.present())).toBe('b.png');
    document.undo();
    expect(shownName(document.present())).toBe('a.png');
    expect(document.present().list?.shown).toBe('a.png');
  });

  it('closes when another image opens, and Undo returns image and batch together', async () => {
    const { document, open, answer, names } = await deskWith(memory());
    open('a.png', 'b.png');
    await answer();
    document.change('openImage', openImage({ id: 'other', name: 'other.png' }));
    expect(names()).toBeUndefined();
    document.undo();
    expect([shownName(document.present()), names()]).toEqual(['a.png', ['a.png', 'b.png']]);
  });

  it('stays open when its displayed image turns out to be unreadable', async () => {
    const { document, open, answer, names } = await deskWith(memory());
    open('a.png', 'b.png');
    await answer();
    document.change('closeImage', dropImage(document.present().image?.id ?? ''));
    expect([document.present().image, names()]).toEqual([undefined, ['a.png', 'b.png']]);
  });

  it('is restored as a list of IDs, without reading a file', async () => {
    const stored = memory();
    const first = await deskWith(stored);
    first.open(...Array.from({ length: 500 }, (_, at) => `${at}.png`));
    await first.answer();
    await first.tab.writer.idle();
    stored.reads.length = 0;
    const { document, names } = await deskWith(stored);
    expect(names()).toHaveLength(500);
    expect(document.present()).toEqual(first.document.present());
    expect(stored.reads.filter((key) => key.includes('/file/'))).toEqual([]);
  });
});

describe('the files of a tab', () => {
  const blob = () => new Blob([new Uint8Array(60)]);
  const add = ({ tab, document }: Awaited<ReturnType<typeof deskWith>>, name: string) =>
    document.change('openImage', openImage({ id: tab.files.add(blob(), name), name }));
  const filesIn = ({ values }: ReturnType<typeof memory>) =>
    [...values.keys()].filter((key) => key.startsWith('1/file/')).map((key) => key.slice(7));

  it('are stored up to a total size, also counting earlier visits, and each file beyond it is reported once', async () => {
    const stored = memory();
    const first = await deskWith(stored, 130);
    add(first, 'a');
    add(first, 'b');
    await first.tab.writer.idle();
    expect([filesIn(stored), first.failures()]).toEqual([['a', 'b'], 0]);

    const next = await deskWith(stored, 130);
    await next.tab.writer.idle();
    add(next, 'c');
    add(next, 'd');
    await next.tab.writer.idle();
    expect([filesIn(stored), next.failures()]).toEqual([['a', 'b'], 2]);
    expect(next.document.present().image?.name).toBe('d');
    next.document.change('closeImage', (value) => ({ ...value, steps: [] }));
    await next.tab.writer.idle();
    expect(next.failures()).toBe(2);
  });

  it('that are gone from the disk keep no other file from being stored', async () => {
    const stored = memory();
    const { set } = stored.database;
    stored.database.set = async (key, value) => {
      if (value instanceof Blob) await value.arrayBuffer();
      await set(key, value);
    };
    const visit = await deskWith(stored);
    const gone = new Blob(['gone']);
    gone.arrayBuffer = () => Promise.reject(new DOMException('Gone', 'NotFoundError'));
    gone.slice = () => gone;
    visit.document.change('openImage', openImage({ id: visit.tab.files.add(gone, 'gone'), name: 'gone' }));
    add(visit, 'a');
    await visit.tab.writer.idle();
    expect([filesIn(stored), visit.failures()]).toEqual([['a'], 1]);
    expect((await deskWith(stored)).document.present().image?.name).toBe('a');
  });

  it('keep their last whole state if the disk is full, and the newest state is stored with the next change', async () => {
    const stored = memory();
    const { set } = stored.database;
    const visit = await deskWith(stored);
    add(visit, 'a');
    await visit.tab.writer.idle();
    stored.database.set = () => Promise.reject(new DOMException('No space', 'QuotaExceededError'));
    add(visit, 'b');
    await visit.tab.writer.idle();
    expect([filesIn(stored), visit.failures()]).toEqual([['a'], 1]);
    expect((await deskWith(stored)).document.present().image?.name).toBe('a');
    stored.database.set = set;
    add(visit, 'c');
    await visit.tab.writer.idle();
    expect([filesIn(stored), (await deskWith(stored)).document.present().image?.name]).toEqual([['a', 'b', 'c'], 'c']);
  });
});

describe('a stored list of images', () => {
  const row = { table: 'b.csv', number: 2, cells: [['text', '春']], files: { 'c.png': 'key' } };
  const items = [
    { id: '1', name: 'a.png', folder: 'sub', image: { id: 'key', name: 'a.png' } },
    { id: '2', name: 'b', folder: '', row },
  ] as const;
  const whole = { items, shown: '1', madeOn: { width: 30, height: 20 }, route: 'text' };

  it('is restored unchanged, and names each of its files', () => {
    expect(parseList(whole)).toEqual(whole);
    expect(listFiles(parseList(whole))).toEqual(['key', 'key']);
  });

  it.each([null, 7, 'text', {}, { items: 7 }, { items: [] }, { items: { length: 3 } }, Object.create({ items })])(
    'is ignored if it is %j',
    (stored) => expect(parseList(stored)).toBeUndefined(),
  );

  it('has one item per ID, and no invalid items, sizes and cells', () => {
    const [first, second] = items;
    const twice = parseList({ items: [first, { ...second, id: '1' }, { ...first, id: '3' }] });
    expect(twice?.items.map(({ id, name }) => [id, name])).toEqual([
      ['1', 'b'],
      ['3', 'a.png'],
    ]);
    const damaged = [null, 7, { id: '4' }, { ...first, id: '5', name: 7 }, { ...first, id: '6', image: 7 }, first];
    const stored = { items: damaged, madeOn: { width: -3, height: 'tall' }, shown: 'gone', route: 7 };
    expect(parseList(stored)).toEqual({ items: [first] });
    const cells = [null, ['text'], [7, 'x'], 'ab'];
    const rows = [
      { ...second, row: { ...row, cells, files: { 'c.png': 7 } } },
      { ...second, id: '7', row: { table: 'b.csv' } },
    ];
    expect(parseList({ items: rows })?.items).toEqual([
      { ...second, row: { ...row, cells: [['text', undefined]], files: {} } },
    ]);
  });

  it(`has at most ${MAX_FILES} items`, () => {
    const many = { items: Array.from({ length: MAX_FILES + 1 }, (_, at) => ({ ...items[0], id: `${at}` })) };
    expect((parseList(many) as ImageList).items).toHaveLength(MAX_FILES);
  });
});
