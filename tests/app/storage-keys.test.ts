import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { localKeys, settingsParts, sharedFiles, TAB_PLACE_KEY, toolFiles } from '#app/state/storage-keys.ts';

const app = resolve(import.meta.dirname, '../../app');
const sources = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(resolve(app, path), 'utf8') }));
const entries = Object.entries({ ...localKeys, ...settingsParts, ...sharedFiles, ...toolFiles });

describe('what the page keeps', () => {
  it.each(entries)('%s is held against its shape by a file that there is', (_, { parsedBy }) => {
    expect(existsSync(resolve(app, parsedBy))).toBe(true);
  });

  it('has one key each', () => {
    const keys = [...Object.values(localKeys).map(({ key }) => key), TAB_PLACE_KEY];
    expect(new Set(keys).size).toBe(keys.length);
  });

  it.each(Object.keys({ ...settingsParts, ...sharedFiles, ...toolFiles }))('%s is kept by somebody', (name) => {
    const users = sources.filter(({ path, text }) => path !== 'state/storage-keys.ts' && text.includes(name));
    expect(users.map(({ path }) => path)).not.toEqual([]);
  });

  it('is written by these files alone', () => {
    const writers = sources.filter(({ text }) => /\b(localStorage|sessionStorage)\b|localforage/.test(text));
    expect(writers.map(({ path }) => path).sort()).toEqual([
      'locales/i18n.ts',
      'locales/visitors-language.ts',
      'state/notices.ts',
      'state/persisted.ts',
      'state/settings-store.ts',
      'state/storage.ts',
      'state/theme.ts',
      'state/workspace.ts',
    ]);
  });
});
