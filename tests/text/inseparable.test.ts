import { describe, expect, it } from 'vitest';
import type { Raster } from '#core/base/raster.ts';
import { parseRecipe, runSteps } from '#core/recipes/recipe.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { platform } from '../inline-platform.ts';
import { lineTexts, setText } from './setting.ts';

interface Look {
  readonly fontFamily?: string;
  readonly charGapEm?: number;
  readonly useVerticalText?: boolean;
  readonly useVariableWidthFont?: boolean;
}

/** Font size in points: an em of 40 px. */
const EM = 40;

async function image(text: string, look: Look): Promise<Raster> {
  const boundingBox = { top: 20, left: 20, bottom: 380, right: 380 };
  const texts = [{ text, fontFamily: 'Noto Serif JP', fontPt: 30, align: 'left', boundingBox, ...look }];
  const params = { width: 400, height: 400, texts };
  return runSteps(undefined, parseRecipe({ operation: 'write-texts', params }), { platform });
}

/** Returns the darkness of the darkest pixel in each row or column, from the first with ink to the last. */
function darkness({ data, width, height }: Raster, vertical: boolean): number[] {
  const dark = Array.from({ length: vertical ? height : width }, () => 0);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = vertical ? y : x;
      dark[at] = Math.max(dark[at] ?? 0, 255 - (data[(y * width + x) * 4] ?? 255));
    }
  const isInk = (value: number) => value > 0;
  return dark.slice(dark.findIndex(isInk), dark.findLastIndex(isInk) + 1);
}

const families = ['Noto Serif JP', 'Noto Sans JP', 'Klee One', 'Yuji Syuku', 'Zen Maru Gothic', 'Merriweather'];
const settings = families.flatMap((fontFamily) =>
  [true, false].flatMap((useVerticalText) =>
    [0, 0.2, 1].map((charGapEm) => ({ fontFamily, useVerticalText, charGapEm })),
  ),
);

describe('two dashes are one stroke (JLREQ 3.1.10)', () => {
  it.each(settings)('in $fontFamily, vertical: $useVerticalText, gap $charGapEm em', async (look) => {
    for (const text of ['——', '――', '———']) {
      const along = darkness(await image(text, look), look.useVerticalText);
      const single = darkness(await image(text.charAt(0), look), look.useVerticalText);
      expect(along.length).toBeGreaterThan(single.length * (text.length - 0.2));
      expect(along.length).toBeLessThanOrEqual(text.length * (EM + 8));
      // Away from its ends, the stroke has the same darkness everywhere: no gap, and no overlap.
      const inner = along.slice(EM / 4, -EM / 4);
      expect(Math.max(...inner) - Math.min(...inner)).toBeLessThan(look.fontFamily === 'Yuji Syuku' ? 60 : 12);
    }
  });

  it('with letter spacing only before and after the stroke', async () => {
    const layout = await setText(nodeFonts, '国——国', { charGapEm: 0.5 });
    const [first, , last] = layout.boxes;
    expect(layout.boxes).toHaveLength(3);
    expect((last?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(1000 * (1 + 0.5 + 2 + 0.5), 6);
  });

  it('even if character widths are fixed', async () => {
    const along = darkness(await image('——', { useVariableWidthFont: false, charGapEm: 1 }), false);
    expect(Math.min(...along.slice(4, -4))).toBeGreaterThan(100);
  });
});

describe('two ellipses are one row of dots (JLREQ 3.1.10)', () => {
  it.each(families.flatMap((fontFamily) => [true, false].map((useVerticalText) => ({ fontFamily, useVerticalText }))))(
    'in $fontFamily, vertical: $useVerticalText, at any gap',
    async (look) => {
      const close = await image('……', { ...look, charGapEm: 0 });
      for (const charGapEm of [0.2, 1])
        expect(Buffer.from((await image('……', { ...look, charGapEm })).data).equals(Buffer.from(close.data))).toBe(
          true,
        );
    },
  );

  it('with unchanged spacing between the dots if character widths are fixed', async () => {
    const look = { fontFamily: 'Merriweather', charGapEm: 0, useVerticalText: false };
    const natural = darkness(await image('……', look), false);
    const inCells = darkness(await image('……', { ...look, useVariableWidthFont: false, charGapEm: 1 }), false);
    expect(Math.abs(inCells.length - natural.length)).toBeLessThanOrEqual(1);
  });
});

describe('a pair of dashes, dots or repeat marks is not split at a line’s end', () => {
  const texts = ['あ——い', '「——」', 'ああ……」と', '——', '……。', '〳〵', 'かぎり〳〵なく', '「……」——「……」', '——————'];
  it.each(texts)('%s', async (text) => {
    for (const vertical of [true, false])
      for (let em = 1; em < 8; em += 0.5) {
        const room = { heightEm: em, widthEm: em };
        const layout = await setText(nodeFonts, text, { vertical, ...room });
        const lines = lineTexts(text, layout);
        expect(lines.join('')).toBe(text);
        for (const line of lines) {
          const runs = line.match(/—+|…+/g) ?? [];
          expect(runs.filter(({ length }) => length % 2 === 1)).toEqual([]);
          expect(line).not.toMatch(/〳$|^〵/);
        }
      }
  });

  it('but moves to the next line as a whole', async () => {
    const layout = await setText(nodeFonts, 'あいうえ——か', { heightEm: 5 });
    expect(lineTexts('あいうえ——か', layout)).toEqual(['あいうえ', '——か']);
  });
});
