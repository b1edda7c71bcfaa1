import { FudebakoError } from '../base/errors.ts';
import type { Raster } from '../base/raster.ts';
import { type Box, boxHeight, boxWidth, rotatedBounds, wholeImage } from '../geometry/box.ts';
import type { Size } from '../geometry/point.ts';
import type { Position } from '../geometry/positions.ts';
import type { OperationContext } from '../platform/context.ts';
import { makeInBands } from './bands.ts';
import type { BlendModeId } from './blend/blend-modes.ts';
import { coveredPart, type ImagePlace, rowsUnder } from './place-rows.ts';
import { resample } from './resample/resample.ts';

export interface Layers {
  readonly top?: Raster;
  readonly bottom?: Raster;
  readonly mask?: Raster;
}

export interface LayerParameters {
  readonly blendMode: BlendModeId;
  readonly view: 'combined' | keyof Layers;
  /** Position of the top layer: a corner, side or the center (default) of the bottom layer. */
  readonly anchor?: Position;
  /** Distance of the top layer from the edges that `anchor` names, in percent of the bottom layer's shorter side. */
  readonly margin?: number;
  /** Horizontal and vertical offset in pixels of the top layer from the position that `anchor` and `margin` give. */
  readonly offsetX: number;
  readonly offsetY: number;
  /** Scale of the top layer, and clockwise rotation in degrees around the center of the top layer. */
  readonly scale?: number;
  readonly rotation?: number;
  readonly opacity?: number;
}

export type LayerPlan =
  | { readonly kind: 'single'; readonly layer: keyof Layers }
  | { readonly kind: 'masked'; readonly layer: 'top' | 'bottom' }
  | { readonly kind: 'blended' };

/** Returns the layers that the selected view shows; `undefined` without layers. */
export function planLayers(
  inputs: { readonly [Layer in keyof Layers]?: unknown },
  view: LayerParameters['view'],
): LayerPlan | undefined {
  const first = (['top', 'bottom', 'mask'] as const).find((layer) => inputs[layer]);
  if (!first) return undefined;
  if (view !== 'combined') return { kind: 'single', layer: inputs[view] ? view : first };
  if (inputs.top && inputs.bottom) return { kind: 'blended' };
  return first !== 'mask' && inputs.mask ? { kind: 'masked', layer: first } : { kind: 'single', layer: first };
}

/**
 * Composes layers. The view `combined` blends the transformed top layer over the bottom layer, in the bottom layer's
 * size. The mask hides parts of the top or only layer. If the selected layer is missing, shows the first of top,
 * bottom, mask. Throws FudebakoError `imageRequired` without any layer; CancelledError.
 */
export async function composeLayers(
  layers: Layers,
  params: LayerParameters,
  context: OperationContext,
): Promise<Raster> {
  const { top, bottom, mask } = layers;
  const plan = planLayers(layers, params.view);
  if (plan?.kind === 'blended' && top && bottom) return blendLayers(top, bottom, mask, params, context);
  const shown = plan && plan.kind !== 'blended' ? layers[plan.layer] : undefined;
  if (!plan || !shown) throw new FudebakoError('imageRequired');
  return plan.kind === 'masked' && mask ? maskLayer(shown, mask, context) : shown;
}

type Placing = Pick<LayerParameters, 'anchor' | 'margin' | 'offsetX' | 'offsetY' | 'rotation'>;

/** Returns the upper left corner of the unrotated top layer in the bottom layer. Centering rounds to the upper left. */
export function topPlace(
  top: Size,
  bottom: Size,
  { anchor = 'center', margin = 0, offsetX, offsetY, rotation = 0 }: Placing,
): { readonly left: number; readonly top: number } {
  const bounds = rotatedBounds(wholeImage(top), rotation);
  const distance = Math.round((margin / 100) * Math.min(bottom.width, bottom.height));
  const along = (side: 'start' | 'end' | undefined, length: number, room: number, rotated: number) => {
    if (side === undefined) return Math.floor((room - length) / 2);
    const outside = (rotated - length) / 2;
    return side === 'start' ? Math.ceil(distance + outside) : Math.floor(room - distance - length - outside);
  };
  const x = anchor.endsWith('left') ? 'start' : anchor.endsWith('right') ? 'end' : undefined;
  const y = anchor.startsWith('top') ? 'start' : anchor.startsWith('bottom') ? 'end' : undefined;
  return {
    left: along(x, top.width, bottom.width, boxWidth(bounds)) + offsetX,
    top: along(y, top.height, bottom.height, boxHeight(bounds)) + offsetY,
  };
}

