import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isEmoji, splitGraphemes } from '#core/base/graphemes.ts';
import type { GlyphBox } from '#core/text/glyph-box.ts';
import { prepareText } from '#core/text/prepare.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { lineTexts, setText } from './setting.ts';

const pieces = [
  ...'あいうのか。、「」ー…漢字ABC xyz12,.!?',
  'が',
  'か\u3099',
  'か゚',
  'é',
  'e\u0301',
  '👨‍👩‍👧‍👦',
  '🇯🇵',
  '❤️',
  '👍🏽',
  '葛\u{e0100}',
  'ｶﾞ',
  '𠮷',
  'क्षि',
  'مَ',
  '\t',
  '\n',
];

const texts = fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 40 }).map((each) => each.join(''));

describe('graphemes are never split', () => {
  it('in any line or glyph box, at any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        texts,
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        fc.boolean(),
        async (raw, em, vertical, variableWidth) => {
          const text = prepareText(raw);
          if (text === '') return;
          const layout = await setText(nodeFonts, text, { vertical, variableWidth, heightEm: em, widthEm: em });
          const borders = new Set([...splitGraphemes(text).map(({ start }) => start), text.length]);
          for (const { start, end } of [...layout.lines, ...layout.boxes]) {
            expect(borders.has(start)).toBe(true);
            expect(borders.has(end)).toBe(true);
          }
          // Checks that no character is lost, repeated or out of order.
          expect(lineTexts(text, layout).join('')).toBe(text.replaceAll('\n', ''));
          for (const { x, y, sizePx } of layout.boxes) expect([x, y, sizePx].every(Number.isFinite)).toBe(true);
          const starts = layout.boxes.map(({ start }) => start);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        },
      ),
      { seed: 20261120, numRuns: 150 },
    );
  });

  it('in an emoji of several code points, which is one glyph', async () => {
    const { boxes } = await setText(nodeFonts, '👨‍👩‍👧‍👦🇯🇵♥︎');
    expect(boxes.map(({ text }) => text)).toEqual(['👨‍👩‍👧‍👦', '🇯🇵', '♥︎']);
    expect(boxes.map(({ outline }) => outline === undefined)).toEqual([true, true, false]);
    expect([isEmoji('❤️'), isEmoji('♥'), isEmoji('1'), isEmoji('1️⃣'), isEmoji('©')]).toEqual([
      true,
      false,
      false,
      true,
      false,
    ]);
  });

  it('at a variation selector, which chooses the emoji or text style', async () => {
    const glyph = (boxes: readonly GlyphBox[]) => boxes[0]?.outline?.glyph;
    const plain = await setText(nodeFonts, '葛');
    const varied = await setText(nodeFonts, '葛\u{e0100}');
    expect(varied.boxes).toHaveLength(1);
    expect(glyph(varied.boxes)).toBeDefined();
    expect(glyph(plain.boxes)).toBeDefined();
    expect(varied.missing).toEqual([]);
  });
});

describe('the length of a line', () => {
  it('never exceeds the available space', async () => {
    await fc.assert(
      fc.asyncProperty(texts, fc.integer({ min: 3, max: 12 }), fc.boolean(), async (raw, em, vertical) => {
        const text = prepareText(raw);
        if (text === '') return;
        const layout = await setText(nodeFonts, text, { vertical, heightEm: em, widthEm: em, charGapEm: 0.25 });
        for (const { width, height } of layout.lines)
          expect(vertical ? height : width).toBeLessThanOrEqual(em * 1000 + 1e-6);
      }),
      { seed: 7, numRuns: 150 },
    );
  });
});
