import localforage from 'localforage';

const STORE_VERSION = 1;

const store = localforage.createInstance({ name: 'fudebako', storeName: `files-v${STORE_VERSION}` });

/** A picture at rest: its file as it came, or as it was written. */
export interface StoredPicture {
  readonly name: string;
  readonly blob: Blob;
}

const SAVED = 'saved-image';

/** What 'Save for later' keeps and 'Load Last Image' brings back, in whichever tool. */
export const savedPicture = {
  get: (): Promise<StoredPicture | null> => store.getItem<StoredPicture>(SAVED),
  set: (picture: StoredPicture): Promise<StoredPicture> => store.setItem(SAVED, picture),
};

/** Anything else a tool keeps across visits, under the tool's own name. */
export const toolStorage = (tool: string) => ({
  get: <Value>(key: string): Promise<Value | null> => store.getItem<Value>(`${tool}/${key}`),
  set: <Value>(key: string, value: Value): Promise<Value> => store.setItem(`${tool}/${key}`, value),
  remove: (key: string): Promise<void> => store.removeItem(`${tool}/${key}`),
});
