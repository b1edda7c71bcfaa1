import { createTab, type Tab } from '#app/document/tab.ts';

/** Returns a tab whose database takes every value. `stored` answers each read. */
export const tabWith = (stored: () => Promise<unknown> = async () => undefined): Tab =>
  createTab({
    database: { get: stored, set: async () => {}, remove: async () => {}, keys: async () => [] },
    slot: Promise.resolve(1),
    askBeforeLeaving: () => {},
    onFailure: () => {},
    watch: () => {},
  });
