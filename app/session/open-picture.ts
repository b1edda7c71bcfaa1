import { HISTORY_LIMIT, type History, pushHistory, redo, startHistory, undo } from '#app/storage/history.ts';
import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import { showError } from '../messages/errors.ts';
import { keepUnreadableSource } from '../storage/unreadable-files.ts';
import { isAccepted } from '../ui/accepted-pictures.ts';
import {
  type BlankBackground,
  type PictureInfo,
  type PictureSource,
  pictureWorker,
} from '../workers/picture-worker.ts';
import { changesPicture } from '../workers/work.ts';
import { type EditSteps, recipeOfSteps, revised, storedEditSteps, withSteps } from './edit-steps.ts';
import { stepThatFails } from './failing-step.ts';
import { takePendingRecipe } from './pending-recipe.ts';
import type { Picture } from './picture.ts';
import { CHANGED, NEW_SESSION, newSource, openSource, Session, type SessionState } from './session.ts';
import { SessionSources } from './session-sources.ts';
import type { BatchStage, FileSource, OpenedAnother } from './stage.ts';
import { parsePictureSession } from './stored-pictures.ts';
import { unsupportedFileError } from './unsupported-file.ts';

const LIVE_PREFIX = 'live-';

/** True for a blank background that the tool shows before the visitor presses Generate. */
export const isLiveBlank = (source: PictureSource | undefined): boolean => source?.id.startsWith(LIVE_PREFIX) ?? false;

interface ReplacedPicture {
  readonly source: PictureSource;
  readonly history: History<Recipe>;
}

export interface PictureSessionState extends SessionState {
  readonly picture: Picture | undefined;
  readonly history: History<Recipe>;
  /** Replaced images, which undo restores after all steps of the present image are undone. Not stored. */
  readonly earlier: readonly ReplacedPicture[];
  readonly later: readonly ReplacedPicture[];
}

/** The open image of one tool, with its recipe and undo history. The image worker holds the pixels. */
export class OpenPicture extends Session<PictureSessionState> implements BatchStage {
  private readonly sources = new SessionSources();

  constructor(tool: string) {
    super(tool, { ...NEW_SESSION, picture: undefined, history: startHistory<Recipe>([]), earlier: [], later: [] });
  }

  protected async restoreStored(): Promise<void> {
    const stored = await this.storage.get('workbench', parsePictureSession);
    if (!stored || this.state.picture) return;
    const failure = await this.open(stored.source, stored.history, { isRestored: true });
    if (keepUnreadableSource(stored.source, failure)) await this.storage.forget('workbench');
  }

  /** Opens a file. On failure, nothing changes. `unreadable` is the error code for files that aren't images. */
  async openFile(file: File, unreadable?: ErrorCode): Promise<void> {
    if (!isAccepted(file)) return showError(await unsupportedFileError(file));
    await this.openInTurn([file.name], () => this.openNext(newSource({ name: file.name, blob: file }), unreadable));
  }

  async openBlank(blank: BlankBackground, name: string): Promise<void> {
    if (!(blank.width > 0 && blank.height > 0)) return showError(new FudebakoError('backgroundGenerate'));
    await this.openInTurn([name], () => this.openNext({ id: crypto.randomUUID(), name, blank }));
  }

  /** Shows a blank background until an image opens. Neither storage nor undo includes the background. */
  async openLiveBlank(blank: BlankBackground, name: string): Promise<void> {
    const isValid = blank.width > 0 && blank.height > 0;
    if (!isValid || this.state.picture) return;
    await this.open({ id: `${LIVE_PREFIX}${crypto.randomUUID()}`, name, blank }, undefined, { isRestored: true });
  }

  async openSaved(): Promise<void> {
    const saved = await this.lastPicture();
    if (saved) await this.openInTurn([saved.name], () => this.openNext(newSource(saved)));
  }

  /** Opens an image, and applies the recipe that the visitor has accepted for the next image, if any. */
  private async openNext(source: PictureSource, unreadable?: ErrorCode): Promise<void> {
    // Opens the stored image first, so that Undo can return to it.
    await this.restore();
    await this.open(source, undefined, { unreadable });
    const recipe = this.source()?.id === source.id && takePendingRecipe();
    if (recipe) await this.apply(...recipe);
  }

  /** Takes over another tool's image and history. `more` contains steps that the other tool only previews. */
  async adopt(
    { picture, history }: Pick<PictureSessionState, 'picture' | 'history'>,
    more: Recipe = [],
  ): Promise<void> {
    if (!picture) return;
    const next = more.length > 0 ? pushHistory(history, withSteps(history.present, more)) : history;
    await this.openInTurn([picture.source.name], async () => {
      await this.restore();
      await this.open(picture.source, next);
    });
  }

  async openAnother(source: FileSource, recipeFor: (size: Size) => Recipe, isStep: boolean): Promise<OpenedAnother> {
    let outcome: OpenedAnother;
    await this.work('opening', async (job) => {
      try {
        const size = await openSource(source, [], job);
        const steps = recipeFor(size);
        const info = steps.length > 0 ? await pictureWorker.render({ source: source.id, steps }, job) : size;
        outcome = { size };
        const unchanged = startHistory<Recipe>([]);
        const history = steps.length > 0 ? pushHistory(unchanged, steps) : unchanged;
        this.sources.add(source.id);
        return { ...this.commitState(source, history, info), ...(isStep && this.replacing(source)) };
      } catch (error) {
        void pictureWorker.removeSource(source.id);
        outcome = { error };
        return {};
      }
    });
    this.releaseSources();
    return outcome;
  }

