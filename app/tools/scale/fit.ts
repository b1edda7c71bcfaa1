import { parseAspectRatio } from '#core/image/aspect-ratio.ts';
import type { ScaleParameters } from '#core/image/scale.ts';
import { pad } from '#core/operations/pad.ts';
import { scale } from '#core/operations/scale.ts';
import { parameters } from '#core/parameters/fields.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import { getOwnProperty } from '../../storage/stored.ts';

const { fit, anchor, background } = scale.params;

/** Fit modes with fields for sizes that may change the aspect ratio. The switch Keep aspect selects `contain`. */
export const fitFields = parameters({
  fit: { ...fit, options: ['fill', 'cover', 'pad'] },
  anchor,
  background,
});

/** Fields of the mode `padOnly`, which runs the operation `pad`. */
export const padOnlyFields = parameters({
  fit: fitFields.fit,
  ratio: pad.params.ratio,
  anchor: pad.params.anchor,
  background: pad.params.background,
});

export interface FitSettings extends Required<Pick<ScaleParameters, 'anchor' | 'background'>> {
  /** `padOnly` extends the image without scaling the image. */
  readonly fit: 'fill' | 'cover' | 'pad' | 'padOnly';
  /** Aspect ratio for `padOnly`; empty to extend the image to the width and height. */
  readonly padRatio: string;
}

export const INITIAL_FIT: FitSettings = {
  fit: 'fill',
  padRatio: '1:1',
  anchor: 'center',
  background: background.default,
};

export function restoreFit(stored: object): FitSettings {
  const [fit, padRatio] = [getOwnProperty(stored, 'fit'), getOwnProperty(stored, 'padRatio')];
  const isRatio = typeof padRatio === 'string' && (padRatio === '' || parseAspectRatio(padRatio) !== undefined);
  return {
    ...INITIAL_FIT,
    ...(restoreValues(fitFields, stored) as Partial<FitSettings>),
    ...(fit === 'padOnly' && { fit }),
    ...(isRatio && { padRatio }),
  };
}

export function fitParams({ fit, anchor, background }: FitSettings): Partial<ScaleParameters> {
  if (fit === 'pad') return { fit, anchor, background };
  return fit === 'cover' ? { fit, anchor } : {};
}

export function padStep(
  { padRatio, anchor, background }: FitSettings,
  size: { readonly width: number; readonly height: number },
): RecipeStep {
  const target = padRatio === '' ? size : { ratio: padRatio };
  return { operation: pad.id, params: { ...target, anchor, background } };
}
