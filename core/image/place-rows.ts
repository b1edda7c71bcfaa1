import { type Box, boxCenter, boxHeight, boxWidth, rotatedBounds } from '../geometry/box.ts';
import { cosSin, type Point, rotate } from '../geometry/point.ts';
import type { BandResult } from './bands.ts';

declare module '../platform/workers.ts' {
  interface CoreTaskFunctions {
    'place-rows': typeof placeRows;
  }
}

/** Placement of an image in another image: a box, and a clockwise rotation in degrees around the center of the box. */
export interface ImagePlace {
  readonly box: Box;
  readonly rotation: number;
}

export interface PlaceRowsInput extends ImagePlace {
  /** Size of the placed image, and the row of the image at which `data` starts. */
  readonly width: number;
  readonly height: number;
  readonly firstRow: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
}

/** Rows above and below in the placed image that a result pixel depends on: two filter taps, and one for rounding. */
const REACH = 3;

/** Returns the rows `[first, end)` of the placed image that an area of the result depends on. */
export function rowsUnder(
  { box, rotation }: ImagePlace,
  height: number,
  area: Box,
): { readonly first: number; readonly end: number } {
  const center = boxCenter(box);
  const toImageRow = ({ x, y }: Point) =>
    ((rotate({ x: x - center.x, y: y - center.y }, -rotation).y + boxHeight(box) / 2) * height) / boxHeight(box);
  const at = [
    { x: area.left, y: area.top },
    { x: area.right, y: area.top },
    { x: area.left, y: area.bottom },
    { x: area.right, y: area.bottom },
  ].map(toImageRow);
  const first = Math.min(height - 1, Math.max(0, Math.floor(Math.min(...at)) - REACH));
  return { first, end: Math.min(height, Math.max(first + 1, Math.ceil(Math.max(...at)) + REACH)) };
}

/** Returns the part of another image that the placed image covers; `undefined` if it covers no part. */
export function coveredPart({ box, rotation }: ImagePlace, width: number, height: number): Box | undefined {
  const bounds = rotatedBounds(box, rotation);
  const part = {
    left: Math.max(0, Math.floor(bounds.left)),
    top: Math.max(0, Math.floor(bounds.top)),
    right: Math.min(width, Math.ceil(bounds.right)),
    bottom: Math.min(height, Math.ceil(bounds.bottom)),
  };
  return boxWidth(part) > 0 && boxHeight(part) > 0 ? part : undefined;
}

/**
 * Draws an image at a placement by cubic convolution in premultiplied color, with antialiased edges (Keys, "Cubic
 * convolution interpolation", 1981; a = −1/2). Placements by whole pixels and right angles copy pixels exactly.
 */
export async function placeRows(input: PlaceRowsInput): Promise<BandResult> {
  const { box, rotation, width, height, firstRow, data, left, top, columns, rows } = input;
  const result = new Uint8ClampedArray(columns * rows * 4);
  const [cos, sin] = cosSin(rotation);
  const center = boxCenter(box);
  const [wide, high] = [boxWidth(box), boxHeight(box)];
  const [stepX, stepY] = [width / wide, height / high];
  const [weightsX, weightsY] = [new Float64Array(4), new Float64Array(4)];
  const offsetsX = new Int32Array(4);
  const lastRow = firstRow + data.length / (width * 4) - 1;

  for (let row = 0; row < rows; row++) {
    const y = top + row + 0.5 - center.y;
    for (let column = 0; column < columns; column++) {
      const x = left + column + 0.5 - center.x;
      const [inX, inY] = [cos * x + sin * y, cos * y - sin * x];
      const covered = coverage(inX, wide) * coverage(inY, high);
      if (covered === 0) continue;
      const [fromX, fromY] = [(inX + wide / 2) * stepX - 0.5, (inY + high / 2) * stepY - 0.5];
      const [column0, row0] = [Math.floor(fromX), Math.floor(fromY)];
      cubic(fromX - column0, weightsX);
      cubic(fromY - row0, weightsY);
      for (let tap = 0; tap < 4; tap++) offsetsX[tap] = Math.min(width - 1, Math.max(0, column0 - 1 + tap)) * 4;
      let [red, green, blue, alpha] = [0, 0, 0, 0];
      for (let tapY = 0; tapY < 4; tapY++) {
        const weightY = weightsY[tapY] as number;
        if (weightY === 0) continue;
        const line = (Math.min(lastRow, Math.max(firstRow, row0 - 1 + tapY)) - firstRow) * width * 4;
        for (let tapX = 0; tapX < 4; tapX++) {
          const at = line + (offsetsX[tapX] as number);
          const weight = weightY * (weightsX[tapX] as number) * (data[at + 3] as number);
          red += weight * (data[at] as number);
          green += weight * (data[at + 1] as number);
          blue += weight * (data[at + 2] as number);
          alpha += weight;
        }
      }
      if (alpha <= 0) continue;
      const to = (row * columns + column) * 4;
      result[to] = red / alpha;
      result[to + 1] = green / alpha;
      result[to + 2] = blue / alpha;
      result[to + 3] = Math.min(255, alpha) * covered;
      if (result[to + 3] === 0) result.fill(0, to, to + 3);
    }
  }
  return { rows: result, recycled: data };
}

/** Returns the fraction of a pixel that an interval covers. `at` is the distance between their centers. */
const coverage = (at: number, length: number): number => Math.min(1, Math.max(0, length / 2 - Math.abs(at) + 0.5));

/** Writes the cubic convolution weights (Keys, 1981) of pixels −1, 0, 1, 2 for a position `t` from pixel 0 to 1. */
function cubic(t: number, weights: Float64Array): void {
  weights[0] = t * (-0.5 + t * (1 - 0.5 * t));
  weights[1] = 1 + t * t * (-2.5 + 1.5 * t);
  weights[2] = t * (0.5 + t * (2 - 1.5 * t));
  weights[3] = t * t * (-0.5 + 0.5 * t);
}
