import { create } from 'zustand';
import type { Warning } from '#core/platform/context.ts';
import type { VisitorDocument } from '../../document/document.ts';
import type { JobOptions } from '../../workers/image-client.ts';
import type { MaskWork } from './document.ts';
import { makeInWorker, maskWorker, restoreMaskFrom } from './mask-client.ts';
import type { MaskPatch } from './mask-patch.ts';
import { isHint, type MaskAction, readsBase } from './mask-strokes.ts';

interface HeldMask {
  /** The mask whose pixels the worker holds. */
  readonly held: MaskWork | undefined;
  /** Warnings about the image from which the mask was made. */
  readonly warnings: readonly Warning[];
  /** True if little of the last box around a subject is visible. */
  readonly foundLittle: boolean;
  /** The mask whose pixels could not be made. */
  readonly failed: MaskWork | undefined;
  /** Counts changes that affect the whole mask, so that the whole mask is redrawn. */
  readonly redraws: number;
}

const isSimple = (action: MaskAction) =>
  action.kind === 'invert' || (action.kind === 'stroke' && !isHint(action.stroke));

/** True if two masks have the same pixels before their actions. */
const startsAlike = ({ start: one, ...a }: MaskWork, { start: other, ...b }: MaskWork): boolean =>
  one?.width === other?.width &&
  one?.height === other?.height &&
  one?.gray === other?.gray &&
  one?.image?.id === other?.image?.id &&
  (a.base?.id === b.base?.id || (!readsBase(a.actions) && !readsBase(b.actions)));

/** Returns the number of actions with which both masks start. Undo and redo keep the actions as objects. */
function commonActions({ actions: one }: MaskWork, { actions: other }: MaskWork): number {
  const at = one.findIndex((action, index) => action !== other[index]);
  return at < 0 ? one.length : at;
}

/** The view of the document as pixels, which a worker holds. Steps run in order, and the newest value wins. */
export class MaskPixels {
  readonly use = create<HeldMask>(() => ({
    held: undefined,
    warnings: [],
    foundLittle: false,
    failed: undefined,
    redraws: 0,
  }));
  private last: Promise<unknown> = Promise.resolve();
  private surface: ((patch: MaskPatch) => void) | undefined;

  constructor(
    private readonly document: VisitorDocument<MaskWork>,
    private readonly onFailure: (error: unknown, mask: MaskWork) => void,
  ) {
    restoreMaskFrom(() => this.use.getState().held);
    document.use.subscribe(({ history: { present } }, before) => {
      if (present !== before.history.present) void this.follow();
    });
  }

  enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(step);
    this.last = next.catch(() => undefined);
    return next;
  }

  drawOn(surface: ((patch: MaskPatch) => void) | undefined): void {
    this.surface = surface;
  }

  drawPatch = (patch: MaskPatch | undefined): void => patch && this.surface?.(patch);

  redraw(): void {
    this.use.setState(({ redraws }) => ({ redraws: redraws + 1 }));
  }

  /** Records which mask the pixels show. */
  hold(held: MaskWork): void {
    this.use.setState({ held, failed: undefined });
  }

  shows(mask: MaskWork): boolean {
    const { held } = this.use.getState();
    if (!held || !startsAlike(held, mask)) return false;
    return held.actions.length === mask.actions.length && commonActions(held, mask) === mask.actions.length;
  }

  /** Makes the pixels of a mask that the document may get. Returns the mask, with its size. */
  make(mask: MaskWork, job: JobOptions): Promise<MaskWork> {
    return this.enqueue(async () => (this.shows(mask) ? mask : this.makeWhole(mask, job)));
  }

  png(): Promise<Blob> {
    return this.enqueue(async () => {
      await this.update();
      return maskWorker.png();
    });
  }

  private follow(): Promise<void> {
    return this.enqueue(() => this.update()).catch((error) => {
      const mask = this.document.present();
      this.use.setState({ failed: mask });
      this.onFailure(error, mask);
    });
  }

  private async update(): Promise<void> {
    for (let mask = this.document.present(); mask.start && !this.shows(mask); mask = this.document.present())
      if (!(await this.takeStep(mask).catch(() => false))) await this.makeWhole(mask, {});
  }

  private async makeWhole(mask: MaskWork, job: JobOptions): Promise<MaskWork> {
    const { warnings, foundLittle, ...size } = await makeInWorker(mask, job);
    // The size of an image is unknown before its first decoding.
    const held = mask.start?.width === 0 ? { ...mask, start: { ...mask.start, ...size } } : mask;
    this.use.setState(({ redraws }) => ({ held, warnings, foundLittle, failed: undefined, redraws: redraws + 1 }));
    return held;
  }

  /** Reverts or applies one action of the held mask toward `mask`; returns false if that isn't possible. */
  private async takeStep(mask: MaskWork): Promise<boolean> {
    const { held } = this.use.getState();
    if (!held || !startsAlike(held, mask)) return false;
    const common = commonActions(held, mask);
    const [reverted, applied] = [held.actions.slice(common), mask.actions.slice(common)];
    if (![...reverted, ...applied].every(isSimple)) return false;
    const [action, isBack] = [reverted.at(-1) ?? applied[0], reverted.length > 0];
    if (!action) return false;
    if (action.kind === 'invert') {
      await maskWorker.invert();
      this.redraw();
    } else if (action.kind !== 'stroke') return false;
    else if (!isBack) this.drawPatch(await maskWorker.paint(action.stroke));
    else {
      const unpainted = await maskWorker.unpaint();
      if (!unpainted) return false;
      this.drawPatch(unpainted.patch);
    }
    this.hold({ ...held, actions: isBack ? held.actions.slice(0, -1) : [...held.actions, action] });
    return true;
  }
}
