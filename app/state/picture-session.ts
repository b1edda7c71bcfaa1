import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { HISTORY_LIMIT, type History, pushHistory, redo, startHistory, undo } from '#core/editing/history.ts';
import type { Size } from '#core/geometry/point.ts';
import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';
import {
  type BlankBackground,
  type PictureInfo,
  type PictureRef,
  type PictureSource,
  pictureWorker,
} from '../platform/picture-worker.ts';
import { shareBlob } from '../platform/share.ts';
import { isAccepted } from './accepted-pictures.ts';
import type { BatchStage, FileSource, OpenedAnother } from './batch/stage.ts';
import { type Chain, recipeOfChain, revised, storedChains, wholeRecipe, withSteps } from './chain/chain.ts';
import { stepThatFails } from './chain/failing-step.ts';
import { takeWaiting } from './chain/waiting.ts';
import { showError } from './errors.ts';
import { HeldSources } from './held-sources.ts';
import { type BasePicture, basePictureOf, type Picture, sizeOf } from './picture.ts';
import { refusedFile } from './refused-file.ts';
import { CHANGED, NEW_SESSION, newSource, openSource, Session, type SessionState, sessionsBy } from './session.ts';
import { setSourceAside } from './set-aside.ts';
import { parseWorkbench } from './stored-pictures.ts';
import type { Job } from './work.ts';

/** A picture that another has replaced, with what was done to it. */
interface ReplacedPicture {
  readonly source: PictureSource;
  readonly history: History<Recipe>;
}

export interface PictureSessionState extends SessionState {
  readonly picture: Picture | undefined;
  readonly history: History<Recipe>;
  /** The pictures that Undo brings back once nothing is left to undo on this one; for this visit. */
  readonly earlier: readonly ReplacedPicture[];
  /** The pictures that Redo brings back. */
  readonly later: readonly ReplacedPicture[];
}

/**
 * One tool's picture and what was done to it. The pixels are in the picture worker; this holds
 * references and sizes.
 */
export class PictureSession extends Session<PictureSessionState> implements BatchStage {
  private readonly held = new HeldSources();

  constructor(tool: string) {
    super(tool, { ...NEW_SESSION, picture: undefined, history: startHistory<Recipe>([]), earlier: [], later: [] });
  }

  protected async restoreStored(): Promise<void> {
    const stored = await this.storage.get('workbench', parseWorkbench);
    if (!stored || this.state.picture) return;
    const failure = await this.open(stored.source, stored.history, { isKept: true });
    if (setSourceAside(stored.source, failure)) await this.storage.forget('workbench');
  }

  /**
   * Opens a file that was chosen, dropped or pasted; one that cannot be opened leaves everything as it was.
   * @param unreadable what is said of bytes that are no picture
   */
  async openFile(file: File, unreadable?: ErrorCode): Promise<void> {
    if (!isAccepted(file)) return showError(await refusedFile(file));
    await this.takeIn([file.name], () => this.openNext(newSource({ name: file.name, blob: file }), unreadable));
  }

  async openBlank(blank: BlankBackground, name: string): Promise<void> {
    if (!(blank.width > 0 && blank.height > 0)) return showError(new FudebakoError('backgroundGenerate'));
    await this.takeIn([name], () => this.openNext({ id: crypto.randomUUID(), name, blank }));
  }

  /** 'Load Last Image': what was saved for later, in this tool or another. */
  async openSaved(): Promise<void> {
    const saved = await this.lastPicture();
    if (saved) await this.takeIn([saved.name], () => this.openNext(newSource(saved)));
  }

  /** Opens a source, and does to it what the visitor has agreed to do to the next picture. */
  private async openNext(source: PictureSource, unreadable?: ErrorCode): Promise<void> {
    await this.open(source, undefined, { unreadable });
    const recipe = this.source()?.id === source.id && takeWaiting();
    if (recipe) await this.apply(...recipe);
  }

  /**
   * Goes on with another tool's picture and what was done to it, which Undo takes back here as well. Nothing is encoded.
   * @param more steps that the other tool keeps to itself, as in `generate`
   */
  async adopt(
    { picture, history }: Pick<PictureSessionState, 'picture' | 'history'>,
    more: Recipe = [],
  ): Promise<void> {
    if (!picture) return;
    const next = more.length > 0 ? pushHistory(history, withSteps(history.present, more)) : history;
    await this.takeIn([picture.source.name], async () => {
      await this.restore();
      await this.open(picture.source, next);
    });
  }

  /**
   * Opens another of several pictures, with steps that one undo takes back. One that cannot be opened leaves
   * everything as it was, and nothing is said of it.
   *
   * @param recipeFor the steps for a picture of that size
   * @param isStep Undo brings back the picture that was there
   */
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
        this.held.add(source.id);
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

  /** @returns what went wrong, which has been reported */
  private async open(
    source: PictureSource,
    history: History<Recipe> = startHistory<Recipe>([]),
    { isKept = false, unreadable }: { isKept?: boolean; unreadable?: ErrorCode | undefined } = {},
  ): Promise<unknown> {
    let failure: unknown;
    await this.work('opening', async (job) => {
      try {
        const info = await openSource(source, history.present, job, unreadable);
        this.held.add(source.id);
        return { ...this.commitState(source, history, info, isKept), ...this.replacing(source) };
      } catch (error) {
        failure = error;
        throw error;
      }
    });
    this.releaseSources();
    return failure;
  }

