import { afterAll, expect, it, vi } from 'vitest';

const { calls, waiting, maskWorker } = vi.hoisted(() => {
  const names: string[] = [];
  const open: (() => void)[] = [];
  const slowly = (name: string) => () => {
    names.push(name);
    return new Promise<void>((done) => open.push(done));
  };
  const remote = { begin: slowly('begin'), extend: slowly('extend'), end: slowly('end'), abandon: slowly('abandon') };
  return { calls: names, waiting: open, maskWorker: remote };
});
vi.mock('#app/tools/mask/mask-worker.ts', () => ({ maskWorker, openMask: vi.fn(), restoreMaskFrom: vi.fn() }));

const { LiveStroke } = await import('#app/tools/mask/live-stroke.ts');
const { maskSession } = await import('#app/tools/mask/mask-session.ts');

const pen = { tool: 'pen', widthPx: 10, gray: 255, feather: 0 } as const;

/** Answers the requests that strokes send to the mask worker, until no more requests arrive. */
async function answerAll(): Promise<void> {
  for (let idle = 0; idle < 20; idle++) {
    await Promise.resolve();
    const done = waiting.shift();
    if (!done) continue;
    done();
    idle = 0;
  }
}

// Restores the real worker module, because other test files run in the same process.
afterAll(() => {
  vi.doUnmock('#app/tools/mask/mask-worker.ts');
  vi.resetModules();
});

it('a stroke that starts while the previous stroke is being painted is painted afterwards', async () => {
  const first = new LiveStroke(pen);
  first.add([{ x: 0, y: 0 }]);
  first.add([{ x: 50, y: 0 }]);
  const finished = first.finish();
  const second = new LiveStroke(pen);
  second.add([{ x: 0, y: 90 }]);
  const { painting } = maskSession.use.getState();
  const both = Promise.all([finished, second.finish()]);
  await answerAll();
  await both;
  expect(calls).toEqual(['begin', 'extend', 'extend', 'end', 'begin', 'extend', 'end']);
  expect(painting).toBe(true);
  expect(maskSession.use.getState().painting).toBe(false);
  expect(maskSession.use.getState().log.actions).toHaveLength(2);
});
