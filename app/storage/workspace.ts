import { localKeys, TAB_SLOT_KEY } from './storage-keys.ts';

/** Gives each browser tab a storage slot that survives reloads, so two tabs don't overwrite each other's work. */

const LAST_SLOT_KEY = localKeys.lastSlot.key;

/** Maximum number of slots; further tabs share the last slot. */
const MAX_SLOTS = 32;

/** Milliseconds within which a page releases its slot during a reload. */
const RELOAD_MS = 2000;

/** Set when a page of this tab leaves, so that the next page knows that the tab's slot becomes free. */
const LEFT_KEY = `${TAB_SLOT_KEY}-left`;

/** Slot and time of the last page that left, in milliseconds. All tabs see it. */
const LEAVING_KEY = localKeys.leaving.key;

let claimed: Promise<number> | undefined;

/** Returns the number of this browser tab's storage slot, counted from 1. Each open tab has a slot of its own. */
export function workspace(): Promise<number> {
  claimed ??= claim()
    // If locking fails, uses slot 1, as in browsers without locks.
    .catch(() => 1)
    .then((slot) => {
      write(() => sessionStorage.setItem(TAB_SLOT_KEY, String(slot)));
      return slot;
    });
  return claimed;
}

/** Guesses the slot that `workspace` will claim: the tab's previous slot or the most recently written slot. */
const likelySlot = (): number =>
  read(() => sessionStorage.getItem(TAB_SLOT_KEY)) ?? read(() => localStorage.getItem(LAST_SLOT_KEY)) ?? 1;

const noteWritten = (slot: number): void => write(() => localStorage.setItem(LAST_SLOT_KEY, String(slot)));

export const tabSlots = { workspace, likelySlot, noteWritten };
export type TabSlots = typeof tabSlots;

async function claim(): Promise<number> {
  // Uses slot 1 in browsers without locks, because the page can't find out which slots are in use.
  if (typeof navigator === 'undefined' || !navigator.locks) return 1;
  const own = read(() => sessionStorage.getItem(TAB_SLOT_KEY));
  // A duplicated tab also has the original's slot number. It must not wait for the slot: a reload of the original
  // would release it.
  const wasLeft = takeLeft();
  globalThis.addEventListener?.('pagehide', () => {
    write(() => sessionStorage.setItem(LEFT_KEY, 'yes'));
    void workspace().then((slot) => write(() => localStorage.setItem(LEAVING_KEY, `${slot} ${Date.now()}`)));
  });
  // While the original reloads, its slot is free for a moment, but not for the duplicate.
  const others = own && !wasLeft && isLeaving(own) ? own : undefined;
  if (own && own !== others && (await lockSlot(own, wasLeft ? RELOAD_MS : 0))) return own;
  const last = read(() => localStorage.getItem(LAST_SLOT_KEY));
  if (last && last !== others && (await lockSlot(last))) return last;
  for (let slot = 1; slot < MAX_SLOTS; slot++) if (slot !== others && (await lockSlot(slot))) return slot;
  return MAX_SLOTS;
}

function isLeaving(slot: number): boolean {
  try {
    const [leaving, at] = (localStorage.getItem(LEAVING_KEY) ?? '').split(' ').map(Number);
    return leaving === slot && Math.abs(Date.now() - Number(at)) < RELOAD_MS;
  } catch {
    return false;
  }
}

function takeLeft(): boolean {
  let wasLeft = false;
  write(() => {
    wasLeft = sessionStorage.getItem(LEFT_KEY) !== null;
    sessionStorage.removeItem(LEFT_KEY);
  });
  return wasLeft;
}

/** Locks a slot until the page closes. Waits at most `waitMs` for the lock. */
function lockSlot(slot: number, waitMs = 0): Promise<boolean> {
  return new Promise((resolve) => {
    const options: LockOptions = waitMs > 0 ? { signal: AbortSignal.timeout(waitMs) } : { ifAvailable: true };
    navigator.locks
      .request(`fudebako-workspace-${slot}`, options, (lock) => {
        resolve(lock !== null);
        return lock ? new Promise<void>(() => {}) : undefined;
      })
      .catch(() => resolve(false));
  });
}

function read(get: () => string | null): number | undefined {
  try {
    const slot = Number(get());
    return Number.isInteger(slot) && slot >= 1 && slot <= MAX_SLOTS ? slot : undefined;
  } catch {
    return undefined;
  }
}

function write(set: () => void): void {
  try {
    set();
  } catch {}
}
