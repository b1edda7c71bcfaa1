import { create } from 'zustand';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { type CropBy, recipeByFractions, recipeMadeOn, refitRecipe } from '#core/recipes/refit.ts';
import { type BatchStage, stagePicture } from '../desk/stage.ts';
import { type EditSteps, withStepsOn } from '../desk/steps.ts';
import { folderOf } from '../intake/file-folders.ts';
import { unsupportedFileError } from '../intake/unsupported-file.ts';
import { counted } from '../messages/running.ts';
import { newSource } from '../session/session.ts';
import { isAccepted } from '../ui/accepted-pictures.ts';
import { pictureWorker } from '../workers/picture-worker.ts';
import type { OrderInputs } from './batch-worker.ts';
import { type BatchItem, type BatchState, type ResultFile, waitingFor } from './item.ts';
import { type ItemOrder, inputsOf, makeItem } from './process-item.ts';
import { UpdateBatcher } from './update-batcher.ts';

export type BatchWork = Omit<ItemOrder, 'madeOn'>;

interface Adopted extends Pick<BatchState, 'items' | 'shown' | 'madeOn' | 'route'> {
  readonly source: string | undefined;
}

/** Delivers a result, for example to a folder. Returns the result to keep in memory, perhaps without its bytes. */
export type Deliver = (item: BatchItem, made: ResultFile) => Promise<ResultFile>;

/** Number of images that are processed at the same time. Animations are exported one at a time. */
const LANES = 2;

/** A batch of images in one tool. The tool displays one of the images and applies its steps to all images. */
export class Batch {
  readonly use = create<BatchState>(() => ({
    items: [],
    shown: undefined,
    madeOn: undefined,
    route: undefined,
    run: undefined,
    packing: false,
    unsaved: [],
  }));
  private readonly cancels = new Map<string, AbortController>();
  private readonly batcher = new UpdateBatcher(this.use);
  private opening = false;
  /** Opened images of the batch by the ID of their file, with the items that they belong to. */
  private readonly sources = new Map<string, Pick<BatchState, 'shown' | 'madeOn'>>();
  private stopWatching: (() => void) | undefined;
  private running: { readonly queue: string[]; readonly signal: AbortSignal; readonly abort: () => void } | undefined;

  constructor(readonly stage: BatchStage) {}

  private get state(): BatchState {
    this.batcher.flush();
    return this.use.getState();
  }

  /** Publishes an item's change immediately. During a run, changes go through `batcher` instead. */
  private change(id: string, change: Partial<BatchItem>): void {
    this.batcher.change(id, change);
    this.batcher.flush();
  }

  find = (id: string): BatchItem | undefined => this.batcher.find(id);

  /** Adds files. If no image is open, displays the first file that can be opened. */
  async add(files: readonly File[]): Promise<void> {
    const added = files.map((file): BatchItem => {
      const item = { id: crypto.randomUUID(), name: file.name, file, folder: folderOf(file) };
      return isAccepted(file)
        ? { ...item, state: 'ready' }
        : { ...item, state: 'failed', error: new FudebakoError('imageType') };
    });
    this.use.setState(({ items }) => ({ items: [...items, ...added] }));
    void this.nameRefused(added);
    await this.openFirst(added);
  }

  private async nameRefused(items: readonly BatchItem[]): Promise<void> {
    for (const { id, file, state } of items)
      if (file && state === 'failed') this.change(id, { error: await unsupportedFileError(file) });
  }

  /** Adds the rows of a table, which the tool `route` has opened. */
  async addRows(items: readonly BatchItem[], route: string): Promise<void> {
    this.use.setState({ items, route });
    const [first] = items;
    if (!first) return;
    if (!first.file) return this.use.setState({ shown: first.id });
    const source = this.stage.source();
    if (source) {
      // The open image becomes an item of the batch, because the visitor made the settings for this image.
      const { width, height } = await pictureWorker.render({ source: source.id, steps: [] });
      this.sources.set(source.id, { shown: undefined, madeOn: { width, height } });
      this.use.setState({ madeOn: { width, height } });
      await this.show(first.id, 'fractions');
    }
    await this.openFirst(items);
  }

