import { showError } from '../../messages/errors.ts';
import { isHint, logState, type MaskAction, type MaskLog, throughInversion } from './mask-strokes.ts';
import { type MaskStart, maskWorker, openMask, restoreMaskFrom } from './mask-worker.ts';

type Draw = (patch: Awaited<ReturnType<(typeof maskWorker)['extend']>>) => void;

interface Recorded {
  readonly start: MaskStart;
  readonly log: MaskLog;
}

/** Keeps the mask pixels in the worker in step with the session's list of actions. */
export class MaskPixels {
  private last: Promise<unknown> = Promise.resolve();
  private surface: Draw | undefined;

  constructor(
    private readonly recorded: () => Recorded | undefined,
    private readonly redraw: () => void,
  ) {
    restoreMaskFrom(() => {
      const now = recorded();
      return now && { start: now.start, ...logState(now.log) };
    });
  }

  enqueue<Result>(step: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(step, step);
    this.last = next.catch(() => undefined);
    return next;
  }

  drawOn(draw: Draw | undefined): void {
    this.surface = draw;
  }

  drawPatch: Draw = (patch) => patch && this.surface?.(patch);

  invert(): Promise<void> {
    return this.enqueue(() => this.follow(() => maskWorker.invert().then(this.redraw))).catch(showError);
  }

  remake(): Promise<void> {
    return this.enqueue(() => this.makeAgain()).catch(showError);
  }

  /** Applies an action (`by` 1) or reverts an action (`by` −1). `log` is the list of actions afterwards. */
  step(action: MaskAction, by: 1 | -1, log: MaskLog): Promise<void> {
    return this.enqueue(() => this.follow(() => this.showAction(action, by, log))).catch(showError);
  }

  /** Applies a step that the log contains, unless a restarted worker has rebuilt the mask from the log. */
  private async follow(step: () => Promise<void>): Promise<void> {
    const { generation } = maskWorker;
    await maskWorker.ready();
    if (maskWorker.generation !== generation) return this.redraw();
    try {
      await step();
    } catch (error) {
      this.redraw();
      throw error;
    }
  }

  private async makeAgain(): Promise<void> {
    const now = this.recorded();
    if (now) await openMask(now.start, logState(now.log), {});
    this.redraw();
  }

  private async showAction(action: MaskAction, by: 1 | -1, log: MaskLog): Promise<void> {
    if (action.kind === 'invert') {
      await maskWorker.invert();
      this.redraw();
    } else if (action.kind !== 'stroke' || isHint(action.stroke)) {
      await this.makeAgain();
    } else if (by > 0) {
      this.drawPatch(await maskWorker.paint(throughInversion(action.stroke, logState(log).invert)));
    } else {
      const unpainted = await maskWorker.unpaint();
      if (unpainted) return this.drawPatch(unpainted.patch);
      await this.makeAgain();
    }
  }
}
