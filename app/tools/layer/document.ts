import type { LayerParameters, Layers } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { type ImageList, listBeside, listFiles, type MaybeList, parseList } from '../../desk/image-list.ts';
import { createDocument, type DocumentKind, type VisitorDocument } from '../../document/document.ts';
import { thisTab } from '../../document/this-tab.ts';
import { getOwnProperty, storedReference } from '../../storage/stored.ts';

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

export const setLayer =
  (id: LayerId, image: LayerImage) =>
  (value: Composition): Composition =>
    withLayer(value, id, image, id === 'bottom' ? listBeside(value.list) : value.list);

export const clearLayer =
  (id: LayerId) =>
  (value: Composition): Composition =>
    value.layers[id] ? withLayer(value, id, undefined, id === 'bottom' ? listBeside(value.list) : value.list) : value;

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
export const PLACED = 'place';
