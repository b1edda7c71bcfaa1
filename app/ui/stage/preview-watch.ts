import { useRef, useState } from 'react';
import { CancelledError } from '#core/base/errors.ts';
import { createPersisted } from '../../storage/persisted.ts';
import { localKeys } from '../../storage/storage-keys.ts';

/** Time after which the visitor can stop a preview. */
const SLOW_MS = 2000;

/** The work whose preview took too long and didn't finish. After a reload, the same work is not drawn at once. */
const unfinished = createPersisted<{ readonly work: string }>({
  key: localKeys.unfinishedPreview.key,
  initial: { work: '' },
  parse: (stored) => {
    const work = stored && typeof stored === 'object' && 'work' in stored ? stored.work : '';
    return { work: typeof work === 'string' ? work : '' };
  },
});

const note = (work: string) => {
  if (unfinished.use.getState().work !== work) unfinished.use.setState({ work });
};

export interface PreviewWatch {
  readonly state: 'drawn' | 'slow' | 'stopped';
  /** Number of times that the visitor started a stopped preview. */
  readonly attempt: number;
  readonly stop: () => void;
  readonly draw: () => void;
  /** Draws `work`. Skips work that didn't finish before. @throws CancelledError if skipped or stopped */
  readonly watch: <Result>(work: string, draw: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
}

/** Lets the visitor stop a preview that takes longer than two seconds. */
export function usePreviewWatch(): PreviewWatch {
  const [state, setState] = useState<PreviewWatch['state']>('drawn');
  const [attempt, setAttempt] = useState(0);
  const isForced = useRef(false);
  const controller = useRef<AbortController>();
  const watch: PreviewWatch['watch'] = async (work, draw) => {
    if (unfinished.use.getState().work === work && !isForced.current) {
      setState('stopped');
      throw new CancelledError();
    }
    isForced.current = false;
    const latest = new AbortController();
    const { signal } = latest;
    controller.current = latest;
    const timer = setTimeout(() => {
      note(work);
      setState('slow');
    }, SLOW_MS);
    try {
      const result = await draw(signal);
      note('');
      setState('drawn');
      return result;
    } catch (error) {
      if (!signal.aborted) {
        note('');
        setState('drawn');
      }
      throw error;
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    state,
    attempt,
    stop: () => {
      setState('stopped');
      controller.current?.abort();
    },
    draw: () => {
      isForced.current = true;
      setState('drawn');
      setAttempt(attempt + 1);
    },
    watch,
  };
}
