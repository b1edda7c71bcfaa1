import type { GrayMask } from '#core/image/mask/gray-mask.ts';
import type { Painted } from './mask-strokes.ts';

/** A selected subject that covers a smaller share of its box is probably not the whole subject. */
const LITTLE = 0.05;

/** Returns true if the last selection is a subject, and the mask shows little of the subject's box. */
export function foundLittle(
  { width, height, data }: GrayMask,
  { selections, invert }: Pick<Painted, 'selections' | 'invert'>,
): boolean {
  const last = selections.at(-1);
  if (last?.kind !== 'subject' || last.combine !== 'add' || invert) return false;
  const { left = 0, top = 0, right = 0, bottom = 0 } = last;
  let shown = 0;
  for (let y = Math.max(0, top); y < Math.min(height, bottom); y++)
    for (let x = Math.max(0, left); x < Math.min(width, right); x++)
      if ((data[y * width + x] as number) >= 128) shown++;
  return shown < (right - left) * (bottom - top) * LITTLE;
}
