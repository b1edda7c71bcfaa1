import type { LayerParameters, Layers } from '#core/image/layer.ts';
import { layer } from '#core/operations/layer.ts';
import { restoreValues } from '#core/parameters/parse.ts';
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
    return {
      layers: withoutUndefined(
        Object.fromEntries(layerIds.map((id) => [id, storedReference(getOwnProperty(layers, id))])),
      ) as Composition['layers'],
      settings: restoreValues(fields, getOwnProperty(stored, 'settings')) as LayerSettings,
    };
  },
  filesOf: ({ layers }) => layerIds.flatMap((id) => layers[id]?.id ?? []),
};

export const createComposition = (): VisitorDocument<Composition> => createDocument(compositionKind, thisTab());

export const setLayer =
  (id: LayerId, image: LayerImage) =>
  (value: Composition): Composition => ({ ...value, layers: { ...value.layers, [id]: image } });

export const clearLayer =
  (id: LayerId) =>
  (value: Composition): Composition =>
    value.layers[id] ? { ...value, layers: withoutUndefined({ ...value.layers, [id]: undefined }) } : value;

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
