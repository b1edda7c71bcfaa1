import type { Size } from '#core/geometry/point.ts';
import { mergeValues } from '#core/parameters/merge.ts';
import { parsePasted } from '#core/parameters/pasted.ts';
import { clampComponent } from '#core/shapes/component-box.ts';
import { defaultComponent, type ShapeComponent, shapeComponent } from '#core/shapes/settings.ts';

/** Returns a shape as JSON for Copy, in the format of the command's `--components`. */
export const copyComponent = (component: ShapeComponent): string => JSON.stringify(component);

/** @throws FudebakoError `settingsPaste` if the text isn't a JSON object; errors of `parsePasted` */
export function pasteComponent(current: ShapeComponent, pasted: string, size: Size): ShapeComponent {
  const raw = parsePasted(pasted);
  return clampComponent(mergeValues(shapeComponent, current, raw), size);
}

export const restoreComponent = (stored: unknown): ShapeComponent =>
  mergeValues(shapeComponent, defaultComponent(), stored);
