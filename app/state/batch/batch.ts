import { create } from 'zustand';
import { CancelledError, FudebakoError } from '#core/base/errors.ts';
import type { Size } from '#core/geometry/point.ts';
import { type CropBy, refitRecipe } from '#core/recipes/refit.ts';
import { type BatchOrder, type BatchResult, batchWorker } from '../../platform/batch-worker.ts';
import { withStepsOn } from '../chain/chain.ts';
import { isAccepted, type PictureSession } from '../picture-session.ts';
import { counted } from '../running.ts';
import { folderOf } from './file-places.ts';

/** One of several pictures. */
export interface BatchItem {
  readonly id: string;
  readonly file: File;
  /** Where it lay below what was chosen, and where its result belongs. */
  readonly folder: string;
  readonly state: 'ready' | 'waiting' | 'working' | 'done' | 'failed';
  readonly error?: unknown;
  /** What was asked of it last. */
  readonly key?: string;
  readonly result?: MadeFile;
}

export interface MadeFile extends Omit<BatchResult, 'blob'> {
  readonly bytes: number;
  /** Nothing where it has been written into a folder, from which it need not be kept. */
  readonly blob: Blob | undefined;
}

/** What is under way, for all of them. */
export interface BatchRun {
  readonly total: number;
  readonly done: number;
  readonly startedAt: number;
}

export interface BatchState {
  readonly items: readonly BatchItem[];
  /** The one on the stage. */
  readonly shown: string | undefined;
  /** Its size as its file has it: what the recipe on the stage was made on. */
  readonly madeOn: Size | undefined;
  readonly run: BatchRun | undefined;
  /** Results are being packed. */
  readonly packing: boolean;
}

/** What of a tool's settings an order is made from; which picture they were made on is known here. */
export type BatchWork = Omit<BatchOrder, 'madeOn'>;

/** Takes what was made of one picture to where it belongs; what it returns is kept. */
export type Deliver = (item: BatchItem, made: MadeFile) => Promise<MadeFile>;

/** In the worker two are decoded at once; one more would only wait there. */
const LANES = 2;

/** Several pictures of one tool: one is looked at, and what is done to it is done to all. */
export class Batch {
  readonly use = create<BatchState>(() => ({
    items: [],
    shown: undefined,
    madeOn: undefined,
    run: undefined,
    packing: false,
  }));
  private readonly cancels = new Map<string, AbortController>();
  private opening = false;
  private stopWatching: (() => void) | undefined;
  private running: { readonly queue: string[]; readonly signal: AbortSignal; readonly abort: () => void } | undefined;

  constructor(readonly session: PictureSession) {}

  private get state(): BatchState {
    return this.use.getState();
  }

  private change(id: string, change: Partial<BatchItem>): void {
    this.use.setState(({ items }) => ({
      items: items.map((item) => (item.id === id ? { ...item, ...change } : item)),
    }));
  }

  find = (id: string): BatchItem | undefined => this.state.items.find((item) => item.id === id);

  /** Puts files behind those that are there; where nothing is looked at yet, the first that opens is. */
  async add(files: readonly File[]): Promise<void> {
    const added = files.map((file): BatchItem => {
      const item = { id: crypto.randomUUID(), file, folder: folderOf(file) };
      return isAccepted(file)
        ? { ...item, state: 'ready' }
        : { ...item, state: 'failed', error: new FudebakoError('imageType') };
    });
    this.use.setState(({ items }) => ({ items: [...items, ...added] }));
    for (const { id, state } of added) {
      if (this.state.shown !== undefined) return;
      if (state === 'ready' && !(await this.open(id, () => []))) return;
    }
  }

  /**
   * Looks at another picture, with what was done to the one before as it fits the other.
   * @returns false where it could not be opened
   */
  async show(id: string, cropBy: CropBy): Promise<boolean> {
    const from = this.state.madeOn;
    const { present } = this.session.use.getState().history;
    await this.open(id, (to) => withStepsOn(present, (on) => refitRecipe(on, from ?? to, to, cropBy)));
    return this.state.shown === id;
  }

