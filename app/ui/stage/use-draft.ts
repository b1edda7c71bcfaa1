import { useRef } from 'react';

export interface DraftHandlers<Value> {
  /** Called with each change that the stage should show, and with `undefined` after a canceled change. */
  readonly onDraft: (draft: Value | undefined) => void;
  readonly onCommit: (value: Value) => void;
}

/**
 * Holds what a drag or key press on the stage changes, until the change is committed or canceled. Uses a ref, because
 * a key press changes and commits before React renders.
 */
export function useDraft<Value>({ onDraft, onCommit }: DraftHandlers<Value>) {
  const draft = useRef<Value>();
  return {
    show: (next: Value): void => {
      draft.current = next;
      onDraft(next);
    },
    commit: (): void => {
      const value = draft.current;
      draft.current = undefined;
      if (value !== undefined) onCommit(value);
    },
    cancel: (): void => {
      draft.current = undefined;
      onDraft(undefined);
    },
  };
}
