import { expect, it, vi } from 'vitest';
import { IntakeQueue } from '#app/intake/intake-queue.ts';

/** Returns a fake tool that is busy until `finish` is called. It records which files open and which are reported. */
function busyTool() {
  let finish: (() => void) | undefined;
  const [opened, reports]: [string[], string[]] = [[], []];
  const begin = () => {
    const work = new Promise<void>((resolve) => {
      finish = () => {
        finish = undefined;
        resolve();
      };
    });
    current = work;
  };
  let current = Promise.resolve();
  begin();
  const queue = new IntakeQueue({
    isIdle: () => finish === undefined,
    whenIdle: () => current,
    report: (names) => reports.push(names.join()),
  });
  const add = (place: string, ...names: string[]) =>
    queue.add(place, names, async () => {
      opened.push(names.join('+'));
    });
  return { add, opened, reports, begin, finish: () => finish?.() };
}

it('files open immediately while the tool is idle', () => {
  const { add, opened, finish } = busyTool();
  finish();
  void add('', 'a.png');
  expect(opened).toEqual(['a.png']);
});

it('of several files added during work, only the newest opens afterwards, and each is reported as waiting', async () => {
  const { add, opened, reports, finish } = busyTool();
  void add('', 'a.png');
  const added = add('', 'b.png');
  expect(opened).toEqual([]);
  finish();
  await added;
  expect(opened).toEqual(['b.png']);
  expect(reports).toEqual(['a.png', 'b.png', '']);
});

it('files of one drop open together, and each slot opens the newest files added to it', async () => {
  const { add, opened, finish } = busyTool();
  void add('top', 'a.png', 'b.png');
  const added = add('mask', 'c.png');
  finish();
  await added;
  expect(opened).toEqual(['a.png+b.png', 'c.png']);
});

it('files wait for work that starts right after the running work', async () => {
  const { add, opened, begin, finish } = busyTool();
  const added = add('', 'a.png');
  finish();
  await Promise.resolve();
  begin();
  for (let task = 0; task < 3; task++) await new Promise((resolve) => setTimeout(resolve));
  expect(opened).toEqual([]);
  finish();
  await added;
  expect(opened).toEqual(['a.png']);
});

it('files open even if the files before them failed to open', async () => {
  const { add, opened, finish } = busyTool();
  finish();
  const queue = new IntakeQueue({ isIdle: () => true, whenIdle: async () => {}, report: () => {} });
  await queue.add('', ['a.png'], () => Promise.reject(new Error('damaged')));
  await queue.add('', ['b.png'], () => add('', 'b.png'));
  expect(opened).toEqual(['b.png']);
});

it('the page asks before it closes until all files have opened', async () => {
  const page = new EventTarget();
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page));
  const asks = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  const { add, finish } = busyTool();
  const added = add('', 'a.png');
  expect(asks()).toBe(true);
  finish();
  await added;
  expect(asks()).toBe(false);
  vi.unstubAllGlobals();
});
