import type { Page } from '@playwright/test';

/** Returns the keys of all stored files. */
export const storedKeys = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('fudebako');
    await new Promise((done) => Object.assign(open, { onsuccess: done }));
    const keys = open.result.transaction('files-v1').objectStore('files-v1').getAllKeys();
    await new Promise((done) => Object.assign(keys, { onsuccess: done }));
    open.result.close();
    return keys.result.join();
  });

/** Returns the database's content as text. */
export const storedText = (page: Page) =>
  page.evaluate(async () => {
    const open = indexedDB.open('fudebako');
    await new Promise((done) => Object.assign(open, { onsuccess: done }));
    const all = open.result.transaction('files-v1').objectStore('files-v1').getAll();
    await new Promise((done) => Object.assign(all, { onsuccess: done }));
    open.result.close();
    return JSON.stringify(all.result);
  });
