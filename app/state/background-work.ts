import { create } from 'zustand';
import type { ScreenRoute } from './catalogue.ts';
import { showNotice } from './notices.ts';
import type { Busy } from './work.ts';

/** Long work that goes on while the visitor is on other screens. */
interface BackgroundWork {
  /** The screen that it belongs to. */
  readonly route: ScreenRoute;
  readonly useBusy: () => Busy | undefined;
  /** The name of the file that it made. */
  readonly made?: string;
}

export const useBackgroundWork = create<{ readonly works: readonly BackgroundWork[] }>(() => ({ works: [] }));

export const forgetWork = (route: ScreenRoute): void => replace(route, []);

const replace = (route: ScreenRoute, by: readonly BackgroundWork[]): void =>
  useBackgroundWork.setState(({ works }) => ({ works: [...works.filter((work) => work.route !== route), ...by] }));

/**
 * Shows the work on every other screen until it ends, and asks before the page is closed meanwhile.
 * @param run returns the name of the file that it made, which other screens announce
 */
export async function inBackground(work: BackgroundWork, run: () => Promise<string | undefined>): Promise<void> {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault();
  addEventListener('beforeunload', ask);
  replace(work.route, [work]);
  showNotice('work');
  try {
    const made = await run();
    replace(work.route, made === undefined ? [] : [{ ...work, made }]);
  } finally {
    removeEventListener('beforeunload', ask);
  }
}
