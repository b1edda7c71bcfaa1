import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';

const SIDE_PX = 1200;
/** Longer side of the product, which leaves a margin of 5 % on both sides. */
const PRODUCT_PX = 1080;
const BACKGROUND = '#ffffff';

/** Centers the product on a white square. The result is opaque, so that it is white in every format. */
export const productShot: Recipe = [
  { operation: 'remove-background', params: { background: BACKGROUND } },
  { operation: 'trim', params: { color: BACKGROUND } },
  { operation: 'scale', params: { longEdge: PRODUCT_PX } },
  { operation: 'pad', params: { width: SIDE_PX, height: SIDE_PX, background: BACKGROUND } },
];

const exportAs = (format: string): RecipeStep => ({ operation: 'convert', params: { format } });

/** Recipes that start together with an image. The last step sets the format that keeps the result. */
export const onePress = [
  { id: 'removeBackground', recipe: [{ operation: 'remove-background' }, exportAs('png')] },
  { id: 'productShot', recipe: [...productShot, exportAs('jpg')] },
  { id: 'trim', recipe: [{ operation: 'trim' }] },
  { id: 'autoColor', recipe: [{ operation: 'adjust-color', params: { auto: true } }] },
] as const satisfies readonly { readonly id: string; readonly recipe: Recipe }[];
