import localforage from 'localforage';
import { create } from 'zustand';
import { FudebakoError } from '#core/base/errors.ts';
import { showNotice } from './notices.ts';
import { FILES_DATABASE, type SharedFiles, type ToolFile } from './storage-keys.ts';
import { noteWritten, workspace } from './workspace.ts';

/** IndexedDB alone: local storage, which the library would take instead, has no room for a picture. */
const store = localforage.createInstance({
  ...FILES_DATABASE,
  driver: localforage.INDEXEDDB,
});

/** A database that does not answer is one that holds nothing: a tool must not wait for it. */
const ANSWER_MS = 5000;

/** What was stored may be of another version, damaged, or written by somebody else: nothing comes of what is not as it should be. */
export type Parse<Value> = (stored: unknown) => Value | undefined;

/** @returns what is stored and as it should be; nothing where the browser keeps nothing */
async function read<Value>(key: string, parse: Parse<Value>): Promise<Value | undefined> {
  return parse(await inTime(store.getItem(key)).catch(() => null));
}

/** @throws FudebakoError `storageFull` when the browser has no room, or keeps nothing at all */
async function write(key: string, value: unknown): Promise<void> {
  try {
    await store.setItem(key, value);
  } catch (cause) {
    throw new FudebakoError('storageFull', {}, { cause });
  }
}

/** The same without a word; that it failed is reported once, for all. */
async function keep(key: string, value: unknown): Promise<void> {
  await write(key, value).catch(() => showNotice('filesNotKept'));
}

/** Where the browser keeps nothing, there is nothing to remove. */
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
  /** @returns nothing where nothing is stored, or nothing that `parse` takes */
  get<Value>(key: Key, parse: Parse<Value>): Promise<Value | undefined>;
  /** @throws FudebakoError `storageFull` */
  set(key: Key, value: unknown): Promise<void>;
  /** Never fails; that nothing is kept is said once. */
  keep(key: Key, value: unknown): Promise<void>;
  /** @throws where the browser does not let go of what is there */
  remove(key: Key): Promise<void>;
  /** The same without a word: what comes of it is that something is found again. */
  forget(key: Key): Promise<void>;
}

/** What all tabs have in common, under a name of its own. */
export const sharedStorage = (name: SharedFiles): FileStorage & { keys(): Promise<string[]> } => ({
  get: (key, parse) => read(`${name}/${key}`, parse),
  set: (key, value) => write(`${name}/${key}`, value),
  keep: (key, value) => keep(`${name}/${key}`, value),
  remove: (key) => remove(`${name}/${key}`),
  forget: (key) => remove(`${name}/${key}`).catch(() => {}),
  keys: async () => {
    const all = await inTime(store.keys()).catch(() => []);
    return all.filter((key) => key.startsWith(`${name}/`)).map((key) => key.slice(name.length + 1));
  },
});

/** What a tool keeps of a tab's work, for its reload and for the next visit. */
export function toolStorage(tool: string): FileStorage<ToolFile> {
  const at = async (key: string) => {
    const place = await workspace();
    return { place, path: place === 1 ? `${tool}/${key}` : `${place}/${tool}/${key}` };
  };
  return {
    get: async (key, parse) => read((await at(key)).path, parse),
    set: async (key, value) => {
      const { place, path } = await at(key);
      await write(path, value);
      noteWritten(place);
    },
    keep: async (key, value) => {
      const { place, path } = await at(key);
      await keep(path, value);
      noteWritten(place);
    },
    remove: async (key) => remove((await at(key)).path),
    forget: async (key) => remove((await at(key)).path).catch(() => {}),
  };
}

/** A picture at rest: its file as it came, or as it was written. */
export interface StoredPicture {
  readonly name: string;
  readonly blob: Blob;
}

const SAVED: SharedFiles = 'saved-image';

/** Whether an image is saved for later; true until `savedPicture.look` knows. */
export const useHasSaved = create<boolean>(() => true);

/** What 'Save for later' keeps and 'Load Last Image' brings back, in whichever tool and tab. */
export const savedPicture = {
  get: (parse: Parse<StoredPicture>): Promise<StoredPicture | undefined> => read(SAVED, parse),
  set: async (picture: StoredPicture): Promise<void> => {
    await write(SAVED, picture);
    useHasSaved.setState(true, true);
  },
  /** Updates `useHasSaved`: another tab may have saved an image, or cleared all. */
  look: async (): Promise<void> => {
    const keys = await inTime(store.keys()).catch((): string[] => []);
    useHasSaved.setState(keys.includes(SAVED), true);
  },
};

/** About what everything that a visitor has made takes, in bytes; the site's own copy is not counted. */
export async function storedBytes(): Promise<number> {
  let bytes = 0;
  await inTime(
    store.iterate((value) => {
      bytes += sizeOf(value);
    }),
  ).catch(() => {});
  try {
    for (const [key, text] of Object.entries(localStorage)) bytes += key.length + String(text).length;
  } catch {
    // None is kept.
  }
  return bytes;
}

/** Of files and lists of numbers; names and the like are nothing beside them. */
function sizeOf(value: unknown): number {
  if (value instanceof Blob) return value.size;
  if (ArrayBuffer.isView(value)) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce((sum: number, each) => sum + sizeOf(each), 0);
}

/**
 * Removes everything that is stored here: files, settings and the copy for use without a network.
 * @throws where the browser does not let go of files, and then leaves the rest
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
  } catch {
    // What cannot be reached holds nothing.
  }
}
