/** A line of states with a place in it. Pure: every function returns a new history. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
}

/** How many steps back are kept by default. */
export const HISTORY_LIMIT = 50;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/** Makes `next` the present; what was undone is forgotten, and so is what lies more than `limit` steps back. */
export function pushHistory<State>(history: History<State>, next: State, limit = HISTORY_LIMIT): History<State> {
  return { past: [...history.past, history.present].slice(-limit), present: next, future: [] };
}

/** One step back, or the same history at its beginning. */
export function undo<State>(history: History<State>): History<State> {
  if (!canUndo(history)) return history;
  return {
    past: history.past.slice(0, -1),
    present: history.past.at(-1) as State,
    future: [history.present, ...history.future],
  };
}

/** One step forward again, or the same history at its end. */
export function redo<State>(history: History<State>): History<State> {
  if (!canRedo(history)) return history;
  return {
    past: [...history.past, history.present],
    present: history.future[0] as State,
    future: history.future.slice(1),
  };
}

export const canUndo = (history: History<unknown>): boolean => history.past.length > 0;
export const canRedo = (history: History<unknown>): boolean => history.future.length > 0;
