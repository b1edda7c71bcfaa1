import type { StrokePoint } from '#core/image/stroke-path.ts';
import type { Pen } from '#core/image/strokes.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import { showError } from '../../state/errors.ts';
import { easel } from './easel.ts';
import { drawPatch, inTurn, maskBench } from './mask-bench.ts';
import { logState, packPoints, roundPoint, throughInversion } from './mask-strokes.ts';

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

  constructor(pen: Pen) {
    this.pen = pen;
    maskBench.use.setState({ painting: true });
    void inTurn(() => easel().begin(pen)).catch(showError);
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
        const packed = packPoints(this.points.slice(this.sent));
        this.sent = this.points.length;
        drawPatch(await inTurn(() => easel().extend(packed)));
      }
    } catch (error) {
      showError(error);
    } finally {
      this.sending = undefined;
    }
  }

  /** The pen is lifted: the stroke becomes a step that can be undone. */
  async finish(): Promise<void> {
    await this.sending;
    drawPatch(await inTurn(() => easel().end()));
    const { log } = maskBench.use.getState();
    const recorded = throughInversion(this.pen, logState(log).invert);
    maskBench.record({ kind: 'stroke', stroke: { ...recorded, points: packPoints(this.points) } });
    maskBench.use.setState({ painting: false });
  }

  /** It was not meant as a stroke: the beginning of a pinch. */
  async abandon(): Promise<void> {
    this.over = true;
    await this.sending;
    drawPatch(await inTurn(() => easel().abandon()));
    maskBench.use.setState({ painting: false });
  }
}
