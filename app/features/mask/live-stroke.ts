import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import type { Pen } from '#core/image/mask/strokes.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { showError } from '../../state/errors.ts';
import { maskSession } from './mask-session.ts';
import { logState, packPoints, roundPoint, throughInversion } from './mask-strokes.ts';
import { maskWorker } from './mask-worker.ts';

const MAX_POINTS = makeMask.params.strokes.item.fields.points.maxItems;

/** Points nearer than this part of the pen's width add work, and nothing that could be seen. */
const SPACING = 1 / 64;

/** A stroke while the pen is down: its points go to the painter as fast as it takes them. */
export class LiveStroke {
  private readonly points: Required<StrokePoint>[] = [];
  private sent = 0;
  private sending: Promise<void> | undefined;
  private over = false;
  private readonly pen: Pen;
  /** The worker that has begun it; nothing while none has. */
  private generation: number | undefined;
  /** A next stroke may begin before the painter is done with the one before it. */
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
    // A sender with nothing to send would be over before it is known as the one at work.
    if (this.sent < this.points.length) this.sending ??= this.send();
  }

  /** What has gathered while the painter was busy goes together. */
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

  /**
   * The pen is lifted: the stroke becomes a step that can be undone. Its end takes its turn at once,
   * before the beginning of the next.
   */
  async finish(): Promise<void> {
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

  /** It was not meant as a stroke: the beginning of a pinch. */
  async abandon(): Promise<void> {
    this.over = true;
    await this.last(() => maskWorker.abandon());
    if (this.isLost) await maskSession.pixels.remake();
    this.release();
  }

  /** Whatever becomes of the worker, the stroke comes to its end. */
  private async last(step: () => ReturnType<typeof maskWorker.end>): Promise<void> {
    await maskSession.pixels
      .inTurn(async () => maskSession.pixels.drawPatch(await step()))
      .catch((error) => {
        this.generation = undefined;
        showError(error);
      });
  }

  /** Its worker is gone, and with it what was painted. */
  private get isLost(): boolean {
    return this.generation !== maskWorker.generation;
  }

  private release(): void {
    if (LiveStroke.latest === this) maskSession.use.setState({ painting: false });
  }
}
