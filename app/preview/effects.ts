import { type AdjustColorParameters, colorChange } from '#core/image/adjust-color.ts';
import type { LevelCounts } from '#core/image/color/auto-levels.ts';
import type { RecipeStep } from '#core/recipes/recipe.ts';
import type { GpuPreview } from './gpu-preview.ts';

export type PreviewEffect =
  | { readonly kind: 'colors'; readonly adjustment: AdjustColorParameters }
  | { readonly kind: 'sharpness'; readonly sharpness: number }
  | { readonly kind: 'step'; readonly step: RecipeStep };

export type GpuEffect = Exclude<PreviewEffect, { kind: 'step' }>;

/** @param levels levels of the whole image, which the color adjustment `auto` needs */
export function showOnGpu(
  gpu: GpuPreview,
  effect: GpuEffect,
  previewScale: number,
  levels: LevelCounts | undefined,
): void {
  if (effect.kind === 'colors') gpu.showColors(colorChange(effect.adjustment, levels));
  else gpu.showSharpness(effect.sharpness, previewScale);
}

export function stepOf(effect: PreviewEffect): RecipeStep {
  if (effect.kind === 'step') return effect.step;
  return effect.kind === 'colors'
    ? { operation: 'adjust-color', params: { ...effect.adjustment } }
    : { operation: 'blur-sharpen', params: { sharpness: effect.sharpness } };
}
