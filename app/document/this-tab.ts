import { showNotice, withdrawNotice } from '../notices/notices.ts';
import { askBeforeLeaving } from '../platform/leaving.ts';
import { LATE_MS } from '../storage/late.ts';
import { documentDatabase } from '../storage/storage.ts';
import { tabSlots } from '../storage/workspace.ts';
import { createTab, type Tab } from './tab.ts';

let tab: Tab | undefined;

/** Returns the documents and files of this browser tab. */
export function thisTab(): Tab {
  tab ??= createTab({
    database: documentDatabase,
    slot: tabSlots.workspace(),
    askBeforeLeaving,
    onFailure: () => showNotice('filesNotKept'),
    watch: showWhileLate,
  });
  return tab;
}

let late = 0;

/** Shows a notice while the database keeps the page waiting. */
function showWhileLate(answer: Promise<unknown>): void {
  const timer = setTimeout(() => {
    late++;
    showNotice('storageSlow');
    void answer.finally(() => --late === 0 && withdrawNotice('storageSlow'));
  }, LATE_MS);
  void answer.finally(() => clearTimeout(timer));
}
