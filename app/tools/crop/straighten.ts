import { boxBetween } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { type RotateParameters, rotatedSize } from '#core/image/rotate/rotated-size.ts';
import { rotate } from '#core/operations/rotate.ts';
import { parameters } from '#core/parameters/fields.ts';
import { defaultValues } from '#core/parameters/parse.ts';
import { type Turn, turnedPoint } from '../../image-tool/turn-actions.ts';
import type { Selection } from './selection.ts';

const { angle, keepCorners, background } = rotate.params;

/** Fields for the operation `rotate`. Buttons apply rotations by 90° and flips directly. */
export const straightenFields = parameters({ angle, keepCorners, background });

/** Fields that matter only while the image is straightened. */
export const cornerFields = parameters({ keepCorners, background });

export type Straighten = Pick<RotateParameters, 'angle' | 'keepCorners' | 'background'>;

const UNROTATED = defaultValues(rotate.params) as RotateParameters;

/** Returns the parameters of a `rotate` step. An empty `ratio` means the largest possible area. */
export const straightenParams = ({ angle, keepCorners, background }: Straighten, ratio: string) =>
  keepCorners ? { angle, keepCorners, background } : { angle, ...(ratio !== '' && { ratio }) };

export function straightenedView(size: Size, straighten: Straighten, ratio: string): { result: Size; scale: number } {
  const result = rotatedSize(size, { ...UNROTATED, ...straightenParams(straighten, ratio) });
  const scale = straighten.keepCorners ? Math.min(1, size.width / result.width, size.height / result.height) : 1;
  return { result, scale };
}

export function turnedSelection({ left, top, right, bottom }: Selection, turn: Turn, size: Size): Selection {
  const box = boxBetween(
    turnedPoint({ x: left, y: top }, turn, size),
    turnedPoint({ x: right, y: bottom }, turn, size),
  );
  return { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
}
