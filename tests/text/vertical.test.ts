import { describe, expect, it } from 'vitest';
import { fontFamilies } from '#core/fonts/catalogue.ts';
import type { GlyphBox } from '#core/text/glyph-box.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { EM, inkCenter, inkOf, lineTexts, type Setting, setText } from './setting.ts';

const japanese = fontFamilies.filter(({ scripts }) => scripts.includes('japanese')).map(({ name }) => name);

/** Lays out a text in columns. Returns the layout, its boxes, and the horizontal middle of the first column. */
async function column(text: string, setting: Setting = {}) {
  const layout = await setText(nodeFonts, text, setting);
  const line = layout.lines[0];
  if (!line) throw new Error('There is no column');
  return { layout, boxes: layout.boxes, middle: line.left + EM / 2 };
}

const boxOf = (boxes: readonly GlyphBox[], text: string): GlyphBox => {
  const box = boxes.find((each) => each.text === text);
  if (!box) throw new Error(`${text} was not drawn`);
  return box;
};

/** Returns the text and the cell's advance, in em, of the first box at each text position. */
function cells(boxes: readonly GlyphBox[]): [text: string, advance: number][] {
  const seen = new Set<number>();
  return boxes.flatMap((box) => {
    if (seen.has(box.start)) return [];
    seen.add(box.start);
    return [[box.text, Math.round((box.advance / EM) * 1000) / 1000] as [string, number]];
  });
}

