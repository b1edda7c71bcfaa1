import { boxBetween, growBox } from '../geometry/box.ts';
import type { Point, Size } from '../geometry/point.ts';
import { type CropParameters, cropCornersOf, shownRect } from '../image/crop.ts';
import type { RedactParameters } from '../image/redact/redact.ts';
import { areaInPixels, type PixelArea } from '../image/redact/redact-area.ts';
import type { RotateParameters } from '../image/rotate/rotated-size.ts';
import type { ScaleParameters } from '../image/scale.ts';
import type { OperationId } from '../operations/index.ts';
import { paramsOn, sizeAfter } from './refit.ts';
import type { ParsedStep } from './step.ts';

/** Operations after which every pixel is at the same place as before. */
const STAYS: ReadonlySet<OperationId> = new Set<OperationId>([
  'convert',
  'adjust-color',
  'blur-sharpen',
  'redact',
  'draw-shapes',
  'write-texts',
  'write-horizontal',
  'write-vertical',
]);

/**
 * Returns the areas that redact steps after step `index` hide, in pixels of the image before step `index`, so that all
 * redact steps of a recipe hide their areas together. Returns `unknown` if an area can't be located in that image.
 */
export function hiddenLater(steps: readonly ParsedStep[], index: number, size: Size): RedactParameters['hiddenLater'] {
  const areas: PixelArea[] = [];
  let isKnown = true;
  let toFirst = (area: PixelArea) => area;
  let is = size;
  for (const step of steps.slice(index + 1)) {
    const [before, back] = [is, toFirst];
    const { operation, inputs } = step;
    const params = paramsOn(step, before);
    if (operation.id === 'redact') {
      if (!isKnown) return 'unknown';
      const { areas: later } = params as unknown as RedactParameters;
      areas.push(...later.map((area) => back(areaInPixels(area, before))));
    }
    is = sizeAfter([{ operation: operation.id, params }], is);
    if (STAYS.has(operation.id) && inputs.image === undefined) continue;
    const toBefore = inputs.image === undefined ? placesBefore(operation.id, params, before, is) : undefined;
    if (toBefore) toFirst = (area) => back(toBefore(area));
    else isKnown = false;
  }
  return areas;
}

type Params = Readonly<Record<string, unknown>>;

/** Returns a function that moves an area from the image after a step to the image before it, if the step allows it. */
function placesBefore(operation: OperationId, params: Params, before: Size, after: Size) {
  if (operation === 'crop') {
    const { x, y } = shownRect(cropCornersOf(params as unknown as CropParameters, before), before);
    return (area: PixelArea) => mapped(area, (point) => ({ x: point.x + x, y: point.y + y }));
  }
  if (operation === 'scale' && isStretched(params as unknown as ScaleParameters)) {
    const [x, y] = [before.width / after.width, before.height / after.height];
    // Grows the area to whole pixels of the scaled image, which are many pixels of the image before.
    return (area: PixelArea) => mapped(grown(area), (point) => ({ x: point.x * x, y: point.y * y }), Math.max(x, y));
  }
  const { turn, flip, angle, ratio } = params as unknown as RotateParameters;
  if (operation !== 'rotate' || angle !== 0 || ratio !== '') return undefined;
  return (area: PixelArea) => mapped(area, (point) => turnedBack(flipped(point, flip, after), turn, before));
}

/** True if a scale step shows the whole image, without a border. */
const isStretched = ({ fit }: ScaleParameters) => fit === undefined || fit === 'fill' || fit === 'contain';

const flipped = ({ x, y }: Point, flip: RotateParameters['flip'], { width, height }: Size): Point => ({
  x: flip === 'horizontal' ? width - x : x,
  y: flip === 'vertical' ? height - y : y,
});

/** Turns a point counterclockwise, from the image after a clockwise turn to the image of size `size` before. */
function turnedBack({ x, y }: Point, turn: number, { width, height }: Size): Point {
  if (turn === 90) return { x: y, y: height - x };
  if (turn === 180) return { x: width - x, y: height - y };
  return turn === 270 ? { x: width - y, y: x } : { x, y };
}

const grown = (area: PixelArea): PixelArea =>
  area.shape === 'brush' ? { ...area, width: area.width + 2 } : { ...area, ...growBox(area, 1) };

function mapped(area: PixelArea, move: (point: Point) => Point, widthScale = 1): PixelArea {
  if (area.shape === 'brush') return { ...area, points: area.points.map(move), width: area.width * widthScale };
  const [one, other] = [move({ x: area.left, y: area.top }), move({ x: area.right, y: area.bottom })];
  return { ...area, ...boxBetween(one, other) };
}
