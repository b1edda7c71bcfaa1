import { type ToolGroup, toolGroups } from '../features/manifest.ts';
import { createPersisted } from './persisted.ts';
import { localKeys } from './storage-keys.ts';
import { getOwnProperty, storedList } from './stored.ts';

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
