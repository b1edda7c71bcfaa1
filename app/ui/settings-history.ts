import { useMemo } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { canRedo, canUndo, type Edit, type History, pushEdit, pushHistory, redo, undo } from '#app/storage/history.ts';

/** An undo step: a change of the tool's settings, or of other data such as layers. */
type Step = { readonly settings: object } | { readonly other: unknown };

interface HistoryState {
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  readonly lastEdit: Edit | undefined;
}

const stores = new Map<string, UseBoundStore<StoreApi<HistoryState>>>();

function historyOf(tool: string): UseBoundStore<StoreApi<HistoryState>> {
  let store = stores.get(tool);
  if (!store) {
    store = create<HistoryState>(() => ({ past: [], future: [], lastEdit: undefined }));
    stores.set(tool, store);
  }
  return store;
}

/** Adds an undo step for other data, such as layers. Undo passes `other` to `swap` of `useSettingsHistory`. */
export function pushOtherStep(tool: string, other: unknown): void {
  const { past, future } = historyOf(tool).getState();
  const next = pushHistory<Step>({ past, present: { other }, future }, { other });
  historyOf(tool).setState({ past: next.past, future: [], lastEdit: undefined });
}

/** Removes the steps that Redo would restore. Needed after a change that isn't an undo step. */
export const dropRedo = (tool: string): void => historyOf(tool).setState({ future: [], lastEdit: undefined });

/** Calls `changed` after every change of a tool's history, with the other data (not settings) of all its steps. */
export function watchOtherSteps(tool: string, changed: (others: readonly unknown[]) => void): void {
  historyOf(tool).subscribe(({ past, future }) =>
    changed([...past, ...future].flatMap((step) => ('other' in step ? [step.other] : []))),
  );
}

export interface SettingsHistory<Values> {
  readonly change: (next: Partial<Values>, control?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Undo history of a tool's settings, not stored. `swap` restores other data and returns the data that it replaces. */
export function useSettingsHistory<Values extends object>(
  tool: string,
  values: Values,
  store: (next: Partial<Values>) => void,
  swap: (other: unknown) => Promise<unknown>,
): SettingsHistory<Values> {
  const use = historyOf(tool);
  const steps = use();
  const history: History<Step> = { ...steps, present: { settings: values } };
  const json = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: compares the values by their JSON
  return useMemo(() => {
    const goTo = async (step: typeof undo) => {
      const { present } = step(history);
      if (present === history.present) return;
      const other = 'other' in present ? await swap(present.other) : undefined;
      if ('other' in present && other === undefined) return;
      const next = step<Step>('other' in present ? { ...history, present: { other } } : history);
      use.setState({ past: next.past, future: next.future, lastEdit: undefined });
      // All settings of a tool have the same type, so the cast is safe.
      if ('settings' in present) store(present.settings as Values);
    };
    return {
      change: (next, control) => {
        const present = { ...values, ...next };
        if (JSON.stringify(present) === json) return;
        const { history: after, edit } = pushEdit(history, { settings: present }, steps.lastEdit, control, Date.now());
        use.setState({ past: after.past, future: after.future, lastEdit: edit });
        store(next);
      },
      undo: () => void goTo(undo),
      redo: () => void goTo(redo),
      canUndo: canUndo(history),
      canRedo: canRedo(history),
    };
  }, [use, steps, json, store, swap]);
}
