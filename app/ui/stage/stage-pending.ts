import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CancelledError } from '#core/base/errors.ts';
import { showError } from '../../messages/errors.ts';

/** Adds 1 to the number of drawings for which the stage is busy, or subtracts 1. */
export const StagePending = createContext<(by: 1 | -1) => void>(() => undefined);

/**
 * Marks the stage as busy from the render with a new request until the request is finished.
 * @param request identifies the request; undefined while it can't start
 * @returns the request's number, and a function to call with that number when done
 */
export function useRenderRequest(request: string | undefined): readonly [turn: number, finish: (turn: number) => void] {
  // Uses a ref, because state set during rendering is lost while a transition is pending.
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

/** Draws after each change of `request`, and keeps the stage busy meanwhile. A new request aborts the signal. */
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
