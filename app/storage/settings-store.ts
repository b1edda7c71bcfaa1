import { createPersisted, type Persisted } from './persisted.ts';
import { localKeys, settingsKey } from './storage-keys.ts';
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
  if (stores.size === 0) divideFormer();
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

const FORMER_KEY = localKeys.formerSettings.key;

/** Moves settings from the shared key of earlier versions to one key per tool. */
function divideFormer(): void {
  try {
    const text = localStorage.getItem(FORMER_KEY);
    if (text === null) return;
    const byTool = new Map<string, Record<string, object>>();
    for (const [path, stored] of Object.entries(parse(getOwnProperty(JSON.parse(text), 'state')).parts)) {
      const [tool = '', part] = path.split('/');
      if (part !== undefined) byTool.set(tool, { ...byTool.get(tool), [part]: stored });
    }
    for (const [tool, parts] of byTool)
      if (localStorage.getItem(settingsKey(tool)) === null)
        localStorage.setItem(settingsKey(tool), JSON.stringify({ state: { parts } }));
    localStorage.removeItem(FORMER_KEY);
  } catch {}
}
