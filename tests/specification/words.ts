import { enChain } from '#app/locales/chain/chain-en.ts';
import { jaChain } from '#app/locales/chain/chain-ja.ts';
import { en as appEn } from '#app/locales/en.ts';
import { ja as appJa } from '#app/locales/ja.ts';
import { enMany } from '#app/locales/many/many-en.ts';
import { jaMany } from '#app/locales/many/many-ja.ts';
import { enPages } from '#app/locales/pages/pages-en.ts';
import { jaPages } from '#app/locales/pages/pages-ja.ts';
import { en as coreEn } from '#core/words/en.ts';
import { ja as coreJa } from '#core/words/ja.ts';

/** By the namespace that a key begins with; the page's own have none. */
const TABLES = {
  app: { en: appEn, ja: appJa },
  core: { en: coreEn, ja: coreJa },
  pages: { en: enPages, ja: jaPages },
  chain: { en: enChain, ja: jaChain },
  many: { en: enMany, ja: jaMany },
} as const;

/** What both languages have under a key, nothing where it leads to no sentence. */
export function wordsAt(key: string): { readonly en: string | undefined; readonly ja: string | undefined } {
  const [, namespace = 'app', path = key] = /^(core|pages|chain|many):(.*)$/.exec(key) ?? [];
  const { en, ja } = TABLES[namespace as keyof typeof TABLES];
  return { en: lookUp(en, path), ja: lookUp(ja, path) };
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
