import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { en } from '#core/locales/all-en.ts';
import { type AnyOperation, findOperation, operations } from '#core/operations/index.ts';
import { describeStep } from '#core/recipes/describe.ts';
import { createPhraseParser } from '#core/recipes/phrases.ts';
import { parseRecipe, type RecipeStep } from '#core/recipes/recipe.ts';
import { ja } from '../all-ja.ts';
import { deepOr } from '../deep.ts';

const ids = ['convert', 'crop', 'rotate', 'scale', 'pad', 'adjust-color', 'blur-sharpen', 'layer'];
const parse = createPhraseParser(
  ids.map((id) => findOperation(id) as AnyOperation),
  [en, ja],
);
const parsed = (text: string) => parse(text).map(({ operation, params }) => [operation.id, params]);

describe('a typed phrase', () => {
  it.each([
    ['scale 50%', 'scale', { percent: 50 }],
    ['Scale to 33.4 %', 'scale', { percent: 33.4 }],
    ['scale 0.5', 'scale', { factor: 0.5 }],
    ['scale 1200', 'scale', { width: 1200 }],
    ['scale width 300 height 20', 'scale', { width: 300, height: 20 }],
    ['width 1200', 'scale', { width: 1200 }],
    ['resize 1200', 'scale', { width: 1200 }],
    ['1200px', 'scale', { width: 1200 }],
    ['1200 px', 'scale', { width: 1200 }],
    ['compress to 200 kB', 'convert', { maxKilobytes: 200 }],
    ['圧縮 200KB', 'convert', { maxKilobytes: 200 }],
    ['縦横比 16:9', 'crop', { ratio: '16:9' }],
    ['rotate 90', 'rotate', { turn: 90 }],
    ['rotate 2.5', 'rotate', { angle: 2.5 }],
    ['回転 -3°', 'rotate', { angle: -3 }],
    ['flip horizontal', 'rotate', { flip: 'horizontal' }],
    ['pad 1:1', 'pad', { ratio: '1:1' }],
    ['WIDTH=1200px', 'scale', { width: 1200 }],
    ['long edge 1600', 'scale', { longEdge: 1600 }],
    ['crop 16:9', 'crop', { ratio: '16:9' }],
    ['crop 1.91/1 vertical position 0', 'crop', { ratio: '1.91/1', positionY: 0 }],
    ['hue -0.3', 'adjust-color', { hue: -0.3 }],
    ['hue \u22120.3 saturation 0.2', 'adjust-color', { hue: -0.3, saturation: 0.2 }],
    ['saturation 20%', 'adjust-color', { saturation: 0.2 }],
    ['彩度 20', 'adjust-color', { saturation: 0.2 }],
    ['auto', 'adjust-color', { auto: true }],
    ['自動補正', 'adjust-color', { auto: true }],
    ['exposure -1.5 shadows 40', 'adjust-color', { exposure: -1.5, shadows: 0.4 }],
    ['彩度２０', 'adjust-color', { saturation: 0.2 }],
    ['切り抜き 16:9', 'crop', { ratio: '16:9' }],
    ['切り抜き１６：９', 'crop', { ratio: '16:9' }],
    ['幅を1200に', 'scale', { width: 1200 }],
    ['縮小 50%', 'scale', { percent: 50 }],
    ['長辺 800 拡大しない オン', 'scale', { longEdge: 800, withoutEnlargement: true }],
    ['format webp', 'convert', { format: 'webp' }],
    ['blend mode color dodge', 'layer', { blendMode: 'color-dodge' }],
    ['sharpness -.4', 'blur-sharpen', { sharpness: -0.4 }],
  ])('is parsed: %s', (text, operation, params) => {
    expect(parsed(text)[0]).toEqual([operation, params]);
  });

  it('is clamped to the nearest declared value', () => {
    expect(parsed('hue -900')[0]).toEqual(['adjust-color', { hue: -1 }]);
    expect(parsed('width 99999')[0]).toEqual(['scale', { width: 10_000 }]);
  });

  it.each([
    '',
    'scale',
    'crop 1:900',
    'crop 50%',
    'width abc',
    'hue',
    'hues 3',
    'width 12:9',
    'scale 50% 0.5',
    'width 1200 width 3',
    '50%',
    'blur 0.5',
    'hue 0.1 and more',
    'scale 1.2.3',
    'x'.repeat(101),
  ])('is not understood: %j', (text) => {
    expect(parsed(text)).toEqual([]);
  });

  it('matches every operation that has such a parameter, in order', () => {
    expect(parsed('scale 2').map(([id]) => id)).toEqual(['scale', 'layer']);
  });

  it('gives valid parameters or no match, whatever the text', () => {
    const parts = fc.constantFrom(
      ...['scale', 'width', '彩度', '切り抜き', '16:9', '-', '%', 'px', '0.5', '1e9', ' ', 'を', '__proto__'],
      ...['constructor', '\u3000', 'ｃｒｏｐ', '🖋', '幅', '300', 'on'],
    );
    const texts = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 120 }),
      fc.array(fc.oneof(parts, fc.string({ maxLength: 4 })), { maxLength: 14 }).map((each) => each.join('')),
      fc
        .array(fc.tuple(fc.constantFrom('scale', 'width', '彩度', '切り抜き', '幅'), parts), {
          minLength: 1,
          maxLength: 2,
        })
        .map((each) => each.flat().join(' ')),
    );
    const all = createPhraseParser(operations as readonly AnyOperation[], [en, ja]);
    let understood = 0;
    fc.assert(
      fc.property(texts, (text) => {
        for (const { operation, params } of all(text)) {
          understood++;
          const step = { operation: operation.id, params };
          parseRecipe(step);
          for (const words of [en, ja]) expect(describeStep(step as RecipeStep, words)).toMatch(/\S/);
        }
      }),
      { seed: 17, numRuns: deepOr(3000, 900) },
    );
    expect(understood).toBeGreaterThan(20);
  });
});

describe('the description of a step in words', () => {
  it.each([
    [{ operation: 'scale', params: { percent: 50 } }, 'Scale: Percent 50%', 'サイズ変更：倍率（%） 50%'],
    [
      { operation: 'adjust-color', params: { hue: 0.25, contrast: 0 } },
      'Color Adjust: Hue 0.25',
      '色調補正：色相 0.25',
    ],
    [{ operation: 'convert', params: { format: 'webp' } }, 'Format Converter: Format WebP', '形式変換：形式 WebP'],
    [{ operation: 'make-mask', params: {} }, 'Mask Creator', 'マスク作成'],
    [
      { operation: 'write-horizontal', params: { text: 'a\nb' } },
      'Horizontal Editor: Main Text a b',
      '横書きエディター：本文 a b',
    ],
  ] as const)('is correct for %j', (step, english, japanese) => {
    expect(describeStep(step as RecipeStep, en)).toBe(english);
    expect(describeStep(step as RecipeStep, ja)).toBe(japanese);
  });
});
