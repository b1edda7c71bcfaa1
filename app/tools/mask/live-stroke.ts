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

/** A stroke in progress. Sends points to the mask worker as fast as the worker accepts them. */
export class LiveStroke {
  private readonly points: Required<StrokePoint>[] = [];
  private sent = 0;
  private sending: Promise<void> | undefined;
  private over = false;
  private readonly pen: Pen;
  /** Generation of the worker that began the stroke. */
  private generation: number | undefined;
  /** The latest stroke. The previous stroke may still be in the worker. */
  private static latest: LiveStroke | undefined;

  constructor(pen: Pen) {
    this.pen = pen;
    LiveStroke.latest = this;
    maskSession.use.setState({ painting: true });
    void maskSession.pixels
      .inTurn(async () => {
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
    // An empty `send` would finish before `sending` is assigned, and block later sends.
    if (this.sent < this.points.length) this.sending ??= this.send();
  }

  /** Sends all points collected since the last call together. */
  private async send(): Promise<void> {
    try {
      while (this.sent < this.points.length && !this.over) {
        const packed = this.unsent();
        maskSession.pixels.drawPatch(await maskSession.pixels.inTurn(() => maskWorker.extend(packed)));
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

  /** Completes the stroke as an undo step. Queues the end at once, ahead of the next stroke. */
  async finish(): Promise<void> {
    if (isHint(this.pen)) return this.refine();
    this.over = true;
    const waits = this.sent < this.points.length;
    const rest = this.unsent();
    if (waits)
      void maskSession.pixels
        .inTurn(async () => maskSession.pixels.drawPatch(await maskWorker.extend(rest)))
        .catch(showError);
    await this.last(() => maskWorker.end());
    const { log } = maskSession.use.getState();
    const recorded = throughInversion(this.pen, logState(log).invert);
    maskSession.record({ kind: 'stroke', stroke: { ...recorded, points: packPoints(this.points) } });
    if (this.isLost) await maskSession.pixels.remake();
    this.release();
  }

  /** Discards the painted pixels, and makes the mask again with the stroke as a mark. */
  private async refine(): Promise<void> {
    await this.abandon();
    await maskSession.apply({ kind: 'stroke', stroke: { ...this.pen, points: packPoints(this.points) } });
  }

  /** Discards the stroke, for example when a pinch begins. */
  async abandon(): Promise<void> {
    this.over = true;
    await this.last(() => maskWorker.abandon());
    if (this.isLost) await maskSession.pixels.remake();
    this.release();
  }

  /** Sends the final call; a worker error is reported and marks the stroke as lost. */
  private async last(step: () => ReturnType<typeof maskWorker.end>): Promise<void> {
    await maskSession.pixels
      .inTurn(async () => maskSession.pixels.drawPatch(await step()))
      .catch((error) => {
        this.generation = undefined;
        showError(error);
      });
  }

  /** True if a restart of the worker has lost the stroke's pixels. */
  private get isLost(): boolean {
    return this.generation !== maskWorker.generation;
  }

  private release(): void {
    if (LiveStroke.latest === this) maskSession.use.setState({ painting: false });
  }
}
