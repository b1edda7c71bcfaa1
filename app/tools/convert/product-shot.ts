import type { Recipe } from '#core/recipes/recipe.ts';

const SIDE_PX = 1200;
/** Longer side of the product, which leaves a margin of 5 % on both sides. */
const PRODUCT_PX = 1080;

/** Removes the background, and centers the product on a white square. As JPG, what is transparent becomes white. */
export const productShot: Recipe = [
  { operation: 'remove-background' },
  { operation: 'trim', params: { color: 'transparent' } },
  { operation: 'scale', params: { longEdge: PRODUCT_PX } },
  { operation: 'pad', params: { width: SIDE_PX, height: SIDE_PX, background: '#ffffff' } },
];