  async adopt({ items, shown, madeOn, route, source }: Adopted): Promise<void> {
    const last = items.find(({ id }) => id === shown);
    const isShown = source !== undefined && source === this.stage.source()?.id;
    if (isShown) this.sources.set(source, { shown, madeOn });
    this.use.setState({ items, route, ...(last && (isShown || !last.file) && { shown, madeOn }) });
    if (!this.stage.source() && !(last && !last.file)) await this.openFirst(items);
  }

  private async openFirst(items: readonly BatchItem[]): Promise<void> {
    for (const { id, state } of items) {
      if (this.state.shown !== undefined) return;
      if (state === 'ready' && !(await this.open(id, () => []))) return;
    }
  }

  /** Displays another item, with steps adapted to its size. Returns false if the item can't be opened. */
  async show(id: string, cropBy: CropBy): Promise<boolean> {
    const from = this.state.madeOn;
    const [item, before] = [this.find(id), this.find(this.state.shown ?? '')];
    // If two rows share an image, only the settings change, so the image stays open.
    if (item?.row && (!item.file || (item.file === before?.file && this.stage.source()))) {
      this.use.setState({ shown: id });
      return true;
    }
    await this.open(id, (to, steps) => withStepsOn(steps, (on) => refitRecipe(on, from ?? to, to, cropBy)));
    return this.state.shown === id;
  }

  /** Displays an item. Returns true if the item's file can't be opened, so that the caller tries the next item. */
  private async open(id: string, stepsFor: (size: Size, present: EditSteps) => EditSteps): Promise<boolean> {
    const file = this.find(id)?.file;
    if (!file) return false;
    this.opening = true;
    const source = newSource({ name: file.name, blob: file });
    const before = this.stage.source();
    const isStep = before !== undefined && !this.owns(before.id);
    this.sources.set(source.id, { shown: id, madeOn: undefined });
    const opened = await this.stage.openAnother(source, stepsFor, isStep).finally(() => {
      this.opening = false;
    });
    if (opened && 'size' in opened) {
      const shown = { shown: id, madeOn: opened.size };
      this.sources.set(source.id, shown);
      this.use.setState(shown);
    } else {
      this.sources.delete(source.id);
      if (opened) this.fail(id, opened.error);
    }
    return opened !== undefined && 'error' in opened && !(opened.error instanceof CancelledError);
  }

  owns = (source: string | undefined): boolean => source !== undefined && this.sources.has(source);

  switchesItem(before: string | undefined, after: string): boolean {
    return before !== after && this.owns(before) && this.owns(after);
  }

  fail(id: string, error: unknown): void {
    if (error instanceof CancelledError || this.find(id)?.state !== 'ready') return;
    this.change(id, { state: 'failed', error });
  }

  warn(id: string, warnings: readonly Warning[]): void {
    if (warnings.length > 0 && this.find(id)) this.change(id, { warnings });
  }

  /** Processes outdated items or, if given, the items `ids`. Failures don't stop a run. Returns false if canceled. */
  async make(work: BatchWork, deliver: Deliver, ids?: ReadonlySet<string>): Promise<boolean> {
    if (this.state.run) return false;
    const order = { ...work, madeOn: this.state.madeOn, recipe: this.portable(work.recipe, work.cropBy) };
    const inputs = inputsOf(order.recipe);
    const key = JSON.stringify([order, this.state.items.some(({ file }) => !file) && this.stage.source()?.id]);
    const isDue = (item: BatchItem) => (ids ? ids.has(item.id) : item.key !== key || item.state !== 'failed');
    const due = this.state.items
      .filter((item) => (!item.file || isAccepted(item.file)) && isDue(item))
      .map(({ id }) => id);
    const controller = new AbortController();
    const { signal } = controller;
    const running = { queue: [...due], signal, abort: () => controller.abort() };
    this.running = running;
    const isDueId = new Set(due);
    this.use.setState(({ items }) => ({
      run: { total: due.length, done: 0, startedAt: Date.now() },
      items: items.map((item) => (isDueId.has(item.id) ? waitingFor(item, key) : item)),
    }));
    const lane = async () => {
      for (let id = running.queue.shift(); id !== undefined && !signal.aborted; id = running.queue.shift()) {
        await this.makeOne(id, order, inputs, key, deliver);
        if (!signal.aborted) this.batcher.countDone();
      }
    };
    const lanes = Array.from({ length: work.animation ? 1 : LANES }, lane);
    await counted(() => this.stage.hold(Promise.all(lanes)));
    this.batcher.flush();
    if (this.running === running) {
      this.running = undefined;
      this.use.setState({ run: undefined });
    }
    return !signal.aborted;
  }

