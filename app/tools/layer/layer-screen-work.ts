import { visitorsShell } from '#app/platform/shell.ts';
import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { LayerParameters } from '#core/image/layer.ts';
import { removeBackground } from '#core/operations/remove-background.ts';
import type { Warning } from '#core/platform/context.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { CHANGED, NEW_SCREEN, openSource, type ScreenState, ScreenWork } from '../../desk/screen-work.ts';
import type { BatchStage, OpenedAnother, Showing } from '../../desk/stage.ts';
import type { Change } from '../../document/document.ts';
import { thisTab } from '../../document/this-tab.ts';
import { createView, whenDropped } from '../../document/view.ts';
import { unsupportedFileError } from '../../intake/unsupported-file.ts';
import { showError } from '../../notices/error-queue.ts';
import { type LayerImages, resultLayer, sceneImage } from '../../preview/layer-painter.ts';
import { untilLate } from '../../storage/late.ts';
import type { StoredImage } from '../../storage/storage.ts';
import { keepUnreadableSource } from '../../storage/unreadable-files.ts';
import { isAccepted } from '../../ui/accepted-images.ts';
import {
  fileReference,
  type ImageInfo,
  type ImageRef,
  type ImageSource,
  imageWorker,
} from '../../workers/image-client.ts';
import { isStepWarning } from '../../workers/step-warnings.ts';
import { moreSpecificError, untilAborted } from '../../workers/work.ts';
import {
  CLEARED,
  type Composition,
  CUT_OUT,
  changeList,
  clearLayer,
  createComposition,
  cutOutTop,
  dropLayer,
  type LayerId,
  type LayerImage,
  layerFiles,
  layerIds,
  nextLayer,
  OPENED,
  type SizeOf,
  SWAPPED,
  setLayer,
  showListed,
  swapLayers,
} from './document.ts';
import { createThumbnails } from './thumbnails.ts';

export interface Layer {
  readonly source: ImageSource;
  readonly info: ImageInfo;
}

export type OpenLayers = { readonly [Id in LayerId]?: Layer };

export interface LayerState extends ScreenState {
  /** The document's images that have been opened. */
  readonly layers: OpenLayers;
  /** True while an image of the document opens. Exports wait for it. */
  readonly loading: boolean;
}

const RESULT_NAME = 'layered';

export function layerImages(layers: OpenLayers): LayerImages {
  const images: { [Id in LayerId]?: { source: string; width: number; height: number } } = {};
  for (const id of layerIds) {
    const layer = layers[id];
    if (layer) images[id] = { source: layer.source.id, width: layer.info.width, height: layer.info.height };
  }
  return images;
}

class LayerScreenWork extends ScreenWork<LayerState> implements BatchStage {
  readonly document = createComposition();
  /** Files that open, and to which the document doesn't refer yet. */
  private readonly opening = new Map<string, LayerImage>();
  private readonly infos = createView<ImageInfo>((id, signal) => this.openInWorker(id, signal));
  private readonly opened = new Map<string, Layer>();
  /** Warnings about cut-outs, by file ID. */
  private readonly warnings = new Map<string, readonly Warning[]>();
  readonly thumbnails = createThumbnails();
  private arrivals = 0;

  constructor() {
    super('layer', { ...NEW_SCREEN, layers: {}, loading: false });
    this.document.use.subscribe(() => this.show());
    this.infos.use.subscribe(() => this.showLayers());
  }

  protected restoreStored(): Promise<void> {
    return untilLate(this.document.restore());
  }

  /** Opens the document's images, and closes images that neither the document nor its history contains. */
  private show(): void {
    const kept = this.document.values().flatMap(({ layers }) => layerFiles(layers));
    this.infos.want([...layerFiles(this.document.present().layers), ...this.opening.keys()], kept);
    for (const id of this.opened.keys()) {
      if (kept.includes(id)) continue;
      this.opened.delete(id);
      this.warnings.delete(id);
    }
    this.showLayers();
  }

