import { describe, expect, it } from 'vitest';
import { defaultText } from '#app/tools/text-boxes/clipboard.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { parseRecipe } from '#core/recipes/recipe.ts';
import { recipeByFractions, refitRecipe } from '#core/recipes/refit.ts';
import { refitComponent, refitText, refitTop } from '#core/recipes/refit-drawn.ts';
import { defaultComponent } from '#core/shapes/settings.ts';
import type { AdvancedText } from '#core/text/settings.ts';
import { textInPixels } from '#core/text/text-in-pixels.ts';

const size = (width: number, height: number) => ({ width, height });
const textsOf = (step: Recipe[number] | undefined) => step?.params?.texts as AdvancedText[];
const [from, to] = [size(300, 200), size(150, 400)];

describe('a text on an image of another size', () => {
  const box = { top: 20, left: 30, bottom: 120, right: 270 };
  const text = { ...defaultText(), text: 'あ', boundingBox: box, fontPt: 18, outlineTextWidth: 3, boxMargin: 10 };

  it('scales by the smaller ratio of the sides, and keeps the relative position of its center', () => {
    expect(refitText(text, from, to)).toEqual({
      ...text,
      boundingBox: { top: 160, left: 15, bottom: 210, right: 135 },
      fontPt: 9,
      outlineTextWidth: 2,
      boxMargin: 5,
      borderWidth: 1,
    });
  });

  it('keeps a thin outline visible, and stays within the declared limits', () => {
    const thin = refitText({ ...text, outlineTextWidth: 1, fontPt: 900 }, from, size(3, 2));
    expect([thin.outlineTextWidth, thin.fontPt]).toEqual([1, 9]);
    expect(refitText({ ...text, outlineTextWidth: 20, fontPt: 900 }, from, size(600, 400))).toMatchObject({
      outlineTextWidth: 20,
      fontPt: 1000,
    });
  });

  it('keeps its position in pixels after a conversion to fractions of the image and back', () => {
    const recipe: Recipe = [{ operation: 'write-texts', params: { texts: [text] } }];
    const [step] = recipeByFractions(recipe, from);
    const [converted] = textsOf(step);
    expect(converted).toMatchObject({
      boxFractions: { top: 0.1, left: 0.1, bottom: 0.6, right: 0.9 },
      fontPctH: 12,
    });
    expect(textInPixels(converted as AdvancedText, from)).toMatchObject({ boundingBox: box, fontPt: 18 });
    expect(() => parseRecipe([step])).not.toThrow();
    const [there] = refitRecipe([step as Recipe[number]], from, to);
    const [refitted] = textsOf(there);
    expect(textInPixels(refitted as AdvancedText, to)).toMatchObject({
      boundingBox: { top: 160, left: 15, bottom: 210, right: 135 },
      fontPt: 9,
    });
  });

  it.each([
    ['bottom-right', { left: 200, top: 170, right: 290, bottom: 190 }],
    ['top-left', { left: 10, top: 10, right: 90, bottom: 40 }],
    ['bottom', { left: 60, top: 170, right: 240, bottom: 190 }],
  ] as const)(
    'at the %s keeps its distance to the edges, and is not cut off, on photos of every shape',
    (anchor, corner) => {
      const credit = { ...text, text: '© name', boundingBox: corner };
      const [step] = recipeByFractions([{ operation: 'write-texts', params: { texts: [credit] } }], from);
      const [converted] = textsOf(step);
      expect(converted?.anchor).toBe(anchor);
      for (const photo of [size(300, 200), size(200, 300), size(3000, 1000), size(500, 500), size(640, 1136)]) {
        const by = Math.min(photo.width / 300, photo.height / 200);
        for (const { boundingBox: box, fontPt } of [
          textInPixels(converted as AdvancedText, photo),
          refitText(credit, from, photo),
        ]) {
          expect(Math.abs(fontPt - 18 * by)).toBeLessThan(0.1);
          expect(Math.abs(box.right - box.left - (corner.right - corner.left) * by)).toBeLessThanOrEqual(1);
          if (anchor.startsWith('bottom')) expect(Math.abs(photo.height - box.bottom - 10 * by)).toBeLessThanOrEqual(1);
          if (anchor.endsWith('right')) expect(Math.abs(photo.width - box.right - 10 * by)).toBeLessThanOrEqual(1);
          if (anchor.startsWith('top')) expect(Math.abs(box.top - 10 * by)).toBeLessThanOrEqual(1);
          if (anchor === 'bottom') expect(Math.abs(box.left + box.right - photo.width)).toBeLessThanOrEqual(2);
          expect(Math.min(box.left, box.top)).toBeGreaterThanOrEqual(0);
          expect(box.right).toBeLessThanOrEqual(photo.width);
          expect(box.bottom).toBeLessThanOrEqual(photo.height);
        }
      }
    },
  );

  it('uses the size after the preceding steps, and stays in pixels if no fraction can express it', () => {
    const large = { ...text, fontPt: 300 };
    const crop = { operation: 'crop', params: { topX: 0, topY: 0, bottomX: 300, bottomY: 100 } } as const;
    const [, step] = recipeByFractions([crop, { operation: 'write-texts', params: { texts: [large] } }], from);
    const [converted] = textsOf(step);
    // Stays in points and pixels: 300 pt (400 px) are four times the crop's height, and the box extends below the crop.
    expect(converted).toMatchObject({ fontPt: 300, boundingBox: box });
    expect(converted?.fontPctH).toBeUndefined();
    expect(converted?.boxFractions).toEqual({ top: 0, left: 0, bottom: 0, right: 0 });
  });
});

