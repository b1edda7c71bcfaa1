import { visitorsShell } from '#app/platform/shell.ts';
import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { LayerParameters, Layers } from '#core/image/layer.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { fileReference, type PictureInfo, type PictureRef, type PictureSource } from '../../platform/picture-worker.ts';
import { type LayerPictures, resultLayer, scenePicture } from '../../preview/layer-painter.ts';
import { isAccepted } from '../../state/accepted-pictures.ts';
import type { BatchStage, FileSource, OpenedAnother } from '../../state/batch/stage.ts';
import { showError } from '../../state/errors.ts';
import { HeldSources } from '../../state/held-sources.ts';
import { refusedFile } from '../../state/refused-file.ts';
import { CHANGED, NEW_SESSION, newSource, openSource, Session, type SessionState } from '../../state/session.ts';
import { setSourceAside } from '../../state/set-aside.ts';
import { dropRedo, pushOtherStep, watchOtherSteps } from '../../state/settings-history.ts';
import { parseSource } from '../../state/stored-pictures.ts';

export type LayerId = keyof Layers;
export const layerIds = ['top', 'bottom', 'mask'] as const satisfies readonly LayerId[];

/** One of the pictures that are laid over each other. */
export interface Layer {
  readonly source: PictureSource;
  readonly info: PictureInfo;
}

export type OpenLayers = { readonly [Id in LayerId]?: Layer };

export interface LayerState extends SessionState {
  readonly layers: OpenLayers;
}

/** What a download is called. */
const RESULT_NAME = 'layered';

/** The layers as previews and recipes know them. */
export function layerPictures(layers: OpenLayers): LayerPictures {
  const pictures: { [Id in LayerId]?: { source: string; width: number; height: number } } = {};
  for (const id of layerIds) {
    const layer = layers[id];
    if (layer) pictures[id] = { source: layer.source.id, width: layer.info.width, height: layer.info.height };
  }
  return pictures;
}

/** Up to three pictures and what becomes of them. */
class LayerSession extends Session<LayerState> implements BatchStage {
  private readonly held = new HeldSources();
  /** The layers that undo steps bring back. */
  private replaced: readonly OpenLayers[] = [];

  constructor() {
    super('layer', { ...NEW_SESSION, layers: {} });
    watchOtherSteps(this.tool, (others) => {
      this.replaced = others as readonly OpenLayers[];
      this.releaseSources();
    });
  }

  private releaseSources(): void {
    const all = [this.state.layers, ...this.replaced].flatMap((layers) => layerIds.map((id) => layers[id]?.source.id));
    this.held.keepOnly(all.filter((id) => id !== undefined));
  }

  /** Opens these layers in place of the present ones, which are returned; nothing where that failed. */
  swapLayers = async (other: unknown): Promise<OpenLayers | undefined> => {
    const before = this.state.layers;
    const layers = other as OpenLayers;
    const isDone = await this.work('working', async () => {
      for (const id of layerIds) {
        if (layers[id] === before[id]) continue;
        if (layers[id]) void this.storage.keep(id, layers[id].source);
        else await this.removeStored(id);
      }
      return { layers, ...CHANGED };
    });
    return isDone ? before : undefined;
  };

  /** @throws FudebakoError `imageClear` where the next visit would bring the layer back */
  private async removeStored(id: LayerId): Promise<void> {
    await this.storage.remove(id).catch((cause) => {
      throw new FudebakoError('imageClear', {}, { cause });
    });
  }

  protected async restoreStored(): Promise<void> {
    for (const id of layerIds) {
      const source = await this.storage.get(id, parseSource);
      if (!source || this.state.layers[id]) continue;
      const failure = await this.open(id, source, undefined, true);
      if (setSourceAside(source, failure)) await this.storage.forget(id);
    }
  }

