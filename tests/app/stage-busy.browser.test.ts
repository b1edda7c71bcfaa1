import { createElement, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { usePaintQueue } from '#app/ui/stage/painted-canvas.ts';
import { Stage } from '#app/ui/stage/Stage.tsx';
import { useStageDrawing } from '#app/ui/stage/stage-pending.ts';

const size = { width: 40, height: 30 };

let host: HTMLElement;
let root: Root;
beforeEach(() => {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
});
afterEach(() => {
  root.unmount();
  host.remove();
});

const busy = () => host.querySelector('[role=group]')?.getAttribute('aria-busy') ?? null;

/** Returns a fake `draw` function. Each drawing lasts until the test calls `end` with its request. */
function drawings() {
  const ends = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  const draw = (asked: string) =>
    new Promise<void>((resolve, reject) => {
      ends.set(asked, { resolve, reject });
    });
  const end = async (asked: string) => {
    await vi.waitFor(() => expect([...ends.keys()]).toContain(asked));
    ends.get(asked)?.resolve();
    ends.delete(asked);
    // Waits two animation frames, until the browser has painted the result.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  };
  return { ends, draw, end };
}

interface ImageProps {
  readonly asked: string | undefined;
  readonly draw: (asked: string) => Promise<void>;
}

function Preview({ asked, draw }: ImageProps) {
  useStageDrawing(asked, () => draw(asked ?? ''));
  return null;
}

function LatestImage({ asked, draw }: ImageProps) {
  usePaintQueue(
    () => draw(asked ?? ''),
    asked,
    () => undefined,
  );
  return null;
}

function show(image: ReactNode): void {
  const children = image ?? 'nothing to wait for';
  flushSync(() => root.render(createElement(Stage, { size, empty: null, children })));
}

it('the image area is busy from the request for a drawing until that drawing is done', async () => {
  const { draw, end } = drawings();
  show(createElement(Preview, { asked: undefined, draw }));
  expect(busy()).toBe('true');
  show(createElement(Preview, { asked: 'one', draw }));
  expect(busy()).toBe('true');
  await end('one');
  await vi.waitFor(() => expect(busy()).toBe(null));
  show(createElement(Preview, { asked: 'two', draw }));
  expect(busy()).toBe('true');
  // Requests the first image again while the second is half drawn.
  show(createElement(Preview, { asked: 'one', draw }));
  expect(busy()).toBe('true');
  await end('two');
  expect(busy()).toBe('true');
  await end('one');
  await vi.waitFor(() => expect(busy()).toBe(null));
});

it('the image area becomes idle after a request that arrives just as the previous drawing ends', async () => {
  const { ends, draw, end } = drawings();
  show(createElement(Preview, { asked: 'one', draw }));
  await vi.waitFor(() => expect([...ends.keys()]).toEqual(['one']));
  ends.get('one')?.resolve();
  // Waits ten microtasks, after which the drawing has ended and React has scheduled its update.
  for (let step = 0; step < 10; step++) await undefined;
  show(createElement(Preview, { asked: 'two', draw }));
  expect(busy()).toBe('true');
  await end('two');
  await vi.waitFor(() => expect(busy()).toBe(null));
});

it('the image area does not stay busy for a drawing that failed or was removed', async () => {
  const { ends, draw } = drawings();
  show(createElement(Preview, { asked: 'broken', draw }));
  await vi.waitFor(() => expect(ends.size).toBe(1));
  ends.get('broken')?.reject(new Error('It cannot be read'));
  await vi.waitFor(() => expect(busy()).toBe(null));
  show(createElement(Preview, { asked: 'next', draw }));
  expect(busy()).toBe('true');
  show(null);
  expect(busy()).toBe(null);
});

it('the image area is busy until the latest request is drawn, and skips earlier requests', async () => {
  const { ends, draw, end } = drawings();
  show(createElement(LatestImage, { asked: 'one', draw }));
  for (const asked of ['two', 'three']) show(createElement(LatestImage, { asked, draw }));
  await end('one');
  expect(busy()).toBe('true');
  expect([...ends.keys()]).toEqual(['three']);
  await end('three');
  await vi.waitFor(() => expect(busy()).toBe(null));
});