  /** What Undo brings back after `source` has replaced the present picture. */
  private replacing(source: PictureSource): Pick<PictureSessionState, 'earlier' | 'later'> {
    const { picture, history, earlier } = this.state;
    if (!picture || picture.source.id === source.id) return { earlier, later: [] };
    const replaced = { source: picture.source, history: { ...history, future: [] } };
    return { earlier: [...earlier, replaced].slice(-HISTORY_LIMIT), later: [] };
  }

  private releaseSources(): void {
    const { picture, earlier, later } = this.state;
    const sources = [...earlier, ...later].map(({ source }) => source.id);
    this.held.keepOnly(picture ? [picture.source.id, ...sources] : sources);
  }

  /** Takes the picture through more steps; one undo takes them all back. False where it came to nothing. */
  async apply(...steps: RecipeStep[]): Promise<boolean> {
    const { picture, history } = this.state;
    if (picture) return this.changeTo(picture.source, pushHistory(history, withSteps(history.present, steps)));
    showError(new FudebakoError('imageRequired'));
    return false;
  }

  /**
   * Makes another recipe the present without making its pixels yet. For steps that leave the size
   * alone, in tools that draw their own preview.
   */
  revise(steps: Recipe): void {
    const { picture, history } = this.state;
    if (!picture) return;
    const next = pushHistory(history, revised(history.present, steps));
    this.set({ ...this.commitState(picture.source, next, picture.info), later: [] });
    this.releaseSources();
  }

  /** Makes another chain of steps the present, as one step to undo. A step that does not fit says so, and nothing changes. */
  async changeChain(chain: Chain): Promise<boolean> {
    const { picture, history } = this.state;
    return picture !== undefined && this.changeTo(picture.source, pushHistory(history, recipeOfChain(chain)));
  }

  undo = (): Promise<void> => this.goTo(undo);
  redo = (): Promise<void> => this.goTo(redo);

  /** One step back or forward on the present picture, or else to the picture before or after. */
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

  /** The state with another picture in it, which is also what the next visit finds. */
  private commitState(
    source: PictureSource,
    history: History<Recipe>,
    info: PictureInfo,
    isKept = false,
  ): Partial<PictureSessionState> {
    if (source.id !== this.state.picture?.source.id) this.written.clear();
    if (!isKept) void this.storage.keep('workbench', { source, history, chains: storedChains(history) });
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

  /**
   * Writes the picture and hands it to the visitor under the source's name.
   * @param drawn what the tool keeps to itself, as in `generate`, and what a picture with it is called
   */
  async download(encoding: ImageEncoding, drawn?: { readonly steps: Recipe; readonly name: string }): Promise<void> {
    await this.deliver(encoding, { drawn });
  }

  /** Writes the picture and hands it to another app of the device. */
  async share(encoding: ImageEncoding): Promise<void> {
    await this.deliver(encoding, { deliver: shareBlob });
  }

  /** The picture with more steps taken, behind the others or in the place of the one that is edited. */
  pictureWith(more: Recipe = []): PictureRef | undefined {
    const { picture, history } = this.state;
    return picture && { source: picture.source.id, steps: wholeRecipe(withSteps(history.present, more)) };
  }

  private async deliver(
    encoding: ImageEncoding,
    {
      drawn,
      deliver,
    }: {
      readonly drawn?: { readonly steps: Recipe; readonly name: string } | undefined;
      readonly deliver?: typeof shareBlob;
    } = {},
  ): Promise<void> {
    const { picture, history } = this.state;
    const written = this.pictureWith(drawn?.steps);
    if (!picture || !written) return showError(new FudebakoError('imageRequired'));
    const { source } = picture;
    // While a step is edited, what is shown is not all.
    const isShown = written.steps.length === history.present.length;
    const size = isShown ? picture.info : sizeOf(source, written.steps);
    await this.exportAs(
      { name: drawn?.name ?? baseName(source.name), format: encoding.format, size },
      (job) => this.write(written, encoding, job),
      deliver,
    );
  }

  /**
   * Writes the picture with more steps taken, behind the others or in the place of the one that is edited, which it
   * keeps no memory of: for tools whose steps are their own. Nothing where it came to nothing.
   */
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

  /**
   * Makes a file by work of the tool's own. A picture to which nothing was done is handed to it as it
   * came, another as a PNG. Nothing where it came to nothing.
   */
  async makeFile(make: (base: BasePicture, job: Job) => Promise<Blob>): Promise<Blob | undefined> {
    const { picture, history } = this.state;
    let blob: Blob | undefined;
    if (!picture) showError(new FudebakoError('imageRequired'));
    else
      await this.work('generating', async (job) => {
        // What lies under it on the stage: what waits behind an edited step is not there.
        blob = await make(await basePictureOf(picture.source, history.present, job), job);
        return { savedAt: undefined };
      });
    return blob;
  }

  /**
   * 'Save for later': the file itself while nothing was done to it, otherwise a PNG, which loses nothing.
   * @param more steps that the tool keeps to itself, as in `generate`
   */
  async save(more?: Recipe): Promise<void> {
    const { picture, history } = this.state;
    if (!picture) return showError(new FudebakoError('imageRequired'));
    const { source } = picture;
    const steps = wholeRecipe(more ? withSteps(history.present, more) : history.present);
    if ('blob' in source && steps.length === 0) return this.saveForLater(source.name, async () => source.blob);
    await this.saveForLater(`${baseName(source.name)}.png`, (job) =>
      pictureWorker.encode({ source: source.id, steps }, { format: 'png' }, job),
    );
  }
}

/** The picture session of a tool. */
export const pictureSessionOf = sessionsBy(
  (tool: string) => tool,
  (tool) => new PictureSession(tool),
);
