import type { Size } from '../geometry/point.ts';
import { type CropParameters, cropCornersOf, shownRect } from '../image/crop.ts';
import type { RedactParameters } from '../image/redact/redact.ts';
import { areaInPixels, type PixelArea } from '../image/redact/redact-area.ts';
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
    if (operation.id === 'crop' && inputs.image === undefined) {
      const { x, y } = shownRect(cropCornersOf(params as unknown as CropParameters, before), before);
      toFirst = (area) => back(moved(area, 1, 1, x, y));
    } else if (
      operation.id === 'scale' &&
      isStretched(params as unknown as ScaleParameters) &&
      inputs.image === undefined
    ) {
      const [x, y] = [before.width / is.width, before.height / is.height];
      toFirst = (area) => back(moved(area, x, y, 0, 0));
    } else isKnown = false;
  }
  return areas;
}

/** True if a scale step shows the whole image, without a border. */
const isStretched = ({ fit }: ScaleParameters) => fit === undefined || fit === 'fill' || fit === 'inside';

/** Scales, then moves an area. */
function moved(area: PixelArea, scaleX: number, scaleY: number, x: number, y: number): PixelArea {
  if (area.shape === 'brush')
    return {
      ...area,
      points: area.points.map((point) => ({ x: point.x * scaleX + x, y: point.y * scaleY + y })),
      width: area.width * Math.max(scaleX, scaleY),
    };
  return {
    ...area,
    left: area.left * scaleX + x,
    right: area.right * scaleX + x,
    top: area.top * scaleY + y,
    bottom: area.bottom * scaleY + y,
  };
}
