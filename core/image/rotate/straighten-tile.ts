import { MemoryLayout } from '../../wasm/layout.ts';
import { LANCZOS_PHASES, lanczosPhases } from '../resample/lanczos.ts';
import { loadResampleKernels, type ResampleKernels } from '../resample/resample-kernels.ts';

declare module '../../platform/workers.ts' {
  interface CoreTaskFunctions {
    'straighten-tile': typeof straightenTile;
  }
}

/** Edges of the source image in coordinates of a block, and the color outside these edges. */
interface Corners {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly background: readonly [red: number, green: number, blue: number, alpha: number];
}

export interface StraightenTileInput {
  /** A block of the source image: RGBA, straight alpha. */
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly blockWidth: number;
  readonly blockHeight: number;
  readonly rows: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
  /** Position in the block at which the first pixel of the tile is sampled. */
  readonly x: number;
  readonly y: number;
  readonly cos: number;
  readonly sin: number;
  readonly corners: Corners | undefined;
}

/** Computes a tile of the straightened image. Returns the pixels of the tile, and the memory of the block for reuse. */
export async function straightenTile(input: StraightenTileInput): Promise<Pick<StraightenTileInput, 'rows' | 'data'>> {
  straightenWith(await loadResampleKernels(), input);
  return { rows: input.rows, data: input.data };
}

export function straightenWith(kernels: ResampleKernels, input: StraightenTileInput): void {
  const { data, blockWidth, blockHeight, rows, width, height, x, y, cos, sin, corners } = input;
  const phases = lanczosPhases();
  const layout = new MemoryLayout();
  const source = layout.add(data.length);
  const premultiplied = layout.add(blockWidth * blockHeight * 16);
  const weights = layout.add(phases.byteLength);
  const row = layout.add(width * 16);
  const target = layout.add(width * 4);
  const memory = kernels.memory(layout.size);
  const bytes = new Uint8ClampedArray(memory);
  bytes.set(data, source);
  new Float32Array(memory, weights).set(phases);
  kernels.premultiply(source, premultiplied, blockWidth * blockHeight);
  for (let line = 0; line < height; line++) {
    const [startX, startY] = [x + sin * line, y + cos * line];
    kernels.rotateRow(premultiplied, blockWidth * 16, row, weights, LANCZOS_PHASES, startX, startY, cos, -sin, width);
    if (corners) fillCorners(new Float32Array(memory, row, width * 4), corners, startX, startY, cos, sin);
    kernels.unpremultiply(row, target, width);
    rows.set(bytes.subarray(target, target + width * 4), line * width * 4);
  }
}

/** Mixes a row of premultiplied pixels with the background at and beyond the edges of the source image. */
function fillCorners(
  row: Float32Array,
  { left, top, right, bottom, background }: Corners,
  startX: number,
  startY: number,
  cos: number,
  sin: number,
): void {
  const [red, green, blue, alpha] = background;
  const behind = [red * alpha, green * alpha, blue * alpha, alpha];
  for (let pixel = 0; pixel < row.length / 4; pixel++) {
    const [x, y] = [startX + cos * pixel, startY - sin * pixel];
    const covered =
      Math.max(0, Math.min(1, x - left + 0.5, right - x + 0.5)) *
      Math.max(0, Math.min(1, y - top + 0.5, bottom - y + 0.5));
    if (covered === 1) continue;
    for (let channel = 0; channel < 4; channel++) {
      const at = pixel * 4 + channel;
      row[at] = (row[at] as number) * covered + (behind[channel] as number) * (1 - covered);
    }
  }
}
