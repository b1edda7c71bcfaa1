import { useToolSettings } from '../storage/settings.ts';
import { getOwnProperty } from '../storage/stored.ts';

interface Folding {
  readonly open?: boolean;
}

const UNDECIDED: Folding = {};

function restore(stored: object): Folding {
  const open = getOwnProperty(stored, 'open');
  return typeof open === 'boolean' ? { open } : {};
}

/** Returns whether a part of a tool is open, and a setter. Until the visitor decides, `initially` says it. */
export function useFolding(
  tool: string,
  part: 'card' | 'panel',
  initially: boolean,
): readonly [boolean, (open: boolean) => void] {
  const [{ open = initially }, set] = useToolSettings(tool, part, UNDECIDED, restore);
  return [open, (open) => set({ open })];
}
