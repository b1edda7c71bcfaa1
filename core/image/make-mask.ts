import { FudebakoError } from '../base/errors.ts';
import type { JobLimits } from '../base/job-limits.ts';
import { MAX_SIDE } from '../base/limits.ts';
import type { Raster } from '../base/raster.ts';
import type { Size } from '../geometry/point.ts';
import type { OperationContext } from '../platform/context.ts';
import { type BandResult, makeInBands } from './bands.ts';
import { checkImageSize } from './check-size.ts';
import { flatMask, invertMask, maskFromRaster, maskToRaster } from './mask/gray-mask.ts';
import { loadMaskKernels, type MaskKernels } from './mask/mask-kernels.ts';
import { type Selected, type Selection, selectMask } from './mask/selection.ts';
import { paintStroke, type Stroke, strokeRows } from './mask/strokes.ts';
import { resample } from './resample/resample.ts';

declare module '../platform/workers.ts' {
  interface CoreTaskFunctions {
    'mask-band': typeof makeMaskBand;
    'select-mask': typeof selectMaskRows;
  }
}

export interface MaskParameters extends Partial<Omit<Selected, 'hints'>> {
  /** Mask width in pixels. With 0 or `undefined`, the width of the image, or a default without an image. */
  readonly width?: number;
  readonly height?: number;
  /** Gray level of a mask without a source image. */
  readonly gray: number;
  readonly strokes: readonly Stroke[];
  readonly invert: boolean;
  /** Box around a subject, which is the first selection of the mask; used if all edges are set. `auto` finds the box. */
  readonly subject?: Edges & { readonly auto?: boolean };
  /** Pixel whose color is selected with the wand; used if both coordinates are set. */
  readonly wand?: { readonly x?: number | undefined; readonly y?: number | undefined };
  readonly tolerance?: number;
  readonly contiguous?: boolean;
}

type Edges = Pick<Selection, 'left' | 'top' | 'right' | 'bottom' | 'unit'>;

export const DEFAULT_MASK_SIZE = { width: 1024, height: 768 };

/**
 * Returns a mask as opaque gray pixels: luminance × alpha, or flat gray; then selections, strokes, inversion. Throws
 * FudebakoError `imageTooLarge`, `imageTooLong`, `memoryLimit`, and errors of selections; CancelledError.
 */
export async function makeMask(
  image: Raster | undefined,
  params: MaskParameters,
  context: OperationContext,
): Promise<Raster> {
  const { gray, invert } = params;
  const size = maskSize(image, params, context.limits);
  const source = image && (await resample(image, size.width, size.height, { ...context, onProgress: undefined }));
  const strokes = params.strokes.filter(({ tool }) => !isHint(tool));
  const selected = await select(source, size, params, context);
  return makeInBands(size, context, ({ start, end }, memory, { signal }) => {
    const data = source && !selected ? memory.copyRows(source, start, end) : undefined;
    const levels = selected?.slice(start * size.width, end * size.width);
    const near = strokes.filter((stroke) => {
      const rows = strokeRows(stroke);
      return rows.first < end && rows.end > start;
    });
    return context.platform.workers.run(
      'mask-band',
      { width: size.width, height: end - start, top: start, data, levels, gray, strokes: near, invert },
      {
        signal,
        transfer: [data, levels].flatMap((each) => each?.buffer ?? []),
        workBytes: size.width * (end - start) * 4 * ((data ? 2 : 1) + near.length),
      },
    );
  });
}

const isHint = (tool: Stroke['tool']) => tool === 'keep' || tool === 'hide';

/** Returns the gray levels after all selections; `undefined` without selections, growing and feathering. */
async function select(
  source: Raster | undefined,
  { width, height }: Size,
  params: MaskParameters,
  { platform, signal, onWarning }: OperationContext,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const { gray, refine = true, grow = 0, feather = 0 } = params;
  const selections = selectionsOf(params);
  if (selections.length === 0 && grow === 0 && feather === 0) return undefined;
  const hints = params.strokes.filter(({ tool }) => isHint(tool));
  const data = source?.data.slice();
  const { levels, isClear } = await platform.workers.run(
    'select-mask',
    { width, height, data, gray, selections, hints, refine, grow, feather },
    { signal, transfer: data ? [data.buffer] : [], workBytes: width * height * 8 },
  );
  if (!isClear) onWarning?.({ code: 'subjectUnclear', data: {} });
  return levels;
}

