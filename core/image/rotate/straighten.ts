import { rgbaOf } from '../../base/color.ts';
import { createRaster, type Raster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type BufferPool, overBands } from '../bands.ts';
import { LANCZOS_REACH } from '../resample/lanczos.ts';
import { exactCosSin, type RotateParameters } from './rotated-size.ts';
import type { StraightenTileInput } from './straighten-tile.ts';

/** Side in pixels of a tile of the result. A tile's source pixels, as floats, fit the processor's cache. */
const TILE = 256;

interface Tile extends Size {
  readonly left: number;
  readonly top: number;
}

/** A rectangle of the source image that may reach beyond the image. */
interface Block extends Size {
  readonly x: number;
  readonly y: number;
}

/**
 * Rotates an image about its center, by Lanczos-3 in premultiplied sRGB. The result has the given size and the same
 * center. With `keepCorners`, `background` fills the corners, with antialiased edges; otherwise edge pixels repeat.
 */
export async function straighten(
  image: Raster,
  { angle, keepCorners, background }: Pick<RotateParameters, 'angle' | 'keepCorners' | 'background'>,
  size: Size,
  context: OperationContext,
): Promise<Raster> {
  const { platform, onProgress } = context;
  const [cos, sin] = exactCosSin(angle);
  const result = createRaster(size.width, size.height);
  const tiles = tilesOf(size);
  let done = 0;
  await overBands(tiles, context, async (tile, memory, { signal }) => {
    // Position in the source image of the tile's first pixel; the center of the first source pixel is 0, 0.
    const [x, y] = [tile.left + 0.5 - size.width / 2, tile.top + 0.5 - size.height / 2];
    const first = { x: cos * x + sin * y + image.width / 2 - 0.5, y: cos * y - sin * x + image.height / 2 - 0.5 };
    const block = blockUnder(tile, first, cos, sin);
    const data = copyBlock(image, block, memory);
    const rows = memory.acquire(tile.width * tile.height * 4);
    const input: StraightenTileInput = {
      data,
      rows,
      ...{ blockWidth: block.width, blockHeight: block.height, width: tile.width, height: tile.height },
      ...{ x: first.x - block.x, y: first.y - block.y, cos, sin },
      corners: keepCorners
        ? {
            ...{ left: -block.x - 0.5, top: -block.y - 0.5, right: image.width - block.x - 0.5 },
            ...{ bottom: image.height - block.y - 0.5, background: rgbaOf(background) },
          }
        : undefined,
    };
    const made = await platform.workers.run('straighten-tile', input, {
      signal,
      transfer: [data.buffer, rows.buffer],
      workBytes: data.length + rows.length,
    });
    for (let row = 0; row < tile.height; row++)
      result.data.set(
        made.rows.subarray(row * tile.width * 4, (row + 1) * tile.width * 4),
        ((tile.top + row) * size.width + tile.left) * 4,
      );
    memory.release(made.rows);
    memory.release(made.data);
    done += 1;
    onProgress?.(done / tiles.length);
  });
  return result;
}

function tilesOf({ width, height }: Size): Tile[] {
  const tiles: Tile[] = [];
  for (let top = 0; top < height; top += TILE)
    for (let left = 0; left < width; left += TILE)
      tiles.push({ left, top, width: Math.min(TILE, width - left), height: Math.min(TILE, height - top) });
  return tiles;
}

/** Returns the rectangle of source pixels that the filter taps of a tile read. */
function blockUnder({ width, height }: Tile, { x, y }: { x: number; y: number }, cos: number, sin: number): Block {
  const [right, down] = [width - 1, height - 1];
  const across = [x, x + cos * right, x + sin * down, x + cos * right + sin * down];
  const along = [y, y - sin * right, y + cos * down, y - sin * right + cos * down];
  const start = (values: readonly number[]) => Math.floor(Math.min(...values)) - LANCZOS_REACH;
  const end = (values: readonly number[]) => Math.floor(Math.max(...values)) + LANCZOS_REACH + 2;
  const [left, top] = [start(across), start(along)];
  return { x: left, y: top, width: end(across) - left, height: end(along) - top };
}

/** Copies a block of source pixels. Edge pixels repeat beyond the image. */
function copyBlock(image: Raster, block: Block, memory: BufferPool): Uint8ClampedArray<ArrayBuffer> {
  const data = memory.acquire(block.width * block.height * 4);
  const to = new Uint32Array(data.buffer, data.byteOffset, block.width * block.height);
  const from = new Uint32Array(image.data.buffer, image.data.byteOffset, image.width * image.height);
  const within = (value: number, most: number) => Math.min(most, Math.max(0, value));
  const left = within(-block.x, block.width);
  const right = within(image.width - block.x, block.width);
  for (let row = 0; row < block.height; row++) {
    const line = within(block.y + row, image.height - 1) * image.width;
    const start = row * block.width;
    if (left < right) to.set(from.subarray(line + block.x + left, line + block.x + right), start + left);
    to.fill(from[line] as number, start, start + Math.min(left, block.width));
    to.fill(from[line + image.width - 1] as number, start + Math.max(0, right), start + block.width);
  }
  return data;
}
