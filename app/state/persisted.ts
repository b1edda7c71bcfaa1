import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { showNotice } from './notices.ts';

interface PersistedOptions<State> {
  /** Key in local storage. */
  readonly key: string;
  readonly initial: State;
  /** Validates stored data of any shape. */
  readonly parse: (stored: unknown) => Partial<State>;
  /** The part of the state to store; all by default. */
  readonly save?: (state: State) => unknown;
  /** Per-tab data: restored in the same tab, and in new tabs. Otherwise all tabs share the state. */
  readonly isWork?: boolean;
}

export interface Persisted<State> {
  readonly use: UseBoundStore<StoreApi<State>>;
  /** Applies a change to the stored state, which another tab may have written. */
  readonly update: (change: (state: State) => Partial<State>) => void;
}

/** A small state that outlives the visit. Works without storage too, and reports that once. */
export function createPersisted<State extends object>({
  key: name,
  initial,
  parse,
  save = (state) => state,
  isWork = false,
}: PersistedOptions<State>): Persisted<State> {
  let seen: string | null = null;
  const storage: PersistStorage<unknown> = {
    getItem: () => {
      seen = (isWork ? readText('sessionStorage', name) : null) ?? readText('localStorage', name);
      if (seen === null) return null;
      try {
        // The browser limits the size, and `parse` reads only known names.
        return { state: storedState(JSON.parse(seen)) };
      } catch {
        if (isWork) void setAside(name, seen);
        return null;
      }
    },
    setItem: (_, { state }) => {
      seen = JSON.stringify({ state });
      if (isWork) writeText('sessionStorage', name, seen);
      if (writeText('localStorage', name, seen)) return;
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
  if (!isWork && typeof addEventListener === 'function')
    // Another tab's change; `null` means that everything was cleared.
    addEventListener('storage', ({ key }) => {
      if (key === name || key === null) void use.persist.rehydrate();
      if (key === null) showNotice('clearedElsewhere');
    });
  return {
    use,
    update: (change) => {
      if (!isWork && readText('localStorage', name) !== seen) void use.persist.rehydrate();
      use.setState(change);
    },
  };
}

/** Keeps damaged data, because a visitor's text may be in it. */
async function setAside(name: string, text: string): Promise<void> {
  // Loaded on demand to keep the first load small.
  const { setFileAside } = await import('./set-aside.ts');
  await setFileAside(`${name}.json`, new Blob([text], { type: 'application/json' }));
  for (const place of PLACES) if (readText(place, name) === text) globalThis[place].removeItem(name);
}

/** Unwraps the stored object. */
function storedState(envelope: unknown): unknown {
  return typeof envelope === 'object' && envelope !== null && Object.hasOwn(envelope, 'state')
    ? (envelope as { state: unknown }).state
    : undefined;
}

const PLACES = ['sessionStorage', 'localStorage'] as const;
type Place = (typeof PLACES)[number];

/** The storage may be missing, or throw on access. */
function readText(place: Place, name: string): string | null {
  try {
    return globalThis[place].getItem(name);
  } catch {
    return null;
  }
}

function writeText(place: Place, name: string, text: string): boolean {
  try {
    globalThis[place].setItem(name, text);
    return true;
  } catch {
    return false;
  }
}