  private showLayers(): void {
    const { layers } = this.document.present();
    const shown: { [Id in LayerId]?: Layer } = {};
    let loading = false;
    for (const id of layerIds) {
      const image = layers[id];
      if (!image) continue;
      const info = this.infos.get(image.id);
      if (info.state === 'ready') shown[id] = this.layerOf(image, info.value);
      else if (info.state === 'loading') loading = true;
      else this.dropUnreadable(id, image, info.error);
    }
    const { layers: before, loading: wasLoading } = this.state;
    this.thumbnails.want(Object.values(shown).map(({ source }) => source.id));
    const isSame = layerIds.every((id) => shown[id] === before[id]) && loading === wasLoading;
    if (!isSame) this.set({ layers: shown, loading, ...CHANGED });
  }

  private layerOf(image: LayerImage, info: ImageInfo): Layer {
    const known = this.opened.get(image.id);
    if (known) return known;
    const blob = thisTab().files.peek(image.id) as Blob;
    const warnings = [...(info.warnings ?? []), ...(this.warnings.get(image.id) ?? [])];
    const made = { source: { ...image, blob }, info: { ...info, warnings } };
    this.opened.set(image.id, made);
    return made;
  }

  /** Removes a stored image that can't be opened from the composition, and offers its file for download. */
  private dropUnreadable(id: LayerId, image: LayerImage, error: unknown): void {
    const blob = thisTab().files.peek(image.id);
    if (!keepUnreadableSource({ name: image.name, ...(blob && { blob }) }, error)) showError(error, image.name);
    this.document.change(CLEARED[id], dropLayer(id));
  }

  private async openInWorker(id: string, signal: AbortSignal): Promise<ImageInfo> {
    const { layers } = this.document.present();
    const image = this.opening.get(id) ?? Object.values(layers).find((each) => each?.id === id);
    const file = await thisTab().files.open(id, 'imageLoad', image?.name);
    const info = await openSource({ id, name: file.name, blob: file }, [], {
      signal,
      onProgress: () => {},
      onStage: () => {},
    });
    whenDropped(signal, () => imageWorker.removeSource(id));
    return info;
  }

  /** Replaces a layer. On failure, shows and returns the error, and changes nothing. */
  private async open(
    id: LayerId,
    { name, blob }: StoredImage,
    unreadable: ErrorCode = id === 'mask' ? 'maskLoad' : 'imageLoad',
  ): Promise<unknown> {
    let failure: unknown;
    const image = { id: thisTab().files.add(blob), name };
    await this.work(
      'opening',
      async ({ signal }) => {
        try {
          return await this.attempt(OPENED[id], image, setLayer(id, image, this.sizeOf), signal);
        } catch (error) {
          failure = moreSpecificError(error, unreadable);
          throw failure;
        }
      },
      name,
    );
    return failure;
  }

  /** Commits a change that adds an image, after the image has been opened. */
  private async attempt(label: string, image: LayerImage, apply: Change<Composition>, signal: AbortSignal) {
    this.opening.set(image.id, image);
    try {
      await this.document.attempt(label, apply, () => untilAborted(this.infos.read(image.id), signal));
      return CHANGED;
    } finally {
      this.opening.delete(image.id);
      this.show();
    }
  }

  /** Removes the background of the top layer, which keeps its place. */
  removeBackground = async (): Promise<void> => {
    const { top } = this.state.layers;
    if (!top) return showError(new FudebakoError('imageRequired'));
    const { id, name } = top.source;
    await this.work('working', async (job) => {
      const image = { source: id, steps: [{ operation: removeBackground.id }] };
      const { warnings = [] } = await imageWorker.render(image, job);
      const blob = await imageWorker.encode(image, { format: 'png', firstFrame: true }, job);
      const cutOut = { id: thisTab().files.add(blob), name: `${baseName(name)}_cutout.png` };
      this.warnings.set(cutOut.id, warnings.filter(isStepWarning));
      return this.attempt(CUT_OUT, cutOut, cutOutTop(id, cutOut), job.signal);
    });
  };

  private readonly sizeOf: SizeOf = (file) => {
    const info = this.infos.get(file);
    return info.state === 'ready' ? info.value : undefined;
  };

  source = (): ImageSource | undefined => this.state.layers.bottom?.source;

  watch(changed: () => void): () => void {
    return this.use.subscribe(changed);
  }

