import { useMemo } from 'react';
import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { canRedo, canUndo, type Edit, type History, pushEdit, pushHistory, redo, undo } from '#core/editing/history.ts';

/** What a step back restores: the settings, or something else that the tool holds. */
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

/**
 * Records a step of something else than settings.
 * @param other what was there before, as `swap` of `useSettingsHistory` takes it
 */
export function pushOtherStep(tool: string, other: unknown): void {
  const { past, future } = historyOf(tool).getState();
  const next = pushHistory<Step>({ past, present: { other }, future }, { other });
  historyOf(tool).setState({ past: next.past, future: [], lastEdit: undefined });
}

/** Forgets what Redo would do, after a change that is no step itself. */
export const dropRedo = (tool: string): void => historyOf(tool).setState({ future: [], lastEdit: undefined });

/** Calls back with everything else than settings that the steps of a tool refer to, whenever that may have changed. */
export function watchOtherSteps(tool: string, changed: (others: readonly unknown[]) => void): void {
  historyOf(tool).subscribe(({ past, future }) =>
    changed([...past, ...future].flatMap((step) => ('other' in step ? [step.other] : []))),
  );
}

export interface SettingsHistory<Values> {
  /** @param control names what was turned; further changes of it soon after join the step back */
  readonly change: (next: Partial<Values>, control?: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
}

/**
 * Steps back through a tool's settings, for this visit.
 * @param values as they are, which another tab may have changed
 * @param store keeps what changes
 * @param swap puts back what a step of `pushOtherStep` holds; returns what was there, or nothing where that failed
 */
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values are told by their text
  return useMemo(() => {
    const goTo = async (step: typeof undo) => {
      const { present } = step(history);
      if (present === history.present) return;
      const other = 'other' in present ? await swap(present.other) : undefined;
      if ('other' in present && other === undefined) return;
      const next = step<Step>('other' in present ? { ...history, present: { other } } : history);
      use.setState({ past: next.past, future: next.future, lastEdit: undefined });
      // A tool's settings are of one type.
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
