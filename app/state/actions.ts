import { useEffect, useId } from 'react';
import { create } from 'zustand';

/**
 * Something the open tool can do now. A tool names its actions once: its action bar draws them,
 * the palette lists them, and a shortcut runs them.
 */
export interface Action {
  /** Unique within the tool; stable between renders. */
  readonly id: string;
  /** In the visitor's language. */
  readonly label: string;
  readonly run: () => void;
  readonly disabled?: boolean;
  /** Why it cannot run while it is disabled, as the palette tells it. */
  readonly reason?: string | undefined;
  /** For people: `Ctrl+Z`. The key itself is handled where the action is made. */
  readonly shortcut?: string;
}

interface ActionState {
  /** By the component that offers them, in the order in which they came. */
  readonly offered: ReadonlyMap<string, readonly Action[]>;
}

export const useActionStore = create<ActionState>(() => ({ offered: new Map() }));

function offer(owner: string, actions: readonly Action[] | undefined) {
  useActionStore.setState(({ offered }) => {
    const next = new Map(offered);
    if (actions) next.set(owner, actions);
    else next.delete(owner);
    return { offered: next };
  });
}

/** Offers actions to the palette for as long as the component is there. */
export function useOfferActions(actions: readonly Action[]): void {
  const owner = useId();
  useEffect(() => offer(owner, actions), [owner, actions]);
  useEffect(() => () => offer(owner, undefined), [owner]);
}
