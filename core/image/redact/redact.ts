import { rgbaOf } from '../../base/color.ts';
import { CancelledError } from '../../base/errors.ts';
import { copyRaster, pixelWords, type Raster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type HiddenColors, hiddenColors } from './hidden-colors.ts';
import { coveredSpans, type RedactArea, type Spans } from './redact-area.ts';

export interface RedactParameters {
  readonly areas: readonly RedactArea[];
  readonly effect: 'blur' | 'pixelate' | 'solid';
  /** Color of the effect `solid`. */
  readonly color: string;
}

/**
 * Replaces every pixel that an area touches. Returns `image` itself if the areas touch no pixel. Throws
 * CancelledError.
 */
export async function redact(
  image: Raster,
  { areas, effect, color }: RedactParameters,
  { signal, onProgress, previewScale = 1 }: OperationContext,
): Promise<Raster> {
  let result = image;
  for (const [index, area] of areas.entries()) {
    if (signal?.aborted) throw new CancelledError();
    const spans = coveredSpans(area, image, previewScale);
    if (spans.length === 0) continue;
    if (result === image) result = copyRaster(image);
    if (effect === 'solid') fillSolid(result, spans, color);
    else paint(result, spans, hiddenColors(result, spans), effect === 'blur' ? smoothColor : blockColor);
    onProgress?.((index + 1) / areas.length);
  }
  return result;
}

function fillSolid(image: Raster, spans: Spans, color: string): void {
  const words = pixelWords(image);
  const [word = 0] = new Uint32Array(Uint8Array.from(rgbaOf(color)).buffer);
  for (const [y, start, end] of spans) words.fill(word, y * image.width + start, y * image.width + end);
}

/** Writes the color at a position in the block grid to `data`. The position is in blocks. */
type ColorAt = (colors: HiddenColors, column: number, row: number, data: Uint8ClampedArray, at: number) => void;

function paint({ width, data }: Raster, spans: Spans, colors: HiddenColors, colorAt: ColorAt): void {
  const [perColumn, perRow] = [colors.columns / colors.width, colors.rows / colors.height];
  for (const [y, start, end] of spans) {
    const row = (y + 0.5 - colors.top) * perRow;
    for (let x = start; x < end; x++)
      colorAt(colors, (x + 0.5 - colors.left) * perColumn, row, data, (y * width + x) * 4);
  }
}

const blockColor: ColorAt = ({ columns, blocks }, column, row, data, at) => {
  const block = (Math.floor(row) * columns + Math.floor(column)) * 4;
  for (let channel = 0; channel < 4; channel++) data[at + channel] = blocks[block + channel] as number;
};

/** Blends the four nearest blocks. */
const smoothColor: ColorAt = ({ columns, rows, blocks }, column, row, data, at) => {
  const [x, y] = [Math.max(0, column - 0.5), Math.max(0, row - 0.5)];
  const [left, top] = [Math.floor(x), Math.floor(y)];
  const [right, bottom] = [Math.min(columns - 1, left + 1), Math.min(rows - 1, top + 1)];
  const [shareX, shareY] = [smooth(x - left), smooth(y - top)];
  for (let channel = 0; channel < 4; channel++) {
    const of = (c: number, r: number) => blocks[(r * columns + c) * 4 + channel] as number;
    const upper = of(left, top) + (of(right, top) - of(left, top)) * shareX;
    const lower = of(left, bottom) + (of(right, bottom) - of(left, bottom)) * shareX;
    data[at + channel] = upper + (lower - upper) * shareY;
  }
};

const smooth = (share: number): number => share * share * (3 - 2 * share);
