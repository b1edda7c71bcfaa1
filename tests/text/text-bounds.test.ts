import { describe, expect, it } from 'vitest';
import { defaultText } from '#app/tools/text-boxes/clipboard.ts';
import { boxAroundText } from '#app/tools/text-boxes/text-bounds.ts';
import { fontLibrary } from '#core/fonts/library.ts';
import { boxHeight, boxWidth } from '#core/geometry/box.ts';
import { type Point, rotateAbout } from '#core/geometry/point.ts';
import { composeTexts, type SetText } from '#core/text/compose.ts';
import type { AdvancedText } from '#core/text/settings.ts';
import { nodeFonts } from '#scripts/platform/fonts.ts';

const size = { width: 640, height: 480 };
const typesetter = { library: fontLibrary(nodeFonts), ownFonts: [] };

async function set(text: AdvancedText): Promise<SetText> {
  const { texts } = await composeTexts([text], size, typesetter);
  return texts[0] as SetText;
}

/** Returns the position of each glyph on the image. */
const places = ({ layout, area, rotation }: SetText): Point[] => {
  const middle = { x: area.left + area.width / 2, y: area.top + area.height / 2 };
  return layout.boxes.map(({ x, y }) => rotateAbout({ x, y }, middle, rotation));
};

describe('boxAroundText', () => {
  for (const change of [
    { align: 'left', vAlign: 'top' },
    { align: 'center', vAlign: 'middle' },
    { align: 'right', vAlign: 'bottom' },
    { align: 'center', vAlign: 'top', rotation: 30, text: 'Some\nwords' },
    { align: 'right', vAlign: 'top', useVerticalText: true },
  ] as const)
    it(`keeps every letter in place when the box shrinks to the text: ${Object.values(change).join(', ')}`, async () => {
      const text = { ...defaultText(), text: 'Some words that are broken into lines', fontPt: 30, ...change };
      const whole = await set(text);
      expect(whole.layout.lines.length).toBeGreaterThan(1);
      const box = boxAroundText(text, whole.layout.bounds, size);
      if (!box) throw new Error('no box');
      expect(boxHeight(box) * boxWidth(box)).toBeLessThan(0.9 * size.height * size.width);
      const own = await set({ ...text, boundingBox: box });
      const [before, after] = [places(whole), places(own)];
      expect(after).toHaveLength(before.length);
      for (const [index, { x, y }] of before.entries()) {
        expect(Math.abs((after[index]?.x ?? Number.NaN) - x)).toBeLessThanOrEqual(1);
        expect(Math.abs((after[index]?.y ?? Number.NaN) - y)).toBeLessThanOrEqual(1);
      }
    });

  it('returns undefined for an empty text', () => {
    expect(boxAroundText(defaultText(), { left: 0, top: 0, width: 0, height: 0 }, size)).toBeUndefined();
  });
});
