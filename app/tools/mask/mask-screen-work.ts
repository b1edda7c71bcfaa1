import { visitorsShell } from '#app/platform/shell.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { Size } from '#core/geometry/point.ts';
import type { MaskParameters } from '#core/image/make-mask.ts';
import type { Selection } from '#core/image/mask/selection.ts';
import { layer } from '#core/operations/layer.ts';
import { commandLine } from '#core/recipes/command-line.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { CHANGED, NEW_SCREEN, openSource, type ScreenState, ScreenWork } from '../../desk/screen-work.ts';
import type { Change } from '../../document/document.ts';
import { thisTab } from '../../document/this-tab.ts';
import { createView, whenDropped } from '../../document/view.ts';
import { unsupportedFileError } from '../../intake/unsupported-file.ts';
import { showError } from '../../notices/error-queue.ts';
import type { PastedStep } from '../../recipes/paste-recipe.ts';
import { untilLate } from '../../storage/late.ts';
import { keepUnreadableSource } from '../../storage/unreadable-files.ts';
import { isAccepted } from '../../ui/accepted-images.ts';
import { type ImageInfo, type ImageSource, imageReference, imageWorker } from '../../workers/image-client.ts';
import { type Busy, type Job, moreSpecificError } from '../../workers/work.ts';
import {
  act,
  clearBase,
  clearMaskImage,
  close,
  createMask,
  generate,
  type MaskImage,
  type MaskStep,
  type MaskWork,
  type NewMask,
  newMaskSize,
  openBase,
  openMask,
  paste,
  select,
  setEdge,
} from './document.ts';
import { withFile } from './mask-client.ts';
import { MaskPixels } from './mask-pixels.ts';
import { actionsOf, type Edges, type PackedStroke, paintedBy, readsBase, unpackStroke } from './mask-strokes.ts';

/** An opened image under a mask. */
interface Under {
  readonly source: ImageSource;
  readonly info: ImageInfo;
}

/** Returns the image under a mask as a key: a file, or the size of a checkerboard; undefined without a mask. */
export const underKey = ({ start, base }: Pick<MaskWork, 'start' | 'base'>): string | undefined =>
  start && JSON.stringify(base ? { id: base.id, name: base.name } : { width: start.width, height: start.height });

async function openUnder(key: string, signal: AbortSignal): Promise<Under> {
  const under: MaskImage | Size = JSON.parse(key);
  const source = 'id' in under ? await withFile(under) : { id: key, name: 'checkerboard.png', checkerboard: under };
  const info = await openSource(source, [], { signal, onProgress: () => {}, onStage: () => {} });
  whenDropped(signal, () => imageWorker.removeSource(source.id));
  return { source, info };
}

/** Opens files for the mask document, shows the document as pixels, and exports these pixels. */
class MaskScreenWork extends ScreenWork<ScreenState> {
  readonly document = createMask();
  readonly pixels = new MaskPixels(this.document, (error, mask) => this.reportUnmade(error, mask));
  /** The opened images under the mask by `underKey`. */
  readonly unders = createView(openUnder);

  constructor() {
    super('mask_creator', NEW_SCREEN);
    this.document.use.subscribe(({ history }, before) => {
      const keys = (values: readonly MaskWork[]) => values.flatMap((value) => underKey(value) ?? []);
      this.unders.want(keys([history.present]), keys(this.document.values()));
      if (history.present !== before.history.present) this.set(CHANGED);
      this.dropUnreadableBase();
    });
    this.unders.use.subscribe(() => this.dropUnreadableBase());
  }

  /** Waits at most a while for the database. The stored mask is added whenever it arrives. */
  protected restoreStored(): Promise<void> {
    return untilLate(this.document.restore());
  }

  private dropUnreadableBase(): void {
    const { start, base } = this.document.present();
    const under = this.unders.get(underKey({ start, base }) ?? '');
    if (!base || under.state !== 'failed') return;
    this.offerUnreadable(base, under.error);
    this.document.change('clearBase', clearBase);
  }

  private reportUnmade(error: unknown, { start, actions }: MaskWork): void {
    if (!(error instanceof FudebakoError && error.code === 'imageLoad')) showError(error);
    // An unreadable image under the mask is reported where the image is shown.
    else if (start?.image && !readsBase(actions)) {
      this.offerUnreadable(start.image, error);
      this.document.change('clearMask', clearMaskImage);
    }
  }

