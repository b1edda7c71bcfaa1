import type { ScaleParameters } from '#core/image/scale.ts';
import { scale } from '#core/operations/scale.ts';
import { parameters } from '#core/parameters/fields.ts';
import { restoreValues } from '#core/parameters/parse.ts';

export type FitSettings = Required<Pick<ScaleParameters, 'fit' | 'anchor' | 'background'>>;

const { fit, anchor, background } = scale.params;

/** Fit modes with fields for sizes that may change the aspect ratio. The switch Keep aspect selects `inside`. */
export const fitFields = parameters({
  fit: { ...fit, options: ['fill', 'cover', 'pad'] },
  anchor,
  background,
});

export const INITIAL_FIT: FitSettings = {
  fit: 'fill',
  anchor: 'center',
  background: background.default,
};

export const restoreFit = (stored: object): FitSettings => ({
  ...INITIAL_FIT,
  ...(restoreValues(fitFields, stored) as Partial<FitSettings>),
});

export function fitParams({ fit, anchor, background }: FitSettings): Partial<ScaleParameters> {
  if (fit === 'pad') return { fit, anchor, background };
  return fit === 'cover' ? { fit, anchor } : {};
}
