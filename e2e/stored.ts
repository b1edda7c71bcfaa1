import type { Page } from '@playwright/test';

/** Reads the database's content. Returns nothing before the page has created the database. */
const stored = (page: Page, what: 'getAllKeys' | 'getAll'): Promise<unknown[]> =>
  page.evaluate(async (what) => {
    const open = indexedDB.open('fudebako');
    await new Promise((done) => Object.assign(open, { onsuccess: done }));
    const database = open.result;
    try {
      if (!database.objectStoreNames.contains('files-v1')) return [];
      const all = database.transaction('files-v1').objectStore('files-v1')[what]();
      await new Promise((done) => Object.assign(all, { onsuccess: done }));
      // Blobs can't leave the page, so they become empty objects.
      return JSON.parse(JSON.stringify(all.result));
    } finally {
      database.close();
    }
  }, what);

/** Returns the keys of all stored files. */
export const storedKeys = async (page: Page): Promise<string> => (await stored(page, 'getAllKeys')).join();

/** Returns the database's content as text. */
export const storedText = async (page: Page): Promise<string> => JSON.stringify(await stored(page, 'getAll'));
