import type { Size } from '../geometry/point.ts';
import { mergeValues } from '../parameters/merge.ts';
import { parsePasted } from '../parameters/pasted.ts';
import { clampComponent } from './component-box.ts';
import { defaultComponent, type ShapeComponent, shapeComponent } from './settings.ts';

/** What Copy puts into the clipboard: an entry of `--components`. */
export const copyComponent = (component: ShapeComponent): string => JSON.stringify(component);

/**
 * Copied settings laid over those of the active tab, their boxes clamped to the picture.
 * @throws FudebakoError `settingsPaste` for anything that is not a JSON object; as `parsePasted`
 */
export function pasteComponent(current: ShapeComponent, pasted: string, size: Size): ShapeComponent {
  const raw = parsePasted(pasted);
  return clampComponent(mergeValues(shapeComponent, current, raw), size);
}

/** A component as an earlier visit stored it, with defaults for whatever no longer fits. */
export const restoreComponent = (stored: unknown): ShapeComponent =>
  mergeValues(shapeComponent, defaultComponent(), stored);
