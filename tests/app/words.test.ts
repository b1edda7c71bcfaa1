import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { screens } from '#app/tools/catalog.ts';
import { toolGroups } from '#app/tools/manifest.ts';
import { screenWord } from '#app/ui/screen-words.ts';
import { tables, wordsAt } from '../specification/words.ts';

/** Returns every text of a table by its path: `common.close` → `Close`. */
function sentences(table: object, path = ''): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(table)) {
    if (typeof value === 'string') found.set(path + key, value);
    else for (const [inner, sentence] of sentences(value, `${path}${key}.`)) found.set(inner, sentence);
  }
  return found;
}

const placeholders = (sentence: string) => [...sentence.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort();

/** Names of formats and units, equal in every language. */
const SAME_IN_BOTH =
  /\b(?:JPG|PNG|WebP|AVIF|MP3|MP4|WAV|FLAC|Opus|GIF|APNG|SVG|PDF|A4|px|mm|Hz|kHz|dB|pt|em|fps|kbps|B|kB|MB)\b/g;
/** Keys of texts that may be equal in both languages. Any other equal text lacks a translation. */
const sameInBoth = new Set([
  'app editor.sample.main',
  'app editor.sample.author',
  'stage textPage.prose.main',
  'stage textPage.prose.author',
]);

const eachTable = Object.entries(tables).map(([name, { en, ja }]) => [name, en, ja] as const);

describe.each(eachTable)('the words of %s', (name, en, ja) => {
  const english = sentences(en);
  const japanese = sentences(ja);

  it('have the same keys in both languages', () => {
    expect([...japanese.keys()]).toEqual([...english.keys()]);
  });

  it('are never empty', () => {
    const silent = [...english, ...japanese].filter(
      // The separator of sentences is empty in Japanese, which has no space between sentences.
      ([key, sentence]) => sentence.trim() === '' && key !== 'punctuation.sentence',
    );
    expect(silent).toEqual([]);
  });

  it('have the same placeholders in both languages', () => {
    const inEnglish = [...english].map(([key, sentence]) => [key, placeholders(sentence)]);
    const inJapanese = [...japanese].map(([key, sentence]) => [key, placeholders(sentence)]);
    expect(inJapanese).toEqual(inEnglish);
  });

  it('are translated', () => {
    const forgotten = [...english].filter(
      ([key, sentence]) =>
        japanese.get(key) === sentence &&
        !sameInBoth.has(`${name} ${key}`) &&
        /\p{Letter}/u.test(sentence.replace(/\{\{\w+\}\}/g, '').replace(SAME_IN_BOTH, '')),
    );
    expect(forgotten).toEqual([]);
  });

  it('use Japanese punctuation in Japanese', () => {
    const latin = [...japanese].filter(([, sentence]) => /[ぁ-んァ-ヶ一-龠][,.!?()]/.test(sentence));
    expect(latin).toEqual([]);
  });
});

describe('the screen catalog', () => {
  const routes = screens.map(({ route }) => route);

  it('names each screen once, in a known group', () => {
    expect(new Set(routes).size).toBe(routes.length);
    for (const { group } of screens) expect(toolGroups).toContain(group);
  });

  it('has a file in app/routes for each screen, and no other files', () => {
    const files = readdirSync(resolve(import.meta.dirname, '../../app/routes')).map((file) =>
      file.replace(/\.tsx$/, ''),
    );
    expect(files.sort()).toEqual([...routes, 'home', 'index', 'unknown'].sort());
  });

  it.each(routes)('has words in both languages for %s', (route) => {
    for (const language of ['en', 'ja'] as const)
      for (const word of ['name', 'summary', 'keywords'] as const)
        expect(screenWord((key: string) => wordsAt(key)[language], route, word)).toMatch(/\S/);
  });
});
