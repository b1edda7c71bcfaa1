import { adjustmentMatrix, type ColorAdjustment } from '#core/image/color/color-matrix.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { GpuPreview } from './gpu-preview.ts';

export type PreviewEffect =
  | { readonly kind: 'colors'; readonly adjustment: ColorAdjustment }
  | { readonly kind: 'sharpness'; readonly sharpness: number }
  | { readonly kind: 'step'; readonly step: RecipeStep };

export type GpuEffect = Exclude<PreviewEffect, { kind: 'step' }>;

export function showOnGpu(gpu: GpuPreview, effect: GpuEffect, previewScale: number): void {
  if (effect.kind === 'colors') gpu.showColors(adjustmentMatrix(effect.adjustment));
  else gpu.showSharpness(effect.sharpness, previewScale);
}

export function stepOf(effect: PreviewEffect): RecipeStep {
  if (effect.kind === 'step') return effect.step;
  return effect.kind === 'colors'
    ? { operation: 'adjust-color', params: { ...effect.adjustment } }
    : { operation: 'blur-sharpen', params: { sharpness: effect.sharpness } };
}
