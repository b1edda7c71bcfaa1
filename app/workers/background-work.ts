import { create } from 'zustand';
import { showNotice } from '../notices/notices.ts';
import { askBeforeLeaving } from '../platform/leaving.ts';
import type { ScreenRoute } from '../tools/catalog.ts';
import type { Busy } from './work.ts';

interface BackgroundWork {
  readonly route: ScreenRoute;
  readonly useBusy: () => Busy | undefined;
  readonly made?: string;
}

export const useBackgroundWork = create<{ readonly works: readonly BackgroundWork[] }>(() => ({ works: [] }));

export const forgetWork = (route: ScreenRoute): void => replace(route, []);

const replace = (route: ScreenRoute, by: readonly BackgroundWork[]): void =>
  useBackgroundWork.setState(({ works }) => ({ works: [...works.filter((work) => work.route !== route), ...by] }));

/** Shows running work on other screens, and asks before the page closes. `run` returns the created file's name. */
export async function inBackground(work: BackgroundWork, run: () => Promise<string | undefined>): Promise<void> {
  replace(work.route, [work]);
  showNotice('work');
  const made = await askBeforeLeaving(run());
  replace(work.route, made === undefined ? [] : [{ ...work, made }]);
}