  /** Retries a failed item at once or, during a run, after the run. */
  async retry(id: string, work: BatchWork): Promise<void> {
    if (this.find(id)?.state !== 'failed') return;
    if (!this.running) return void (await this.make(work, async (_, made) => made, new Set([id])));
    this.change(id, { state: 'waiting', error: undefined });
    this.running.queue.push(id);
    this.use.setState(({ run }) => ({ run: run && { ...run, total: run.total + 1 } }));
  }

  /** Returns a recipe that gives the batch's results on images of every size, in the page and in the command. */
  portable(recipe: Recipe, cropBy?: CropBy): Recipe {
    const { madeOn, items } = this.state;
    if (!madeOn) return recipe;
    // Fractions would override pixels that a table row sets.
    return items.some(({ row }) => row)
      ? recipeMadeOn(recipe, madeOn, cropBy)
      : recipeByFractions(recipe, madeOn, cropBy);
  }

  private async makeOne(
    id: string,
    order: ItemOrder,
    inputs: OrderInputs,
    key: string,
    deliver: Deliver,
  ): Promise<void> {
    const item = this.find(id);
    if (item?.state !== 'waiting') return;
    const cancel = new AbortController();
    this.cancels.set(id, cancel);
    this.batcher.change(id, { state: 'working' });
    try {
      const source = item.file ?? stagePicture(this.stage);
      const made = item.result?.blob ? item.result : await makeItem(item, source, order, inputs, cancel);
      const result = await deliver(item, made);
      if (cancel.signal.aborted) throw new CancelledError();
      this.batcher.change(id, { state: 'done', result, key, warnings: made.warnings });
    } catch (error) {
      // Ignores errors after a cancellation: `cancel` has already set the item's state, and the item may run again.
      if (!cancel.signal.aborted) this.batcher.change(id, { state: 'failed', error, key });
    } finally {
      if (this.cancels.get(id) === cancel) this.cancels.delete(id);
    }
  }

  cancel(id: string): void {
    this.cancels.get(id)?.abort();
    const state = this.find(id)?.state;
    if (state === 'waiting' || state === 'working') this.change(id, { state: 'ready' });
  }

  cancelAll = (): void => {
    this.batcher.flush();
    this.running?.abort();
    this.running = undefined;
    for (const controller of this.cancels.values()) controller.abort();
    this.use.setState(({ items }) => ({
      run: undefined,
      items: items.map((item) =>
        item.state === 'waiting' || item.state === 'working' ? { ...item, state: 'ready' } : item,
      ),
    }));
  };

  remove(id: string): void {
    this.cancel(id);
    const { items } = this.state;
    const at = items.findIndex((item) => item.id === id);
    const item = items[at];
    if (!item) return;
    this.use.setState({ items: items.toSpliced(at, 1) });
    this.stage.showRemoved({
      names: [item.name],
      undo: () => {
        this.use.setState(({ items }) => ({ items: items.toSpliced(at, 0, item) }));
        this.stage.showRemoved(undefined);
      },
    });
  }

  setPacking(packing: boolean): void {
    this.use.setState({ packing });
  }

  setUnsaved(unsaved: readonly string[]): void {
    if (unsaved.join() !== this.state.unsaved.join()) this.use.setState({ unsaved });
  }

  /** Calls back when an image from outside the batch replaces the displayed image of the batch. */
  whenLeft(left: () => void): void {
    let before = this.stage.source()?.id;
    this.stopWatching = this.stage.watch(() => {
      const now = this.stage.source()?.id;
      if (now === before) return;
      before = now;
      if (this.opening) return;
      // Undo and redo can show another image of the batch.
      const own = this.sources.get(now ?? '');
      if (own) this.use.setState(own);
      // Keeps a table open if some of its rows name no image file: such rows apply to any open image.
      else if (this.state.items.every(({ file }) => file)) left();
    });
  }

  end(): void {
    this.stopWatching?.();
    this.stage.showRemoved(undefined);
    this.cancelAll();
  }
}
