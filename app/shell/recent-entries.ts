import { createPersisted } from '../storage/persisted.ts';
import { localKeys } from '../storage/storage-keys.ts';
import { getOwnProperty, storedList, storedText } from '../storage/stored.ts';

const MAX_RECENT = 5;

/** Tools and commands that the visitor has last chosen in the command palette, the newest first. */
export const recentEntries = createPersisted<{ readonly chosen: readonly string[] }>({
  key: localKeys.recentEntries.key,
  initial: { chosen: [] },
  parse: (stored) => ({ chosen: storedList(storedText, MAX_RECENT)(getOwnProperty(stored, 'chosen')) ?? [] }),
});

export const rememberEntry = (name: string): void =>
  recentEntries.update(({ chosen }) => ({
    chosen: [name, ...chosen.filter((each) => each !== name)].slice(0, MAX_RECENT),
  }));
