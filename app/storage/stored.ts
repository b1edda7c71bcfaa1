import type { Parse, StoredImage } from './storage.ts';

export function getOwnProperty(stored: unknown, name: string): unknown {
  return typeof stored === 'object' && stored !== null && Object.hasOwn(stored, name)
    ? (stored as Record<string, unknown>)[name]
    : undefined;
}

const MAX_NAME = 1000;

export const storedText: Parse<string> = (stored) =>
  typeof stored === 'string' && stored.length <= MAX_NAME ? stored : undefined;

export const storedBlob: Parse<Blob> = (stored) => (stored instanceof Blob ? stored : undefined);

export const storedNumber =
  (min: number, max: number): Parse<number> =>
  (stored) =>
    typeof stored === 'number' && stored >= min && stored <= max ? stored : undefined;

export const storedSide = storedNumber(0, 2 ** 16);

export const storedList =
  <Item>(parse: Parse<Item>, most: number): Parse<readonly Item[]> =>
  (stored) =>
    Array.isArray(stored)
      ? stored.slice(0, most).flatMap((each) => {
          const item = parse(each);
          return item === undefined ? [] : [item];
        })
      : undefined;

export const parseStoredFile: Parse<StoredImage> = (stored) => {
  const [name, blob] = [storedText(getOwnProperty(stored, 'name')), storedBlob(getOwnProperty(stored, 'blob'))];
  return name !== undefined && blob ? { name, blob } : undefined;
};

/** A document's reference to a file in the file store. */
export const storedReference: Parse<{ readonly id: string; readonly name: string }> = (stored) => {
  const [id, name] = [storedText(getOwnProperty(stored, 'id')), storedText(getOwnProperty(stored, 'name'))];
  return id === undefined || name === undefined ? undefined : { id, name };
};
