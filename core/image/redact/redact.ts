import { rgbaOf } from '../../base/color.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { copyRaster, pixelWords, type Raster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type HiddenColors, hiddenColors } from './hidden-colors.ts';
import { coveredSpans, type RedactArea, type Spans } from './redact-area.ts';

export interface RedactParameters {
  readonly areas: readonly RedactArea[];
  readonly effect: 'blur' | 'pixelate' | 'solid';
  /** Fill color of the redaction effect `solid`. */
  readonly color: string;
}

/**
 * Replaces every pixel that an area touches. Throws FudebakoError `areaOutside` for an area outside the image, except
 * in previews, in which the visitor may still be drawing. Throws CancelledError.
 */
export async function redact(
  image: Raster,
  { areas, effect, color }: RedactParameters,
  { signal, onProgress, previewScale }: OperationContext,
): Promise<Raster> {
  let result = image;
  for (const [index, area] of areas.entries()) {
    if (signal?.aborted) throw new CancelledError();
    const spans = coveredSpans(area, image, previewScale ?? 1);
    if (spans.length === 0) {
      if (previewScale === undefined) throw new FudebakoError('areaOutside', { number: index + 1 });
      continue;
    }
    if (result === image) result = copyRaster(image);
    if (effect === 'solid') fillSolid(result, spans, color);
    else paint(result, spans, hiddenColors(result, spans), effect === 'blur');
    onProgress?.((index + 1) / areas.length);
  }
  return result;
}

function fillSolid(image: Raster, spans: Spans, color: string): void {
  const words = pixelWords(image);
  const [word = 0] = new Uint32Array(Uint8Array.from(rgbaOf(color)).buffer);
  for (const [y, start, end] of spans) words.fill(word, y * image.width + start, y * image.width + end);
}

/** Writes mosaic blocks over redacted pixels. If `blends` is true, interpolates between the four nearest blocks. */
function paint({ width, data }: Raster, spans: Spans, colors: HiddenColors, blends: boolean): void {
  const { columns, rows, blocks } = colors;
  const across = neighbors(colors.width, columns, blends);
  const down = neighbors(colors.height, rows, blends);
  const line = new Float64Array(columns * 4);
  let lineOf = -1;
  for (const [y, start, end] of spans) {
    if (lineOf !== y) {
      lineOf = y;
      const upper = (down.before[y - colors.top] as number) * columns * 4;
      const lower = (down.after[y - colors.top] as number) * columns * 4;
      const share = down.shares[y - colors.top] as number;
      for (let index = 0; index < line.length; index++)
        line[index] = between(blocks[upper + index], blocks[lower + index], share);
    }
    for (let x = start; x < end; x++) {
      const place = x - colors.left;
      const left = (across.before[place] as number) * 4;
      const right = (across.after[place] as number) * 4;
      const share = across.shares[place] as number;
      const at = (y * width + x) * 4;
      for (let channel = 0; channel < 4; channel++)
        data[at + channel] = between(line[left + channel], line[right + channel], share);
    }
  }
}

const between = (one = 0, other = 0, share = 0): number => one + (other - one) * share;

/** For each pixel along a side, returns the mosaic blocks before and after it, and the weight of the latter. */
function neighbors(length: number, count: number, blends: boolean) {
  const [before, after, shares] = [new Uint16Array(length), new Uint16Array(length), new Float64Array(length)];
  for (let index = 0; index < length; index++) {
    const place = ((index + 0.5) * count) / length;
    const from = blends ? Math.max(0, place - 0.5) : place;
    before[index] = Math.floor(from);
    after[index] = Math.min(count - 1, Math.floor(from) + 1);
    if (blends) shares[index] = smooth(from - Math.floor(from));
  }
  return { before, after, shares };
}

const smooth = (share: number): number => share * share * (3 - 2 * share);