it('on an image of another size, vertical text keeps its relative font size, and its outline scales with the height', () => {
  const style = { main: { fontPctH: 9, outlineTextWidth: 4 } };
  const [step] = refitRecipe([{ operation: 'write-vertical', params: { text: 'あ', style } }], from, to);
  expect(step?.params).toMatchObject({
    text: 'あ',
    style: { main: { fontPctH: 9, outlineTextWidth: 8 }, author: { outlineTextWidth: 0 } },
  });
});

it('on an image of another size, a shape scales with the sides, and its border width with their geometric mean', () => {
  const shape = {
    ...defaultComponent(),
    shape: 'rect' as const,
    boundingBox: { top: 20, left: 30, bottom: 120, right: 270 },
    startPoint: { x: 10, y: 10 },
    curvePoints: [{ x: -10.5, y: 30, connected: true, sharp: false }],
    borderWidth: 8,
    borderRadius: 50,
    repeatXOffset: 100,
    repeatYOffset: -20,
  };
  const next = refitComponent(shape, from, to);
  expect(next).toMatchObject({
    boundingBox: { top: 40, left: 15, bottom: 240, right: 135 },
    startPoint: { x: 5, y: 20 },
    curvePoints: [{ x: -5.25, y: 60, connected: true }],
    repeatXOffset: 50,
    repeatYOffset: -40,
    // The border is unchanged, because the geometric mean of the sides' ratios, 1/2 and 2, is 1.
    borderWidth: 8,
    borderRadius: 50,
  });
  expect(refitComponent(shape, from, size(600, 400))).toMatchObject({ borderWidth: 16, borderRadius: 100 });
  expect(refitComponent(defaultComponent(), from, to).boundingBox).toEqual(defaultComponent().boundingBox);
});

it('on an image of another size, a top layer scales by the smaller ratio, and its offset with the sides', () => {
  expect(refitTop({ offsetX: 30, offsetY: -10, scale: 0.8 }, from, to)).toEqual({
    offsetX: 15,
    offsetY: -20,
    scale: 0.4,
  });
  const step = { operation: 'layer', params: { offsetX: 30 }, inputs: { top: 'logo.png' } } as const;
  expect(refitRecipe([step], from, to)).toEqual([{ ...step, params: { offsetX: 15, offsetY: 0, scale: 0.5 } }]);
  // With a file for the bottom layer, the input image is the top layer, which isn't scaled.
  const over = { operation: 'layer', params: { offsetX: 30 }, inputs: { bottom: 'sky.png' } } as const;
  expect(refitRecipe([over], from, to)).toEqual([over]);
});

it('a recipe step with invalid parameters is not adapted to an image of another size', () => {
  const recipe: Recipe = [{ operation: 'write-texts', params: { texts: [{ fontPt: 'large' }] } }];
  expect(refitRecipe(recipe, from, to)).toEqual(recipe);
  expect(recipeByFractions(recipe, from)).toEqual(recipe);
});
