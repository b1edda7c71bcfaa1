import { expect, it } from 'vitest';
import { Batch } from '#app/batch/batch.ts';
import type { BatchItem } from '#app/batch/item.ts';
import type { BatchStage } from '#app/desk/stage.ts';
import type { Removed } from '#app/workers/work.ts';

it('Undo returns a removed file to its place in the batch, and is no longer offered when the list closes', async () => {
  let offered: Removed | undefined;
  const stage: Partial<BatchStage> = {
    tool: 'cropper',
    source: () => ({ id: 'shown', name: 'shown.png', blob: new Blob() }),
    showRemoved: (removed) => {
      offered = removed;
    },
  };
  const batch = new Batch(stage as BatchStage);
  const items = ['a.png', 'b.png', 'c.png'].map(
    (name): BatchItem => ({ id: name, name, file: new File([], name), folder: '', state: 'ready' }),
  );
  await batch.adopt({ items, shown: undefined, madeOn: undefined, route: undefined, source: undefined });
  const names = () => batch.use.getState().items.map(({ name }) => name);

  batch.remove('b.png');
  expect([names(), offered?.names]).toEqual([['a.png', 'c.png'], ['b.png']]);
  offered?.undo();
  expect([names(), offered]).toEqual([['a.png', 'b.png', 'c.png'], undefined]);

  batch.remove('c.png');
  batch.end();
  expect(offered).toBeUndefined();
});
