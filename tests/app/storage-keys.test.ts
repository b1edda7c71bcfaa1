import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localKeys, settingsParts, sharedFiles, TAB_PLACE_KEY, toolFiles } from '#app/storage/storage-keys.ts';

const app = resolve(import.meta.dirname, '../../app');
const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(resolve(app, path), 'utf8') }));
const entries = Object.entries({ ...localKeys, ...settingsParts, ...sharedFiles, ...toolFiles });

describe('stored values', () => {
  it.each(entries)('of %s are validated by an existing file', (_, { parsedBy }) => {
    expect(existsSync(resolve(app, parsedBy))).toBe(true);
  });

  it('have distinct keys', () => {
    const keys = [...Object.values(localKeys).map(({ key }) => key), TAB_PLACE_KEY];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(Object.keys({ ...settingsParts, ...sharedFiles, ...toolFiles }))('of %s are used', (name) => {
    const users = sources.filter(({ path, text }) => path !== 'storage/storage-keys.ts' && text.includes(name));
    expect(users.map(({ path }) => path)).not.toEqual([]);
  });

  it('are written by these files only', () => {
    const writers = sources.filter(({ text }) => /\b(localStorage|sessionStorage)\b|localforage/.test(text));
    expect(writers.map(({ path }) => path).sort()).toEqual([
      'locales/i18n.ts',
      'locales/visitors-language.ts',
      'shell/theme.ts',
      'storage/notices.ts',
      'storage/persisted.ts',
      'storage/settings-store.ts',
      'storage/storage.ts',
      'storage/workspace.ts',
    ]);
  });
});
