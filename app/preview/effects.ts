import { adjustmentMatrix, type ColorAdjustment } from '#core/image/color/color-matrix.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { GpuPreview } from './gpu-preview.ts';

/** What a preview shows over the picture, before it is done to it. */
export type PreviewEffect =
  | { readonly kind: 'colors'; readonly adjustment: ColorAdjustment }
  | { readonly kind: 'sharpness'; readonly sharpness: number }
  /** Any other step: by core, on the small picture. */
  | { readonly kind: 'step'; readonly step: RecipeStep };

/** What the GPU has a drawing of. */
export type GpuEffect = Exclude<PreviewEffect, { kind: 'step' }>;

/** Shows it by the GPU. */
export function showOnGpu(gpu: GpuPreview, effect: GpuEffect, previewScale: number): void {
  if (effect.kind === 'colors') gpu.showColors(adjustmentMatrix(effect.adjustment));
  else gpu.showSharpness(effect.sharpness, previewScale);
}

/** The step that does it. */
export function stepOf(effect: PreviewEffect): RecipeStep {
  if (effect.kind === 'step') return effect.step;
  return effect.kind === 'colors'
    ? { operation: 'adjust-color', params: { ...effect.adjustment } }
    : { operation: 'blur-sharpen', params: { sharpness: effect.sharpness } };
}
