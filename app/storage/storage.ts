import localforage from 'localforage';
import { create } from 'zustand';
import { FudebakoError } from '#core/base/errors.ts';
import { showNotice } from '../notices/notices.ts';
import { askBeforeLeaving } from '../platform/leaving.ts';
import { LATE_MS } from './late.ts';
import { FILES_DATABASE, isFormerKey, type SharedFiles } from './storage-keys.ts';
import { tabSlots, workspace } from './workspace.ts';

/** Uses only IndexedDB, because localForage's fallback, local storage, is too small for images. */
const store = localforage.createInstance({
  ...FILES_DATABASE,
  driver: localforage.INDEXEDDB,
});

/** Returns a stored value if the value is valid. Stored values may be damaged or from another version. */
export type Parse<Value> = (stored: unknown) => Value | undefined;

/** Waits for a late database, and finds nothing in one that fails. */
const read = async <Value>(key: string, parse: Parse<Value>): Promise<Value | undefined> =>
  parse(await store.getItem(key).catch(() => null));

/** @throws FudebakoError `storageFull` if storage is full or unavailable */
async function write(key: string, value: unknown): Promise<void> {
  try {
    await askBeforeLeaving(store.setItem(key, value));
  } catch (cause) {
    throw new FudebakoError('storageFull', {}, { cause });
  }
}

/** Removes a value. Throws only if the value still exists, so never in browsers without storage. */
async function remove(key: string): Promise<void> {
  try {
    await askBeforeLeaving(store.removeItem(key));
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
    new Promise<never>((_, reject) => setTimeout(() => reject(new Error('No answer')), LATE_MS)),
  ]);
}

/** Files that all tabs share. */
export const sharedStorage = (name: SharedFiles) => ({
  get: <Value>(key: string, parse: Parse<Value>): Promise<Value | undefined> => read(`${name}/${key}`, parse),
  /** @throws FudebakoError `storageFull` */
  set: (key: string, value: unknown): Promise<void> => write(`${name}/${key}`, value),
  /** Stores a value like `set`, but shows a notice once instead of throwing errors. */
  save: (key: string, value: unknown): Promise<void> =>
    write(`${name}/${key}`, value).catch(() => showNotice('filesNotKept')),
  /** @throws if the browser can't remove an existing value */
  remove: (key: string): Promise<void> => remove(`${name}/${key}`),
  /** Like `remove`, but ignores errors. */
  forget: (key: string): Promise<void> => remove(`${name}/${key}`).catch(() => {}),
  keys: async (): Promise<readonly string[]> => {
    const all = await store.keys().catch(() => []);
    return all.filter((key) => key.startsWith(`${name}/`)).map((key) => key.slice(name.length + 1));
  },
});

/** The database of `app/document/`, which waits for answers and reports errors itself. */
export const documentDatabase = {
  get: (key: string): Promise<unknown> => store.getItem(key),
  set: async (key: string, value: unknown): Promise<void> => {
    await store.setItem(key, value);
    tabSlots.noteWritten(await workspace());
  },
  remove: (key: string): Promise<void> => store.removeItem(key),
  /** Lists the keys, and removes the keys of older builds. */
  keys: async (): Promise<readonly string[]> => {
    const keys = await store.keys();
    await Promise.all(keys.filter(isFormerKey).map((key) => store.removeItem(key).catch(() => undefined)));
    return keys.filter((key) => !isFormerKey(key));
  },
};

export interface StoredImage {
  readonly name: string;
  readonly blob: Blob;
}

const SAVED: SharedFiles = 'saved-image';

/** True if an image is saved for later. Also true until `savedImage.look` has read the storage. */
export const useHasSaved = create<boolean>(() => true);

/** Stores the image of Save for later and Load Last Image, which all tools and tabs share. */
export const savedImage = {
  get: (parse: Parse<StoredImage>): Promise<StoredImage | undefined> => read(SAVED, parse),
  set: async (image: StoredImage): Promise<void> => {
    await write(SAVED, image);
    useHasSaved.setState(true, true);
  },
  look: async (): Promise<void> => {
    const keys = await inTime(store.keys()).catch((): string[] => []);
    useHasSaved.setState(keys.includes(SAVED), true);
  },
};

/** Returns the approximate bytes of the visitor's data, without the site's own files. */
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

/** Counts only files and binary arrays, because all other stored values are small. */
function sizeOf(value: unknown): number {
  if (value instanceof Blob) return value.size;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 0);
}

/** @throws if the browser can't delete the files; then all other data stays */
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
