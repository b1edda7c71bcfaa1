import { en as appEn } from '#app/locales/en.ts';
import { ja as appJa } from '#app/locales/ja.ts';
import { en as coreEn } from '#core/words/en.ts';
import { ja as coreJa } from '#core/words/ja.ts';

const CORE = 'core:';

/** What both languages have under a key, nothing where it leads to no sentence. */
export function wordsAt(key: string): { readonly en: string | undefined; readonly ja: string | undefined } {
  const isCore = key.startsWith(CORE);
  const path = isCore ? key.slice(CORE.length) : key;
  return { en: lookUp(isCore ? coreEn : appEn, path), ja: lookUp(isCore ? coreJa : appJa, path) };
}

function lookUp(table: unknown, path: string): string | undefined {
  let found = table;
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string, unknown>)[name];
  }
  return typeof found === 'string' ? found : undefined;
}

/** The keys of all sentences in a table. */
export function keysOf(table: object, path = ''): string[] {
  return Object.entries(table).flatMap(([name, value]) =>
    typeof value === 'string' ? [path + name] : keysOf(value as object, `${path}${name}.`),
  );
}

/** What of a sentence has to be found where a test looks for it: its longest part without data or the last stop. */
export function corePart(sentence: string): string {
  const parts = sentence.split(/\{\{\w+\}\}/).map((part) => part.trim().replace(/[.。]$/, ''));
  return parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '');
}
