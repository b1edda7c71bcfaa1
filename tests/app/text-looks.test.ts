import { expect, it } from 'vitest';
import { lookStyle, textLookIds } from '#app/image-tool/text-looks.ts';
import { familyNames } from '#core/fonts/catalogue.ts';

const PLAIN = { fontFamily: 'Lato', textColor: '#111111', outlineTextColor: '#ffffff', outlineTextWidth: 2 };

it('gives each look another style, with fonts of the catalog and outlines in proportion to the font', () => {
  const looks = textLookIds.map((id) => lookStyle(id, 100, 'Rain', PLAIN));
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(6);
  for (const { fontFamily } of looks) if (fontFamily !== undefined) expect(familyNames).toContain(fontFamily);
  expect(looks.map(({ outlineTextWidth }) => outlineTextWidth)).toEqual([2, 6, 0, 0, 3, 8]);
  expect(lookStyle('poster', 1000, 'Rain', PLAIN).outlineTextWidth).toBe(20);
});

it('writes Japanese words with a brush', () => {
  expect(lookStyle('brush', 100, '古池', PLAIN).fontFamily).toBe('Yuji Syuku');
  expect(lookStyle('brush', 100, 'Rain', PLAIN).fontFamily).toBe('Dancing Script');
});
