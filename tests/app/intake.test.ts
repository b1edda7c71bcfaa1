import { expect, it } from 'vitest';
import { IntakeQueue } from '#app/state/intake.ts';

/** A tool that is busy until `finish` is called, with a record of opened and reported files. */
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
  const take = (place: string, ...names: string[]) =>
    queue.take(place, names, async () => {
      opened.push(names.join('+'));
    });
  return { take, opened, reports, begin, finish: () => finish?.() };
}

it('opens files at once while the tool is idle', () => {
  const { take, opened, finish } = busyTool();
  finish();
  void take('', 'a.png');
  expect(opened).toEqual(['a.png']);
});

it('opens the newest file when the work ends, and reports the waiting files', async () => {
  const { take, opened, reports, finish } = busyTool();
  void take('', 'a.png');
  const taken = take('', 'b.png');
  expect(opened).toEqual([]);
  finish();
  await taken;
  expect(opened).toEqual(['b.png']);
  expect(reports).toEqual(['a.png', 'b.png', '']);
});

it('opens several files of one drop together, and files for each slot', async () => {
  const { take, opened, finish } = busyTool();
  void take('top', 'a.png', 'b.png');
  const taken = take('mask', 'c.png');
  finish();
  await taken;
  expect(opened).toEqual(['a.png+b.png', 'c.png']);
});

it('waits for work that follows immediately', async () => {
  const { take, opened, begin, finish } = busyTool();
  const taken = take('', 'a.png');
  finish();
  await Promise.resolve();
  begin();
  for (let task = 0; task < 3; task++) await new Promise((resolve) => setTimeout(resolve));
  expect(opened).toEqual([]);
  finish();
  await taken;
  expect(opened).toEqual(['a.png']);
});

it('continues after files that fail to open', async () => {
  const { take, opened, finish } = busyTool();
  finish();
  const queue = new IntakeQueue({ isIdle: () => true, whenIdle: async () => {}, report: () => {} });
  await queue.take('', ['a.png'], () => Promise.reject(new Error('damaged')));
  await queue.take('', ['b.png'], () => take('', 'b.png'));
  expect(opened).toEqual(['b.png']);
});
