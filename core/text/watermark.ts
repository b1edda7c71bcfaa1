import { FudebakoError } from '../base/errors.ts';
import { copyRaster, createRaster, pixelWords, type Raster } from '../base/raster.ts';
import { boxHeight, boxWidth, rotatedBounds, wholeImage } from '../geometry/box.ts';
import { type Point, rotate, type Size } from '../geometry/point.ts';
import type { Position } from '../geometry/positions.ts';
import { paintPart } from '../image/blend/paint-over.ts';
import { composeLayers } from '../image/layer.ts';
import { anchorPosition } from '../image/pad/fields.ts';
import { resample } from '../image/resample/resample.ts';
import { trim } from '../image/trim.ts';
import { defaultValues } from '../parameters/parse.ts';
import type { OperationContext } from '../platform/context.ts';
import { isJapanese } from './new-text.ts';
import { type AdvancedText, advancedText } from './settings.ts';
import { writeText } from './write.ts';

export interface WatermarkParameters {
  readonly text: string;
  /** Size in percent of the normal size, in which a text's characters and a logo follow the image's shorter side. */
  readonly size: number;
  readonly opacity: number;
  /** True to repeat the mark over the whole image; false for one mark at `anchor`. */
  readonly tile: boolean;
  /** Distance between repeated marks in percent of the image's shorter side. */
  readonly gap: number;
  /** Clockwise angle of repeated marks in degrees. */
  readonly angle: number;
  /** Position of one mark, and its distance from the edges in percent of the image's shorter side. */
  readonly anchor: Position;
  readonly margin: number;
}

/** Height of a text's characters, and longest side of a logo, as shares of the image's shorter side. */
const TEXT_SHARE = 0.05;
const LOGO_SHARE = 0.2;
const MIN_FONT_PX = 12;
/** Least distance between the centers of marks, as a share of the image's shorter side. */
const MIN_DISTANCE_SHARE = 0.02;

/**
 * Repeats a text or logo over an image, in rows at an angle; every second row is shifted by half a distance. Or writes
 * it once, inside the margin. Texts are white with a dark outline. Sizes follow the image's shorter side.
 * @throws FudebakoError `textEmpty` if the text leaves no ink; the errors of `writeText`; CancelledError
 */
export async function addWatermark(
  image: Raster,
  logo: Raster | undefined,
  params: WatermarkParameters,
  context: OperationContext,
): Promise<Raster> {
  const quiet = { ...context, onProgress: undefined };
  const mark = logo ? await scaledLogo(logo, image, params, quiet) : await textMark(image, params, quiet);
  const stamp = await turned(mark, params, quiet);
  const result = copyRaster(image);
  for (const center of params.tile ? centers(image, mark, stamp, params) : [anchored(image, stamp, params)])
    paintPart(result, stamp, Math.round(center.x - stamp.width / 2), Math.round(center.y - stamp.height / 2));
  context.onProgress?.(1);
  return result;
}

const middleOf = ({ width, height }: Size): Point => ({ x: width / 2, y: height / 2 });

/** Returns the center of one mark, so that it is as far from the nearest edges as the margin. */
function anchored(image: Size, stamp: Size, { anchor, margin }: WatermarkParameters): Point {
  const { x, y } = anchorPosition(anchor);
  const edge = (Math.min(image.width, image.height) * margin) / 100;
  const along = (length: number, own: number, share: number) => own / 2 + edge + share * (length - own - 2 * edge);
  return { x: along(image.width, stamp.width, x), y: along(image.height, stamp.height, y) };
}

/** Returns the room of one mark in an image of length `side`. */
const roomOf = (side: number, image: Size, { tile, margin }: WatermarkParameters): number =>
  tile ? side : Math.max(1, side - (Math.min(image.width, image.height) * margin) / 50);

function scaledLogo(logo: Raster, image: Size, params: WatermarkParameters, context: OperationContext) {
  const wanted = (Math.min(image.width, image.height) * LOGO_SHARE * params.size) / 100;
  const [across, down] = [roomOf(image.width, image, params), roomOf(image.height, image, params)];
  const scale = Math.min(wanted / Math.max(logo.width, logo.height), across / logo.width, down / logo.height);
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return resample(logo, side(logo.width), side(logo.height), context);
}