  readonly images: BatchStage['images'] = {
    list: () => this.document.present().list,
    shown: () => this.document.present().layers.bottom?.id,
    change: (label, apply) => this.document.change(label, changeList(apply)),
    watch: (changed) => this.document.use.subscribe(changed),
  };

  async openListed(image: LayerImage, { mark, isStep }: Showing): Promise<OpenedAnother> {
    let outcome: OpenedAnother;
    await this.work('opening', async ({ signal }) => {
      this.opening.set(image.id, image);
      try {
        const size = await untilAborted(this.infos.read(image.id), signal);
        const show = showListed(image, mark(size));
        if (isStep) this.document.change('showImage', show, 'showImage');
        else this.document.amend(show);
        outcome = { size };
      } catch (error) {
        outcome = { error };
      } finally {
        this.opening.delete(image.id);
        this.show();
      }
      return {};
    });
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
    await this.openInTurn([file.name], () => this.open(id, { name: file.name, blob: file }), id);
  }

  /**
   * Opens a file that was not chosen for a layer: the first file as bottom layer, the second as top layer. `picked` is
   * the layer that the visitor has selected; if this layer is empty, the file opens there. `otherwise` is for a full
   * composition. Returns the layer.
   */
  async openNext(
    file: File,
    picked: LayerId | undefined,
    otherwise: LayerId,
    unreadable?: ErrorCode,
  ): Promise<LayerId | undefined> {
    if (!file.type.startsWith('image/') && !isAccepted(file)) {
      showError(await unsupportedFileError(file));
      return undefined;
    }
    await this.restore();
    let opened: LayerId | undefined;
    const open = async () => {
      const value = this.document.present();
      const id = picked && !value.layers[picked] ? picked : (nextLayer(value) ?? otherwise);
      if (!(await this.open(id, { name: file.name, blob: file }, unreadable))) opened = id;
    };
    // Each file has its own key in the intake queue, so that the second file doesn't replace the first.
    await this.openInTurn([file.name], open, `next-${++this.arrivals}`);
    return opened;
  }

  async openSaved(id: LayerId): Promise<void> {
    const saved = await this.lastImage();
    if (saved) await this.openInTurn([saved.name], () => this.open(id, saved, 'imagePaste'), id);
  }

  recipe(params: LayerParameters): Recipe {
    const { layers } = this.document.present();
    const named = layerIds.flatMap((id) => {
      const name = layers[id]?.name;
      return name === undefined ? [] : [[id, name] as const];
    });
    return [{ operation: 'layer', params: { ...params }, inputs: Object.fromEntries(named) }];
  }

  command(params: LayerParameters): string {
    return commandLine(this.recipe(params), undefined, `${RESULT_NAME}.png`, visitorsShell());
  }

  clear = (id: LayerId): void => this.document.change(CLEARED[id], clearLayer(id, this.sizeOf));

  swap = (): void => this.document.change(SWAPPED, swapLayers(this.sizeOf));

  image(params: LayerParameters): ImageRef | undefined {
    const layers = layerImages(this.state.layers);
    return resultLayer(layers, params.view) && sceneImage({ layers, params });
  }

  async download(encoding: ImageEncoding, params: LayerParameters): Promise<void> {
    const size = resultLayer(layerImages(this.state.layers), params.view);
    const image = this.image(params);
    if (!size || !image || this.state.loading) return showError(new FudebakoError('imageRequired'));
    await this.exportAs({ name: RESULT_NAME, format: encoding.format, size }, (job) =>
      this.write(image, encoding, job),
    );
  }

  async copy(params: LayerParameters): Promise<void> {
    const image = this.image(params);
    if (!image || this.state.loading) return showError(new FudebakoError('imageRequired'));
    await this.copyMade((job) => this.write(image, { format: 'png', firstFrame: true }, job));
  }

  async save(params: LayerParameters): Promise<void> {
    const image = this.image(params);
    if (!image || this.state.loading) return showError(new FudebakoError('imageRequired'));
    await this.saveForLater(`${RESULT_NAME}.png`, (job) => this.write(image, { format: 'png' }, job));
  }
}

export const layerScreen = new LayerScreenWork();
