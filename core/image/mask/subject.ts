import { FudebakoError } from '../../base/errors.ts';
import type { Raster } from '../../base/raster.ts';
import { type AreaUnit, unitOf } from '../../geometry/area-unit.ts';
import type { Size } from '../../geometry/point.ts';
import type { PixelRect } from '../crop.ts';
import { grabCut, KNOWN, type RgbImage } from './grab-cut.ts';
import { flatMask, type GrayMask } from './gray-mask.ts';
import { COEFFICIENTS, guidedCoefficients } from './guided-filter.ts';
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
const SUBJECT_SIDE = 400;
/** Minimum side in pixels of a box around a subject. Smaller boxes have too few pixels for a color mixture. */
export const MIN_SUBJECT_BOX = 8;
/** Width of the background around a subject's box that is included in the cut, as a share of the box's sides. */
const MARGIN = 0.5;
/** Minimum number of background pixels in the scaled image, from which GrabCut learns background colors. */
const MIN_BACKGROUND = 64;

interface SubjectOptions {
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
  return enlarge(image, frame, small, coefficients);
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

/** Scales a part of an image down. Each pixel is the mean of the covered pixels, weighted by alpha. */
function shrink({ width: stride, data }: Raster, frame: PixelRect, width: number, height: number): Uint8Array {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.floor((y * frame.height) / height), Math.floor(((y + 1) * frame.height) / height)];
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.floor((x * frame.width) / width), Math.floor(((x + 1) * frame.width) / width)];
      let [red, green, blue, mass] = [0, 0, 0, 0];
      for (let row = top; row < bottom; row++) {
        const end = ((frame.y + row) * stride + frame.x + right) * 4;
        for (let at = ((frame.y + row) * stride + frame.x + left) * 4; at < end; at += 4) {
          const alpha = data[at + 3] as number;
          red += (data[at] as number) * alpha;
          green += (data[at + 1] as number) * alpha;
          blue += (data[at + 2] as number) * alpha;
          mass += alpha;
        }
      }
      if (mass === 0) continue;
      const to = (y * width + x) * 3;
      rgb[to] = Math.round(red / mass);
      rgb[to + 1] = Math.round(green / mass);
      rgb[to + 2] = Math.round(blue / mass);
    }
  }
  return rgb;
}

function knownPixels({ width, height }: RgbImage, frame: PixelRect, box: PixelRect, hints: readonly Stroke[]) {
  const known = new Uint8Array(width * height);
  const [scaleX, scaleY] = [width / frame.width, height / frame.height];
  const place = (edge: number, start: number, scale: number) => Math.round((edge - start) * scale);
  const [left, right] = [place(box.x, frame.x, scaleX), place(box.x + box.width, frame.x, scaleX)];
  const [top, bottom] = [place(box.y, frame.y, scaleY), place(box.y + box.height, frame.y, scaleY)];
  for (let y = top; y < bottom; y++) known.fill(KNOWN.nothing, y * width + left, y * width + right);
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
  return known;
}

function flatCoefficients(labels: Uint8Array): Float32Array {
  const coefficients = new Float32Array(labels.length * COEFFICIENTS);
  for (let pixel = 0; pixel < labels.length; pixel++) coefficients[pixel * COEFFICIENTS + 3] = labels[pixel] as number;
  return coefficients;
}

/** Mask value of a pixel: hidden or shown if the coefficients ignore color; `MIXED` if the value depends on color. */
const [HIDDEN, SHOWN, MIXED] = [0, 1, 2];
/** Limits below which coefficients count as ignoring color: sum of factors, and the offset's distance from 0 or 1. */
const [PLAIN_FACTOR, PLAIN_OFFSET] = [1e-6, 1e-4];

function plainValues(coefficients: Float32Array): Uint8Array {
  const values = new Uint8Array(coefficients.length / COEFFICIENTS).fill(MIXED);
  for (let pixel = 0; pixel < values.length; pixel++) {
    const at = pixel * COEFFICIENTS;
    const factor = (index: number) => Math.abs(coefficients[at + index] as number);
    if (factor(0) + factor(1) + factor(2) > PLAIN_FACTOR) continue;
    const offset = coefficients[at + 3] as number;
    if (Math.abs(offset) < PLAIN_OFFSET) values[pixel] = HIDDEN;
    else if (Math.abs(offset - 1) < PLAIN_OFFSET) values[pixel] = SHOWN;
  }
  return values;
}

/** Enlarges a mask by the fast guided filter (He and Sun, 2015): applies enlarged coefficients to the full image. */
function enlarge({ width, height, data }: Raster, frame: PixelRect, small: Size, coefficients: Float32Array): GrayMask {
  const mask = flatMask(width, height, 0);
  const plain = plainValues(coefficients);
  const line = new Float64Array((small.width + 1) * COEFFICIENTS);
  const lineValues = new Uint8Array(small.width + 1);
  const columns = neighbors(frame.width, small.width);
  const rows = neighbors(frame.height, small.height);
  for (let row = 0; row < frame.height; row++) {
    const upper = (rows.before[row] as number) * small.width;
    const lower = Math.min(small.height - 1, (rows.before[row] as number) + 1) * small.width;
    const share = rows.shares[row] as number;
    let isPlain = true;
    // Repeats the last pixel of a row, so that each pixel has a right neighbor.
    for (let x = 0; x <= small.width; x++) {
      const [a, b] = [upper + Math.min(x, small.width - 1), lower + Math.min(x, small.width - 1)];
      lineValues[x] = plain[a] === plain[b] ? (plain[a] as number) : MIXED;
      if (lineValues[x] !== HIDDEN) isPlain = false;
      for (let index = 0; index < COEFFICIENTS; index++) {
        const value = coefficients[a * COEFFICIENTS + index] as number;
        line[x * COEFFICIENTS + index] = value + ((coefficients[b * COEFFICIENTS + index] as number) - value) * share;
      }
    }
    if (isPlain) continue;
    const to = (frame.y + row) * width + frame.x;
    for (let column = 0; column < frame.width; column++) {
      const left = columns.before[column] as number;
      const value = lineValues[left] as number;
      if (value !== MIXED && value === lineValues[left + 1]) mask.data[to + column] = value * 255;
      else {
        const at = left * COEFFICIENTS;
        const part = columns.shares[column] as number;
        const from = (to + column) * 4;
        const predicted =
          between(line, at, part) * (data[from] as number) +
          between(line, at + 1, part) * (data[from + 1] as number) +
          between(line, at + 2, part) * (data[from + 2] as number) +
          between(line, at + 3, part);
        mask.data[to + column] = levelOf(predicted);
      }
    }
  }
  return mask;
}

/** Returns, for each pixel along a side, the preceding pixel of the reduced image and the weight of the next pixel. */
function neighbors(length: number, count: number) {
  const [before, shares] = [new Int32Array(length), new Float64Array(length)];
  for (let index = 0; index < length; index++) {
    const place = Math.max(0, Math.min(count - 1, ((index + 0.5) * count) / length - 0.5));
    before[index] = Math.floor(place);
    shares[index] = place - Math.floor(place);
  }
  return { before, shares };
}

const between = (line: Float64Array, at: number, part: number): number =>
  (line[at] as number) + ((line[at + COEFFICIENTS] as number) - (line[at] as number)) * part;

/** Factor that steepens the mask's edges, because the guided filter leaves a faint halo around the subject. */
const STEEPNESS = 1.5;

const levelOf = (value: number): number => Math.round(Math.min(1, Math.max(0, (value - 0.5) * STEEPNESS + 0.5)) * 255);