  present = (): Recipe => this.state.history.present;
  source = (): PictureSource | undefined => this.state.picture?.source;

  watch(changed: () => void): () => void {
    return this.use.subscribe(changed);
  }

  private async open(
    source: PictureSource,
    history: History<Recipe> = startHistory<Recipe>([]),
    { isRestored = false, unreadable }: { isRestored?: boolean; unreadable?: ErrorCode | undefined } = {},
  ): Promise<unknown> {
    let failure: unknown;
    await this.work('opening', async (job) => {
      try {
        const info = await openSource(source, history.present, job, unreadable);
        this.sources.add(source.id);
        return { ...this.commitState(source, history, info, isRestored), ...this.replacing(source) };
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    this.releaseSources();
    return failure;
  }

  /** Returns the replaced images that undo and redo can restore after another image has opened. */
  private replacing(source: PictureSource): Pick<PictureSessionState, 'earlier' | 'later'> {
    const { picture, history, earlier } = this.state;
    if (!picture || picture.source.id === source.id || isLiveBlank(picture.source)) return { earlier, later: [] };
    const replaced = { source: picture.source, history: { ...history, future: [] } };
    return { earlier: [...earlier, replaced].slice(-HISTORY_LIMIT), later: [] };
  }

  private releaseSources(): void {
    const { picture, earlier, later } = this.state;
    const sources = [...earlier, ...later].map(({ source }) => source.id);
    this.sources.retainOnly(picture ? [picture.source.id, ...sources] : sources);
  }

  /** Applies steps as one undo step. Returns false on failure. */
  async apply(...steps: RecipeStep[]): Promise<boolean> {
    const fitted = await this.fitted(steps);
    const { picture, history } = this.state;
    if (picture) return this.changeTo(picture.source, pushHistory(history, withSteps(history.present, fitted)));
    showError(new FudebakoError('imageRequired'));
    return false;
  }

  /** Adapts steps that were made on images of other sizes, so that tools can edit their values in pixels. */
  private async fitted(steps: Recipe): Promise<Recipe> {
    const size = this.state.picture?.info;
    if (!size || !steps.some(({ madeOn }) => madeOn)) return steps;
    return (await import('#core/recipes/refit.ts')).refitRecipe(steps, size, size);
  }

  /**
   * Changes the recipe without rendering, for steps that keep the size, in tools that draw their own preview. Waits for
   * running work, such as Undo, whose result would otherwise replace the change.
   */
  async revise(change: (present: Recipe) => Recipe): Promise<void> {
    const source = this.source()?.id;
    while (this.state.busy && changesPicture(this.state.busy)) await this.whenFree();
    const { picture, history } = this.state;
    if (!picture || picture.source.id !== source) return;
    const next = pushHistory(history, revised(history.present, change(history.present)));
    this.set({ ...this.commitState(picture.source, next, picture.info), later: [] });
    this.releaseSources();
  }

  /** Replaces the recipe's steps as one undo step. If a step fails, shows the error and changes nothing. */
  async changeSteps(steps: EditSteps): Promise<boolean> {
    const { picture, history } = this.state;
    return picture !== undefined && this.changeTo(picture.source, pushHistory(history, recipeOfSteps(steps)));
  }

  undo = (): Promise<void> => this.goTo(undo);
  redo = (): Promise<void> => this.goTo(redo);

  /** Undoes or redoes a change. At an end of the history, restores the previous or next image. */
  private async goTo(step: typeof undo): Promise<void> {
    const { picture, history, earlier, later } = this.state;
    if (!picture) return;
    const next = step(history);
    if (next !== history) return void (await this.changeTo(picture.source, next, { earlier, later }));
    const { past, present, future } = step<ReplacedPicture>({
      past: earlier,
      present: { source: picture.source, history },
      future: later,
    });
    if (present.source.id === picture.source.id) return;
    await this.changeTo(present.source, present.history, { earlier: past, later: future });
  }

  private async changeTo(
    source: PictureSource,
    history: History<Recipe>,
    replaced: Partial<Pick<PictureSessionState, 'earlier' | 'later'>> = { later: [] },
  ): Promise<boolean> {
    const isDone = await this.work('working', async (job) => {
      const picture = { source: source.id, steps: history.present };
      try {
        return { ...this.commitState(source, history, await pictureWorker.render(picture, job)), ...replaced };
      } catch (error) {
        throw await stepThatFails(picture, error, job);
      }
    });
    this.releaseSources();
    return isDone;
  }

  /** Returns the session's state with another image. Also stores the image for the next visit. */
  private commitState(
    source: PictureSource,
    history: History<Recipe>,
    info: PictureInfo,
    isRestored = false,
  ): Partial<PictureSessionState> {
    if (source.id !== this.state.picture?.source.id) this.written.clear();
    if (!isRestored) void this.storage.save('workbench', { source, history, chains: storedEditSteps(history) });
    return {
      picture: {
        source,
        sourceBytes: 'blob' in source ? source.blob.size : undefined,
        info,
        version: `${source.id}/${JSON.stringify(history.present)}`,
      },
      history,
      ...CHANGED,
    };
  }
}