/** Returns a text on a transparent background, cut to its ink. */
async function textMark(image: Size, params: WatermarkParameters, context: OperationContext): Promise<Raster> {
  const { text, tile, size: share } = params;
  const normalPx = Math.max(MIN_FONT_PX, Math.min(image.width, image.height) * TEXT_SHARE);
  const fontPx = Math.max(1, Math.round((normalPx * share) / 100));
  const lines = text.split('\n').length;
  const width = tile ? Math.max(image.width, image.height) : Math.round(roomOf(image.width, image, params));
  const size = { width, height: fontPx * 2 * lines };
  const set: AdvancedText = {
    ...(defaultValues(advancedText) as AdvancedText),
    text,
    fontFamily: isJapanese(text) ? 'Noto Sans JP' : 'Inter',
    fontPt: (fontPx * 72) / 96,
    charGapEm: 0,
    textColor: '#ffffff',
    outlineTextColor: '#000000',
    outlineTextWidth: Math.min(20, Math.max(1, Math.round(fontPx / 24))),
    vAlign: 'middle',
    shrinkToFit: true,
  };
  const inputs = { image: undefined, fonts: undefined };
  const written = await writeText(
    inputs,
    { ...size, background: '#00000000' },
    { kind: 'texts', texts: [set] },
    // A watermark has a parameter `text`, and no list of texts.
    { ...context, onWarning: ({ code, data }) => context.onWarning?.({ code, data: { ...data, texts: 'text' } }) },
  );
  // Spaces of no width and control characters leave no ink.
  if (pixelWords(written).every((word) => word === 0)) throw new FudebakoError('textEmpty');
  return trim(written, { tolerance: 0, margin: 0, color: 'transparent' }, { onWarning: undefined });
}

/** Returns a mark at its angle and opacity, in the size of its bounds. */
function turned(mark: Raster, params: WatermarkParameters, context: OperationContext): Promise<Raster> {
  const { opacity } = params;
  const angle = params.tile ? params.angle : 0;
  const bounds = rotatedBounds(wholeImage(mark), angle);
  const room = createRaster(Math.ceil(boxWidth(bounds)) + 2, Math.ceil(boxHeight(bounds)) + 2);
  const placing = { blendMode: 'normal', view: 'combined', offsetX: 0, offsetY: 0, rotation: angle, opacity } as const;
  return composeLayers({ top: mark, bottom: room }, placing, context);
}

/** Yields the centers of all marks that reach into the image. Takes time in proportion to these marks. */
function* centers(image: Size, mark: Size, stamp: Size, { angle, gap }: WatermarkParameters): Generator<Point> {
  const side = Math.min(image.width, image.height);
  const distance = (side * gap) / 100;
  // Thin marks without a gap would be painted over each other thousands of times.
  const [across, down] = [mark.width, mark.height].map((length) =>
    Math.max(length + distance, side * MIN_DISTANCE_SHARE),
  ) as [number, number];
  const middle = middleOf(image);
  const reach = { x: (image.width + stamp.width) / 2, y: (image.height + stamp.height) / 2 };
  const [along, below] = [rotate({ x: across, y: 0 }, angle), rotate({ x: 0, y: down }, angle)];
  const rows = Math.ceil((Math.abs(along.y) * reach.x + Math.abs(along.x) * reach.y) / across / down);
  for (let row = -rows; row <= rows; row++) {
    const shift = row % 2 === 0 ? 0 : 0.5;
    const [first, last] = columnsWithin([row * below.x, along.x, reach.x], [row * below.y, along.y, reach.y]);
    for (let column = Math.ceil(first - shift); column + shift <= last; column++) {
      const at = rotate({ x: (column + shift) * across, y: row * down }, angle);
      const isSeen = Math.abs(at.x) < reach.x && Math.abs(at.y) < reach.y;
      if (isSeen) yield { x: middle.x + at.x, y: middle.y + at.y };
    }
  }
}

/** Returns the range of numbers n for which |start + n · step| ≤ limit on each axis; an empty range has its end first. */
function columnsWithin(...axes: readonly (readonly [start: number, step: number, limit: number])[]): [number, number] {
  let [first, last] = [-Infinity, Infinity];
  for (const [start, step, limit] of axes) {
    // A step of 0 leaves the other axis to bound the range.
    if (Math.abs(step) < 1e-9) continue;
    const ends = [(-limit - start) / step, (limit - start) / step];
    first = Math.max(first, Math.min(...ends));
    last = Math.min(last, Math.max(...ends));
  }
  return [first, last];
}