describe('in a column (JLREQ 2.1.4, 3.1.2)', () => {
  it.each(['。', '、'])('%s is in the upper right quarter of its cell', async (mark) => {
    const { boxes, middle } = await column(`国${mark}国`);
    const { x, y } = inkCenter(boxOf(boxes, mark));
    expect(x).toBeGreaterThan(middle + 0.15 * EM);
    expect(y).toBeGreaterThan(EM);
    expect(y).toBeLessThan(1.5 * EM);
  });

  it.each([...'ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ'])(
    '%s is to the upper right of its position in a horizontal line',
    async (kana) => {
      const { boxes, middle } = await column(`国${kana}`);
      const horizontal = (await setText(nodeFonts, kana, { vertical: false })).boxes[0] as GlyphBox;
      const [vertical, inLine] = [inkCenter(boxOf(boxes, kana)), inkCenter(horizontal)];
      expect(vertical.x - middle).toBeGreaterThan(inLine.x - EM / 2 + 0.05 * EM);
      expect(vertical.y - EM).toBeLessThan(inLine.y - 0.05 * EM);
    },
  );

  it.each([...'ー…—〜～―'])('%s runs along the column, in the middle', async (dash) => {
    const { boxes, middle } = await column(`国${dash}国`);
    const [left, top, right, bottom] = inkOf(boxOf(boxes, dash));
    expect(bottom - top).toBeGreaterThan(2 * (right - left));
    expect(Math.abs((left + right) / 2 - middle)).toBeLessThan(0.06 * EM);
    expect(Math.abs((top + bottom) / 2 - 1.5 * EM)).toBeLessThan(0.06 * EM);
  });

  it.each([
    ['「', '」'],
    ['『', '』'],
    ['（', '）'],
    ['【', '】'],
    ['〈', '〉'],
  ])('%s and %s are rotated, next to the enclosed text', async (opening, closing) => {
    const { boxes } = await column(`国${opening}国${closing}国`);
    const [first, last] = [inkOf(boxOf(boxes, opening)), inkOf(boxOf(boxes, closing))];
    for (const [left, top, right, bottom] of [first, last]) expect(right - left).toBeGreaterThan(bottom - top);
    // Each bracket's ink is in the half of its cell next to the enclosed text; the outer half is empty.
    expect(first[1]).toBeGreaterThan(1.45 * EM);
    expect(first[3]).toBeLessThanOrEqual(2.02 * EM);
    expect(last[1]).toBeGreaterThanOrEqual(2.98 * EM);
    expect(last[3]).toBeLessThan(3.55 * EM);
  });

  it('adjacent punctuation closes up by half a cell each (JLREQ 3.1.4)', async () => {
    const { boxes } = await column('国」「国。」『「国');
    expect(cells(boxes)).toEqual([
      ['国', 1],
      ['」', 0.5],
      ['「', 1],
      ['国', 1],
      ['。', 0.5],
      ['」', 0.5],
      ['『', 1],
      ['「', 0.5],
      ['国', 1],
    ]);
    // The second opening bracket moves up with its cell, so its ink directly follows the ink of the first.
    const brackets = boxes.filter(({ text }) => text === '「').map(inkOf);
    expect(brackets[1]?.[1]).toBeGreaterThanOrEqual(inkOf(boxOf(boxes, '『'))[3] - 0.02 * EM);
  });

  it('every character takes a full em if spacing is fixed', async () => {
    const { boxes } = await column('国」「国。」', { variableWidth: false });
    expect(cells(boxes).map(([, advance]) => advance)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('in a column with Latin and numbers', () => {
  it.each(['10', '100', '5', '!?', '!!', 'A'])('%s is upright in one cell', async (group) => {
    const { boxes, middle } = await column(`国${group}国`);
    const own = boxes.filter(({ text }) => text === group);
    expect(own).toHaveLength(group.length);
    const inks = own.map(inkOf);
    const [left, right] = [Math.min(...inks.map((ink) => ink[0])), Math.max(...inks.map((ink) => ink[2]))];
    expect(own.every(({ rotation }) => rotation === 0)).toBe(true);
    expect(right - left).toBeLessThanOrEqual(EM);
    expect(Math.abs((left + right) / 2 - middle)).toBeLessThan(0.06 * EM);
    expect(own[0]?.advance).toBe(EM);
    expect(boxes.at(-1)?.y).toBe((boxes[0]?.y ?? 0) + 2 * EM);
  });

  it.each(['2024', '3.14', '12:30', 'Hello', 'A4', '1,000', '10th', 'in 10 days'])('%s is rotated', async (word) => {
    const { boxes, middle } = await column(`国${word}国`);
    const own = boxes.filter(({ start }) => start > 0 && start <= word.length);
    expect(own.every(({ rotation, scaleX }) => rotation === 90 && scaleX === 1)).toBe(true);
    const digits = own.filter(({ text }) => /[A-Z0-9]/.test(text)).map(inkCenter);
    for (const { x } of digits) expect(Math.abs(x - middle)).toBeLessThan(0.08 * EM);
  });

  it.each([
    ['3,500', 4, true],
    ['3,500', 3, false],
    ['12,500', 4, false],
    ['3,50', 4, false],
    ['1,234,567', 4, false],
  ])('%s with at most %d digits in one cell: %s', async (amount, uprightDigits, isUpright) => {
    const { boxes } = await setText(nodeFonts, `国${amount}円`, { uprightDigits });
    const own = boxes.filter(({ start }) => start > 0 && start <= amount.length);
    expect(own.every(({ rotation }) => rotation === (isUpright ? 0 : 90))).toBe(true);
    if (isUpright) expect((boxes.at(-1)?.y ?? 0) - (boxes[0]?.y ?? 0)).toBe(2 * EM);
  });

  it.each(['https://example.com/a?b=c', 'e=mc²', 'x+y=z', 'H₂O', '$5', '¥100', '-5', 'café', 'cafe\u0301', '18+'])(
    '%s is rotated as one expression',
    async (expression) => {
      for (const family of ['Noto Serif JP', 'Noto Sans JP', 'Shippori Mincho']) {
        const { boxes } = await column(`国${expression}国`, { family });
        expect(boxes.slice(1, -1).every(({ rotation, scaleX }) => rotation === 90 && scaleX === 1)).toBe(true);
      }
    },
  );

  it.each(['α', 'β', 'Ω', 'я', 'É', 'E\u0301', 'Å'])('%s is upright like a Latin capital', async (letter) => {
    const { boxes } = await column(`国${letter}国`);
    const own = boxes.slice(1, -1);
    expect(own.map(({ rotation, advance }) => [rotation, advance])).toEqual(own.map(() => [0, EM]));
  });

  it.each(['É', 'が', 'Å', 'café', 'Ελλάδα'])('%s looks the same in decomposed form', async (text) => {
    for (const vertical of [true, false]) {
      const glyphs = async (form: 'NFC' | 'NFD') => {
        const { boxes } = await setText(nodeFonts, `国${text.normalize(form)}国`, { vertical });
        return boxes.map(({ outline, x, y, rotation, scaleX }) => [outline?.glyph, x, y, rotation, scaleX]);
      };
      expect(await glyphs('NFD')).toEqual(await glyphs('NFC'));
    }
  });

  it.each(japanese)('dashes run along the column and ÷ is upright, in %s', async (family) => {
    for (const dash of '—―－ー…‥〜～─–−‐') {
      const inks = (await column(`国${dash}国`, { family })).boxes.filter(({ text }) => text === dash).map(inkOf);
      const [left, right] = [Math.min(...inks.map((ink) => ink[0])), Math.max(...inks.map((ink) => ink[2]))];
      const [top, bottom] = [Math.min(...inks.map((ink) => ink[1])), Math.max(...inks.map((ink) => ink[3]))];
      expect(bottom - top, dash).toBeGreaterThan(right - left);
    }
    const sizeOf = ([left, top, right, bottom]: ReturnType<typeof inkOf>) => [right - left, bottom - top];
    const horizontal = await setText(nodeFonts, '国÷国', { family, vertical: false });
    const vertical = await column('国÷国', { family });
    expect(sizeOf(inkOf(boxOf(vertical.boxes, '÷'))).map(Math.round)).toEqual(
      sizeOf(inkOf(boxOf(horizontal.boxes, '÷'))).map(Math.round),
    );
  });

  it('a percent sign after an upright number is upright, and full-width signs stay unchanged', async () => {
    const { boxes } = await column('10%と５％と25℃');
    for (const sign of ['%', '％', '℃', '５']) {
      expect(boxOf(boxes, sign).rotation).toBe(0);
      expect(boxOf(boxes, sign).advance).toBe(EM);
    }
  });

  it('upright numbers of three digits are narrowed to fit the column, and of two digits keep their width', async () => {
    const { boxes } = await column('国10国100国');
    expect(boxOf(boxes, '100').scaleX).toBeLessThan(0.7);
    expect(boxOf(boxes, '10').scaleX).toBeGreaterThan(0.85);
  });

  it('half-width katakana are rotated, with their marks beside them', async () => {
    const { boxes } = await column('国ｶﾞ国');
    const [kana, mark] = boxes.filter(({ text }) => text === 'ｶﾞ');
    expect([kana?.rotation, mark?.rotation]).toEqual([90, 90]);
    expect(mark?.y).toBeGreaterThan(kana?.y ?? 0);
  });
});

describe('in a column with combined and iteration marks', () => {
  it.each(['か゚', 'あ゙', 'ゔ'])(
    '%s has its mark in the upper right of its cell, in every font with the glyph',
    async (kana) => {
      for (const family of ['Noto Serif JP', 'Yusei Magic', 'Yomogi', 'Hina Mincho', 'BIZ UDMincho']) {
        const { boxes, middle } = await column(`国${kana}国`, { family });
        const own = boxes.filter(({ text }) => text === kana).map(inkOf);
        for (const [left, top, right, bottom] of own) {
          expect(left).toBeGreaterThan(middle - 0.5 * EM);
          expect(right).toBeLessThan(middle + 0.58 * EM);
          expect(bottom).toBeGreaterThan(0.9 * EM);
          expect(top).toBeGreaterThan(0.85 * EM);
          expect(bottom).toBeLessThan(2.05 * EM);
        }
        const mark = own[1];
        if (mark) expect([mark[0] > middle, mark[3] < 1.6 * EM]).toEqual([true, true]);
      }
    },
  );

  it('々 and ゝ have their own cells', async () => {
    const { boxes } = await column('人々とすゝき');
    expect(cells(boxes).map(([, advance]) => advance)).toEqual([1, 1, 1, 1, 1, 1]);
  });
});

describe('where a column is full (JLREQ 3.1.7 to 3.1.10)', () => {
  const wrap = async (text: string, heightEm: number) =>
    lineTexts(text, await setText(nodeFonts, text, { heightEm, lineGapEm: 0.5 }));

  it.each([
    ['あいうえお。か', 5, ['あいうえ', 'お。か']],
    ['あいうえおっか', 5, ['あいうえ', 'おっか']],
    ['あいうえおーか', 5, ['あいうえ', 'おーか']],
    ['あいうえお々か', 5, ['あいうえ', 'お々か']],
    ['あいうえ「かき」', 5, ['あいうえ', '「かき」']],
    ['あいうえ——か', 5, ['あいうえ', '——か']],
    ['あいうえ10％か', 5, ['あいうえ', '10％か']],
    ['あいうえお！か', 5, ['あいうえ', 'お！か']],
    ['あいうえHello', 5, ['あいうえ', 'Hello']],
    ['あいう。」か', 4, ['あいう。」', 'か']],
  ])('the text %s wraps as expected', async (text, heightEm, lines) => {
    expect(await wrap(text, heightEm)).toEqual(lines);
  });

  it('a full stop at the end of a full column loses its trailing space', async () => {
    const layout = await setText(nodeFonts, 'あいう。え', { heightEm: 3.5 });
    expect(lineTexts('あいう。え', layout)).toEqual(['あいう。', 'え']);
    expect(layout.lines[0]?.height).toBe(3.5 * EM);
  });

  it('a wrapped column starts with its bracket at the top', async () => {
    const layout = await setText(nodeFonts, 'あいう「え」', { heightEm: 3 });
    const bracket = layout.boxes.find(({ text }) => text === '「') as GlyphBox;
    expect(inkOf(bracket)[3]).toBeLessThan(0.55 * EM);
  });

  it('columns run from right to left', async () => {
    const { lines } = await setText(nodeFonts, '春\n夏\n秋', { lineGapEm: 0.6 });
    expect(lines.map(({ left }) => left)).toEqual([3200, 1600, 0]);
  });
});

describe('in fonts without vertical forms', () => {
  it('full stops are in the opposite corner and dashes are rotated', async () => {
    // Dela Gothic One lacks the vertical forms of some of these characters.
    const { boxes, middle } = await column('国…国『国』', { family: 'Dela Gothic One' });
    const dots = inkOf(boxOf(boxes, '…'));
    expect(Math.abs((dots[0] + dots[2]) / 2 - middle)).toBeLessThan(0.01 * EM);
    expect(dots[3] - dots[1]).toBeGreaterThan(2 * (dots[2] - dots[0]));
    expect(boxOf(boxes, '『').rotation).toBe(90);
  });
});
