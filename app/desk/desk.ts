import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { baseName, frameSuffix } from '#core/base/files.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import type { Change } from '../document/document.ts';
import { thisTab } from '../document/this-tab.ts';
import { unsupportedFileError } from '../intake/unsupported-file.ts';
import { showError } from '../notices/error-queue.ts';
import { downloadBlob } from '../platform/download.ts';
import { shareBlob } from '../platform/share.ts';
import { isAccepted } from '../ui/accepted-images.ts';
import { type BlankBackground, type ImageRef, type ImageSource, imageWorker } from '../workers/image-client.ts';
import type { Job } from '../workers/work.ts';
import {
  changeList,
  changeSteps,
  closeImage,
  type DeskImage,
  type DeskValue,
  type DrawnOperation,
  openImage,
  showListed,
} from './document.ts';
import { takePendingRecipe } from './pending-recipe.ts';
import { CHANGED } from './screen-work.ts';
import { ShownImage, versionOf } from './shown-image.ts';
import type { BatchStage, OpenedAnother, Showing } from './stage.ts';
import { type EditSteps, editedStep, endEditing, revised, shownRecipe, wholeRecipe, withSteps } from './steps.ts';
import { type BaseImage, baseImageOf, sizeOf } from './visible-image.ts';

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
interface Previewed {
  readonly steps: Recipe;
  readonly name: string;
}

/** Opens, changes and exports the image that all tools for single images share. */
class Desk extends ShownImage implements BatchStage {
  /**
   * Opens a file, and applies a recipe to it. On failure, nothing changes. `unreadable` is the error code for files that
   * aren't images.
   */
  async openFile(file: File, unreadable?: ErrorCode, recipe?: Recipe): Promise<void> {
    if (!isAccepted(file)) return showError(await unsupportedFileError(file), file);
    await this.openStored({ name: file.name, blob: file }, unreadable, recipe);
  }

  async openBlank(blank: BlankBackground, name: string): Promise<void> {
    if (!(blank.width > 0 && blank.height > 0)) return showError(new FudebakoError('backgroundGenerate'));
    await this.openNext({ id: crypto.randomUUID(), name, blank });
  }

  async openSaved(): Promise<void> {
    const saved = await this.lastImage();
    if (saved) await this.openStored(saved);
  }

  private openStored(
    { name, blob }: { readonly name: string; readonly blob: Blob },
    unreadable?: ErrorCode,
    recipe?: Recipe,
  ) {
    return this.openNext({ id: thisTab().files.add(blob), name }, unreadable, recipe);
  }

