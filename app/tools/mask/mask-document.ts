import { HISTORY_LIMIT, redo, undo } from '#app/storage/history.ts';
import { FudebakoError } from '#core/base/errors.ts';
import { DEFAULT_MASK_SIZE, type MaskParameters, maskSize } from '#core/image/make-mask.ts';
import { readsColors, type Selection } from '#core/image/mask/selection.ts';
import { showError } from '../../messages/errors.ts';
import type { PastedStep } from '../../recipes/paste-recipe.ts';
import { CHANGED, newSource, openSource, Session } from '../../session/session.ts';
import { SessionSources } from '../../session/session-sources.ts';
import { parseSource } from '../../session/stored-pictures.ts';
import { unsupportedFileError } from '../../session/unsupported-file.ts';
import { keepUnreadableSource } from '../../storage/unreadable-files.ts';
import { isAccepted } from '../../ui/accepted-pictures.ts';
import type { PictureSource } from '../../workers/picture-worker.ts';
import { type Busy, type Job, moreSpecificError } from '../../workers/work.ts';
import { MaskPixels } from './mask-pixels.ts';
import {
  type Base,
  checkerboardOf,
  isCheckerboard,
  type MaskState,
  type MaskView,
  NO_MASK,
  startWithColors,
} from './mask-state.ts';
import {
  doneLog,
  type Edges,
  emptyLog,
  logOf,
  logState,
  type MaskAction,
  type MaskLog,
  pushAction,
  readsBase,
  selectionThroughInversion,
} from './mask-strokes.ts';
import { type MaskStart, openMask } from './mask-worker.ts';
import { parseMask, type StoredMask } from './stored-mask.ts';

/** The open mask, the image under the mask, and their undo history. */
export class MaskDocument extends Session<MaskState> {
  readonly pixels = new MaskPixels(
    () => {
      const { mask, base, log } = this.state;
      return mask && { start: startWithColors(mask.start, log, base?.source), log };
    },
    () => this.use.setState(({ redraws }) => ({ redraws: redraws + 1 })),
  );

  private readonly held = new SessionSources();

  constructor() {
    super('mask_creator', NO_MASK);
  }

  protected async restoreStored(): Promise<void> {
    const { storage } = this;
    const [mask, base] = await Promise.all([storage.get('mask', parseMask), storage.get('base', parseSource)]);
    if (!mask || this.state.mask) return;
    await this.work('opening', async (job) => {
      const { start, log } = mask;
      const opened = await this.openStart(start, log, job, base).catch(async (error) => {
        if (start.image && keepUnreadableSource(start.image, error)) await storage.forget('mask');
        throw error;
      });
      const source = base ?? checkerboardOf(start);
      const under = await this.openBase(source, job).catch((error) => this.withoutBase(error, source, start, job));
      return { ...opened, base: under };
    });
  }

  /** Returns a checkerboard if the stored image under the mask is damaged. */
  private async withoutBase(error: unknown, source: PictureSource, start: MaskStart, job: Job): Promise<Base> {
    if (!keepUnreadableSource(source, error)) throw error;
    await this.storage.forget('base');
    return this.openBase(checkerboardOf(start), job);
  }

  private storeMask(): void {
    const { mask, log } = this.state;
    if (mask) void this.storage.save('mask', { start: mask.start, log } satisfies StoredMask);
  }

  private storeBase(source: PictureSource): void {
    void this.storage.save('base', source);
  }

  private async openStart(
    start: MaskStart,
    log: MaskLog,
    job: Job,
    base?: PictureSource,
  ): Promise<Pick<MaskState, 'mask' | 'log' | 'redraws' | 'result' | 'savedAt'>> {
    const colored = startWithColors(start, log, base);
    const { warnings, ...size } = await this.pixels.enqueue(() => openMask(colored, logState(log), job));
    return {
      mask: { id: crypto.randomUUID(), start: { ...start, ...size }, warnings },
      log,
      redraws: this.state.redraws + 1,
      ...CHANGED,
    };
  }

  private async openBase(source: PictureSource, job: Job): Promise<Base> {
    const info = await openSource(source, [], job);
    this.held.add(source.id);
    return { source, info };
  }