/** Returns the selections of a mask in the order in which they are applied. */
export function selectionsOf(params: MaskParameters): readonly Selection[] {
  const { subject, wand, tolerance = 0, contiguous = true, selections = [] } = params;
  const base = { combine: 'add', tolerance, contiguous, points: [] } as const;
  return [
    ...(subject?.auto || subject?.left !== undefined ? [{ ...base, kind: 'subject', ...boxOf(subject) } as const] : []),
    ...(wand?.x === undefined ? [] : [{ ...base, kind: 'wand', ...wand } as const]),
    ...selections,
  ];
}

const boxOf = ({ auto: _, ...box }: NonNullable<MaskParameters['subject']>): Edges => box;

export interface SelectMaskInput extends Size, Selected, Pick<MaskParameters, 'gray'> {
  readonly data: Uint8ClampedArray<ArrayBuffer> | undefined;
}

export interface SelectedRows {
  readonly levels: Uint8Array<ArrayBuffer>;
  /** False if a subject found without a box may not be the one that is meant. */
  readonly isClear: boolean;
}

export async function selectMaskRows(input: SelectMaskInput): Promise<SelectedRows> {
  const { width, height, data, gray } = input;
  let isClear = true;
  const mask = selectMask({ width, height }, data && { width, height, data }, gray, input, () => {
    isClear = false;
  });
  return { levels: mask.data, isClear };
}

/** Returns the size of a mask: the requested size, or else the image's size, or else the default. */
export function maskSize(
  image: Pick<Raster, 'width' | 'height'> | undefined,
  params: Pick<MaskParameters, 'width' | 'height'>,
  limits?: JobLimits,
): { readonly width: number; readonly height: number } {
  const fallback = image ?? DEFAULT_MASK_SIZE;
  const width = params.width || fallback.width;
  const height = params.height || fallback.height;
  checkImageSize({ width, height }, limits);
  if (Math.max(width, height) > MAX_SIDE) throw new FudebakoError('imageTooLong', { width, height, side: MAX_SIDE });
  return { width, height };
}

export interface MaskBandInput extends Pick<MaskParameters, 'gray' | 'strokes' | 'invert'> {
  readonly width: number;
  readonly height: number;
  /** First row of a band of rows, counted from the top of the mask. */
  readonly top: number;
  readonly data: Uint8ClampedArray<ArrayBuffer> | undefined;
  /** Gray levels after selections, which replace `data` and `gray`. */
  readonly levels: Uint8Array<ArrayBuffer> | undefined;
}

export async function makeMaskBand(input: MaskBandInput): Promise<BandResult> {
  const { width, height, top, data, levels, gray, strokes, invert } = input;
  if (data && strokes.length === 0) return { rows: grayRows(await loadMaskKernels(), data, invert) };
  const initial = data ? maskFromRaster({ width, height, data }) : flatMask(width, height, gray);
  const mask = levels ? { width, height, data: levels } : initial;
  for (const stroke of strokes) paintStroke(mask, stroke, top);
  if (invert) invertMask(mask);
  return { rows: maskToRaster(mask).data, recycled: data };
}

/** Number of pixels per kernel call: few enough that their bytes fit the processor's L1 cache. */
const CHUNK_PIXELS = 4096;

export function grayRows(
  kernels: MaskKernels,
  data: Uint8ClampedArray<ArrayBuffer>,
  invert: boolean,
): Uint8ClampedArray<ArrayBuffer> {
  const chunk = new Uint8ClampedArray(kernels.memory(CHUNK_PIXELS * 4), 0, CHUNK_PIXELS * 4);
  for (let at = 0; at < data.length; at += chunk.length) {
    const part = data.subarray(at, at + chunk.length);
    chunk.set(part);
    kernels.grayPixels(0, Math.ceil(part.length / 16) * 4, Number(invert));
    part.set(part.length === chunk.length ? chunk : chunk.subarray(0, part.length));
  }
  return data;
}
