import type { Parse, StoredPicture } from './storage.ts';

/**
 * What stands in the browser's database, held against what the tools put there: it may be of an
 * older version, damaged, or written by a page's other hands.
 */

/** The value of an own name, or nothing. */
export function own(stored: unknown, name: string): unknown {
  return typeof stored === 'object' && stored !== null && Object.hasOwn(stored, name)
    ? (stored as Record<string, unknown>)[name]
    : undefined;
}

/** A file's name is at most so long anywhere. */
const MAX_NAME = 1000;

export const storedText: Parse<string> = (stored) =>
  typeof stored === 'string' && stored.length <= MAX_NAME ? stored : undefined;

export const storedBlob: Parse<Blob> = (stored) => (stored instanceof Blob ? stored : undefined);

export const storedNumber =
  (min: number, max: number): Parse<number> =>
  (stored) =>
    typeof stored === 'number' && stored >= min && stored <= max ? stored : undefined;

/** A side of a picture in pixels. */
export const storedSide = storedNumber(0, 2 ** 16);

/** Of a list every item that is as it should be; nothing where it is no list. */
export const storedList =
  <Item>(parse: Parse<Item>, most: number): Parse<readonly Item[]> =>
  (stored) =>
    Array.isArray(stored)
      ? stored.slice(0, most).flatMap((each) => {
          const item = parse(each);
          return item === undefined ? [] : [item];
        })
      : undefined;

export const parseStoredFile: Parse<StoredPicture> = (stored) => {
  const [name, blob] = [storedText(own(stored, 'name')), storedBlob(own(stored, 'blob'))];
  return name !== undefined && blob ? { name, blob } : undefined;
};

/** A file that was chosen or dropped; browsers keep its name with it. */
export const parseFile: Parse<File> = (stored) => (stored instanceof File ? stored : undefined);
