import { expect, it } from 'vitest';
import { caretArea, sourceOffsetAt } from '#core/text/caret.ts';
import { layoutText } from '#core/text/layout.ts';
import { readNotation } from '#core/text/notation.ts';
import { prepareText } from '#core/text/prepare.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';
import { EM, fontsFor, type Setting } from './setting.ts';

async function typed(source: string, setting: Setting = {}) {
  const prepared = prepareText(source);
  const style = {
    fontSizePx: EM,
    charGapEm: 0,
    lineGapEm: 1,
    variableWidth: true,
    align: 'left',
    vAlign: 'top',
  } as const;
  const layout = layoutText(
    readNotation(prepared),
    await fontsFor(nodeFonts, prepared, setting),
    { vertical: true, ...style, ...setting },
    { left: 0, top: 0, width: 10 * EM, height: 40 * EM },
  );
  return { source, layout, hasRuby: true, pitchPx: 2 * EM };
}

it('puts the caret between the characters of a column, and below the last one', async () => {
  const text = await typed('古池や\n水');
  const left = text.layout.lines[0]?.left as number;
  expect([0, 1, 3].map((at) => caretArea(text, at))).toEqual(
    [0, 1, 3].map((em) => ({ left, top: em * EM, width: EM, height: 0 })),
  );
  expect(caretArea(text, 4)).toEqual({ left: left - 2 * EM, top: 0, width: EM, height: 0 });
  expect(caretArea(text, 5)).toEqual({ left: left - 2 * EM, top: EM, width: EM, height: 0 });
});

it('moves the caret on a line break or space at the end of the text, which no line shows yet', async () => {
  const text = await typed('ab \n\n', { vertical: false, family: 'Merriweather' });
  const top = text.layout.lines[0]?.top as number;
  const end = caretArea(text, 2);
  expect(end).toMatchObject({ top, width: 0, height: EM });
  expect(caretArea(text, 3)?.left).toBeCloseTo((end?.left ?? 0) + EM / 4, 6);
  expect(caretArea(text, 5)).toEqual({ left: 0, top: top + 4 * EM, width: 0, height: EM });
  const spaced = await typed('ab   \ncd', { vertical: false, family: 'Merriweather' });
  expect(caretArea(spaced, 6)).toEqual({ left: 0, top: top + 2 * EM, width: 0, height: EM });
});

it('skips ruby notation, and finds the place in the source at which a point was pressed', async () => {
  const source = '漢字《かんじ》と水\n山';
  const text = await typed(source);
  const topOf = (at: number) => (caretArea(text, at)?.top ?? Number.NaN) / EM;
  expect([0, 1, 7, 8, 9].map(topOf)).toEqual([0, 1, 2, 3, 4]);
  expect(topOf(4)).toBeLessThanOrEqual(2);
  const x = (text.layout.lines[0]?.left ?? 0) + EM / 2;
  for (const [em, at] of [
    [0.2, 0],
    [1.2, 1],
    [2.8, 8],
    [9, 9],
  ] as const)
    expect(sourceOffsetAt(text, { x, y: em * EM })).toBe(at);
  expect(sourceOffsetAt(text, { x: 0, y: 0.2 * EM })).toBe(source.length - 1);
});

it('mirrors the caret in right-to-left text', async () => {
  const text = await typed('שלום', { vertical: false, family: 'Noto Sans Hebrew' });
  const [before = 0, after = 0] = [0, 4].map((at) => caretArea(text, at)?.left);
  expect(after).toBe(text.layout.lines[0]?.left);
  expect(before).toBeGreaterThan(after + EM);
});