/** Returns the box of the scaled top layer in the bottom layer before rotation, in whole pixels. */
export function topBox(top: Size, bottom: Size, params: Placing & Pick<LayerParameters, 'scale'>): Box {
  const { scale = 1 } = params;
  const width = Math.max(1, Math.round(top.width * scale));
  const height = Math.max(1, Math.round(top.height * scale));
  const place = topPlace({ width, height }, bottom, params);
  return { ...place, right: place.left + width, bottom: place.top + height };
}

async function blendLayers(
  top: Raster,
  bottom: Raster,
  mask: Raster | undefined,
  params: LayerParameters,
  context: OperationContext,
): Promise<Raster> {
  const { scale = 1, rotation = 0 } = params;
  const box = topBox(top, bottom, params);
  const quietly = withoutProgress(context);
  const [width, height] = [boxWidth(box), boxHeight(box)];
  const isMoved = rotation !== 0 || scale !== 1;
  // Masks before resampling, so that hidden colors don't spread to visible pixels.
  const masked = mask && isMoved ? await maskLayer(top, mask, quietly) : top;
  // Enlarges only the visible part of the top layer, because the whole enlarged layer might not fit into memory.
  const sized = scale < 1 ? await resample(masked, width, height, quietly) : masked;
  if (rotation === 0 && scale <= 1) {
    const fitted = mask && !isMoved ? await resample(mask, width, height, quietly) : undefined;
    return blendOver(bottom, { top: sized, mask: fitted, left: box.left, above: box.top }, params, context);
  }
  const part = coveredPart({ box, rotation }, bottom.width, bottom.height);
  if (!part) return bottom;
  const seen = await placePart(sized, { box, rotation }, part, quietly);
  return blendOver(bottom, { top: seen, mask: undefined, left: part.left, above: part.top }, params, context);
}

function placePart(image: Raster, place: ImagePlace, part: Box, context: OperationContext): Promise<Raster> {
  const size = { width: boxWidth(part), height: boxHeight(part) };
  return makeInBands(size, context, ({ start, end }, memory, { signal }) => {
    const area = { ...part, top: part.top + start, bottom: part.top + end };
    const { first, end: last } = rowsUnder(place, image.height, area);
    const data = memory.copyRows(image, first, last);
    const { width, height } = image;
    const [columns, rows] = [size.width, end - start];
    return context.platform.workers.run(
      'place-rows',
      { ...place, width, height, firstRow: first, data, left: part.left, top: area.top, columns, rows },
      { signal, transfer: [data.buffer], workBytes: data.byteLength + columns * rows * 4 },
    );
  });
}

interface LaidOver {
  readonly top: Raster;
  readonly mask: Raster | undefined;
  readonly left: number;
  readonly above: number;
}

function blendOver(
  bottom: Raster,
  { top, mask, left, above }: LaidOver,
  { blendMode, opacity = 1 }: LayerParameters,
  context: OperationContext,
): Promise<Raster> {
  return makeInBands(bottom, context, async ({ start, end }, memory, { signal }) => {
    const rows = memory.copyRows(bottom, start, end);
    const first = Math.max(start, above);
    const last = Math.min(end, above + top.height);
    if (first >= last) return { rows };
    const topRows = memory.copyRows(top, first - above, last - above);
    const maskRows = mask && memory.copyRows(mask, first - above, last - above);
    return context.platform.workers.run(
      'blend-rows',
      {
        bottom: rows,
        bottomWidth: bottom.width,
        top: topRows,
        topWidth: top.width,
        mask: maskRows,
        left,
        firstRow: first - start,
        mode: blendMode,
        opacity,
      },
      {
        signal,
        transfer: [rows.buffer, topRows.buffer, ...(maskRows ? [maskRows.buffer] : [])],
        workBytes: 2 * rows.byteLength + topRows.byteLength + (maskRows?.byteLength ?? 0),
      },
    );
  });
}

async function maskLayer(layer: Raster, mask: Raster, context: OperationContext): Promise<Raster> {
  const fitted = await resample(mask, layer.width, layer.height, withoutProgress(context));
  return makeInBands(layer, context, ({ start, end }, memory, { signal }) => {
    const data = memory.copyRows(layer, start, end);
    const maskRows = memory.copyRows(fitted, start, end);
    return context.platform.workers.run(
      'mask-rows',
      { data, mask: maskRows },
      { signal, transfer: [data.buffer, maskRows.buffer], workBytes: 3 * data.byteLength },
    );
  });
}

/** Returns a context that reports no progress while layers are prepared, as total progress must not decrease. */
const withoutProgress = (context: OperationContext): OperationContext => ({ ...context, onProgress: undefined });
