import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import bidiFactory from 'bidi-js';
import { describe, expect, it } from 'vitest';
import { embeddingLevels, paragraphLevel, visualOrder } from '#core/text/bidi.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { setText } from './setting.ts';

const cases = readFileSync(join(import.meta.dirname, 'bidi-character-test.txt'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [codes = '', direction, level, levels = '', order = ''] = line.split(';');
    const characters = codes.split(' ').map((code) => String.fromCodePoint(Number.parseInt(code, 16)));
    // A mark sets the direction of the paragraph, and changes no other level.
    const mark = { '0': '\u200e', '1': '\u200f' }[direction ?? ''] ?? '';
    return { characters, mark, level: Number(level), levels: levels.split(' '), order: order.trim() };
  });

/** Characters above U+FFFF by bidi class (DerivedBidiClass-15.0.0.txt). */
const ABOVE: Readonly<Record<string, string>> = {
  L: '𐀀',
  R: '𐠀',
  AL: '\u{1ee00}',
  EN: '𝟎',
  AN: '\u{10e60}',
  NSM: '\u{e0100}',
  BN: '\u{e0001}',
};

const { getBidiCharTypeName } = bidiFactory();

describe('bidi levels (BidiCharacterTest of UAX 9)', () => {
  it.each([
    ['characters up to U+FFFF', (character: string) => character],
    // Brackets keep their own rule, so other neutral characters stay too.
    ['characters above U+FFFF', (character: string) => ABOVE[getBidiCharTypeName(character)] ?? character],
  ])('are right for %s', (_, replace) => {
    expect(cases.length).toBeGreaterThan(190);
    for (const { characters, mark, level, levels, order } of cases) {
      const replaced = characters.map(replace);
      const text = mark + replaced.join('');
      let at = mark.length;
      const starts = replaced.map((character) => {
        at += character.length;
        return at - character.length;
      });
      const own = embeddingLevels(text);
      // Without characters from right to left, every level is 0, because no order changes.
      if (own.every((each) => each === 0)) continue;
      expect(levels.map((each, index) => (each === 'x' ? 'x' : String(own[starts[index] ?? 0])))).toEqual(levels);
      expect(paragraphLevel(text)).toBe(level);
      const visible = levels.flatMap((each, index) => (each === 'x' ? [] : [index]));
      const visual = visualOrder(visible.map((index) => Number(levels[index]))).map((index) => visible[index]);
      expect(visual.join(' ')).toBe(order);
    }
  });
});

describe('the direction of a paragraph', () => {
  // The paragraph is right-to-left by its first strong character (UAX 9, P2), so the emoji before it is at the right edge.
  it.each(['🎉 שלום', '𝟙 שלום', '😀🎉שלום abc'])(
    'ignores characters above U+FFFF that are not strong: %s',
    async (text) => {
      const { boxes } = await setText(nodeFonts, text, { vertical: false, family: 'Noto Sans Hebrew' });
      expect(paragraphLevel(text)).toBe(1);
      const first = boxes.find(({ start }) => start === 0);
      expect(first?.x).toBe(Math.max(...boxes.map(({ x }) => x)));
    },
  );

  it.each(['𞤀𞤣𞤤𞤢𞤥', '𐤀𐤁𐤂', 'ࠀࠁ', '𐴀𐴁'])('is from right to left in every such script: %s', (text) => {
    expect([...embeddingLevels(text)].every((level) => level === 1)).toBe(true);
  });

  it.each(['𝐀 שלום', '𠮷שלום'])('is from left to right after a strong letter above U+FFFF: %s', (text) => {
    expect(paragraphLevel(text)).toBe(0);
  });
});