  private releaseSources(): void {
    const { earlier, later } = this.state;
    this.held.retainOnly([this.state, ...earlier, ...later].flatMap(({ base }) => base?.source.id ?? []));
  }

  private async openSquares(start: MaskStart, job: Job): Promise<Base> {
    const source = checkerboardOf(start);
    const base = await this.openBase(source, job);
    this.storeBase(source);
    return base;
  }

  private async change(doing: Busy['doing'], make: (job: Job) => Promise<Partial<MaskState>>): Promise<void> {
    // A change before the stored mask is open would replace the stored mask.
    await this.restore();
    await this.work(doing, async (job) => {
      const made = await make(job);
      const { mask, base, log, floor, earlier } = this.state;
      const applied = doneLog(log);
      return {
        ...(made.mask ? { floor: 0 } : { floor: applied.done, log: applied }),
        ...made,
        earlier: mask ? [...earlier, { mask, base, log: applied, floor }].slice(-HISTORY_LIMIT) : earlier,
        later: [],
      };
    });
    this.releaseSources();
    this.storeMask();
  }

  private async openMask(blob: Blob, name: string): Promise<void> {
    await this.change('opening', async (job) => {
      const start: MaskStart = { width: 0, height: 0, gray: 0, image: { name, blob } };
      const opened = await this.openStart(start, emptyLog, job).catch((error) => {
        // Reports a specific error, such as an image that is too large, instead of the general `maskLoad`.
        throw moreSpecificError(error, 'maskLoad');
      });
      if (!isCheckerboard(this.state.base) || !opened.mask) return opened;
      return { ...opened, base: await this.openSquares(opened.mask.start, job) };
    });
  }

  private async openBasePicture(blob: Blob, name: string): Promise<void> {
    await this.change('opening', async (job) => {
      const source = newSource({ name, blob });
      const base = await this.openBase(source, job);
      this.storeBase(source);
      const { mask, log } = this.state;
      // A mask with content keeps its size, and the image under the mask is stretched to that size.
      if (mask && !readsBase(log) && (mask.start.image || log.actions.length > 0)) return { base };
      const { width, height } = base.info;
      return { base, ...(await this.openStart({ width, height, gray: mask?.start.gray ?? 0 }, emptyLog, job)) };
    });
  }

  openMaskFile = (file: File): Promise<void> => this.openAccepted('mask', file);
  openSavedMask = (): Promise<void> => this.openLast('mask');
  openBaseFile = (file: File): Promise<void> => this.openAccepted('base', file);
  openSavedBase = (): Promise<void> => this.openLast('base');

  private async openAccepted(place: 'mask' | 'base', file: File): Promise<void> {
    if (!isAccepted(file)) return showError(await unsupportedFileError(file));
    await this.openAs(place, file, file.name);
  }

  private async openLast(place: 'mask' | 'base'): Promise<void> {
    const saved = await this.lastPicture();
    if (saved) await this.openAs(place, saved.blob, saved.name);
  }

  private openAs(place: 'mask' | 'base', blob: Blob, name: string): Promise<void> {
    const open = () => (place === 'mask' ? this.openMask(blob, name) : this.openBasePicture(blob, name));
    return this.openInTurn([name], open, place);
  }

  /** Creates a mask of one gray level without an image. For a width or height of 0, uses the open image's. */
  async generate(params: { readonly width?: number; readonly height?: number; readonly gray: number }): Promise<void> {
    await this.change('working', async (job) => {
      const { base, mask } = this.state;
      const present = (isCheckerboard(base) ? undefined : base?.info) ?? mask?.start ?? DEFAULT_MASK_SIZE;
      const start = { ...maskSize(present, params), gray: params.gray };
      const opened = await this.openStart(start, emptyLog, job);
      return { ...opened, base: await this.openSquares(start, job) };
    });
  }

  clearBase = async (): Promise<void> => {
    const { mask } = this.state;
    if (!mask) return;
    await this.change('working', async (job) => {
      await this.storage.remove('base').catch((cause) => {
        throw new FudebakoError('imageClear', {}, { cause });
      });
      const base = await this.openBase(checkerboardOf(mask.start), job);
      // Removing the image also removes selections by color, because they depend on the image.
      return readsBase(this.state.log) ? { base, ...(await this.openStart(mask.start, emptyLog, job)) } : { base };
    });
  };