  /**
   * A layer in another's place; one that cannot be opened leaves everything as it was.
   * @param unreadable what is said of bytes that are no picture
   * @param isKept the last visit left it, which is no step to undo
   * @returns what went wrong, which has been reported
   */
  private async open(
    id: LayerId,
    source: PictureSource,
    unreadable: ErrorCode = id === 'mask' ? 'maskLoad' : 'imageLoad',
    isKept = false,
  ): Promise<unknown> {
    let failure: unknown;
    const before = this.state.layers;
    await this.work('opening', async (job) => {
      try {
        const info = await openSource(source, [], job, unreadable);
        this.held.add(source.id);
        void this.storage.keep(id, source);
        return { layers: { ...this.state.layers, [id]: { source, info } }, ...CHANGED };
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    if (isKept || this.state.layers === before) return failure;
    if (before[id]) pushOtherStep(this.tool, before);
    else dropRedo(this.tool);
    return failure;
  }

  /** What is done to a bottom is no part of it. */
  present = (): Recipe => [];
  source = (): PictureSource | undefined => this.state.layers.bottom?.source;

  watch(changed: () => void): () => void {
    return this.use.subscribe(changed);
  }

  /** Puts one of several in the bottom's place; see `BatchStage`. */
  async openAnother(source: FileSource, _recipeFor: unknown, isStep: boolean): Promise<OpenedAnother> {
    let outcome: OpenedAnother;
    const before = this.state.layers;
    await this.work('opening', async (job) => {
      try {
        const info = await openSource(source, [], job);
        this.held.add(source.id);
        outcome = { size: info };
        void this.storage.keep('bottom', source);
        return { layers: { ...this.state.layers, bottom: { source, info } }, ...CHANGED };
      } catch (error) {
        outcome = { error };
        return {};
      }
    });
    if (isStep && this.state.layers !== before) pushOtherStep(this.tool, before);
    else this.releaseSources();
    return outcome;
  }

  /** What is laid over each of several bottoms; nothing where there is nothing to lay over, which is shown. */
  steps(params: LayerParameters): Recipe | undefined {
    const { top, mask } = this.state.layers;
    if (!top && !mask) {
      showError(new FudebakoError('imageRequired'));
      return undefined;
    }
    const inputs = Object.entries({ top, mask }).flatMap(([id, layer]) =>
      layer ? [[id, fileReference(layer.source.id)] as const] : [],
    );
    return [{ operation: 'layer', params: { ...params }, inputs: Object.fromEntries(inputs) }];
  }

  /** Any picture will do; what is none is refused by its bytes. */
  async openFile(id: LayerId, file: File): Promise<void> {
    if (!file.type.startsWith('image/') && !isAccepted(file)) return showError(await refusedFile(file));
    await this.takeIn([file.name], () => this.open(id, newSource({ name: file.name, blob: file })), id);
  }

  /** 'Paste': what any tool saved for later. */
  async openSaved(id: LayerId): Promise<void> {
    const saved = await this.lastPicture();
    if (saved) await this.takeIn([saved.name], () => this.open(id, newSource(saved), 'imagePaste'), id);
  }

  pasteFile(id: LayerId, file: File): Promise<void> {
    return this.takeIn([file.name], () => this.open(id, newSource({ name: file.name, blob: file }), 'imagePaste'), id);
  }

  /** What makes the same picture by the command, of files of the layers' own names. */
  recipe(params: LayerParameters): Recipe {
    const named = layerIds.flatMap((id) => {
      const name = this.state.layers[id]?.source.name;
      return name === undefined ? [] : [[id, name] as const];
    });
    return [{ operation: 'layer', params: { ...params }, inputs: Object.fromEntries(named) }];
  }

  command(params: LayerParameters): string {
    return commandLine(this.recipe(params), undefined, `${RESULT_NAME}.png`, visitorsShell());
  }

  /** A layer that the next visit would bring back is not cleared, and that is reported. */
  async clear(id: LayerId): Promise<void> {
    const before = this.state.layers;
    if (!before[id]) return;
    const isCleared = await this.work('working', async () => {
      await this.removeStored(id);
      return { layers: { ...before, [id]: undefined }, ...CHANGED };
    });
    if (isCleared) pushOtherStep(this.tool, before);
  }

  /** The picture as it is exported. */
  picture(params: LayerParameters): PictureRef | undefined {
    const layers = layerPictures(this.state.layers);
    return resultLayer(layers, params.view) && scenePicture({ layers, params });
  }

  async download(encoding: ImageEncoding, params: LayerParameters): Promise<void> {
    const size = resultLayer(layerPictures(this.state.layers), params.view);
    const picture = this.picture(params);
    if (!size || !picture) return showError(new FudebakoError('imageRequired'));
    await this.exportAs({ name: RESULT_NAME, format: encoding.format, size }, (job) =>
      this.write(picture, encoding, job),
    );
  }

  async save(params: LayerParameters): Promise<void> {
    const picture = this.picture(params);
    if (!picture) return showError(new FudebakoError('imageRequired'));
    await this.saveForLater(`${RESULT_NAME}.png`, (job) => this.write(picture, { format: 'png' }, job));
  }
}

export const layerSession = new LayerSession();
