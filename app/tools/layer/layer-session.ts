import { visitorsShell } from '#app/platform/shell.ts';
import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { LayerParameters, Layers } from '#core/image/layer.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { showError } from '../../messages/errors.ts';
import { type LayerPictures, resultLayer, scenePicture } from '../../preview/layer-painter.ts';
import { CHANGED, NEW_SESSION, newSource, openSource, Session, type SessionState } from '../../session/session.ts';
import { SessionSources } from '../../session/session-sources.ts';
import type { BatchStage, FileSource, OpenedAnother } from '../../session/stage.ts';
import { parseSource } from '../../session/stored-pictures.ts';
import { unsupportedFileError } from '../../session/unsupported-file.ts';
import { keepUnreadableSource } from '../../storage/unreadable-files.ts';
import { isAccepted } from '../../ui/accepted-pictures.ts';
import { dropRedo, pushOtherStep, watchOtherSteps } from '../../ui/settings-history.ts';
import { fileReference, type PictureInfo, type PictureRef, type PictureSource } from '../../workers/picture-worker.ts';

export type LayerId = keyof Layers;
export const layerIds = ['top', 'bottom', 'mask'] as const satisfies readonly LayerId[];

export interface Layer {
  readonly source: PictureSource;
  readonly info: PictureInfo;
}

export type OpenLayers = { readonly [Id in LayerId]?: Layer };

export interface LayerState extends SessionState {
  readonly layers: OpenLayers;
}

const RESULT_NAME = 'layered';

export function layerPictures(layers: OpenLayers): LayerPictures {
  const pictures: { [Id in LayerId]?: { source: string; width: number; height: number } } = {};
  for (const id of layerIds) {
    const layer = layers[id];
    if (layer) pictures[id] = { source: layer.source.id, width: layer.info.width, height: layer.info.height };
  }
  return pictures;
}

class LayerSession extends Session<LayerState> implements BatchStage {
  private readonly sources = new SessionSources();
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
    this.sources.retainOnly(all.filter((id) => id !== undefined));
  }

  swapLayers = async (other: unknown): Promise<OpenLayers | undefined> => {
    const before = this.state.layers;
    const layers = other as OpenLayers;
    const isDone = await this.work('working', async () => {
      for (const id of layerIds) {
        if (layers[id] === before[id]) continue;
        if (layers[id]) void this.storage.save(id, layers[id].source);
        else await this.removeStored(id);
      }
      return { layers, ...CHANGED };
    });
    return isDone ? before : undefined;
  };

  /** @throws FudebakoError `imageClear` if the layer can't be deleted */
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
      if (keepUnreadableSource(source, failure)) await this.storage.forget(id);
    }
  }

  /** Replaces a layer. On failure, shows and returns the error. With `isRestored`, adds no undo step. */
  private async open(
    id: LayerId,
    source: PictureSource,
    unreadable: ErrorCode = id === 'mask' ? 'maskLoad' : 'imageLoad',
    isRestored = false,
  ): Promise<unknown> {
    let failure: unknown;
    // Work that runs meanwhile would prevent the stored layers from opening.
    if (!isRestored) await this.restore();
    const before = this.state.layers;
    await this.work('opening', async (job) => {
      try {
        const info = await openSource(source, [], job, unreadable);
        this.sources.add(source.id);
        void this.storage.save(id, source);
        return { layers: { ...this.state.layers, [id]: { source, info } }, ...CHANGED };
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    if (isRestored || this.state.layers === before) return failure;
    if (before[id]) pushOtherStep(this.tool, before);
    else dropRedo(this.tool);
    return failure;
  }

  /** A bottom layer has no recipe, because the Layer tool doesn't edit single images. */
  present = (): Recipe => [];
  source = (): PictureSource | undefined => this.state.layers.bottom?.source;

  watch(changed: () => void): () => void {
    return this.use.subscribe(changed);
  }

  async openAnother(source: FileSource, _recipeFor: unknown, isStep: boolean): Promise<OpenedAnother> {
    let outcome: OpenedAnother;
    await this.restore();
    const before = this.state.layers;
    await this.work('opening', async (job) => {
      try {
        const info = await openSource(source, [], job);
        this.sources.add(source.id);
        outcome = { size: info };
        void this.storage.save('bottom', source);
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

  /** Returns a batch's step. Shows an error and returns undefined if both top layer and mask are missing. */
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

  async openFile(id: LayerId, file: File): Promise<void> {
    if (!file.type.startsWith('image/') && !isAccepted(file)) return showError(await unsupportedFileError(file));
    await this.openInTurn([file.name], () => this.open(id, newSource({ name: file.name, blob: file })), id);
  }

  async openSaved(id: LayerId): Promise<void> {
    const saved = await this.lastPicture();
    if (saved) await this.openInTurn([saved.name], () => this.open(id, newSource(saved), 'imagePaste'), id);
  }

  pasteFile(id: LayerId, file: File): Promise<void> {
    return this.openInTurn(
      [file.name],
      () => this.open(id, newSource({ name: file.name, blob: file }), 'imagePaste'),
      id,
    );
  }

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

  async clear(id: LayerId): Promise<void> {
    const before = this.state.layers;
    if (!before[id]) return;
    const isCleared = await this.work('working', async () => {
      await this.removeStored(id);
      return { layers: { ...before, [id]: undefined }, ...CHANGED };
    });
    if (isCleared) pushOtherStep(this.tool, before);
  }

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
