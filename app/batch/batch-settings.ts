import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { formatsWith, stillFormats } from '#core/image/formats/output-formats.ts';
import { convert } from '#core/operations/convert.ts';
import type { OperationId } from '#core/operations/index.ts';
import { choice, type Parameters, parameters, visibleWhen } from '#core/parameters/fields.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import type { CropBy } from '#core/recipes/refit.ts';
import { type AnimationFormat, animationExtensions } from '#core/text/animation/formats.ts';
import type { Captioned } from '../workers/media-client.ts';

/** Parameters and files of an animation. */
export interface AnimationExtras {
  readonly params: object;
  readonly audio: File | undefined;
  /** Captions. A changed `key` means changed captions. */
  readonly captions: { readonly key: unknown; readonly make: () => Promise<Captioned> } | undefined;
}

export interface BatchSettings {
  /** Returns the displayed image's steps, including settings not yet applied; undefined after showing an error. */
  readonly recipe: Recipe | (() => Recipe | undefined);
  /** Returns the steps whose parameters table rows override. May lack a required parameter that every row sets. */
  readonly rowBase?: () => Recipe;
  readonly cropBy?: CropBy;
  /** Copies unapplied settings to the image that has just opened. */
  readonly carry?: () => void;
  /** Export settings of tools with their own export fields; the batch card then has no format field. */
  readonly encoding?: ImageEncoding;
  /** How the last step is exported as an animation; undefined if the tool makes no animations. */
  readonly animation?: {
    readonly operation: OperationId;
    /** Returns what the still image's step lacks. */
    readonly settings: (format: AnimationFormat) => AnimationExtras;
  };
}

/** Value of the format field that exports each image in the format of its source file. */
export const SAME_FORMAT = 'same';

export const outputFields = parameters({
  format: choice({ options: [SAME_FORMAT, ...stillFormats, ...animationExtensions], default: SAME_FORMAT }),
  quality: visibleWhen({ format: [SAME_FORMAT, ...formatsWith('quality')] }, convert.params.quality),
  metadata: visibleWhen({}, convert.params.metadata),
}) satisfies Parameters;
