import { FudebakoError } from '../base/errors.ts';
import type { Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { makeInBands } from './bands.ts';
import type { BlendModeId } from './blend/blend-modes.ts';
import { resample } from './resample/resample.ts';

export interface Layers {
  readonly top?: Raster;
  readonly bottom?: Raster;
  readonly mask?: Raster;
}

export interface LayerParameters {
  readonly blendMode: BlendModeId;
  readonly view: 'combined' | keyof Layers;
  /** How far the top lies right of and below the middle, in pixels. */
  readonly offsetX: number;
  readonly offsetY: number;
}

/** What of the layers there are is drawn, and how. */
export type LayerPlan =
  | { readonly kind: 'single'; readonly layer: keyof Layers }
  | { readonly kind: 'masked'; readonly layer: 'top' | 'bottom' }
  | { readonly kind: 'blended' };

/** The view's own layer, or what stands in for it; `undefined` without any layer. */
export function planLayers(
  given: { readonly [Layer in keyof Layers]?: unknown },
  view: LayerParameters['view'],
): LayerPlan | undefined {
  const first = (['top', 'bottom', 'mask'] as const).find((layer) => given[layer]);
  if (!first) return undefined;
  if (view !== 'combined') return { kind: 'single', layer: given[view] ? view : first };
  if (given.top && given.bottom) return { kind: 'blended' };
  return first !== 'mask' && given.mask ? { kind: 'masked', layer: first } : { kind: 'single', layer: first };
}

/**
 * The layers as the view shows them. Combined: the top blended over the bottom, which sets the
 * size; the mask hides parts of the top, or of the only layer there is. A view of one layer shows
 * it as it is, or the first layer there is where it is missing, in the order top, bottom, mask.
 *
 * @throws FudebakoError `imageRequired` without any layer; CancelledError
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

/** Where the top's upper left corner lies in the bottom; half a pixel is rounded up and to the left. */
export function topPlace(
  top: Pick<Raster, 'width' | 'height'>,
  bottom: Pick<Raster, 'width' | 'height'>,
  { offsetX, offsetY }: Pick<LayerParameters, 'offsetX' | 'offsetY'>,
): { readonly left: number; readonly top: number } {
  return {
    left: Math.floor((bottom.width - top.width) / 2) + offsetX,
    top: Math.floor((bottom.height - top.height) / 2) + offsetY,
  };
}

async function blendLayers(
  top: Raster,
  bottom: Raster,
  mask: Raster | undefined,
  params: LayerParameters,
  context: OperationContext,
): Promise<Raster> {
  const place = topPlace(top, bottom, params);
  const fitted = mask && (await resample(mask, top.width, top.height, withoutProgress(context)));
  return makeInBands(bottom, context, async ({ start, end }, memory, { signal }) => {
    const rows = memory.copyRows(bottom, start, end);
    const first = Math.max(start, place.top);
    const last = Math.min(end, place.top + top.height);
    if (first >= last) return { rows };
    const topRows = memory.copyRows(top, first - place.top, last - place.top);
    const maskRows = fitted && memory.copyRows(fitted, first - place.top, last - place.top);
    return context.platform.workers.run(
      'blend-rows',
      {
        bottom: rows,
        bottomWidth: bottom.width,
        top: topRows,
        topWidth: top.width,
        mask: maskRows,
        left: place.left,
        firstRow: first - start,
        mode: params.blendMode,
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

/** For a first step that is short beside the next: progress must not reach its end twice. */
const withoutProgress = (context: OperationContext): OperationContext => ({ ...context, onProgress: undefined });
