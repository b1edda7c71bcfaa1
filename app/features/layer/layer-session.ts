import { create } from 'zustand';
import { visitorsShell } from '#app/platform/shell.ts';
import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import type { ImageFormat } from '#core/image/codecs/encode.ts';
import type { LayerParameters, Layers } from '#core/image/layer.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { downloadBlob } from '../../platform/download.ts';
import { type PictureInfo, type PictureSource, pictureWorker } from '../../platform/picture-worker.ts';
import { type LayerPictures, resultLayer, scenePicture } from '../../preview/layer-painter.ts';
import { showError } from '../../state/errors.ts';
import { isAccepted } from '../../state/picture-session.ts';
import { setSourceAside } from '../../state/set-aside.ts';
import { savedPicture, toolStorage } from '../../state/storage.ts';
import { parseStoredFile } from '../../state/stored.ts';
import { parseSource } from '../../state/stored-pictures.ts';
import { type Busy, inPlaceOfLoad, type Job, runWork, savePicture, type WorkState } from '../../state/work.ts';

export type LayerId = keyof Layers;
export const layerIds = ['top', 'bottom', 'mask'] as const satisfies readonly LayerId[];

/** One of the pictures that are laid over each other. */
export interface Layer {
  readonly source: PictureSource;
  readonly info: PictureInfo;
}

export type OpenLayers = { readonly [Id in LayerId]?: Layer };

export interface LayerState extends WorkState {
  readonly restored: boolean;
  readonly layers: OpenLayers;
}

/** What a download is called. */
const RESULT_NAME = 'layered';

const storage = toolStorage('layer');
const store = create<LayerState>(() => ({
  restored: false,
  layers: {},
  busy: undefined,
  result: undefined,
  savedAt: undefined,
}));
const { getState, setState } = store;
const work = (doing: Busy['doing'], run: (job: Job) => Promise<Partial<LayerState>>) => runWork(store, doing, run);

let restoring: Promise<void> | undefined;

async function restoreStored(): Promise<void> {
  for (const id of layerIds) {
    const source = await storage.get(id, parseSource);
    if (!source || getState().layers[id]) continue;
    const failure = await open(id, source);
    if (setSourceAside(source, failure)) await storage.forget(id);
  }
}

/**
 * A layer in another's place; one that cannot be opened leaves everything as it was.
 * @param unreadable what is said of bytes that are no picture
 * @returns what went wrong, which has been reported
 */
async function open(
  id: LayerId,
  source: PictureSource,
  unreadable: ErrorCode = id === 'mask' ? 'maskLoad' : 'imageLoad',
): Promise<unknown> {
  let failure: unknown;
  const before = getState().layers[id];
  await work('opening', async (job) => {
    await pictureWorker.addSource(source);
    try {
      const info = await pictureWorker.render({ source: source.id, steps: [] }, job);
      void storage.keep(id, source);
      return { layers: { ...getState().layers, [id]: { source, info } }, result: undefined, savedAt: undefined };
    } catch (error) {
      failure = error;
      await pictureWorker.removeSource(source.id);
      throw inPlaceOfLoad(error, unreadable);
    }
  });
  if (before && getState().layers[id] !== before) forget(before);
  return failure;
}

/** Only when no preview asks for it any more. */
function forget({ source }: Layer): void {
  void pictureWorker.removeSource(source.id);
}

/** The layers as previews and recipes know them. */
export function layerPictures(layers: OpenLayers): LayerPictures {
  const pictures: { [Id in LayerId]?: { source: string; width: number; height: number } } = {};
  for (const id of layerIds) {
    const layer = layers[id];
    if (layer) pictures[id] = { source: layer.source.id, width: layer.info.width, height: layer.info.height };
  }
  return pictures;
}

/** Up to three pictures and what becomes of them. It outlives the screen. */
export const layerSession = {
  use: store,

  restore(): Promise<void> {
    restoring ??= restoreStored().finally(() => setState({ restored: true }));
    return restoring;
  },

  /** Any picture will do; what is none is refused by its bytes. */
  async openFile(id: LayerId, file: File): Promise<void> {
    if (!file.type.startsWith('image/') && !isAccepted(file)) return showError(new FudebakoError('imageType'));
    await open(id, { id: crypto.randomUUID(), name: file.name, blob: file });
  },

  /** 'Paste': what any tool saved for later. */
  async openSaved(id: LayerId): Promise<void> {
    const saved = await savedPicture.get(parseStoredFile);
    if (!saved) return showError(new FudebakoError('imageNotStored'));
    await open(id, { id: crypto.randomUUID(), name: saved.name, blob: saved.blob }, 'imagePaste');
  },

  pasteFile: (id: LayerId, file: File): Promise<unknown> =>
    open(id, { id: crypto.randomUUID(), name: file.name, blob: file }, 'imagePaste'),

  /** What makes the same picture by the command, of files of the layers' own names. */
  recipe(params: LayerParameters): Recipe {
    const named = layerIds.flatMap((id) => {
      const name = getState().layers[id]?.source.name;
      return name === undefined ? [] : [[id, name] as const];
    });
    return [{ operation: 'layer', params: { ...params }, inputs: Object.fromEntries(named) }];
  },

  command: (params: LayerParameters): string =>
    commandLine(layerSession.recipe(params), undefined, `${RESULT_NAME}.png`, visitorsShell()),

  /** A layer that the next visit would bring back is not cleared, and that is reported. */
  async clear(id: LayerId): Promise<void> {
    const before = getState().layers[id];
    if (!before) return;
    const isCleared = await work('working', async () => {
      await storage.remove(id).catch((cause) => {
        throw new FudebakoError('imageClear', {}, { cause });
      });
      return { layers: { ...getState().layers, [id]: undefined }, result: undefined, savedAt: undefined };
    });
    if (isCleared) forget(before);
  },

  async download(format: ImageFormat, params: LayerParameters): Promise<void> {
    const layers = layerPictures(getState().layers);
    const size = resultLayer(layers, params.view);
    if (!size) return showError(new FudebakoError('imageRequired'));
    await work('converting', async (job) => {
      const blob = await pictureWorker.encode(scenePicture({ layers, params }), { format }, job);
      const name = `${RESULT_NAME}.${format}`;
      downloadBlob(blob, name);
      return { result: { name, format, width: size.width, height: size.height, bytes: blob.size } };
    });
  },

  async save(params: LayerParameters): Promise<void> {
    const layers = layerPictures(getState().layers);
    if (!resultLayer(layers, params.view)) return showError(new FudebakoError('imageRequired'));
    await work('saving', async (job) => {
      await savePicture(
        `${RESULT_NAME}.png`,
        await pictureWorker.encode(scenePicture({ layers, params }), { format: 'png' }, job),
      );
      return { savedAt: Date.now(), result: undefined };
    });
  },
};
