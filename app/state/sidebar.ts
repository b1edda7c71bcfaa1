import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import type { ToolGroup } from '../tools/catalogue.ts';

interface SidebarState {
  /** The groups that the visitor has folded away; all the others are open. */
  readonly folded: readonly ToolGroup[];
}

export const useSidebarStore = create<SidebarState>()(
  persist(() => ({ folded: [] as readonly ToolGroup[] }), { name: 'shell.sidebar.v1' }),
);

export function toggleGroup(group: ToolGroup): void {
  useSidebarStore.setState(({ folded }) => ({
    folded: folded.includes(group) ? folded.filter((other) => other !== group) : [...folded, group],
  }));
}
