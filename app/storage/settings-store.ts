import { createPersisted, type Persisted } from './persisted.ts';
import { FORMER_LOCAL_KEYS, settingsKey } from './storage-keys.ts';
import { getOwnProperty } from './stored.ts';
import { tabSlots } from './workspace.ts';

/** Settings of a tool in local storage, one object per part of its screen. The storage key has a version. */
interface SettingsState {
  readonly parts: Readonly<Record<string, object>>;
}

const MAX_PARTS = 500;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function parse(stored: unknown): SettingsState {
  const parts = getOwnProperty(stored, 'parts');
  return {
    parts: isObject(parts)
      ? Object.fromEntries(
          Object.entries(parts)
            .slice(0, MAX_PARTS)
            .filter(([, part]) => isObject(part)),
        )
      : {},
  };
}

const stores = new Map<string, Persisted<SettingsState>>();

export function settingsOf(tool: string): Persisted<SettingsState> {
  if (stores.size === 0) removeFormer();
  let store = stores.get(tool);
  if (!store) {
    store = createPersisted({
      key: settingsKey(tool),
      initial: { parts: {} },
      parse,
      perTab: tabSlots,
    });
    stores.set(tool, store);
  }
  return store;
}

function removeFormer(): void {
  try {
    for (const key of FORMER_LOCAL_KEYS) localStorage.removeItem(key);
  } catch {}
}