  private offerUnreadable({ id, name }: MaskImage, error: unknown): void {
    const blob = thisTab().files.peek(id);
    if (!keepUnreadableSource({ name, ...(blob && { blob }) }, error)) showError(error, name);
  }

  /** Runs a job after the present one, because the status line shows one job at a time. */
  private async inTurn(doing: Busy['doing'], run: (job: Job) => Promise<unknown>, name?: string): Promise<boolean> {
    while (this.state.busy) await this.whenFree();
    return this.work(
      doing,
      async (job) => {
        await this.restore();
        await run(job);
        return CHANGED;
      },
      name,
    );
  }

  /** Changes the document after the pixels of the result have been made. `check` throws if the change is impossible. */
  private attempt(label: MaskStep, change: Change<MaskWork>, check = (_: MaskWork) => {}): Promise<boolean> {
    return this.inTurn('working', (job) => {
      check(this.document.present());
      return this.document.attempt(label, change, (next) => this.pixels.make(next, job));
    });
  }

  async openFile(place: 'mask' | 'base', file: File): Promise<void> {
    if (!isAccepted(file)) return showError(await unsupportedFileError(file));
    await this.openAs(place, file, file.name);
  }

  async openSaved(place: 'mask' | 'base'): Promise<void> {
    const saved = await this.lastImage();
    if (saved) await this.openAs(place, saved.blob, saved.name);
  }

  private openAs(place: 'mask' | 'base', blob: Blob, name: string): Promise<void> {
    const open = () =>
      this.inTurn(
        'opening',
        (job) => {
          const image = { id: thisTab().files.add(blob), name };
          return place === 'mask' ? this.openMask(image, job) : this.openBase({ ...image, blob }, job);
        },
        name,
      );
    return this.openInTurn([name], open, place);
  }

  private async openMask(image: MaskImage, job: Job): Promise<void> {
    const unsized = { start: { width: 0, height: 0, gray: 0, image }, actions: [] };
    const { start } = await this.pixels.make(unsized, job).catch((error) => {
      // Reports a specific error, such as an image that is too large, instead of the general `maskLoad`.
      throw moreSpecificError(error, 'maskLoad');
    });
    if (start) this.document.change('openMask', openMask(start));
  }

  private async openBase(image: MaskImage & { readonly blob: Blob }, job: Job): Promise<void> {
    const { width, height } = await openSource(image, [], job);
    const base = { id: image.id, name: image.name, width, height };
    try {
      await this.document.attempt('openBase', openBase(base), (next) => this.pixels.make(next, job));
      // The worker keeps the image until the document's view has opened it too.
      const key = underKey(this.document.present());
      if (key) await this.unders.read(key).catch(() => undefined);
    } finally {
      void imageWorker.removeSource(image.id);
    }
  }

  generate = (mask: NewMask): Promise<boolean> =>
    this.attempt('generate', generate(mask), (value) => newMaskSize(value, mask));

  close = (): void => this.document.change('close', close);

  clearBase = (): Promise<boolean> => this.attempt('clearBase', clearBase);

  select = (selection: Selection, fresh: boolean): Promise<boolean> => this.attempt('select', select(selection, fresh));

  setEdge = <Name extends keyof Edges>(name: Name, value: Edges[Name]): Promise<boolean> =>
    this.attempt('edges', setEdge(name, value));

  /** Recomputes the mask with a stroke as a hint about the subject. */
  refine = (stroke: PackedStroke): Promise<boolean> => this.attempt('correct', act({ kind: 'stroke', stroke }));

  paintStroke = (stroke: PackedStroke): void =>
    this.document.change(stroke.tool === 'eraser' ? 'eraser' : 'pen', act({ kind: 'stroke', stroke }));

  invert = (): void => this.document.change('invert', act({ kind: 'invert' }));

  /** Opens a pasted recipe's mask: blank if the recipe has a width, otherwise from the current image. */
  paste = ({ params, rawStep }: PastedStep): Promise<boolean> => {
    const mask = params as unknown as MaskParameters & Edges;
    return this.attempt('paste', paste(mask, rawStep.params?.width !== undefined), ({ start, base }) => {
      if (readsBase(actionsOf(mask)) && !base) throw new FudebakoError('imageRequired');
      newMaskSize({ start }, mask);
    });
  };

