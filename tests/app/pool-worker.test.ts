import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startPoolWorker } from '#app/platform/pool-worker.ts';
import type { TaskReply, TaskRequest } from '#core/workers/messages.ts';

class FakeWorker extends EventTarget {
  onmessage: ((event: MessageEvent) => void) | null = null;
  readonly posted: unknown[] = [];
  isEnded = false;

  say(data: unknown): void {
    const event = new MessageEvent('message', { data });
    this.dispatchEvent(event);
    this.onmessage?.(event);
  }

  postMessage(message: unknown): void {
    if (message === 'no clone') throw new DOMException('It cannot be cloned', 'DataCloneError');
    this.posted.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

const made: FakeWorker[] = [];
const replies: TaskReply[] = [];
const deaths: Error[] = [];
const start = () =>
  startPoolWorker(
    () => {
      const worker = new FakeWorker();
      made.push(worker);
      return worker as unknown as Worker;
    },
    { onReply: (reply) => void replies.push(reply), onDeath: (error) => void deaths.push(error) },
  );
const request = (text: string) => text as unknown as TaskRequest;
const hello = { sign: 'hello', lock: undefined };

beforeEach(() => {
  for (const list of [made, replies, deaths]) list.length = 0;
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('is given what waited once it has begun, and what comes later at once', () => {
  const worker = start();
  worker.post(request('first'), []);
  expect(made[0]?.posted).toEqual([]);
  made[0]?.say(hello);
  worker.post(request('second'), []);
  expect(made[0]?.posted).toEqual(['first', 'second']);
  made[0]?.say({ kind: 'done', output: 7 });
  expect(replies).toEqual([{ kind: 'done', output: 7 }]);
  vi.advanceTimersByTime(300_000);
  expect([made.length, deaths]).toEqual([1, []]);
});

it('that never begins is ended, and another does what was asked of it', () => {
  const worker = start();
  worker.post(request('task'), []);
  vi.advanceTimersByTime(20_000);
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, false]);
  made[1]?.say(hello);
  expect(made[1]?.posted).toEqual(['task']);
});

it('is reported where the other does not begin either', () => {
  start();
  vi.advanceTimersByTime(20_000 + 60_000);
  expect(made.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  expect(deaths).toMatchObject([{ code: 'workerStart' }]);
});

it('is ended where what waited cannot be sent, and not replaced once it is ended', () => {
  start().post(request('no clone'), []);
  made[0]?.say(hello);
  expect(deaths).toMatchObject([{ name: 'DataCloneError' }]);
  expect(made[0]?.isEnded).toBe(true);
  start().terminate();
  vi.advanceTimersByTime(300_000);
  expect([made.length, deaths.length]).toEqual([2, 1]);
});
