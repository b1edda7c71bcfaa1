import { describe, expect, it } from 'vitest';
import { en as coreEn } from '#core/words/all-en.ts';
import { isUsed } from './product.ts';
import { absentSentences } from './sentences/absent.ts';
import { imagesLabels } from './sentences/images.ts';
import { mediaLabels } from './sentences/media.ts';
import { messages } from './sentences/messages.ts';
import { pageLabels } from './sentences/page.ts';
import type { Message } from './sentences/sentence.ts';
import { textsLabels } from './sentences/texts.ts';
import { literalsOf } from './tests.ts';
import { corePart, everyKey, keysOf, wordsAt } from './words.ts';

const sentences = [...messages, ...pageLabels, ...imagesLabels, ...textsLabels, ...mediaLabels];

it.each(sentences.map((each) => [each.key, each] as const))('text %s is worded as specified', (_, { key, en, ja }) => {
  expect(wordsAt(key)).toEqual({ en, ja });
  expect(isUsed(key), 'nothing in the product asks for it').toBe(true);
});

it.each(messages.map((each) => [each.key, each] as const))('message %s occurs in its referenced test', (_, message) => {
  expect(literalsOf(message.provokedBy).filter((literal) => hasMarker(literal, message))).not.toEqual([]);
});

/** True if the string is the message's code, or contains the message's text in either language. */
function hasMarker(literal: string, { key, en, ja }: Message): boolean {
  const code = key.split('.').at(-1);
  return literal === code || [en, ja].some((sentence) => literal.includes(corePart(sentence)));
}

describe('the list of specified sentences', () => {
  it('has no duplicate', () => {
    const keys = sentences.map(({ key }) => key);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
  });

  it.each(['errors', 'reasons', 'warnings'] as const)(
    'has every code of core’s %s, with a test that causes it',
    (table) => {
      const listed = messages.map(({ key }) => key);
      expect(keysOf(coreEn[table], `core:${table}.`).filter((key) => !listed.includes(key))).toEqual([]);
    },
  );

  it.each(absentSentences.map((each) => [each.en, each] as const))(
    'gives a reason for the absence of the message “%s”',
    (_, { en, because }) => {
      const existing = everyKey().map((key) => wordsAt(key).en);
      expect(existing, 'it is in the tables now: give it a line of its own').not.toContain(en);
      expect(because).toMatch(/\w{3}.*\.$/);
    },
  );
});

describe('the word tables', () => {
  it('contain no unused key', () => {
    expect(everyKey().filter((key) => !isUsed(key))).toEqual([]);
  });
});
