import { CancelledError, type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { stepName } from '#core/recipes/describe.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { type Change, createDocument } from '../document/document.ts';
import { thisTab } from '../document/this-tab.ts';
import { coreWords } from '../locales/i18n.ts';
import { showError } from '../notices/error-queue.ts';
import { untilLate } from '../storage/late.ts';
import { sharedStorage } from '../storage/storage.ts';
import { parseStoredFile } from '../storage/stored.ts';
import { keepUnreadableSource } from '../storage/unreadable-files.ts';
import {
  type BlankBackground,
  fileReference,
  type ImageInfo,
  type ImageRef,
  type ImageSource,
  imageWorker,
  type JobOptions,
  referredFile,
} from '../workers/image-client.ts';
import { type Job, moreSpecificError } from '../workers/work.ts';
import { type DeskImage, type DeskValue, deskKind, dropImage } from './document.ts';
import { CHANGED, NEW_SCREEN, type ScreenState, ScreenWork } from './screen-work.ts';
import { type EditSteps, FONTS, recipeFiles, shownRecipe } from './steps.ts';
import type { VisibleImage } from './visible-image.ts';

/** Start of the IDs of blank backgrounds that text editors show without an open image. */
const BACKDROP = 'backdrop';

/** True for a blank background that a text editor shows in place of an image. It is part of no document. */
export const isBackdrop = (source: ImageSource | undefined): boolean => source?.id.startsWith(BACKDROP) ?? false;

export interface DeskState extends ScreenState {
  /** The displayed image. While the document's image is being computed, the image before it. */
  readonly image: VisibleImage | undefined;
  /** The displayed image's steps. */
  readonly steps: EditSteps;
  /** The recipe whose result is displayed. */
  readonly recipe: Recipe;
}

/** Largest number of images whose size is remembered, so that Undo shows them at once. */
const MAX_INFOS = 500;

/** Returns a key of an image's pixels. */
export const versionOf = (id: string, recipe: Recipe): string => `${id}/${JSON.stringify(recipe)}`;

/** Shows the desk's image. What is shown follows from the document. */
export abstract class ShownImage extends ScreenWork<DeskState> {
  readonly document = createDocument(deskKind, thisTab());
  /** Sizes and warnings of computed images by version. */
  protected readonly infos = new Map<string, ImageInfo>();
  /** Files that the image worker holds, because the document or its history refers to them, or because they open. */
  private readonly sources = new Map<string, Promise<ImageSource>>();
  private readonly ready = new Map<string, ImageSource>();
  protected readonly opening = new Set<string>();
  private backdrop: (DeskImage & { readonly covers: boolean }) | undefined;
  private showing: { readonly version: string; readonly controller: AbortController } | undefined;
  private computing: Promise<void> | undefined;

  constructor() {
    super('desk', { ...NEW_SCREEN, image: undefined, steps: [], recipe: [] });
    this.document.use.subscribe(() => this.show());
  }

  /** Waits at most a while for the database. The stored image is shown whenever it arrives. */
  protected async restoreStored(): Promise<void> {
    await untilLate(this.document.restore());
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

  private display(image: VisibleImage | undefined, steps: EditSteps, recipe: Recipe): void {
    const { image: before, steps: stepsBefore } = this.state;
    if (image?.source.id !== before?.source.id) this.written.clear();
    if (image?.version === before?.version && steps === stepsBefore) return;
    this.set({ image, steps, recipe, ...CHANGED });
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
      const compute = async (job: Job) => {
        try {
          return await run(job);
        } catch (error) {
          failure = error;
          return {};
        }
      };
      await this.work(this.ready.has(image.id) ? 'working' : 'opening', compute, image.name);
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

  protected async infoOf(image: DeskImage, recipe: Recipe, job: Job): Promise<ImageInfo> {
    const version = versionOf(image.id, recipe);
    const known = this.ready.has(image.id) && this.infos.get(version);
    if (known) return known;
    await this.bring(image);
    await bringInputs(recipe);
    const info = await imageWorker.render({ source: image.id, steps: recipe }, job);
    this.remember(version, info);
    return info;
  }

  protected remember(version: string, info: ImageInfo): void {
    this.infos.set(version, info);
    const [oldest] = this.infos.keys();
    if (oldest !== undefined && this.infos.size > MAX_INFOS) this.infos.delete(oldest);
  }

  /** Passes an image's file to the image worker once. */
  private bring(image: DeskImage): Promise<ImageSource> {
    const known = this.sources.get(image.id);
    if (known) return known;
    const source = this.sourceOf(image).then(async (source) => {
      await imageWorker.addSource(source);
      if (this.sources.get(image.id) === made) this.ready.set(image.id, source);
      return source;
    });
    const made = source;
    this.sources.set(image.id, made);
    made.catch(() => this.sources.delete(image.id));
    return made;
  }

  private async sourceOf({ id, name, blank }: DeskImage): Promise<ImageSource> {
    if (blank) return { id, name, blank };
    return { id, name, blob: await thisTab().files.open(id, 'imageLoad', name) };
  }

  /** Frees the images to which neither the document nor its history refers. */
  protected release(): void {
    const kept = new Set([...this.document.values().map(({ image }) => image?.id), this.backdrop?.id, ...this.opening]);
    for (const [id, source] of this.sources) {
      if (kept.has(id)) continue;
      this.sources.delete(id);
      this.ready.delete(id);
      void source.then(() => imageWorker.removeSource(id)).catch(() => undefined);
    }
  }

  /** Commits a change after its image has been computed. On failure, shows the error and changes nothing. */
  protected async attempt(
    label: string | undefined,
    apply: Change<DeskValue>,
    opening?: { readonly name: string; readonly unreadable: ErrorCode },
  ): Promise<boolean> {
    while (this.state.busy) await this.whenFree();
    const run = async (job: Job) => {
      await this.document.attempt(label, apply, async ({ image, steps }) => {
        if (!image) return;
        const recipe = shownRecipe(steps);
        this.opening.add(image.id);
        try {
          await this.infoOf(image, recipe, job);
        } catch (error) {
          if (opening) throw moreSpecificError(error, opening.unreadable);
          throw await stepThatFails({ source: image.id, steps: recipe }, error, job);
        } finally {
          this.opening.delete(image.id);
        }
      });
      this.release();
      return CHANGED;
    };
    return this.work(opening ? 'opening' : 'working', run, opening?.name);
  }

  /** Shows a blank background while the desk is empty or, if it `covers`, also over an open image. */
  setBackdrop(blank: BlankBackground | undefined, name = '', covers = false): void {
    const id = blank && `${BACKDROP}-${JSON.stringify(blank)}`;
    if (id === this.backdrop?.id && covers === this.backdrop?.covers) return;
    this.backdrop = blank && id ? { id, name, blank, covers } : undefined;
    this.show();
  }
}

/** Passes the files that a recipe refers to and that the image worker doesn't hold, to the worker. */
async function bringInputs(recipe: Recipe): Promise<void> {
  for (const id of recipeFiles(recipe)) {
    if (referredFile(fileReference(id))) continue;
    const stored = await readInput(id);
    if (stored) await imageWorker.addSource({ id, ...stored });
  }
}

/** Reads an input. A font's ID is its storage and key, and a checksum; other IDs are those of the file store. */
async function readInput(id: string): Promise<{ readonly name: string; readonly blob: Blob } | undefined> {
  if (id.startsWith(`${FONTS}/`))
    return sharedStorage(FONTS).get(id.slice(FONTS.length + 1).replace(/\/\d+$/, ''), parseStoredFile);
  const blob = await thisTab().files.read(id);
  return blob && { name: id, blob };
}

/** Returns the error, with the name of the step that failed if the recipe has several steps. */
async function stepThatFails(image: ImageRef, error: unknown, job: JobOptions): Promise<unknown> {
  const { source, steps } = image;
  if (steps.length < 2 || !(error instanceof FudebakoError) || error instanceof CancelledError) return error;
  for (const [index, step] of steps.entries()) {
    const part = { source, steps: steps.slice(0, index + 1) };
    const failed = await imageWorker.render(part, { signal: job.signal }).then(
      () => undefined,
      (cause: unknown) => ({ cause }),
    );
    if (failed) return new FudebakoError('stepMisfit', { step: stepName(step, coreWords()) }, failed);
  }
  return error;
}
