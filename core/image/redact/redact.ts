import { rgbaOf } from '../../base/color.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { copyRaster, pixelWords, type Raster } from '../../base/raster.ts';
import { boxHeight, boxWidth } from '../../geometry/box.ts';
import type { OperationContext } from '../../platform/context.ts';
import { coveredSpans, SPAN, type Spans, touchesImage } from './covered-spans.ts';
import { type HiddenColors, hiddenColors } from './hidden-colors.ts';
import { groupAreas, joinAreas } from './joined-areas.ts';
import { areaInPixels, isThin, type PixelArea, type RedactArea } from './redact-area.ts';
import { colorsAround } from './surroundings.ts';

export interface RedactParameters {
  readonly areas: readonly RedactArea[];
  readonly effect: 'blur' | 'pixelate' | 'solid';
  /** Fill color of `solid`, and of areas whose surroundings have no visible pixel. */
  readonly color: string;
  /** Areas of this image that later steps hide, in pixels; `unknown` if they can't be located in this image. */
  readonly hiddenLater?: readonly PixelArea[] | 'unknown';
}

/**
 * Replaces every pixel that an area touches. The new pixels depend on visible pixels only, never on hidden pixels.
 * Warns with `redactionSolid` if areas are filled with the color instead of the effect.
 * @throws FudebakoError `areaOutside` for an area that hides less than one pixel, except in previews, in which the
 *   visitor may still be drawing; `areasTooLarge`; CancelledError
 */
export async function redact(
  image: Raster,
  { areas, effect, color, hiddenLater = [] }: RedactParameters,
  { signal, onProgress, onWarning, previewScale }: OperationContext,
): Promise<Raster> {
  if (signal?.aborted) throw new CancelledError();
  const inPixels = areas.map((area) => areaInPixels(area, image, previewScale));
  const spans = coveredSpans(inPixels, image);
  if (previewScale === undefined)
    for (const [index, area] of inPixels.entries())
      if (isThin(area, image) || !touchesImage(area, image))
        throw new FudebakoError('areaOutside', { number: index + 1 });
  if (spans.length === 0) return image;
  const result = copyRaster(image);
  const isKnown = hiddenLater !== 'unknown';
  const hidden = isKnown && hiddenLater.length > 0 ? coveredSpans([...inPixels, ...hiddenLater], image) : spans;
  let isFilled = false;
  for (const group of effect === 'solid' ? [] : groupAreas(joinAreas(spans))) {
    if (signal?.aborted) throw new CancelledError();
    const cells = isKnown ? colorsAround(image, group.box, hidden) : undefined;
    for (const { box, spans } of group.areas)
      if (cells) paint(result, spans, hiddenColors(box, cells), effect === 'blur');
      else fillSolid(result, spans, color);
    isFilled ||= !cells;
  }
  if (effect === 'solid') fillSolid(result, spans, color);
  if (isFilled) onWarning?.({ code: 'redactionSolid', data: {} });
  onProgress?.(1);
  return result;
}

function fillSolid(image: Raster, spans: Spans, color: string): void {
  const words = pixelWords(image);
  const [word = 0] = new Uint32Array(Uint8Array.from(rgbaOf(color)).buffer);
  for (let span = 0; span < spans.length; span += SPAN) {
    const row = (spans[span] as number) * image.width;
    words.fill(word, row + (spans[span + 1] as number), row + (spans[span + 2] as number));
  }
}

/** Writes mosaic blocks over redacted pixels. If `blends` is true, interpolates between the four nearest blocks. */
function paint({ width, data }: Raster, spans: Spans, colors: HiddenColors, blends: boolean): void {
  const { box, columns, rows, blocks } = colors;
  const across = neighbors(boxWidth(box), columns, blends);
  const down = neighbors(boxHeight(box), rows, blends);
  const line = new Float64Array(columns * 4);
  let lineOf = -1;
  for (let span = 0; span < spans.length; span += SPAN) {
    const [y, start, end] = [spans[span] as number, spans[span + 1] as number, spans[span + 2] as number];
    if (lineOf !== y) {
      lineOf = y;
      const upper = (down.before[y - box.top] as number) * columns * 4;
      const lower = (down.after[y - box.top] as number) * columns * 4;
      const share = down.shares[y - box.top] as number;
      for (let index = 0; index < line.length; index++)
        line[index] = between(blocks[upper + index], blocks[lower + index], share);
    }
    for (let x = start; x < end; x++) {
      const place = x - box.left;
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
