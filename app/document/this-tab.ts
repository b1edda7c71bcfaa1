import { showNotice } from '../notices/notices.ts';
import { askBeforeLeaving } from '../platform/leaving.ts';
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
  });
  return tab;
}
