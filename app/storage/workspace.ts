import { localKeys, TAB_PLACE_KEY } from './storage-keys.ts';

/**
 * Gives each browser tab its own storage slot, so two tabs of the same tool don't overwrite each other. A tab keeps its
 * slot over reloads. A new tab takes the slot written last, if free.
 */

const LAST_PLACE_KEY = localKeys.lastPlace.key;

/** Maximum number of slots; further tabs share the last slot. */
const MAX_PLACES = 32;

/** Time in milliseconds in which the page before a reload releases its slot. */
const RELOAD_MS = 2000;

let claimed: Promise<number> | undefined;

/** Returns this tab's slot, counted from 1. */
export function workspace(): Promise<number> {
  claimed ??= claim()
    // Failed lock requests count as no locks.
    .catch(() => 1)
    .then((place) => {
      write(() => sessionStorage.setItem(TAB_PLACE_KEY, String(place)));
      return place;
    });
  return claimed;
}

/** Returns the previous or most likely slot, before `workspace` has claimed one. */
const likelyPlace = (): number =>
  read(() => sessionStorage.getItem(TAB_PLACE_KEY)) ?? read(() => localStorage.getItem(LAST_PLACE_KEY)) ?? 1;

/** Marks a slot as the latest. */
const noteWritten = (place: number): void => write(() => localStorage.setItem(LAST_PLACE_KEY, String(place)));

/** Functions for the tab's slot, for state that is kept per tab. */
export const tabSlots = { workspace, likelyPlace, noteWritten };
export type TabSlots = typeof tabSlots;

async function claim(): Promise<number> {
  // Without locks, the page can't tell which slots are in use.
  if (typeof navigator === 'undefined' || !navigator.locks) return 1;
  const own = read(() => sessionStorage.getItem(TAB_PLACE_KEY));
  // A duplicated tab has the original's number, but can't get its lock.
  if (own && (await holds(own, RELOAD_MS))) return own;
  const last = read(() => localStorage.getItem(LAST_PLACE_KEY));
  if (last && (await holds(last))) return last;
  for (let place = 1; place < MAX_PLACES; place++) if (await holds(place)) return place;
  return MAX_PLACES;
}

/** Locks a slot until the page closes; waits at most `waitMs`. */
function holds(place: number, waitMs = 0): Promise<boolean> {
  return new Promise((resolve) => {
    const options: LockOptions = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true };
    navigator.locks
      .request(`fudebako-workspace-${place}`, options, (lock) => {
        resolve(lock !== null);
        return lock ? new Promise<void>(() => {}) : undefined;
      })
      .catch(() => resolve(false));
  });
}

function read(get: () => string | null): number | undefined {
  try {
    const place = Number(get());
    return Number.isInteger(place) && place >= 1 && place <= MAX_PLACES ? place : undefined;
  } catch {
    return undefined;
  }
}

function write(set: () => void): void {
  try {
    set();
  } catch {}
}
