import { type ImageEncoding, imageFormats } from '#core/image/codecs/encode.ts';
import { convert } from '#core/operations/convert.ts';
import { choice, type Parameters, parameters } from '#core/parameters/fields.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { CropBy } from '#core/recipes/refit.ts';

/** What a tool does to all of several pictures. */
export interface BatchSettings {
  /** What is done to the one on the stage, with what is set and not yet applied. */
  readonly recipe: Recipe;
  readonly cropBy?: CropBy;
  /** Takes what is set and not yet applied over to the picture that has just been opened. */
  readonly carry?: () => void;
  /** Where the tool has fields for it. */
  readonly encoding?: Omit<ImageEncoding, 'format'>;
}

/** Each result is of its source's own format unless one is chosen. */
export const SAME_FORMAT = 'same';

/** How results are written, kept for each tool. */
export const outputFields = parameters({
  format: choice({ options: [SAME_FORMAT, ...imageFormats], default: SAME_FORMAT }),
  quality: convert.params.quality,
}) satisfies Parameters;
