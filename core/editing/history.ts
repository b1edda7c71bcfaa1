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

/** What was changed last, and when, in milliseconds: turning one control is one step back. */
export interface Edit {
  readonly control: string;
  readonly at: number;
}

/** Changes of one control no farther apart than this are taken back together. */
const SAME_EDIT_MS = 1000;

/**
 * Makes `next` the present as `pushHistory` does, or changes the present alone where the same control
 * was turned shortly before.
 * @param control names what was turned; without it the change is a step of its own
 * @returns the history, and what to give with the next change
 */
export function pushEdit<State>(
  history: History<State>,
  next: State,
  last: Edit | undefined,
  control: string | undefined,
  at: number,
): { readonly history: History<State>; readonly edit: Edit | undefined } {
  const joins = control !== undefined && last?.control === control && at - last.at < SAME_EDIT_MS;
  return {
    history: joins ? { ...history, present: next, future: [] } : pushHistory(history, next),
    edit: control === undefined ? undefined : { control, at },
  };
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
