import { createPersisted } from '../storage/persisted.ts';
import { localKeys } from '../storage/storage-keys.ts';
import { getOwnProperty, storedList } from '../storage/stored.ts';
import { type ToolGroup, toolGroups } from '../tools/manifest.ts';

interface SidebarState {
  readonly folded: readonly ToolGroup[];
}

const storedGroup = (stored: unknown) => toolGroups.find((group) => group === stored);

export const sidebar = createPersisted<SidebarState>({
  key: localKeys.sidebar.key,
  initial: { folded: [] },
  parse: (stored) => ({ folded: storedList(storedGroup, toolGroups.length)(getOwnProperty(stored, 'folded')) ?? [] }),
});

export const useSidebarStore = sidebar.use;

export const toggleGroup = (group: ToolGroup): void =>
  sidebar.update(({ folded }) => ({
    folded: folded.includes(group) ? folded.filter((other) => other !== group) : [...folded, group],
  }));