  /** @returns true where another may be tried: this one cannot be opened, and nothing else is under way */
  private async open(id: string, recipeFor: (size: Size) => ReturnType<typeof refitRecipe>): Promise<boolean> {
    const item = this.find(id);
    if (!item) return false;
    this.opening = true;
    const opened = await this.session.openAnother(item.file, recipeFor).finally(() => {
      this.opening = false;
    });
    if (opened && 'size' in opened) this.use.setState({ shown: id, madeOn: opened.size });
    else if (opened) this.fail(id, opened.error);
    return opened !== undefined && 'error' in opened && !(opened.error instanceof CancelledError);
  }

  /** Marks a picture that cannot be opened; what is under way says so itself. */
  fail(id: string, error: unknown): void {
    if (error instanceof CancelledError || this.find(id)?.state !== 'ready') return;
    this.change(id, { state: 'failed', error });
  }

  /**
   * Does to all what is asked for, and delivers it: what was made so before is not made again, and what failed
   * so before is not tried again. What fails is marked and does not stop the others.
   *
   * @param ids of these alone, also where they failed
   * @returns false where it was cancelled
   */
  async make(work: BatchWork, deliver: Deliver, ids?: ReadonlySet<string>): Promise<boolean> {
    if (this.state.run) return false;
    const order: BatchOrder = { ...work, madeOn: this.state.madeOn };
    const key = JSON.stringify(order);
    const isDue = (item: BatchItem) => (ids ? ids.has(item.id) : item.key !== key || item.state !== 'failed');
    const due = this.state.items.filter((item) => isAccepted(item.file) && isDue(item)).map(({ id }) => id);
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
        await this.makeOne(id, order, key, deliver);
        if (!signal.aborted) this.use.setState(({ run }) => ({ run: run && { ...run, done: run.done + 1 } }));
      }
    };
    await counted(() => Promise.all(Array.from({ length: LANES }, lane)));
    if (this.running === running) {
      this.running = undefined;
      this.use.setState({ run: undefined });
    }
    return !signal.aborted;
  }

  /** Tries one again that failed: behind what is under way, or by itself, which keeps what is made. */
  async retry(id: string, work: BatchWork): Promise<void> {
    if (this.find(id)?.state !== 'failed') return;
    if (!this.running) return void (await this.make(work, async (_, made) => made, new Set([id])));
    this.change(id, { state: 'waiting', error: undefined });
    this.running.queue.push(id);
    this.use.setState(({ run }) => ({ run: run && { ...run, total: run.total + 1 } }));
  }

  private async makeOne(id: string, order: BatchOrder, key: string, deliver: Deliver): Promise<void> {
    const item = this.find(id);
    if (item?.state !== 'waiting') return;
    const cancel = new AbortController();
    this.cancels.set(id, cancel);
    this.change(id, { state: 'working' });
    try {
      const made = item.result?.blob ? item.result : asFile(await batchWorker.run(item.file, order, cancel));
      const result = await deliver(item, made);
      if (cancel.signal.aborted) throw new CancelledError();
      this.change(id, { state: 'done', result, key });
    } catch (error) {
      // Cancelled, it has been told so already, and may be waiting for its next turn.
      if (!cancel.signal.aborted) this.change(id, { state: 'failed', error, key });
    } finally {
      if (this.cancels.get(id) === cancel) this.cancels.delete(id);
    }
  }

  /** Takes one out of what is under way. */
  cancel(id: string): void {
    this.cancels.get(id)?.abort();
    const state = this.find(id)?.state;
    if (state === 'waiting' || state === 'working') this.change(id, { state: 'ready' });
  }

  /** Ends what is under way; what is done stays. */
  cancelAll = (): void => {
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
    this.use.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) }));
  }

  setPacking(packing: boolean): void {
    this.use.setState({ packing });
  }

  /** Calls back once the tool has a picture on the stage that is none of these: opened, adopted or pasted. */
  whenLeft(left: () => void): void {
    this.stopWatching = this.session.use.subscribe(({ picture }, before) => {
      if (!this.opening && picture?.source.id !== before.picture?.source.id) left();
    });
  }

  /** Nothing of it goes on. */
  end(): void {
    this.stopWatching?.();
    this.cancelAll();
  }
}

/** What was made in the same way need not be made again. */
const waitingFor = (item: BatchItem, key: string): BatchItem => ({
  ...item,
  state: 'waiting',
  error: undefined,
  result: item.key === key && item.result?.blob ? item.result : undefined,
});

const asFile = ({ blob, ...rest }: BatchResult): MadeFile => ({ ...rest, blob, bytes: blob.size });
