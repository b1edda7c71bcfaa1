import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { showNotice } from '../notices/notices.ts';
import type { TabSlots } from './workspace.ts';

interface PersistedOptions<State> {
  readonly key: string;
  readonly initial: State;
  readonly parse: (stored: unknown) => Partial<State>;
  /**
   * Stores the state per browser tab, with these functions. New storage slots copy the state of the first slot. The
   * caller passes the functions, so pages without storage per tab don't load their code.
   */
  readonly perTab?: TabSlots;
}

/** The first slot uses the keys of earlier versions, which had no slots. */
const keyOfSlot = (name: string, slot: number): string => (slot === 1 ? name : `${name}/${slot}`);

export interface Persisted<State> {
  readonly use: UseBoundStore<StoreApi<State>>;
  readonly update: (change: (state: State) => Partial<State>) => void;
}

/** Creates a small state that is stored for the next visit. If storage is blocked, shows one notice instead. */
export function createPersisted<State extends object>({
  key: name,
  initial,
  parse,
  perTab,
}: PersistedOptions<State>): Persisted<State> {
  let seen: string | null = null;
  let slot = perTab?.likelySlot() ?? 1;
  // Another browser tab may own the expected slot, so this tab writes nothing until it has claimed a slot.
  let isClaimed = !perTab;
  const storage: PersistStorage<unknown> = {
    getItem: () => {
      seen =
        (perTab ? readText('sessionStorage', name) : null) ??
        readText('localStorage', keyOfSlot(name, slot)) ??
        (perTab ? readText('localStorage', name) : null);
      if (seen === null) return null;
      try {
        // Accepts stored JSON of any shape, because browsers limit its size and `parse` reads only known names.
        return { state: storedState(JSON.parse(seen)) };
      } catch {
        return null;
      }
    },
    setItem: (_, { state }) => {
      seen = JSON.stringify({ state });
      if (perTab) writeText('sessionStorage', name, seen);
      if (!isClaimed) return;
      if (writeText('localStorage', keyOfSlot(name, slot), seen)) return;
      seen = readText('localStorage', name);
      showNotice('settingsNotKept');
    },
    removeItem: () => {},
  };
  const use = create<State>()(
    persist(() => initial, {
      name,
      storage,
      merge: (stored) => ({ ...initial, ...(stored === undefined || stored === null ? {} : parse(stored)) }),
    }),
  );
  if (perTab) {
    const atFirst = use.getState();
    void perTab.workspace().then((claimed) => {
      isClaimed = true;
      const isChanged = use.getState() !== atFirst;
      const isOther = claimed !== slot;
      slot = claimed;
      if (isChanged) use.setState({});
      else if (isOther) {
        // Removes the state that a duplicated tab has copied from the original tab.
        removeText('sessionStorage', name);
        void use.persist.rehydrate();
      }
    });
  } else if (typeof addEventListener === 'function')
    // Reads a change by another tab. The key `null` means that all storage was cleared.
    addEventListener('storage', ({ key }) => {
      if (key === name || key === null) void use.persist.rehydrate();
      if (key === null) showNotice('clearedElsewhere');
    });
  return {
    use,
    update: (change) => {
      if (!perTab && readText('localStorage', name) !== seen) void use.persist.rehydrate();
      use.setState(change);
    },
  };
}

function storedState(envelope: unknown): unknown {
  return typeof envelope === 'object' && envelope !== null && Object.hasOwn(envelope, 'state')
    ? (envelope as { state: unknown }).state
    : undefined;
}

type StorageArea = 'sessionStorage' | 'localStorage';

function readText(area: StorageArea, name: string): string | null {
  try {
    return globalThis[area].getItem(name);
  } catch {
    return null;
  }
}

function removeText(area: StorageArea, name: string): void {
  try {
    globalThis[area].removeItem(name);
  } catch {}
}

function writeText(area: StorageArea, name: string, text: string): boolean {
  try {
    globalThis[area].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
