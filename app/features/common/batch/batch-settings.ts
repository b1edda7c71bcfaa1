import { type ImageEncoding, imageFormats } from '#core/image/codecs/encode.ts';
import { convert } from '#core/operations/convert.ts';
import type { OperationId } from '#core/operations/index.ts';
import { choice, type Parameters, parameters } from '#core/parameters/fields.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { CropBy } from '#core/recipes/refit.ts';
import { animationExtensions } from '#core/text/animation/formats.ts';

/** What a tool does to all of several pictures. */
export interface BatchSettings {
  /**
   * What is done to the one on the stage, with what is set and not yet applied. A function is asked when it is needed, and
   * gives nothing where it cannot be done and the visitor has seen why.
   */
  readonly recipe: Recipe | (() => Recipe | undefined);
  /** What rows of a table are laid over: it may lack what each of them brings. */
  readonly rowBase?: () => Recipe;
  readonly cropBy?: CropBy;
  /** Takes what is set and not yet applied over to the picture that has just been opened. */
  readonly carry?: () => void;
  /** Where the tool has fields for it; the list then has none for the format. */
  readonly encoding?: ImageEncoding;
  /** Where the last step can be written as a film: what does that. */
  readonly film?: OperationId;
}

/** Each result is of its source's own format unless one is chosen. */
export const SAME_FORMAT = 'same';

/** How results are written, kept for each tool. */
export const outputFields = parameters({
  format: choice({ options: [SAME_FORMAT, ...imageFormats, ...animationExtensions], default: SAME_FORMAT }),
  quality: convert.params.quality,
  metadata: convert.params.metadata,
}) satisfies Parameters;
