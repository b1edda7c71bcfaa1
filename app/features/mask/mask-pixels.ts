import { showError } from '../../state/errors.ts';
import { logState, type MaskAction, type MaskLog, throughInversion } from './mask-strokes.ts';
import { type MaskStart, maskWorker, openMask, restoreMaskFrom } from './mask-worker.ts';

type Draw = (patch: Awaited<ReturnType<(typeof maskWorker)['extend']>>) => void;

/** What the pixels are made from. */
interface Recorded {
  readonly start: MaskStart;
  readonly log: MaskLog;
}

/** The mask's pixels, which are in a worker: they follow what the session records. */
export class MaskPixels {
  private last: Promise<unknown> = Promise.resolve();
  private surface: Draw | undefined;

  /**
   * @param recorded the mask as it is recorded now
   * @param redraw draws all of the mask anew
   */
  constructor(
    private readonly recorded: () => Recorded | undefined,
    private readonly redraw: () => void,
  ) {
    restoreMaskFrom(() => {
      const now = recorded();
      return now && { start: now.start, ...logState(now.log) };
    });
  }

  /** What happens to the pixels, one after another. */
  inTurn<Result>(step: () => Promise<Result>): Promise<Result> {
    const next = this.last.then(step, step);
    this.last = next.catch(() => undefined);
    return next;
  }

  /** Where patches are drawn from now on. */
  drawOn(draw: Draw | undefined): void {
    this.surface = draw;
  }

  /** Draws a part of the mask where it is shown, if it is. */
  drawPatch: Draw = (patch) => patch && this.surface?.(patch);

  invert(): Promise<void> {
    return this.inTurn(() => this.follow(() => maskWorker.invert().then(this.redraw))).catch(showError);
  }

  /** Makes all of the mask again, as the log says. */
  remake(): Promise<void> {
    return this.inTurn(() => this.makeAgain()).catch(showError);
  }

  /**
   * One action done or taken back.
   * @param log as it is after it
   */
  step(action: MaskAction, by: 1 | -1, log: MaskLog): Promise<void> {
    return this.inTurn(() => this.follow(() => this.showAction(action, by, log))).catch(showError);
  }

  /** Does to the pixels what the log already says. A worker that has had to be started anew has made all of the mask. */
  private async follow(step: () => Promise<void>): Promise<void> {
    const { generation } = maskWorker;
    await maskWorker.ready();
    if (maskWorker.generation !== generation) return this.redraw();
    try {
      await step();
    } catch (error) {
      // The next worker has it, and draws it.
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
    } else if (by > 0) {
      this.drawPatch(await maskWorker.paint(throughInversion(action.stroke, logState(log).invert)));
    } else {
      const unpainted = await maskWorker.unpaint();
      if (unpainted) return this.drawPatch(unpainted.patch);
      await this.makeAgain();
    }
  }
}
