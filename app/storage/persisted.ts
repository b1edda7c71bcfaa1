import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { showNotice } from './notices.ts';
import type { TabSlots } from './workspace.ts';

interface PersistedOptions<State> {
  readonly key: string;
  readonly initial: State;
  readonly parse: (stored: unknown) => Partial<State>;
  /** Returns the part of the state to store; by default all of it. */
  readonly save?: (state: State) => unknown;
  /**
   * Per-tab state, kept in the tab's slot. `work` is a visitor's content; `settings` of a new slot start as those of the
   * first slot. Other state is shared by all tabs.
   */
  readonly perTab?: {
    readonly keeps: 'work' | 'settings';
    /** Functions for the tab's slot, passed in because the first load has no state per tab. */
    readonly slots: TabSlots;
  };
}

/** The first slot keeps the keys from before there were slots. */
const keyOfPlace = (name: string, place: number): string => (place === 1 ? name : `${name}/${place}`);

export interface Persisted<State> {
  readonly use: UseBoundStore<StoreApi<State>>;
  /** Changes the stored state, which another tab may have written. */
  readonly update: (change: (state: State) => Partial<State>) => void;
}

/** Creates a small state that is stored for the next visit. Works without storage too, and reports that once. */
export function createPersisted<State extends object>({
  key: name,
  initial,
  parse,
  save = (state) => state,
  perTab,
}: PersistedOptions<State>): Persisted<State> {
  const isWork = perTab?.keeps === 'work';
  let seen: string | null = null;
  let place = perTab?.slots.likelyPlace() ?? 1;
  // Another tab may own the likely slot, so writing waits until this tab has claimed its slot.
  let isClaimed = !perTab;
  const storage: PersistStorage<unknown> = {
    getItem: () => {
      seen =
        (perTab ? readText('sessionStorage', name) : null) ??
        readText('localStorage', keyOfPlace(name, place)) ??
        (perTab && !isWork ? readText('localStorage', name) : null);
      if (seen === null) return null;
      try {
        // Any shape is safe: the browser limits the size, and `parse` reads only known names.
        return { state: storedState(JSON.parse(seen)) };
      } catch {
        if (isWork) void setAside(name, keyOfPlace(name, place), seen);
        return null;
      }
    },
    setItem: (_, { state }) => {
      seen = JSON.stringify({ state });
      if (perTab) writeText('sessionStorage', name, seen);
      if (!isClaimed) return;
      if (isWork) perTab?.slots.noteWritten(place);
      if (writeText('localStorage', keyOfPlace(name, place), seen)) return;
      seen = readText('localStorage', name);
      showNotice('settingsNotKept');
    },
    removeItem: () => {},
  };
  const use = create<State>()(
    persist(() => initial, {
      name,
      storage,
      partialize: save,
      merge: (stored) => ({ ...initial, ...(stored === undefined || stored === null ? {} : parse(stored)) }),
    }),
  );
  if (perTab) {
    const atFirst = use.getState();
    void perTab.slots.workspace().then((claimed) => {
      isClaimed = true;
      const isChanged = use.getState() !== atFirst;
      const isOther = claimed !== place;
      place = claimed;
      if (isChanged) use.setState({});
      else if (isOther) {
        // A duplicated tab has a copy of the other slot's state.
        removeText('sessionStorage', name);
        void use.persist.rehydrate();
      }
    });
  } else if (typeof addEventListener === 'function')
    // Reads another tab's change. A key of `null` means that everything was cleared.
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

/** Sets damaged data aside, because a visitor's text may be in it. */
async function setAside(name: string, key: string, text: string): Promise<void> {
  // Loads the code on demand to keep the first load small.
  const { setFileAside } = await import('./set-aside.ts');
  await setFileAside(`${name}.json`, new Blob([text], { type: 'application/json' }));
  if (readText('sessionStorage', name) === text) removeText('sessionStorage', name);
  if (readText('localStorage', key) === text) removeText('localStorage', key);
}

/** Returns the property `state` of the stored object. */
function storedState(envelope: unknown): unknown {
  return typeof envelope === 'object' && envelope !== null && Object.hasOwn(envelope, 'state')
    ? (envelope as { state: unknown }).state
    : undefined;
}

type Place = 'sessionStorage' | 'localStorage';

/** Reads a stored text; null if the storage is missing or throws. */
function readText(place: Place, name: string): string | null {
  try {
    return globalThis[place].getItem(name);
  } catch {
    return null;
  }
}

function removeText(place: Place, name: string): void {
  try {
    globalThis[place].removeItem(name);
  } catch {}
}

function writeText(place: Place, name: string, text: string): boolean {
  try {
    globalThis[place].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
