import type { Size } from '#core/geometry/point.ts';
import type { LayerParameters, Layers } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { type ImageList, listBeside, listFiles, type MaybeList, parseList } from '../../desk/image-list.ts';
import { createDocument, type DocumentKind, type VisitorDocument } from '../../document/document.ts';
import { thisTab } from '../../document/this-tab.ts';
import { getOwnProperty, storedReference } from '../../storage/stored.ts';
import { type CenteredPlace, centeredPlace } from './placing.ts';

export type LayerId = keyof Layers;
export const layerIds = ['top', 'bottom', 'mask'] as const satisfies readonly LayerId[];

/** An image of the composition. `id` is its ID in the file store. */
export interface LayerImage {
  readonly id: string;
  readonly name: string;
}

/** All settings but `view`, which only selects which layers the preview shows. */
export type LayerSettings = Omit<LayerParameters, 'view'>;

export interface Composition {
  readonly layers: { readonly [Id in LayerId]?: LayerImage };
  readonly settings: LayerSettings;
  /** The bottom images of a batch. */
  readonly list?: ImageList;
}

const { view: _, ...fields } = layer.params;

const withoutUndefined = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Values;

export const compositionKind: DocumentKind<Composition> = {
  key: 'layer',
  initial: { layers: {}, settings: restoreValues(fields, undefined) as LayerSettings },
  parse: (stored) => {
    const layers = getOwnProperty(stored, 'layers');
    if (typeof layers !== 'object' || layers === null) return undefined;
    const list = parseList(getOwnProperty(stored, 'list'));
    return {
      layers: withoutUndefined(
        Object.fromEntries(layerIds.map((id) => [id, storedReference(getOwnProperty(layers, id))])),
      ) as Composition['layers'],
      settings: restoreValues(fields, getOwnProperty(stored, 'settings')) as LayerSettings,
      ...(list && { list }),
    };
  },
  filesOf: ({ layers, list }) => [...layerFiles(layers), listFiles(list)],
};

export const layerFiles = (layers: Composition['layers']): readonly string[] =>
  layerIds.flatMap((id) => layers[id]?.id ?? []);

export const createComposition = (): VisitorDocument<Composition> => createDocument(compositionKind, thisTab());

/** Returns an opened image's size by its file ID. */
export type SizeOf = (file: string) => Size | undefined;

/** Replaces a layer, and places the top layer anew if the visitor hasn't placed it. */
export const setLayer =
  (id: LayerId, image: LayerImage, sizeOf: SizeOf = () => undefined) =>
  (value: Composition): Composition =>
    replaceLayer(value, id, image, sizeOf);

export const clearLayer =
  (id: LayerId, sizeOf: SizeOf = () => undefined) =>
  (value: Composition): Composition =>
    value.layers[id] ? replaceLayer(value, id, undefined, sizeOf) : value;

/** Swaps the top and the bottom layer, and places the new top layer. */
export const swapLayers =
  (sizeOf: SizeOf) =>
  (value: Composition): Composition => {
    const { top, bottom } = value.layers;
    if (!top || !bottom) return value;
    const layers = { ...value.layers, top: bottom, bottom: top };
    const list = listBeside(value.list);
    const settings = { ...value.settings, ...automaticPlace(layers, sizeOf) };
    return { layers, settings, ...(list && { list }) };
  };

/** Replaces the top layer by its cut-out, in its place, unless another top layer was opened meanwhile. */
export const cutOutTop =
  (from: string, cutOut: LayerImage) =>
  (value: Composition): Composition =>
    value.layers.top?.id === from ? withLayer(value, 'top', cutOut, value.list) : value;

/** Returns the layer for the next image: bottom, then top. Undefined if both are open. */
export const nextLayer = ({ layers }: Composition): 'bottom' | 'top' | undefined =>
  (['bottom', 'top'] as const).find((id) => !layers[id]);

function replaceLayer(value: Composition, id: LayerId, image: LayerImage | undefined, sizeOf: SizeOf): Composition {
  const next = withLayer(value, id, image, id === 'bottom' ? listBeside(value.list) : value.list);
  const before = Object.entries(automaticPlace(value.layers, sizeOf));
  const isAutomatic = before.every(([name, each]) => value.settings[name as keyof CenteredPlace] === each);
  return isAutomatic ? { ...next, settings: { ...next.settings, ...automaticPlace(next.layers, sizeOf) } } : next;
}

/** Centers the top layer, and reduces a top layer that is larger than the bottom layer. */
function automaticPlace({ top, bottom }: Composition['layers'], sizeOf: SizeOf): CenteredPlace {
  const [above, below] = [top && sizeOf(top.id), bottom && sizeOf(bottom.id)];
  const isLarger = above && below && (above.width > below.width || above.height > below.height);
  return isLarger
    ? centeredPlace('fit', above, below, 0)
    : { anchor: 'center', offsetX: 0, offsetY: 0, scale: 1, rotation: 0 };
}

/** Takes a layer that can't be opened out of the composition. The other images of a batch stay. */
export const dropLayer =
  (id: LayerId) =>
  (value: Composition): Composition => {
    if (id !== 'bottom' || !value.list || !value.layers.bottom) return clearLayer(id)(value);
    const { shown: _, ...list } = value.list;
    return withLayer(value, id, undefined, list);
  };

function withLayer(value: Composition, id: LayerId, image: LayerImage | undefined, list: MaybeList): Composition {
  const layers = withoutUndefined({ ...value.layers, [id]: image }) as Composition['layers'];
  return { layers, settings: value.settings, ...(list && { list }) };
}

export const changeList =
  (change: (list: MaybeList) => MaybeList) =>
  (value: Composition): Composition => {
    const list = change(value.list);
    return list === value.list ? value : { layers: value.layers, settings: value.settings, ...(list && { list }) };
  };

/** Displays an image of the batch as the bottom layer, unless the image has left the batch. */
export const showListed =
  (image: LayerImage, change: (list: MaybeList) => MaybeList) =>
  (value: Composition): Composition => {
    const list = change(value.list);
    return list === value.list ? value : withLayer(value, 'bottom', image, list);
  };

export const changeSettings =
  (change: Partial<LayerSettings>) =>
  (value: Composition): Composition => {
    const settings = { ...value.settings, ...change };
    return JSON.stringify(settings) === JSON.stringify(value.settings) ? value : { ...value, settings };
  };

/** Names of the composition's changes, for Undo and Redo. Changes of one setting have the setting's name. */
export const OPENED = { top: 'openTop', bottom: 'openBottom', mask: 'openMask' } as const;
export const CLEARED = { top: 'clearTop', bottom: 'clearBottom', mask: 'clearMask' } as const;
export const CUT_OUT = 'cutOutTop';
export const PLACED = 'place';
export const SWAPPED = 'swap';
