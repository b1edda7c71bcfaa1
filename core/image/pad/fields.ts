import { ParameterError } from '../../base/errors.ts';
import { formerPositions, type Position, positions } from '../../geometry/positions.ts';
import { choice, text } from '../../parameters/fields.ts';

export type Anchor = Position;

export const padAnchor = choice({ options: positions, formerOptions: formerPositions, default: 'center' });

const BACKGROUNDS = ['blur', 'transparent'] as const;

/** Background of a padded image: a color, `transparent`, or `blur` for a blurred copy of the image. */
export const padBackground = text({
  default: '#ffffff',
  maxLength: 11,
  among: { options: BACKGROUNDS, prefix: '#' },
});

const COLOR = /^#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})$/i;

/** Throws ParameterError for an invalid color of the parameter `name`. */
export function checkColor(name: string, value: string): void {
  if (value.startsWith('#') && !COLOR.test(value)) throw new ParameterError(name, { type: 'color' }, value);
}

/** Returns the position of an anchor as fractions: 0 (left, top) to 1 (right, bottom). */
export function anchorPosition(anchor: Anchor): { readonly x: number; readonly y: number } {
  const x = anchor.endsWith('left') ? 0 : anchor.endsWith('right') ? 1 : 0.5;
  const y = anchor.startsWith('top') ? 0 : anchor.startsWith('bottom') ? 1 : 0.5;
  return { x, y };
}
