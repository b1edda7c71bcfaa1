import { useMemo } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { canRedo, canUndo, type Edit, type History, pushEdit, redo, undo } from '#core/editing/history.ts';

interface HistoryState {
  readonly past: readonly object[];
  readonly future: readonly object[];
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

export interface SettingsHistory<Values> {
  /** @param control quick successive changes of one control form one undo step */
  readonly change: (next: Partial<Values>, control?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/** Undo history of a tool's settings, for this visit. Another tab may have changed `values`. */
export function useSettingsHistory<Values extends object>(
  tool: string,
  values: Values,
  store: (next: Partial<Values>) => void,
): SettingsHistory<Values> {
  const use = historyOf(tool);
  const steps = use();
  // All states of a tool have the same type.
  const history = { ...steps, present: values } as unknown as History<Values>;
  const json = JSON.stringify(values);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are told by their text
  return useMemo(() => {
    const goTo = (next: History<Values>) => {
      if (next === history) return;
      use.setState({ past: next.past, future: next.future, lastEdit: undefined });
      store(next.present);
    };
    return {
      change: (next, control) => {
        const present = { ...values, ...next };
        if (JSON.stringify(present) === json) return;
        const { history: after, edit } = pushEdit(history, present, steps.lastEdit, control, Date.now());
        use.setState({ past: after.past, future: after.future, lastEdit: edit });
        store(next);
      },
      undo: () => goTo(undo(history)),
      redo: () => goTo(redo(history)),
      canUndo: canUndo(history),
      canRedo: canRedo(history),
    };
  }, [use, steps, json, store]);
}
