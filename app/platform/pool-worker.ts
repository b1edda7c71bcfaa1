import type { TaskReply } from '#core/workers/messages.ts';
import type { PoolWorker, WorkerEvents } from '#core/workers/pool.ts';
import type { LifeSign } from './life-signs.ts';
import { watchLife } from './worker-life.ts';

/** Far longer than a worker takes to begin, also by a slow network. */
const START_MS = 20_000;

/**
 * A worker of the pool. Under load, Firefox now and then makes a worker inside a worker that never begins, and says
 * nothing of it: such a one is given up for a new one, once. Tasks wait for its beginning, as what has been moved to a
 * worker is lost with it.
 */
export function startPoolWorker(make: () => Worker, { onReply, onDeath }: WorkerEvents): PoolWorker {
  let waiting: Parameters<PoolWorker['post']>[] | undefined = [];
  let [worker, end] = start();
  const late = setTimeout(() => {
    end();
    [worker, end] = start();
  }, START_MS);

  function start(): readonly [Worker, () => void] {
    const made = make();
    made.onmessage = ({ data }: MessageEvent<TaskReply | LifeSign>) => {
      if (!('sign' in data)) onReply(data);
    };
    return [made, watchLife(made, { onStart, onDeath: die })];
  }

  function onStart(): void {
    clearTimeout(late);
    const posts = waiting ?? [];
    waiting = undefined;
    try {
      for (const post of posts) send(...post);
    } catch (error) {
      end();
      die(error as Error);
    }
  }

  function die(error: Error): void {
    clearTimeout(late);
    onDeath(error);
  }

  const send: PoolWorker['post'] = (request, transfer) => worker.postMessage(request, [...transfer]);
  return {
    post: (request, transfer) => (waiting ? void waiting.push([request, transfer]) : send(request, transfer)),
    terminate() {
      clearTimeout(late);
      end();
    },
  };
}
