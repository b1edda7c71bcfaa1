import { type Box, boxHeight, boxWidth } from '../../geometry/box.ts';
import type { CellColors, Color } from './surroundings.ts';

/** Number of mosaic blocks along the shorter side of a redacted area, and maximum number along the longer side. */
const BLOCKS = 6;
const MOST_BLOCKS = 256;
/** Maximum random difference, in 8-bit levels, between a mosaic block and the color of the block's cell. */
const VARIATION = 10;

/** Mosaic colors that replace the pixels of a redacted area. */
export interface HiddenColors {
  readonly box: Box;
  readonly columns: number;
  readonly rows: number;
  /** RGBA colors of the mosaic blocks, row by row. */
  readonly blocks: Float64Array;
}

/** Computes the mosaic of an area from its cells' colors. Blocks of a cell differ at random, independent of the image. */
export function hiddenColors(box: Box, { colors, isWide, start, length }: CellColors): HiddenColors {
  const [width, height] = [boxWidth(box), boxHeight(box)];
  const [long, short] = [Math.max(width, height), Math.min(width, height)];
  const across = Math.min(BLOCKS, short);
  const along = Math.min(MOST_BLOCKS, long, Math.round((BLOCKS * long) / short));
  const [columns, rows] = width >= height ? [along, across] : [across, along];
  const blocks = new Float64Array(columns * rows * 4);
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const place = isWide ? box.left + ((column + 0.5) * width) / columns : box.top + ((row + 0.5) * height) / rows;
      const cell = Math.floor(((place - start) / length) * colors.length);
      const [red, green, blue, alpha] = colors[cell] as Color;
      const change = alpha === 0 ? 0 : VARIATION * randomSigned(column, row);
      blocks.set([red + change, green + change, blue + change, alpha], (row * columns + column) * 4);
    }
  return { box, columns, rows, blocks };
}

/** Returns a pseudorandom number from −1 to 1 that depends on the position of a mosaic block only. */
function randomSigned(column: number, row: number): number {
  let hash = Math.imul(column + 1, 0x9e3779b1) ^ Math.imul(row + 1, 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  hash = Math.imul(hash ^ (hash >>> 12), 0x297a2d39);
  return ((hash ^ (hash >>> 15)) >>> 0) / 0x7fffffff - 1;
}
