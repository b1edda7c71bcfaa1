import { createContext, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CancelledError } from '#core/errors.ts';
import { showError } from '../state/errors.ts';

/** Adds to the number of pictures that a stage still waits for, or takes from it. */
export const StagePending = createContext<(by: 1 | -1) => void>(() => undefined);

/** Makes the stage around it busy while `pending`, from the same moment on and not a frame later. */
export function useStagePending(pending: boolean): void {
  const count = useContext(StagePending);
  useLayoutEffect(() => {
    if (!pending) return;
    count(1);
    return () => count(-1);
  }, [pending, count]);
}

/**
 * Draws what is asked for whenever that changes; the stage around it is busy until it has been drawn.
 * What goes wrong is told, and nothing is waited for any more.
 * @param asked names what is to be drawn; nothing while that cannot be drawn yet
 * @param draw its signal aborts as soon as something else is asked for
 */
export function useStageDrawing(asked: string | undefined, draw: (signal: AbortSignal) => Promise<void>): void {
  const [drawn, setDrawn] = useState<string>();
  const latest = useRef(draw);
  latest.current = draw;
  useStagePending(asked === undefined || drawn !== asked);
  useEffect(() => {
    if (asked === undefined) return;
    // What was drawn before may be asked for again when half of something else is on the stage.
    setDrawn(undefined);
    const controller = new AbortController();
    const { signal } = controller;
    latest
      .current(signal)
      .catch((error) => {
        if (!(error instanceof CancelledError) && !signal.aborted) showError(error);
      })
      .finally(() => !signal.aborted && setDrawn(asked));
    return () => controller.abort();
  }, [asked]);
}