  async download(): Promise<void> {
    const mask = this.document.present();
    if (!mask.start) return showError(new FudebakoError('imageRequired'));
    await this.exportAs({ name: baseName(maskName(mask)), format: 'png', size: mask.start }, () => this.pixels.png());
  }

  async downloadCutOut(): Promise<void> {
    const { base } = this.document.present();
    if (!base) return showError(new FudebakoError('imageRequired'));
    await this.exportAs({ name: `${baseName(base.name)}_cutout`, format: 'png', size: base }, (job) =>
      this.cutOut(job),
    );
  }

  /** Copies the cut-out, or the mask if there is no image under the mask. */
  async copy(): Promise<void> {
    const { start, base } = this.document.present();
    if (!start) return showError(new FudebakoError('imageRequired'));
    await this.copyMade((job) => (base ? this.cutOut(job) : this.pixels.png()));
  }

  /** Returns the image with everything outside the mask transparent. The `layer` operation computes the pixels. */
  private async cutOut(job: Job): Promise<Blob> {
    const mask = this.document.present();
    const [base, key] = [mask.base, underKey(mask)];
    if (!base || !key) throw new FudebakoError('imageRequired');
    const painted = { id: crypto.randomUUID(), name: maskName(mask), blob: await this.pixels.png() };
    await Promise.all([this.unders.read(key), imageWorker.addSource(painted)]);
    const [top, shown] = [base.id, painted.id].map((source) => imageReference({ source, steps: [] }));
    const step = { operation: layer.id, params: {}, inputs: { top: top as string, mask: shown as string } };
    return imageWorker
      .encode({ steps: [step] }, { format: 'png' }, job)
      .finally(() => imageWorker.removeSource(painted.id));
  }

  /** Returns the image under the mask as a file; undefined for the placeholder checkerboard. */
  async baseFile(): Promise<File | undefined> {
    const { base } = this.document.present();
    if (!base) return undefined;
    const { blob, name } = await withFile(base);
    return new File([blob], name, { type: blob.type });
  }

  async file(): Promise<File | undefined> {
    const mask = this.document.present();
    if (!mask.start) return undefined;
    const blob = await this.pixels.png();
    return new File([blob], maskName(mask), { type: blob.type });
  }

  async saveBase(): Promise<void> {
    const key = underKey(this.document.present());
    if (!key) return showError(new FudebakoError('imageRequired'));
    const { source } = await this.unders.read(key);
    await this.saveForLater(source.name, async (job) =>
      'blob' in source
        ? source.blob
        : imageWorker.encode({ source: source.id, steps: [] }, { format: 'png', firstFrame: true }, job),
    );
  }

  async saveMask(): Promise<void> {
    const mask = this.document.present();
    if (!mask.start) return showError(new FudebakoError('imageRequired'));
    await this.saveForLater(maskName(mask), () => this.pixels.png());
  }

  recipe = (): Recipe => maskRecipe(this.document.present());

  command = (): string => {
    const mask = this.document.present();
    return commandLine(this.recipe(), recipeInput(mask), maskName(mask), visitorsShell());
  };
}

export const maskScreen = new MaskScreenWork();

export const maskName = ({ base, start }: MaskWork): string =>
  `${baseName(base?.name ?? start?.image?.name ?? 'untitled.png').replace(/_mask$/, '')}_mask.png`;

export function maskRecipe({ start, base, actions }: MaskWork): Recipe {
  if (!start) return [];
  const { image, width, height, gray } = start;
  const { strokes, selections, refine, grow, feather, invert } = paintedBy(actions);
  const edges = { ...(!refine && { refine }), ...(grow !== 0 && { grow }), ...(feather !== 0 && { feather }) };
  const painted = {
    ...(selections.length > 0 && { selections }),
    ...edges,
    strokes: strokes.map(unpackStroke),
    invert,
  };
  // A mask that is computed from an image, or from its colors, has the image's size.
  const isImageSize = readsBase(actions) && base?.width === width && base.height === height;
  if (image) return [{ operation: 'make-mask', params: painted }];
  return [{ operation: 'make-mask', params: isImageSize ? { gray, ...painted } : { width, height, gray, ...painted } }];
}

export const recipeInput = ({ start, base, actions }: MaskWork): string | undefined =>
  readsBase(actions) ? base?.name : start?.image?.name;
