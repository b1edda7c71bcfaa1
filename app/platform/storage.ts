import localforage from 'localforage';
import { FudebakoError } from '#core/errors.ts';

const STORE_VERSION = 1;

const store = localforage.createInstance({ name: 'fudebako', storeName: `files-v${STORE_VERSION}` });

/** @throws FudebakoError `storageFull` when the browser has no room, or keeps nothing at all */
async function keep<Value>(key: string, value: Value): Promise<void> {
  try {
    await store.setItem(key, value);
  } catch (cause) {
    throw new FudebakoError('storageFull', {}, { cause });
  }
}

/** A picture at rest: its file as it came, or as it was written. */
export interface StoredPicture {
  readonly name: string;
  readonly blob: Blob;
}

const SAVED = 'saved-image';

/** What 'Save for later' keeps and 'Load Last Image' brings back, in whichever tool. */
export const savedPicture = {
  get: (): Promise<StoredPicture | null> => store.getItem<StoredPicture>(SAVED),
  set: (picture: StoredPicture): Promise<void> => keep(SAVED, picture),
};

/** Anything else a tool keeps across visits, under the tool's own name. */
export const toolStorage = (tool: string) => ({
  get: <Value>(key: string): Promise<Value | null> => store.getItem<Value>(`${tool}/${key}`),
  set: <Value>(key: string, value: Value): Promise<void> => keep(`${tool}/${key}`, value),
  remove: (key: string): Promise<void> => store.removeItem(`${tool}/${key}`),
});
