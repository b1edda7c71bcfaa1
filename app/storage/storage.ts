import localforage from 'localforage';
import { create } from 'zustand';
import { FudebakoError } from '#core/base/errors.ts';
import { showNotice } from './notices.ts';
import { FILES_DATABASE, type SharedFiles, type ToolFile } from './storage-keys.ts';
import { tabSlots, workspace } from './workspace.ts';

/** Uses IndexedDB only, because localForage's fallback, local storage, is too small for images. */
const store = localforage.createInstance({
  ...FILES_DATABASE,
  driver: localforage.INDEXEDDB,
});

/** Maximum wait for the database in milliseconds. Later, tools start as if the database were empty. */
const ANSWER_MS = 5000;

/** Returns a stored value if it is valid. It may be damaged, or of another version or program. */
export type Parse<Value> = (stored: unknown) => Value | undefined;

async function read<Value>(key: string, parse: Parse<Value>): Promise<Value | undefined> {
  return parse(await inTime(store.getItem(key)).catch(() => null));
}

/**
 * Stores a value.
 * @throws FudebakoError `storageFull` if storage is full or missing
 */
async function write(key: string, value: unknown): Promise<void> {
  try {
    await store.setItem(key, value);
  } catch (cause) {
    throw new FudebakoError('storageFull', {}, { cause });
  }
}

/** Like `write`, but shows one notice instead of throwing errors. */
async function save(key: string, value: unknown): Promise<void> {
  await write(key, value).catch(() => showNotice('filesNotKept'));
}

/** Removes a value. Throws only if the value still exists, so not in browsers without storage. */
async function remove(key: string): Promise<void> {
  try {
    await store.removeItem(key);
  } catch (cause) {
    const isThere = await inTime(store.getItem(key)).then(
      (value) => value !== null,
      () => false,
    );
    if (isThere) throw cause;
  }
}

function inTime<Value>(work: Promise<Value>): Promise<Value> {
  return Promise.race([
    work,
    new Promise<never>((_, reject) =>
      setTimeout(() => reject(new DOMException('No answer', 'TimeoutError')), ANSWER_MS),
    ),
  ]);
}

export interface FileStorage<Key extends string = string> {
  get<Value>(key: Key, parse: Parse<Value>): Promise<Value | undefined>;
  /**
   * Stores a value.
   * @throws FudebakoError `storageFull`
   */
  set(key: Key, value: unknown): Promise<void>;
  /** Stores a value like `set`, but never throws. If storing fails, a notice says so once. */
  save(key: Key, value: unknown): Promise<void>;
  /**
   * Removes a value.
   * @throws if the browser can't remove an existing value
   */
  remove(key: Key): Promise<void>;
  /** Like `remove`, but ignores errors. */
  forget(key: Key): Promise<void>;
}

/** Storage shared by all tabs. */
export const sharedStorage = (name: SharedFiles): FileStorage & { keys(): Promise<string[]> } => ({
  get: (key, parse) => read(`${name}/${key}`, parse),
  set: (key, value) => write(`${name}/${key}`, value),
  save: (key, value) => save(`${name}/${key}`, value),
  remove: (key) => remove(`${name}/${key}`),
  forget: (key) => remove(`${name}/${key}`).catch(() => {}),
  keys: async () => {
    const all = await inTime(store.keys()).catch(() => []);
    return all.filter((key) => key.startsWith(`${name}/`)).map((key) => key.slice(name.length + 1));
  },
});

/** Returns a tool's storage in this tab's slot. */
export function toolStorage(tool: string): FileStorage<ToolFile> {
  const at = async (key: string) => {
    const slot = await workspace();
    return { slot, path: slot === 1 ? `${tool}/${key}` : `${slot}/${tool}/${key}` };
  };
  return {
    get: async (key, parse) => read((await at(key)).path, parse),
    set: async (key, value) => {
      const { slot, path } = await at(key);
      await write(path, value);
      tabSlots.noteWritten(slot);
    },
    save: async (key, value) => {
      const { slot, path } = await at(key);
      await save(path, value);
      tabSlots.noteWritten(slot);
    },
    remove: async (key) => remove((await at(key)).path),
    forget: async (key) => remove((await at(key)).path).catch(() => {}),
  };
}

/** Maximum bytes of an audio file that is stored for the next visit. */
export const MAX_STORED_AUDIO_BYTES = 200_000_000;

/** An image file, original or encoded. */
export interface StoredPicture {
  readonly name: string;
  readonly blob: Blob;
}

const SAVED: SharedFiles = 'saved-image';

/** True if an image is saved for later, and until `savedPicture.look` has checked. */
export const useHasSaved = create<boolean>(() => true);

/** The image of Save for later and Load Last Image, shared by all tools and tabs. */
export const savedPicture = {
  get: (parse: Parse<StoredPicture>): Promise<StoredPicture | undefined> => read(SAVED, parse),
  set: async (picture: StoredPicture): Promise<void> => {
    await write(SAVED, picture);
    useHasSaved.setState(true, true);
  },
  /** Updates `useHasSaved`, because another tab may have saved or cleared. */
  look: async (): Promise<void> => {
    const keys = await inTime(store.keys()).catch((): string[] => []);
    useHasSaved.setState(keys.includes(SAVED), true);
  },
};

/** Returns approximate bytes of the visitor's data, without the site's own files. */
export async function storedBytes(): Promise<number> {
  let bytes = 0;
  await inTime(
    store.iterate((value) => {
      bytes += sizeOf(value);
    }),
  ).catch(() => {});
  try {
    for (const [key, text] of Object.entries(localStorage)) bytes += key.length + String(text).length;
  } catch {}
  return bytes;
}

/** Counts only files and binary arrays, because other stored values are small. */
function sizeOf(value: unknown): number {
  if (value instanceof Blob) return value.size;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 0);
}

/**
 * Removes all files, settings and offline copies.
 * @throws if the browser can't remove files; the rest then stays
 */
export async function clearStored(): Promise<void> {
  await store.clear().catch(async (cause) => {
    const left = await inTime(store.keys()).catch(() => []);
    if (left.length > 0) throw cause;
  });
  try {
    for (const name of await caches.keys()) await caches.delete(name);
    localStorage.clear();
    sessionStorage.clear();
  } catch {}
}
