import { FudebakoError } from '../../base/errors.ts';
import type { Raster } from '../../base/raster.ts';
import { type AreaUnit, unitOf } from '../../geometry/area-unit.ts';
import type { Size } from '../../geometry/point.ts';
import type { PixelRect } from '../crop.ts';
import { grabCut, KNOWN, type RgbImage } from './grab-cut.ts';
import { flatMask, type GrayMask } from './gray-mask.ts';
import { guidedCoefficients } from './guided-filter.ts';
import { enlarge, flatCoefficients, shrink } from './scaled-mask.ts';
import { paintStroke, type Stroke } from './strokes.ts';

/** Edges of a box around a subject. `unitOf` defines the unit of a box without `unit`. */
export interface Box {
  readonly unit?: AreaUnit | undefined;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Maximum side in pixels of the image from which GrabCut extracts a subject. Larger boxes are scaled down. */
export const SUBJECT_SIDE = 400;
/** Minimum side in pixels of a box around a subject. Smaller boxes have too few pixels for a color mixture. */
export const MIN_SUBJECT_BOX = 8;
/** Width of the background around a subject's box that is included in the cut, as a share of the box's sides. */
const MARGIN = 0.5;
/** Minimum number of background pixels in the scaled image, from which GrabCut learns background colors. */
const MIN_BACKGROUND = 64;

/** Factor that steepens the mask's edges, because the guided filter leaves a faint halo around the subject. */
const STEEPNESS = 1.5;

export interface SubjectOptions {
  /** Strokes over parts that belong to the subject (`keep`) or to the background (`hide`). */
  readonly hints: readonly Stroke[];
  /** True to refine the mask by the edges of the full image; false for the hard edges of the scaled image. */
  readonly refine: boolean;
}

/**
 * Returns a mask of the subject in a box; 0 elsewhere. Runs GrabCut on box and margin, shrunk to `SUBJECT_SIDE`.
 * @throws FudebakoError `subjectOutside`, `subjectSmall`, `subjectNoBackground`, `subjectNotFound`
 */
export function subjectMask(image: Raster, box: Box, { hints, refine }: SubjectOptions): GrayMask {
  const inner = withHints(boxInImage(box, image), hints, image);
  const frame = withMargin(inner, image);
  const scale = Math.min(1, SUBJECT_SIDE / Math.max(frame.width, frame.height));
  const width = Math.max(1, Math.round(frame.width * scale));
  const height = Math.max(1, Math.round(frame.height * scale));
  const small: RgbImage = { width, height, rgb: shrink(image, frame, width, height) };
  const known = knownPixels(small, frame, inner, hints);
  if (known.filter((value) => value === KNOWN.background).length < MIN_BACKGROUND)
    throw new FudebakoError('subjectNoBackground');
  const labels = grabCut(small, known);
  if (!labels.includes(1)) throw new FudebakoError('subjectNotFound');
  const coefficients = refine ? guidedCoefficients(small, labels) : flatCoefficients(labels);
  return enlarge(image, frame, small, coefficients, STEEPNESS);
}

/** Converts a box around a subject to whole pixels. Swaps reversed edges. */
function boxInImage(box: Box, { width, height }: Raster): PixelRect {
  const isFraction = unitOf(box.unit, { coordinates: [box.left, box.top, box.right, box.bottom] }) === 'fraction';
  const within = (edge: number, side: number) =>
    Math.round(Math.min(side, Math.max(0, isFraction ? edge * side : edge)));
  const [x1, x2] = [within(box.left, width), within(box.right, width)];
  const [y1, y2] = [within(box.top, height), within(box.bottom, height)];
  const rect = { x: Math.min(x1, x2), y: Math.min(y1, y2), width: Math.abs(x2 - x1), height: Math.abs(y2 - y1) };
  if (rect.width === 0 || rect.height === 0) throw new FudebakoError('subjectOutside', { width, height });
  if (Math.min(rect.width, rect.height) < MIN_SUBJECT_BOX)
    throw new FudebakoError('subjectSmall', { side: MIN_SUBJECT_BOX });
  return rect;
}

function withHints(rect: PixelRect, hints: readonly Stroke[], image: Raster): PixelRect {
  let [left, top, right, bottom] = [rect.x, rect.y, rect.x + rect.width, rect.y + rect.height];
  for (const { tool, points, widthPx } of hints) {
    if (tool !== 'keep') continue;
    for (const { x, y } of points) {
      left = Math.min(left, x - widthPx / 2);
      right = Math.max(right, x + widthPx / 2);
      top = Math.min(top, y - widthPx / 2);
      bottom = Math.max(bottom, y + widthPx / 2);
    }
  }
  [left, top] = [Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top))];
  const [width, height] = [Math.ceil(Math.min(image.width, right)), Math.ceil(Math.min(image.height, bottom))];
  return { x: left, y: top, width: width - left, height: height - top };
}

function withMargin({ x, y, width, height }: PixelRect, image: Raster): PixelRect {
  const [acrossPx, downPx] = [Math.ceil(width * MARGIN), Math.ceil(height * MARGIN)];
  const [left, top] = [Math.max(0, x - acrossPx), Math.max(0, y - downPx)];
  return {
    x: left,
    y: top,
    width: Math.min(image.width, x + width + acrossPx) - left,
    height: Math.min(image.height, y + height + downPx) - top,
  };
}

function knownPixels({ width, height }: RgbImage, frame: PixelRect, box: PixelRect, hints: readonly Stroke[]) {
  const known = new Uint8Array(width * height);
  const [scaleX, scaleY] = [width / frame.width, height / frame.height];
  const place = (edge: number, start: number, scale: number) => Math.round((edge - start) * scale);
  const [left, right] = [place(box.x, frame.x, scaleX), place(box.x + box.width, frame.x, scaleX)];
  const [top, bottom] = [place(box.y, frame.y, scaleY), place(box.y + box.height, frame.y, scaleY)];
  for (let y = top; y < bottom; y++) known.fill(KNOWN.nothing, y * width + left, y * width + right);
  markHints(known, { width, height }, frame, hints);
  return known;
}

/** Marks what strokes keep and hide. `known` has the size of the scaled `frame`. */
export function markHints(
  known: Uint8Array,
  { width, height }: Size,
  frame: PixelRect,
  hints: readonly Stroke[],
): void {
  const [scaleX, scaleY] = [width / frame.width, height / frame.height];
  for (const hint of hints) {
    const painted = flatMask(width, height, 0);
    const points = hint.points.map((point) => ({
      ...point,
      x: (point.x - frame.x) * scaleX,
      y: (point.y - frame.y) * scaleY,
    }));
    const widthPx = Math.max(1, hint.widthPx * scaleX);
    paintStroke(painted, { ...hint, tool: 'pen', gray: 255, feather: 0, widthPx, points });
    const value = hint.tool === 'keep' ? KNOWN.object : KNOWN.background;
    for (let pixel = 0; pixel < known.length; pixel++) if ((painted.data[pixel] as number) >= 128) known[pixel] = value;
  }
}
