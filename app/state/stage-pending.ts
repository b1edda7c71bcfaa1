import { createContext, useCallback, useContext, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { CancelledError } from '#core/base/errors.ts';
import { showError } from './errors.ts';

/** Adds to the number of pictures that a stage still waits for, or takes from it. */
export const StagePending = createContext<(by: 1 | -1) => void>(() => undefined);

/**
 * Makes the stage around it busy from the moment in which something else is asked for until that is
 * done: in the same drawing of the screen, so that nobody sees the one without the other.
 * @param asked names what is asked for; nothing while it cannot be done yet
 * @returns the number of what is asked for now (asking for the same again later is another), and what
 *   is to be called with it when it is done
 */
export function useAsked(asked: string | undefined): readonly [turn: number, finish: (turn: number) => void] {
  // No state: one that is set while the screen is drawn is lost where an update that may wait is still waiting.
  const asking = useRef({ asked, turn: 0 });
  if (asking.current.asked !== asked) asking.current = { asked, turn: asking.current.turn + 1 };
  const { turn } = asking.current;
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

/**
 * Draws what is asked for whenever that changes; the stage around it is busy until it has been drawn.
 * What goes wrong is reported, and nothing is waited for any more.
 * @param asked names what is to be drawn; nothing while that cannot be drawn yet
 * @param draw its signal aborts as soon as something else is asked for
 */
export function useStageDrawing(asked: string | undefined, draw: (signal: AbortSignal) => Promise<void>): void {
  const [turn, finish] = useAsked(asked);
  const latest = useRef(draw);
  latest.current = draw;
  const canDraw = asked !== undefined;
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