  /** Opens an image, and applies a recipe: its own, or the one that the visitor has accepted for the next image, if any. */
  private openNext(image: DeskImage, unreadable: ErrorCode = 'imageLoad', own?: Recipe): Promise<void> {
    return this.openInTurn([image.name], async () => {
      const opening = { name: image.name, unreadable };
      if (!(await this.attempt('openImage', openImage(image, [], this.open?.editor), opening))) return;
      const recipe = own ?? takePendingRecipe();
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

  readonly images: BatchStage['images'] = {
    list: () => this.document.present().list,
    shown: () => this.document.present().image?.id,
    change: (label, apply) => this.document.change(label, changeList(apply)),
    watch: (changed) => this.document.use.subscribe(changed),
  };

  async openListed(image: DeskImage, { stepsFor, mark, isStep }: Showing): Promise<OpenedAnother> {
    let outcome: OpenedAnother;
    const info = this.state.image?.info;
    const from = info && { width: info.width, height: info.height };
    await this.work(
      'opening',
      async (job) => {
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
      },
      image.name,
    );
    return outcome;
  }

  source = (): ImageSource | undefined => this.state.image?.source;

  watch(changed: () => void): () => void {
    return this.use.subscribe(changed);
  }

  /** Applies steps as one undo step. Returns false on failure. */
  async apply(...steps: RecipeStep[]): Promise<boolean> {
    if (!this.state.image) {
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
    return this.attempt(label, change);
  }

  /** Adapts steps that were made on images of other sizes, so that tools can edit their values in pixels. */
  private async fitted(steps: Recipe): Promise<Recipe> {
    const size = this.state.image?.info;
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

  async download(encoding: ImageEncoding, drawn?: Previewed): Promise<void> {
    await this.deliver(encoding, drawn);
  }

  async share(encoding: ImageEncoding): Promise<void> {
    await this.deliver(encoding, undefined, shareBlob);
  }

  /** Returns the image with more steps. The steps are appended, or replace the step that is being edited. */
  imageWith(more?: Recipe): ImageRef | undefined {
    const { image, steps } = this.state;
    return image && { source: image.source.id, steps: wholeRecipe(more ? withSteps(steps, more) : steps) };
  }

  private async deliver(encoding: ImageEncoding, drawn?: Previewed, send?: typeof shareBlob): Promise<void> {
    // The press may come in the moment before the button shows that an image opens.
    while (this.state.busy) await this.whenFree();
    const { image, recipe } = this.state;
    const written = this.imageWith(drawn?.steps);
    if (!image || !written) return showError(new FudebakoError('imageRequired'));
    const { source } = image;
    // While a step is being edited, the displayed image lacks later steps, so its size may differ from the export's.
    const isShown = written.steps.length === recipe.length;
    const size = isShown ? image.info : sizeOf(source, written.steps);
    await this.exportAs(
      { name: drawn?.name ?? baseName(source.name), format: encoding.format, size },
      (job) => this.write(written, encoding, job),
      send,
    );
  }

  /** Copies the image with more steps to the clipboard, after `before` has ended with true. */
  async copy(more?: Recipe, before: Promise<boolean> = Promise.resolve(true)): Promise<void> {
    await this.copyMaking(
      before.then((isDone) => (isDone ? this.generate(more, { format: 'png', firstFrame: true }) : undefined)),
    );
  }

  /** Encodes the image with more steps, without applying the steps. Returns undefined on failure. */
  async generate(more: Recipe | undefined, encoding: ImageEncoding): Promise<Blob | undefined> {
    // The press may come in the moment before the button shows that an image opens.
    while (this.state.busy) await this.whenFree();
    const written = this.imageWith(more);
    let blob: Blob | undefined;
    if (!written) showError(new FudebakoError('imageRequired'));
    else
      await this.work('generating', async (job) => {
        blob = await this.write(written, encoding, job);
        return { savedAt: undefined };
      });
    return blob;
  }

  /** Downloads the frames of an animation as a ZIP, with the names that the command gives them. */
  async saveFrames(): Promise<void> {
    const image = this.imageWith();
    const name = baseName(this.source()?.name ?? '');
    if (!image) return showError(new FudebakoError('imageRequired'));
    await this.work('converting', async (job) => {
      const { zipFiles } = await import('../workers/media-client.ts');
      const frames = await imageWorker.frames(image, job);
      const files = frames.map((blob, at) => ({ name: `${name}${frameSuffix(at + 1, frames.length)}.png`, blob }));
      downloadBlob(await zipFiles(files, job.signal), `${name}.zip`);
      return CHANGED;
    });
  }

  /** Downloads a PDF of the source file or, if the image has steps, of the result in the format of `encoding`. */
  async savePdf(encoding: ImageEncoding): Promise<void> {
    const [image, source] = [this.imageWith(), this.source()];
    if (!image || !source) return showError(new FudebakoError('imageRequired'));
    const name = baseName(source.name);
    await this.work('converting', async (job) => {
      const isSource = image.steps.length === 0 && 'blob' in source;
      const file = isSource
        ? new File([source.blob], source.name, { type: source.blob.type })
        : new File([await this.write(image, encoding, job)], `${name}.${encoding.format}`);
      const { runFileOperation } = await import('../workers/media-client.ts');
      const { blob } = await runFileOperation('images-to-pdf', { images: [file] }, {}, job);
      downloadBlob(blob, `${name}.pdf`);
      return CHANGED;
    });
  }

  /** Makes a file from the source file or, if the image has steps, from a PNG of the result. Undefined on failure. */
  async makeFile(make: (base: BaseImage, job: Job) => Promise<Blob>): Promise<Blob | undefined> {
    const { image, recipe } = this.state;
    let blob: Blob | undefined;
    if (!image) showError(new FudebakoError('imageRequired'));
    else
      await this.work('generating', async (job) => {
        // Saves what the stage shows: while a step is being edited, the steps after it are not applied.
        blob = await make(await baseImageOf(image.source, recipe, job), job);
        return { savedAt: undefined };
      });
    return blob;
  }

  /** Saves the source file, or a PNG if there are steps. `firstFrame` drops the other frames of an animation. */
  async save(more?: Recipe, firstFrame = false): Promise<void> {
    const written = this.imageWith(more);
    const source = this.source();
    if (!source || !written) return showError(new FudebakoError('imageRequired'));
    if ('blob' in source && written.steps.length === 0 && !firstFrame)
      return this.saveForLater(source.name, async () => source.blob);
    await this.saveForLater(`${baseName(source.name)}.png`, (job) =>
      imageWorker.encode(written, { format: 'png', firstFrame }, job),
    );
  }
}

export type { Desk };
export const desk = new Desk();
