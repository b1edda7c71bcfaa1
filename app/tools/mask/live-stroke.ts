import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import type { Pen } from '#core/image/mask/strokes.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { showError } from '../../messages/errors.ts';
import { maskSession } from './mask-session.ts';
import { isHint, logState, packPoints, roundPoint, throughInversion } from './mask-strokes.ts';
import { maskWorker } from './mask-worker.ts';

const MAX_POINTS = makeMask.params.strokes.item.fields.points.maxItems;

/** Minimum distance between points, as a fraction of the pen's width. */
const SPACING = 1 / 64;

/** A stroke in progress. Sends its points to the mask worker as fast as the worker accepts points. */
export class LiveStroke {
  private readonly points: Required<StrokePoint>[] = [];
  private sent = 0;
  private sending: Promise<void> | undefined;
  private over = false;
  private readonly pen: Pen;
  /** Start count of the worker when the stroke began; a different count means that the worker has restarted. */
  private generation: number | undefined;
  /** The newest stroke. The worker may still be painting the previous stroke. */
  private static latest: LiveStroke | undefined;

  constructor(pen: Pen) {
    this.pen = pen;
    LiveStroke.latest = this;
    maskSession.use.setState({ painting: true });
    void maskSession.pixels
      .enqueue(async () => {
        await maskWorker.begin(pen);
        this.generation = maskWorker.generation;
      })
      .catch(showError);
  }

  add(points: readonly StrokePoint[]): void {
    const spacing = Math.max(0.25, this.pen.widthPx * SPACING);
    for (const point of points.map(roundPoint)) {
      const last = this.points.at(-1);
      if (last && Math.hypot(point.x - last.x, point.y - last.y) < spacing) continue;
      if (this.points.length < MAX_POINTS) this.points.push(point);
    }
    // Without new points, `send` would finish before `sending` is set. Later calls would then send nothing.
    if (this.sent < this.points.length) this.sending ??= this.send();
  }

  private async send(): Promise<void> {
    try {
      while (this.sent < this.points.length && !this.over) {
        const packed = this.unsent();
        maskSession.pixels.drawPatch(await maskSession.pixels.enqueue(() => maskWorker.extend(packed)));
      }
    } catch (error) {
      showError(error);
    } finally {
      this.sending = undefined;
    }
  }

  private unsent(): ReturnType<typeof packPoints> {
    const packed = packPoints(this.points.slice(this.sent));
    this.sent = this.points.length;
    return packed;
  }

  /** Completes the stroke as an undo step. Queues the end immediately, before the next stroke can start. */
  async finish(): Promise<void> {
    if (isHint(this.pen)) return this.refine();
    this.over = true;
    const waits = this.sent < this.points.length;
    const rest = this.unsent();
    if (waits)
      void maskSession.pixels
        .enqueue(async () => maskSession.pixels.drawPatch(await maskWorker.extend(rest)))
        .catch(showError);
    await this.last(() => maskWorker.end());
    const { log } = maskSession.use.getState();
    const recorded = throughInversion(this.pen, logState(log).invert);
    maskSession.record({ kind: 'stroke', stroke: { ...recorded, points: packPoints(this.points) } });
    if (this.isLost) await maskSession.pixels.remake();
    this.release();
  }

  /** Discards the painted pixels, and recomputes the mask with the stroke as a hint about the subject. */
  private async refine(): Promise<void> {
    await this.abandon();
    await maskSession.apply({ kind: 'stroke', stroke: { ...this.pen, points: packPoints(this.points) } });
  }

  /** Discards the stroke, for example when a second finger starts a pinch. */
  async abandon(): Promise<void> {
    this.over = true;
    await this.last(() => maskWorker.abandon());
    if (this.isLost) await maskSession.pixels.remake();
    this.release();
  }

  /** Sends the last call of the stroke. If the worker fails, reports the error and marks the stroke as lost. */
  private async last(step: () => ReturnType<typeof maskWorker.end>): Promise<void> {
    await maskSession.pixels
      .enqueue(async () => maskSession.pixels.drawPatch(await step()))
      .catch((error) => {
        this.generation = undefined;
        showError(error);
      });
  }

  private get isLost(): boolean {
    return this.generation !== maskWorker.generation;
  }

  private release(): void {
    if (LiveStroke.latest === this) maskSession.use.setState({ painting: false });
  }
}
