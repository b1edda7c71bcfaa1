import { create, type StoreApi, type UseBoundStore } from 'zustand';
import { type PersistStorage, persist } from 'zustand/middleware';
import { showNotice } from './notices.ts';

interface PersistedOptions<State> {
  /** Of local storage. */
  readonly key: string;
  readonly initial: State;
  /** Of what is stored, as `save` gave it or of any shape at all: what of it may be used. */
  readonly parse: (stored: unknown) => Partial<State>;
  /** What of the state is stored; all of it by default. */
  readonly save?: (state: State) => unknown;
  /**
   * Something that a visitor made in one tab: found again by that tab, and by a tab that is new. Other
   * tabs keep theirs. Without this, all tabs have the same.
   */
  readonly isWork?: boolean;
}

export interface Persisted<State> {
  readonly use: UseBoundStore<StoreApi<State>>;
  /** Changes what is stored now, in whichever tab that was written. */
  readonly update: (change: (state: State) => Partial<State>) => void;
}

/** A small state that outlives the visit. It works on where the browser keeps nothing; that is reported once. */
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
        // The browser caps its size; of what it gives, each `parse` takes own names alone.
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
    // Of another tab; no key means that everything was cleared.
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

/** Text that a visitor may have written, although it cannot be read as it should be. */
async function setAside(name: string, text: string): Promise<void> {
  // Rare, and no part of what a first visit is sent.
  const { setFileAside } = await import('./set-aside.ts');
  await setFileAside(`${name}.json`, new Blob([text], { type: 'application/json' }));
  for (const place of PLACES) if (readText(place, name) === text) globalThis[place].removeItem(name);
}

/** What stands in the envelope that is written. */
function storedState(envelope: unknown): unknown {
  return typeof envelope === 'object' && envelope !== null && Object.hasOwn(envelope, 'state')
    ? (envelope as { state: unknown }).state
    : undefined;
}

const PLACES = ['sessionStorage', 'localStorage'] as const;
type Place = (typeof PLACES)[number];

/** The storage itself may be missing, or throw where it is only looked at. */
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
