import { create } from 'zustand';
import { CancelledError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import type { Warning } from '#core/platform/context.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { type CropBy, recipeByFractions, recipeMadeOn, refitRecipe } from '#core/recipes/refit.ts';
import {
  addItems,
  type ImageList,
  itemToOpen,
  type ListedImage,
  moveItem,
  removeItem,
  showItem,
} from '../desk/image-list.ts';
import { type BatchStage, stageImage } from '../desk/stage.ts';

import { withStepsOn } from '../desk/steps.ts';
import { unsupportedFileError } from '../intake/unsupported-file.ts';
import { counted } from '../notices/running.ts';
import { batchWorker, type OrderInputs, type Thumbnail } from './batch-client.ts';
import { type BatchItem, type BatchState, begun, listed, type ResultFile, storedFile, waitingFor } from './item.ts';

import { type ItemOrder, inputsOf, makeItem } from './process-item.ts';
import { UpdateBatcher } from './update-batcher.ts';

export type BatchWork = Omit<ItemOrder, 'madeOn'>;

/** Delivers a result, for example to a folder. Returns the result to keep in memory, perhaps without its bytes. */
export type Deliver = (item: BatchItem, made: ResultFile) => Promise<ResultFile>;

/** Number of images that are processed at the same time. Animations are exported one at a time. */
const LANES = 2;

/** Side of a thumbnail in pixels, twice the displayed size for high-density screens. */
const THUMBNAIL_PX = 128;

/** Applies the steps of the displayed image to all images of a document's list. */
export class Batch {
  readonly use = create<BatchState>(() => ({
    items: [],
    shown: undefined,
    run: undefined,
    packing: false,
  }));
  private readonly cancels = new Map<string, AbortController>();
  private readonly batcher = new UpdateBatcher(this.use);
  /** The document's list, as far as the items contain it. */
  list: ImageList = { items: [] };
  private isOpening = false;
  /** Thumbnails by file. There is no limit, because each takes only 64 kB. */
  private readonly thumbnails = new Map<string, Promise<Thumbnail>>();
  /** Files of images that the list has or had, and of the image whose steps its images have inherited. */
  private readonly own = new Set<string>();
  private running: { readonly queue: string[]; readonly signal: AbortSignal; readonly abort: () => void } | undefined;

  constructor(readonly stage: BatchStage) {
    this.update();
  }

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

  /** True if the list is this batch's with some changes. */
  continues = (list: ImageList): boolean => list === this.list || list.items.some(({ id }) => this.find(id));

  /** Takes over the document's list, and opens the displayed item's image if another image is open. */
  update(): void {
    const list = this.stage.images.list();
    if (!list) return;
    if (list.items !== this.list.items) this.takeItems(list.items);
    this.list = list;
    if (list.shown !== this.state.shown) this.use.setState({ shown: list.shown });
    const inherited = list.shown === undefined && list.madeOn && this.stage.images.shown();
    if (inherited) this.own.add(inherited);
    const next = this.next();
    if (!next || this.isOpening) return;
    this.isOpening = true;
    void this.stage.openInTurn([next.name], () => this.openNext(), 'batch');
  }

  private takeItems(items: readonly ListedImage[]): void {
    const before = this.state.items;
    const kept = new Set(items.map(({ id }) => id));
    const known = new Map(before.map((item) => [item.id, item]));
    for (const { id, image } of before) {
      if (kept.has(id)) continue;
      this.cancels.get(id)?.abort();
      if (image) this.thumbnails.delete(image.id);
    }
    for (const { image } of items) if (image) this.own.add(image.id);
    this.use.setState({ items: items.map((item) => known.get(item.id) ?? begun(item)) });
    void this.nameRefused(items.filter(({ id, isRefused }) => isRefused && !known.has(id)));
  }

  private next(): ListedImage | undefined {
    const { list, shown } = this.stage.images;
    return itemToOpen(list(), shown(), (id) => {
      const state = this.find(id)?.state;
      return state !== undefined && state !== 'failed';
    });
  }

  private async openNext(): Promise<void> {
    try {
      for (let next = this.next(); next && (await this.open(next, 'fractions', false)); ) next = this.next();
    } finally {
      this.isOpening = false;
    }
  }

  add(files: readonly File[]): void {
    this.stage.images.change('addImages', addItems(listed(files, this.list.items.length)));
  }

  private async nameRefused(items: readonly ListedImage[]): Promise<void> {
    for (const { id, image } of items) {
      const file = image && (await storedFile(image).catch(() => undefined));
      if (file) this.change(id, { error: await unsupportedFileError(file) });
    }
  }

  /** Displays another item, with steps adapted to its size. Returns false if the item can't be opened. */
  async show(id: string, cropBy: CropBy): Promise<boolean> {
    const item = this.find(id);
    if (!item) return false;
    // If two rows share an image, only the settings change, so the image stays open.
    const isOpen = item.row && (!item.image || item.image.id === this.stage.images.shown());
    if (isOpen) this.stage.images.change('showImage', showItem(id));
    else await this.open(item, cropBy, true);
    return this.list.shown === id;
  }

  /** Displays an item. Returns false if the opening was canceled or other work was running. */
  private async open({ id, image }: ListedImage, cropBy: CropBy, isStep: boolean): Promise<boolean> {
    if (!image) return false;
    const opened = await this.stage.openListed(image, {
      // The steps of an image from outside the list don't apply to the list's images.
      stepsFor: (to, steps, from) => {
        if (!from && !isStep) return [];
        return withStepsOn(steps, (on) => refitRecipe(on, from ?? to, to, cropBy));
      },
      mark: (size) => showItem(id, size),
      isStep,
    });
    if (opened && 'error' in opened) this.fail(id, opened.error);
    return opened !== undefined && !('error' in opened && opened.error instanceof CancelledError);
  }

  switchesItem = (before: string | undefined, after: string): boolean =>
    before !== after && before !== undefined && this.own.has(before) && this.own.has(after);

  thumbnail(image: { readonly id: string; readonly name: string }): Promise<Thumbnail> {
    const known = this.thumbnails.get(image.id);
    if (known) return known;
    const thumbnail = storedFile(image).then((file) => batchWorker.thumbnail(file, THUMBNAIL_PX));
    this.thumbnails.set(image.id, thumbnail);
    // Removes a failed or canceled thumbnail, so that the next request retries.
    thumbnail.catch(() => this.thumbnails.delete(image.id));
    return thumbnail;
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
    const order = { ...work, madeOn: this.list.madeOn, recipe: this.portable(work.recipe, work.cropBy) };
    const inputs = inputsOf(order.recipe);
    const key = JSON.stringify([order, this.state.items.some(({ image }) => !image) && this.stage.source()?.id]);
    const isDue = (item: BatchItem) => (ids ? ids.has(item.id) : item.key !== key || item.state !== 'failed');
    const due = this.state.items.filter((item) => !item.isRefused && isDue(item)).map(({ id }) => id);
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

  /**
   * Returns the files of all images by item: the opened files, or the results of `work` if steps or rows change the
   * images. Leaves out images that can't be opened. Returns undefined if canceled.
   */
  async files(work: BatchWork): Promise<ReadonlyMap<string, File> | undefined> {
    const { items } = this.state;
    const isChanged = work.recipe.length > 0 || items.some(({ row }) => row);
    if (isChanged && !(await this.make(work, async (_, made) => made))) return undefined;
    const files = new Map<string, File>();
    for (const { id, name, image, state, result } of this.state.items) {
      if (isChanged && state === 'done' && result?.blob)
        files.set(id, new File([result.blob], `${baseName(name)}.${result.format}`, { type: result.blob.type }));
      else if (!isChanged && image && state !== 'failed') files.set(id, await storedFile(image));
    }
    return files;
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
    const { madeOn, items } = this.list;
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
      const source = item.image ? await storedFile(item.image) : stageImage(this.stage);
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
    this.stage.images.change('removeImage', removeItem(id));
  }

  move(id: string, by: number): void {
    this.stage.images.change('moveImage', moveItem(id, by));
  }

  setPacking(packing: boolean): void {
    this.use.setState({ packing });
  }

  end(): void {
    this.cancelAll();
  }
}
