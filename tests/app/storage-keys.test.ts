import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localKeys, settingsParts, sharedFiles, TAB_SLOT_KEY } from '#app/storage/storage-keys.ts';

const app = resolve(import.meta.dirname, '../../app');
const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(resolve(app, path), 'utf8') }));
const entries = Object.entries({ ...localKeys, ...settingsParts, ...sharedFiles });

/** Returns the files of app/ that contain a text, except `storage-keys.ts`, which lists all keys. */
const usersOf = (text: RegExp) =>
  sources.filter((each) => each.path !== 'storage/storage-keys.ts' && text.test(each.text)).map(({ path }) => path);

describe('stored values', () => {
  it.each(entries)('of %s are declared with the path of an existing file that validates them', (_, { parsedBy }) => {
    expect(existsSync(resolve(app, parsedBy))).toBe(true);
  });

  it('have distinct keys', () => {
    const keys = [...Object.values(localKeys).map(({ key }) => key), TAB_SLOT_KEY];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(Object.keys(settingsParts))('of %s are read and written by a component', (name) => {
    const uses = `useToolSettings(?:<[^(]+>)?\\(\\s*[^,()]+,\\s*'${name}'|\\.parts\\.${name}\\b`;
    expect(usersOf(new RegExp(uses))).not.toEqual([]);
  });

  it.each(Object.keys(sharedFiles))('in the database under %s are used in source code', (name) => {
    expect(usersOf(new RegExp(`['\`]${name}['\`/]`))).not.toEqual([]);
  });

  it('are written only by the files that may use browser storage', () => {
    const writers = sources.filter(({ text }) => /\b(localStorage|sessionStorage)\b|localforage/.test(text));
    expect(writers.map(({ path }) => path).sort()).toEqual([
      'locales/i18n.ts',
      'locales/visitors-language.ts',
      'shell/theme.ts',
      'storage/persisted.ts',
      'storage/settings-store.ts',
      'storage/storage.ts',
      'storage/unreadable-flag.ts',
      'storage/workspace.ts',
    ]);
  });
});
