import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { random } from '../random.ts';

/** Returns seeded random recipes of two to four steps with one input image and one result. */
export function randomRecipes(count: number, seed: number): readonly Recipe[] {
  const below = random(seed);
  const hundredths = (from: number, to: number) => (from + below(to - from + 1)) / 100;
  const from = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
  const draws: readonly (() => RecipeStep)[] = [
    () => ({
      operation: 'crop',
      params: { ratio: from(['16:9', '1:1', '4:5', '1.91']), positionX: hundredths(0, 100) },
    }),
    () => ({ operation: 'crop', params: { left: hundredths(0, 30), bottom: hundredths(60, 100) } }),
    () => ({
      operation: 'crop',
      params: { topX: below(5), topY: below(5), bottomX: 20 + below(30), bottomY: 20 + below(20) },
    }),
    () => ({ operation: 'scale', params: { percent: hundredths(5000, 15_000) } }),
    () => ({ operation: 'scale', params: { longEdge: 20 + below(60), withoutEnlargement: below(2) === 1 } }),
    () => ({
      operation: 'scale',
      params: { width: 10 + below(60), height: 10 + below(60), keepAspect: below(2) === 1 },
    }),
    () => ({ operation: 'adjust-color', params: { saturation: hundredths(-100, 100), hue: hundredths(-100, 100) } }),
    () => ({ operation: 'adjust-color', params: { brightness: hundredths(-40, 40), contrast: hundredths(-40, 40) } }),
    () => ({ operation: 'blur-sharpen', params: { sharpness: hundredths(-60, 60) } }),
    () => ({ operation: 'make-mask', params: { gray: below(256), invert: below(2) === 1 } }),
    () => ({ operation: 'convert', params: { format: 'png' } }),
  ];
  return Array.from({ length: count }, () => Array.from({ length: 2 + below(3) }, () => from(draws)()));
}
