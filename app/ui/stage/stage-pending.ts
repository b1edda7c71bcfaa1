import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CancelledError } from '#core/base/errors.ts';
import { showError } from '../../notices/error-queue.ts';

/** Increases or decreases by 1 the number of unfinished drawings on the stage. */
export const StagePending = createContext<(by: 1 | -1) => void>(() => undefined);

/** Marks the stage as busy until a request is finished. Without a `request`, drawing can't start yet. */
export function useRenderRequest(request: string | undefined): readonly [turn: number, finish: (turn: number) => void] {
  // Uses a ref, because React discards state that is set during the rendering of a pending transition.
  const latestRequest = useRef({ request, turn: 0 });
  if (latestRequest.current.request !== request)
    latestRequest.current = { request, turn: latestRequest.current.turn + 1 };
  const { turn } = latestRequest.current;
  const [finished, setFinished] = useState(-1);
  const finish = useCallback((turn: number) => setFinished((last) => Math.max(last, turn)), []);
  const isDone = finished >= turn;
  const count = useContext(StagePending);
  useLayoutEffect(() => {
    if (isDone) return;
    count(1);
    return () => count(-1);
  }, [isDone, count]);
  return [turn, finish];
}

/** Draws after each change of `request`. The stage is marked as busy meanwhile. A new request aborts the signal. */
export function useStageDrawing(request: string | undefined, draw: (signal: AbortSignal) => Promise<void>): void {
  const [turn, finish] = useRenderRequest(request);
  const latest = useRef(draw);
  latest.current = draw;
  const canDraw = request !== undefined;
  useEffect(() => {
    if (!canDraw) return;
    const controller = new AbortController();
    const { signal } = controller;
    latest
      .current(signal)
      .catch((error) => {
        if (!(error instanceof CancelledError) && !signal.aborted) showError(error);
      })
      .finally(() => !signal.aborted && finish(turn));
    return () => controller.abort();
  }, [canDraw, turn, finish]);
}
