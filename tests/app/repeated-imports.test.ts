import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { repeatedImport } from '#scripts/dev/build/repeated-imports.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Runs the code that the build writes for `import('a.js')`, but calls `answer` instead of `import`. */
function load(answer: () => Promise<unknown>): Promise<unknown> {
  const { left, right } = repeatedImport;
  const run = new Function('answer', `return ${left.replace('import(', 'answer(')}'a.js'${right}`);
  return run(answer);
}

it('a module that loads at the first attempt is imported only once', async () => {
  const answer = vi.fn(async () => 'module');
  expect(await load(answer)).toBe('module');
  expect(answer).toHaveBeenCalledTimes(1);
});

it('a module that fails to load once is imported a second time', async () => {
  const answer = vi.fn(async () => 'module').mockRejectedValueOnce(new TypeError('Failed to fetch'));
  const loading = load(answer);
  await vi.runAllTimersAsync();
  expect(await loading).toBe('module');
  expect(answer.mock.calls).toEqual([['a.js'], ['a.js']]);
});

it('the import of a module that fails twice throws the second error, without a third attempt', async () => {
  const answer = vi.fn(async () => {
    throw new TypeError(`Failed ${answer.mock.calls.length}`);
  });
  const failing = expect(load(answer as () => Promise<unknown>)).rejects.toThrow('Failed 2');
  await vi.runAllTimersAsync();
  await failing;
  expect(answer).toHaveBeenCalledTimes(2);
});
