import type { Size } from '#core/geometry/point.ts';
import { mergeValues } from '#core/parameters/merge.ts';
import { parsePasted } from '#core/parameters/pasted.ts';
import { clampComponent } from '#core/shapes/component-box.ts';
import { defaultComponent, type ShapeComponent, shapeComponent } from '#core/shapes/settings.ts';

/** Returns a component as JSON for Copy, in the format of `--components`. */
export const copyComponent = (component: ShapeComponent): string => JSON.stringify(component);

/**
 * Merges pasted settings into a component.
 * @throws FudebakoError `settingsPaste` if the text isn't a JSON object; errors of `parsePasted`
 */
export function pasteComponent(current: ShapeComponent, pasted: string, size: Size): ShapeComponent {
  const raw = parsePasted(pasted);
  return clampComponent(mergeValues(shapeComponent, current, raw), size);
}

/** Restores a component that an earlier visit stored, with defaults for invalid settings. */
export const restoreComponent = (stored: unknown): ShapeComponent =>
  mergeValues(shapeComponent, defaultComponent(), stored);
