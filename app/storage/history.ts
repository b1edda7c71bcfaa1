/** Undo history. Immutable: each function returns a new history. */
export interface History<State> {
  readonly past: readonly State[];
  readonly present: State;
  readonly future: readonly State[];
}

export const HISTORY_LIMIT = 50;

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] };
}

/** Adds a state to an undo history, discards the undone states, and keeps at most `limit` past states. */
export function pushHistory<State>(history: History<State>, next: State, limit = HISTORY_LIMIT): History<State> {
  return { past: [...history.past, history.present].slice(-limit), present: next, future: [] };
}

/** Most recent change. A quick second change of the same control joins its undo step. `at` is in milliseconds. */
export interface Edit {
  readonly control: string;
  readonly at: number;
}

const SAME_EDIT_MS = 1000;

/** Adds a state, or replaces the present state if the same control changed within `SAME_EDIT_MS`. */
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

export function undo<State>(history: History<State>): History<State> {
  if (!canUndo(history)) return history;
  return {
    past: history.past.slice(0, -1),
    present: history.past.at(-1) as State,
    future: [history.present, ...history.future],
  };
}

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
