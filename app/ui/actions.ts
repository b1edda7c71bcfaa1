import type { LucideIcon } from 'lucide-react';
import { useEffect, useId } from 'react';
import { create } from 'zustand';

/** An action of the open tool, for the action bar, the command palette and keyboard shortcuts. */
export interface Action {
  /** ID that is unique in the tool and stable between renders. */
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
  readonly icon?: LucideIcon;
  readonly disabled?: boolean;
  readonly reason?: string | undefined;
  /** Displayed shortcut, for example `Ctrl+Z`. The tool itself handles the key. */
  readonly shortcut?: string;
}

interface ActionState {
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

export function useOfferActions(actions: readonly Action[]): void {
  const owner = useId();
  useEffect(() => offer(owner, actions), [owner, actions]);
  useEffect(() => () => offer(owner, undefined), [owner]);
}
