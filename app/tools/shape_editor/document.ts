import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { Size } from '#core/geometry/point.ts';
import { type History, pushHistory, redo, startHistory, undo } from '#core/history.ts';
import { restoreComponent } from '#core/shapes/clipboard.ts';
import { clampComponent } from '#core/shapes/component-box.ts';
import { defaultComponent, MAX_COMPONENTS, type ShapeComponent } from '#core/shapes/settings.ts';

export type Components = readonly ShapeComponent[];

interface ShapeDocument {
  /** The tab that is open, from 0. */
  readonly active: number;
  readonly history: History<Components>;
  /** The picture that the history belongs to. */
  readonly source: string | undefined;
  /** What was changed last, and when: turning one control is one step back. */
  readonly lastEdit: { readonly key: string; readonly at: number } | undefined;
}

/** What local storage keeps. */
interface StoredDocument {
  readonly active?: number;
  readonly components?: readonly unknown[];
}

/** Changes of one control no farther apart than this are taken back together. */
const SAME_EDIT_MS = 1000;

const restoreAll = (stored: readonly unknown[] = []): Components =>
  Array.from({ length: MAX_COMPONENTS }, (_, index) => restoreComponent(stored[index]));

export const useShapeDocument = create<ShapeDocument>()(
  persist(
    (): ShapeDocument => ({ active: 0, history: startHistory(restoreAll()), source: undefined, lastEdit: undefined }),
    {
      name: 'fudebako-shapes-v1',
      partialize: ({ active, history }): StoredDocument => ({ active, components: history.present }),
      merge: (stored, initial) => {
        const { active = 0, components } = (stored ?? {}) as StoredDocument;
        const tab = Number.isInteger(active) ? Math.min(MAX_COMPONENTS - 1, Math.max(0, active)) : 0;
        return {
          ...initial,
          active: tab,
          history: startHistory(restoreAll(Array.isArray(components) ? components : [])),
        };
      },
    },
  ),
);

const { getState, setState } = useShapeDocument;

export function openTab(active: number): void {
  setState({ active, lastEdit: undefined });
}

/**
 * Makes other components the present, as one step back.
 * @param key names the control that is turned; further changes under it soon after join the step
 */
function commit(components: Components, key?: string): void {
  const { history, lastEdit } = getState();
  if (JSON.stringify(components) === JSON.stringify(history.present)) return;
  const at = Date.now();
  const joins = key !== undefined && lastEdit?.key === key && at - lastEdit.at < SAME_EDIT_MS;
  setState({
    history: joins ? { ...history, present: components, future: [] } : pushHistory(history, components),
    lastEdit: key === undefined ? undefined : { key, at },
  });
}

/** Gives the open tab other settings. */
export function changeActive(component: ShapeComponent, control?: string): void {
  const { active, history } = getState();
  commit(history.present.with(active, component), control && `${active}/${control}`);
}

/** Changes places with a neighbour: what stands later lies above. */
export function moveActive(step: -1 | 1): void {
  const { active, history } = getState();
  const [own, other] = [history.present[active], history.present[active + step]];
  if (!own || !other) return;
  commit(history.present.with(active, other).with(active + step, own));
  openTab(active + step);
}

/** A tab on which nothing has been chosen yet; −1 where there is none. */
export const freeTab = (components: Components): number => components.findIndex(({ shape }) => shape === 'none');

/** A copy of the open tab in the first free one, which is then open. */
export function duplicateActive(): void {
  const { active, history } = getState();
  const free = freeTab(history.present);
  const own = history.present[active];
  if (free < 0 || !own || own.shape === 'none') return;
  commit(history.present.with(free, own));
  openTab(free);
}

export const resetActive = (): void => changeActive(defaultComponent());

const travel = (step: typeof undo) => () => {
  const { history, active } = getState();
  const next = step(history);
  // The tab on which something changes is the one to look at.
  const changed = next.present.findIndex(
    (component, index) => JSON.stringify(component) !== JSON.stringify(history.present[index]),
  );
  const here = JSON.stringify(next.present[active]) !== JSON.stringify(history.present[active]);
  setState({ history: next, lastEdit: undefined, active: here || changed < 0 ? active : changed });
};

export const undoShapes = travel(undo);
export const redoShapes = travel(redo);

/** Another picture starts another history, with everything inside its edges. */
export function fitToPicture(source: string, size: Size): void {
  const { history, source: before } = getState();
  if (source === before) return;
  setState({
    source,
    history: startHistory(history.present.map((component) => clampComponent(component, size))),
    lastEdit: undefined,
  });
}
