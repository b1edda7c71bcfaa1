import { type ImageEncoding, imageFormats } from '#core/image/codecs/encode.ts';
import { convert } from '#core/operations/convert.ts';
import type { OperationId } from '#core/operations/index.ts';
import { choice, type Parameters, parameters } from '#core/parameters/fields.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { CropBy } from '#core/recipes/refit.ts';
import { type AnimationFormat, animationExtensions } from '#core/text/animation/formats.ts';

export interface BatchSettings {
  /** Returns the steps for the image on the stage, including unapplied settings; undefined after showing an error. */
  readonly recipe: Recipe | (() => Recipe | undefined);
  /** Steps whose values each table row overrides. A required value may be missing here if every row supplies it. */
  readonly rowBase?: () => Recipe;
  readonly cropBy?: CropBy;
  /** Transfers unapplied settings to the image that has just opened. */
  readonly carry?: () => void;
  /** Export settings of tools that have their own export fields; the batch card then omits the format field. */
  readonly encoding?: ImageEncoding;
  /** Export of the last step as an animation; undefined if the tool has none. */
  readonly animation?: {
    readonly operation: OperationId;
    /** Returns the parameters that the still operation lacks, and the audio. */
    readonly settings: (format: AnimationFormat) => { readonly params: object; readonly audio: File | undefined };
  };
}

/** Choice of format that keeps each source's own format. */
export const SAME_FORMAT = 'same';

/** Export settings of a batch, stored per tool. */
export const outputFields = parameters({
  format: choice({ options: [SAME_FORMAT, ...imageFormats, ...animationExtensions], default: SAME_FORMAT }),
  quality: convert.params.quality,
  metadata: convert.params.metadata,
}) satisfies Parameters;
