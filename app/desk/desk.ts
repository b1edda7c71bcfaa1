import { CancelledError, type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { type Change, createDocument } from '../document/document.ts';
import { valuesOf } from '../document/history.ts';
import { LATE_MS } from '../document/tab.ts';
import { thisTab } from '../document/this-tab.ts';
import { unsupportedFileError } from '../intake/unsupported-file.ts';
import { showError } from '../messages/errors.ts';
import { shareBlob } from '../platform/share.ts';
import { CHANGED, NEW_SESSION, Session, type SessionState } from '../session/session.ts';
import { keepUnreadableSource } from '../storage/unreadable-files.ts';
import { isAccepted } from '../ui/accepted-pictures.ts';
import {
  type BlankBackground,
  type PictureInfo,
  type PictureRef,
  type PictureSource,
  pictureWorker,
} from '../workers/picture-worker.ts';
import { type Job, moreSpecificError } from '../workers/work.ts';
import {
  changeList,
  changeSteps,
  closeImage,
  type DeskImage,
  type DeskValue,
  type DrawnOperation,
  deskKind,
  dropImage,
  openImage,
  showListed,
} from './document.ts';
import { stepThatFails } from './failing-step.ts';
import { bringInputs } from './inputs.ts';
import { takePendingRecipe } from './pending-recipe.ts';
import { type BasePicture, basePictureOf, type Picture, sizeOf } from './picture.ts';
import type { BatchStage, OpenedAnother, Showing } from './stage.ts';
import { type EditSteps, editedStep, endEditing, revised, shownRecipe, wholeRecipe, withSteps } from './steps.ts';

/** Start of the IDs of blank backgrounds that text editors show without an open image. */
const BACKDROP = 'backdrop';

/** True for a blank background that a text editor shows in place of an image. It is part of no document. */
export const isBackdrop = (source: PictureSource | undefined): boolean => source?.id.startsWith(BACKDROP) ?? false;

export interface DeskState extends SessionState {
  /** The displayed image. While the document's image is being computed, the image before it. */
  readonly picture: Picture | undefined;
  /** The displayed image's steps. */
  readonly steps: EditSteps;
  /** The recipe whose result is displayed. */
  readonly recipe: Recipe;
}

/** The tool whose screen is open. */
interface OpenTool {
  /** Makes steps of what only the tool previews. */
  readonly keep: () => Promise<void>;
  /** The operation of an editor of texts or shapes. */
  readonly editor?: DrawnOperation | undefined;
  /** True for steps that the tool edits. */
  readonly edits: (step: RecipeStep) => boolean;
}

/** Steps that the tool only previews, and the name of a file with these steps. */
interface Drawn {
  readonly steps: Recipe;
  readonly name: string;
}

/** Largest number of images whose size is remembered, so that Undo shows them at once. */
const MAX_INFOS = 500;

const versionOf = (id: string, recipe: Recipe): string => `${id}/${JSON.stringify(recipe)}`;

/** Opens, shows and exports the image that all tools for single images share. What is shown follows from the document. */
class Desk extends Session<DeskState> implements BatchStage {
  readonly document = createDocument(deskKind, thisTab());
  /** Sizes and warnings of computed images by version. */
  private readonly infos = new Map<string, PictureInfo>();
  /** Files that the image worker holds, because the document or its history refers to them, or because they open. */
  private readonly sources = new Map<string, Promise<PictureSource>>();
  private readonly ready = new Map<string, PictureSource>();
  private readonly opening = new Set<string>();
  private backdrop: (DeskImage & { readonly covers: boolean }) | undefined;
  private showing: { readonly version: string; readonly controller: AbortController } | undefined;
  private computing: Promise<void> | undefined;

  constructor() {
    super('desk', { ...NEW_SESSION, picture: undefined, steps: [], recipe: [] });
    this.document.use.subscribe(() => this.show());
  }

  /** Waits at most a while for the database. The stored image is shown whenever it arrives. */
  protected async restoreStored(): Promise<void> {
    const isLate = new Promise<void>((resolve) => setTimeout(resolve, LATE_MS));
    await Promise.race([this.document.restore(), isLate]);
    while (this.showing) await this.computing;
  }

  /** Shows the document's image, or a text editor's blank background. */
  private show(): void {
    const { image, steps } = this.shown();
    this.release();
    if (!image) {
      this.showing?.controller.abort();
      this.display(undefined, steps, []);
      return;
    }
    const recipe = shownRecipe(steps);
    const version = versionOf(image.id, recipe);
    const [source, info] = [this.ready.get(image.id), this.infos.get(version)];
    if (!source || !info) {
      if (this.showing?.version !== version) this.computing = this.compute(image, recipe, version);
      return;
    }
    this.showing?.controller.abort();
    this.showing = undefined;
    const sourceBytes = 'blob' in source ? source.blob.size : undefined;
    this.display({ source, sourceBytes, info, version }, steps, recipe);
  }

  /** The document or, for a text editor, its blank background. */
  private shown(): DeskValue {
    const present = this.document.present();
    return this.backdrop && (this.backdrop.covers || !present.image) ? { image: this.backdrop, steps: [] } : present;
  }

  private display(picture: Picture | undefined, steps: EditSteps, recipe: Recipe): void {
    const { picture: before, steps: stepsBefore } = this.state;
    if (picture?.source.id !== before?.source.id) this.written.clear();
    if (picture?.version === before?.version && steps === stepsBefore) return;
    this.set({ picture, steps, recipe, ...CHANGED });
  }

  /** Computes the document's image, unless the work that is running proves it. The last request wins. */
  private async compute(image: DeskImage, recipe: Recipe, version: string): Promise<void> {
    this.showing?.controller.abort();
    const controller = new AbortController();
    this.showing = { version, controller };
    const { signal } = controller;
    const run = async (job: Job): Promise<Partial<DeskState>> => {
      job.signal.addEventListener('abort', () => controller.abort());
      await this.infoOf(image, recipe, { ...job, signal });
      return {};
    };
    try {
      while (this.state.busy) await this.whenFree();
      if (signal.aborted) return;
      let failure: unknown;
      await this.work(this.ready.has(image.id) ? 'working' : 'opening', async (job) => {
        try {
          return await run(job);
        } catch (error) {
          failure = error;
          return {};
        }
      });
      if (signal.aborted) return;
      if (failure) this.fail(image, failure);
      else this.show();
    } finally {
      if (this.showing?.controller === controller) this.showing = undefined;
    }
  }

  /** Reports an image that can't be shown. Offers the file of an unreadable image for download. */
  private fail(image: DeskImage, error: unknown): void {
    if (error instanceof CancelledError) return;
    const blob = thisTab().files.peek(image.id);
    keepUnreadableSource({ name: image.name, ...(blob && { blob }) }, error);
    showError(error, image.name);
    const isUnreadable = error instanceof FudebakoError && error.code === 'imageLoad';
    if (isUnreadable) this.document.change('closeImage', dropImage(image.id));
  }

  private async infoOf(image: DeskImage, recipe: Recipe, job: Job): Promise<PictureInfo> {
    const version = versionOf(image.id, recipe);
    const known = this.ready.has(image.id) && this.infos.get(version);
    if (known) return known;
    await this.bring(image);
    await bringInputs(recipe);
    const info = await pictureWorker.render({ source: image.id, steps: recipe }, job);
    this.remember(version, info);
    return info;
  }

  private remember(version: string, info: PictureInfo): void {
    this.infos.set(version, info);
    const [oldest] = this.infos.keys();
    if (oldest !== undefined && this.infos.size > MAX_INFOS) this.infos.delete(oldest);
  }

  /** Passes an image's file to the image worker once. */
  private bring(image: DeskImage): Promise<PictureSource> {
    const known = this.sources.get(image.id);
    if (known) return known;
    const source = this.sourceOf(image).then(async (source) => {
      await pictureWorker.addSource(source);
      if (this.sources.get(image.id) === made) this.ready.set(image.id, source);
      return source;
    });
    const made = source;
    this.sources.set(image.id, made);
    made.catch(() => this.sources.delete(image.id));
    return made;
  }

  private async sourceOf({ id, name, blank }: DeskImage): Promise<PictureSource> {
    if (blank) return { id, name, blank };
    const blob = await thisTab().files.read(id);
    if (!blob) throw new FudebakoError('imageLoad');
    return { id, name, blob };
  }

  /** Frees the images to which neither the document nor its history refers. */
  private release(): void {
    const values = valuesOf(this.document.use.getState().history);
    const kept = new Set([...values.map(({ image }) => image?.id), this.backdrop?.id, ...this.opening]);
    for (const [id, source] of this.sources) {
      if (kept.has(id)) continue;
      this.sources.delete(id);
      this.ready.delete(id);
      void source.then(() => pictureWorker.removeSource(id)).catch(() => undefined);
    }
  }

  /** Commits a change after its image has been computed. On failure, shows the error and changes nothing. */
  private async attempt(
    doing: 'opening' | 'working',
    label: string | undefined,
    apply: Change<DeskValue>,
    unreadable?: ErrorCode,
  ): Promise<boolean> {
    while (this.state.busy) await this.whenFree();
    return this.work(doing, async (job) => {
      await this.document.attempt(label, apply, async ({ image, steps }) => {
        if (!image) return;
        const recipe = shownRecipe(steps);
        this.opening.add(image.id);
        try {
          await this.infoOf(image, recipe, job);
        } catch (error) {
          if (unreadable) throw moreSpecificError(error, unreadable);
          throw await stepThatFails({ source: image.id, steps: recipe }, error, job);
        } finally {
          this.opening.delete(image.id);
        }
      });
      this.release();
      return CHANGED;
    });
  }

  /** Opens a file. On failure, nothing changes. `unreadable` is the error code for files that aren't images. */
  async openFile(file: File, unreadable?: ErrorCode): Promise<void> {
    if (!isAccepted(file)) return showError(await unsupportedFileError(file), file);
    await this.openStored({ name: file.name, blob: file }, unreadable);
  }

  async openBlank(blank: BlankBackground, name: string): Promise<void> {
    if (!(blank.width > 0 && blank.height > 0)) return showError(new FudebakoError('backgroundGenerate'));
    await this.openNext({ id: crypto.randomUUID(), name, blank });
  }

  async openSaved(): Promise<void> {
    const saved = await this.lastPicture();
    if (saved) await this.openStored(saved);
  }

  private openStored({ name, blob }: { readonly name: string; readonly blob: Blob }, unreadable?: ErrorCode) {
    return this.openNext({ id: thisTab().files.add(blob), name }, unreadable);
  }

  /** Opens an image, and applies the recipe that the visitor has accepted for the next image, if any. */
  private openNext(image: DeskImage, unreadable: ErrorCode = 'imageLoad'): Promise<void> {
    return this.openInTurn([image.name], async () => {
      if (!(await this.attempt('opening', 'openImage', openImage(image, [], this.open?.editor), unreadable))) return;
      const recipe = takePendingRecipe();
      if (recipe) await this.apply(...recipe);
    });
  }

  private open: OpenTool | undefined;
  private leaving: Promise<void> = Promise.resolve();

  /** Announces a tool. Returns a function that leaves the tool. */
  enter(tool: OpenTool): () => void {
    this.open = tool;
    return () => {
      this.leaving = tool.keep().catch(showError);
      if (this.open === tool) this.open = undefined;
    };
  }

  /** Makes steps of what only the open tool previews, such as texts. */
  async keepWork(): Promise<void> {
    await this.open?.keep();
  }

  undo = (): void => this.travel(this.document.undo);
  redo = (): void => this.travel(this.document.redo);

  /** A step whose editing undo or redo resumes stays open only in its own tool. */
  private travel(by: () => void): void {
    by();
    const edited = editedStep(this.document.present().steps);
    if (edited && this.open?.edits(edited) === false) this.endEditing();
  }

  /** Resolves when the image contains the work of the tool before this one. */
  async arrive(): Promise<void> {
    await this.restore();
    await this.leaving;
  }

  /** Takes the image off the desk. Undo brings it back. */
  close = (): void => {
    const { image } = this.document.present();
    if (image) this.document.change('closeImage', closeImage(image.id));
  };

  /** Shows a blank background while the desk is empty or, if it `covers`, also over an open image. */
  setBackdrop(blank: BlankBackground | undefined, name = '', covers = false): void {
    const id = blank && `${BACKDROP}-${JSON.stringify(blank)}`;
    if (id === this.backdrop?.id && covers === this.backdrop?.covers) return;
    this.backdrop = blank && id ? { id, name, blank, covers } : undefined;
    this.show();
  }

  readonly images: BatchStage['images'] = {
    list: () => this.document.present().list,
    shown: () => this.document.present().image?.id,
    change: (label, apply) => this.document.change(label, changeList(apply)),
    watch: (changed) => this.document.use.subscribe(changed),
  };

  async openListed(image: DeskImage, { stepsFor, mark, isStep }: Showing): Promise<OpenedAnother> {
    let outcome: OpenedAnother;
    const info = this.state.picture?.info;
    const from = info && { width: info.width, height: info.height };
    await this.work('opening', async (job) => {
      this.opening.add(image.id);
      try {
        const size = await this.infoOf(image, [], job);
        const adapt = (steps: EditSteps, madeOn?: Size) => stepsFor(size, steps, madeOn);
        const show = showListed(image, adapt, mark(size), from, this.open?.editor);
        await this.infoOf(image, shownRecipe(show(this.document.present()).steps), job);
        if (isStep) this.document.change('showImage', show, 'showImage');
        else this.document.amend(show);
        outcome = { size };
      } catch (error) {
        outcome = { error };
      } finally {
        this.opening.delete(image.id);
        this.release();
      }
      return {};
    });
    return outcome;
  }

  source = (): PictureSource | undefined => this.state.picture?.source;

  watch(changed: () => void): () => void {
    return this.use.subscribe(changed);
  }

  /** Applies steps as one undo step. Returns false on failure. */
  async apply(...steps: RecipeStep[]): Promise<boolean> {
    if (!this.state.picture) {
      showError(new FudebakoError('imageRequired'));
      return false;
    }
    const fitted = await this.fitted(steps);
    return this.changeSteps(steps.at(-1)?.operation ?? '', (present) => withSteps(present, fitted));
  }

  /** Changes the steps as one undo step. If a step fails, shows the error and changes nothing. */
  changeSteps(label: string, change: (steps: EditSteps) => EditSteps): Promise<boolean> {
    return this.changeImage(label, changeSteps(change));
  }

  /** Changes the document as `attempt` does. If the image can't be computed, shows the error and changes nothing. */
  changeImage(label: string | undefined, change: Change<DeskValue>): Promise<boolean> {
    return this.attempt('working', label, change);
  }

  /** Adapts steps that were made on images of other sizes, so that tools can edit their values in pixels. */
  private async fitted(steps: Recipe): Promise<Recipe> {
    const size = this.state.picture?.info;
    if (!size || !steps.some(({ madeOn }) => madeOn)) return steps;
    return (await import('#core/recipes/refit.ts')).refitRecipe(steps, size, size);
  }

  /** Changes the recipe without computing the image, for steps that keep the size, in tools with their own preview. */
  revise(label: string, change: (shown: Recipe) => Recipe): void {
    const next = changeSteps((steps) => revised(steps, change(shownRecipe(steps))));
    const [before, after] = [this.document.present(), next(this.document.present())];
    const info = before.image && this.infos.get(versionOf(before.image.id, shownRecipe(before.steps)));
    if (after.image && info) this.remember(versionOf(after.image.id, shownRecipe(after.steps)), info);
    this.document.change(label, next);
  }

  /** Ends the editing of a step, without an undo step of its own. */
  endEditing(): void {
    this.document.amend(changeSteps(endEditing));
  }

  async download(encoding: ImageEncoding, drawn?: Drawn): Promise<void> {
    await this.deliver(encoding, drawn);
  }

  async share(encoding: ImageEncoding): Promise<void> {
    await this.deliver(encoding, undefined, shareBlob);
  }

  /** Returns the image with more steps. The steps are appended, or replace the step that is being edited. */
  pictureWith(more?: Recipe): PictureRef | undefined {
    const { picture, steps } = this.state;
    return picture && { source: picture.source.id, steps: wholeRecipe(more ? withSteps(steps, more) : steps) };
  }

  private async deliver(encoding: ImageEncoding, drawn?: Drawn, send?: typeof shareBlob): Promise<void> {
    const { picture, recipe } = this.state;
    const written = this.pictureWith(drawn?.steps);
    if (!picture || !written) return showError(new FudebakoError('imageRequired'));
    const { source } = picture;
    // While a step is being edited, the displayed image lacks later steps, so its size may differ from the export's.
    const isShown = written.steps.length === recipe.length;
    const size = isShown ? picture.info : sizeOf(source, written.steps);
    await this.exportAs(
      { name: drawn?.name ?? baseName(source.name), format: encoding.format, size },
      (job) => this.write(written, encoding, job),
      send,
    );
  }

  /** Encodes the image with more steps, without applying the steps. Returns undefined on failure. */
  async generate(more: Recipe, encoding: ImageEncoding): Promise<Blob | undefined> {
    const written = this.pictureWith(more);
    let blob: Blob | undefined;
    if (!written) showError(new FudebakoError('imageRequired'));
    else
      await this.work('generating', async (job) => {
        blob = await this.write(written, encoding, job);
        return { savedAt: undefined };
      });
    return blob;
  }

  /** Makes a file from the source file or, if the image has steps, from a PNG of the result. Undefined on failure. */
  async makeFile(make: (base: BasePicture, job: Job) => Promise<Blob>): Promise<Blob | undefined> {
    const { picture, recipe } = this.state;
    let blob: Blob | undefined;
    if (!picture) showError(new FudebakoError('imageRequired'));
    else
      await this.work('generating', async (job) => {
        // Saves what the stage shows: while a step is being edited, the steps after it are not applied.
        blob = await make(await basePictureOf(picture.source, recipe, job), job);
        return { savedAt: undefined };
      });
    return blob;
  }

  /** Saves the source file, or a PNG if there are steps. `firstFrame` drops the other frames of an animation. */
  async save(more?: Recipe, firstFrame = false): Promise<void> {
    const written = this.pictureWith(more);
    const source = this.source();
    if (!source || !written) return showError(new FudebakoError('imageRequired'));
    if ('blob' in source && written.steps.length === 0 && !firstFrame)
      return this.saveForLater(source.name, async () => source.blob);
    await this.saveForLater(`${baseName(source.name)}.png`, (job) =>
      pictureWorker.encode(written, { format: 'png', firstFrame }, job),
    );
  }
}

export type { Desk };
export const desk = new Desk();