  /** Selects a part of the mask as one undo step. With `fresh`, the selection replaces all earlier selections. */
  async select(selection: Selection, fresh: boolean): Promise<void> {
    const { mask, base } = this.state;
    if (!mask) return;
    // A mask that was loaded from a file has no colors, so a selection by color starts a new mask of the image.
    if (readsColors(selection) && mask.start.image && base)
      await this.change('working', (job) =>
        this.openStart({ width: base.info.width, height: base.info.height, gray: 0 }, emptyLog, job),
      );
    const { invert } = logState(this.state.log);
    const recorded = fresh ? selection : selectionThroughInversion(selection, invert);
    await this.apply({ kind: 'select', selection: recorded, fresh });
  }

  setEdges = (edges: Edges): Promise<boolean> => this.apply({ kind: 'edges', edges });

  /** Applies an action that changes the whole mask, and records the action on success. On failure, the mask stays. */
  async apply(action: MaskAction): Promise<boolean> {
    const { mask, base, log, busy } = this.state;
    if (!mask || busy) return false;
    const next = pushAction(log, action);
    const isDone = await this.work('working', async (job) => {
      const start = startWithColors(mask.start, next, base?.source);
      await this.pixels.enqueue(() => openMask(start, logState(next), job));
      return { log: next, later: [], redraws: this.state.redraws + 1, ...CHANGED };
    });
    if (isDone) this.storeMask();
    return isDone;
  }

  record(action: MaskAction): void {
    this.set({ log: pushAction(this.state.log, action), later: [], ...CHANGED });
    this.releaseSources();
    this.storeMask();
  }

  async invert(): Promise<void> {
    const { mask, busy, painting } = this.state;
    if (!mask || busy || painting) return;
    this.record({ kind: 'invert' });
    await this.pixels.invert();
  }

  undo = (): Promise<void> => this.goTo(-1);
  redo = (): Promise<void> => this.goTo(1);

  private async goTo(by: 1 | -1): Promise<void> {
    const { log, mask, floor, busy, painting } = this.state;
    if (!mask || busy || painting) return;
    const action = by > 0 ? log.actions[log.done] : log.actions.slice(floor)[log.done - 1 - floor];
    if (!action) return this.goToView(by > 0 ? redo : undo);
    const next: MaskLog = { ...log, done: log.done + by };
    this.set({ log: next, ...CHANGED });
    this.storeMask();
    await this.pixels.step(action, by, next);
  }

  private async goToView(step: typeof undo): Promise<void> {
    const { mask, base, log, floor, earlier, later } = this.state;
    const views = { past: earlier, present: { mask, base, log, floor }, future: later };
    const { past, present, future } = step<MaskView>(views);
    if (present === views.present || !present.mask) return;
    const { start, id } = present.mask;
    await this.work('working', async (job) => {
      const opened = id === mask?.id ? CHANGED : await this.openStart(start, present.log, job, present.base?.source);
      return { ...opened, ...present, earlier: past, later: future };
    });
    this.storeMask();
    if (this.state.base) this.storeBase(this.state.base.source);
  }

  /** Opens a pasted recipe's mask: blank if the recipe has a width, otherwise from the current image. */
  paste = async ({ params, rawStep }: PastedStep): Promise<void> => {
    const { mask, base } = this.state;
    const { gray, width, height } = params as unknown as MaskParameters;
    await this.change('working', async (job) => {
      const image = rawStep.params?.width === undefined ? mask?.start.image : undefined;
      const present = mask?.start ?? DEFAULT_MASK_SIZE;
      const start: MaskStart = { ...maskSize(present, { width, height }), gray, ...(image && { image }) };
      const log = logOf(params as unknown as Required<MaskParameters>);
      if (readsBase(log) && isCheckerboard(base)) throw new FudebakoError('imageRequired');
      const opened = await this.openStart(start, log, job, base?.source);
      if (!isCheckerboard(base) || !opened.mask) return opened;
      return { ...opened, base: await this.openSquares(opened.mask.start, job) };
    });
  };
}
