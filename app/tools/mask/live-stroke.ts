import type { StrokePoint } from '#core/image/mask/stroke-path.ts';
import type { Pen } from '#core/image/mask/strokes.ts';
import { makeMask } from '#core/operations/make-mask.ts';
import type { MaskWork } from './document.ts';
import { maskScreen } from './mask-screen-work.ts';
import { isHint, packPoints, roundPoint } from './mask-strokes.ts';
import { maskWorker } from './mask-worker.ts';

const MAX_POINTS = makeMask.params.strokes.item.fields.points.maxItems;

/** Minimum distance between points, as a fraction of the pen's width. */
const SPACING = 1 / 64;

const { document, pixels } = maskScreen;

/** A stroke in progress. The worker paints its points as fast as it can, and nothing else until the stroke ends. */
export class LiveStroke {
  private readonly points: Required<StrokePoint>[] = [];
  private sent = 0;
  private isOver = false;
  /** The document before and after the stroke; undefined for a discarded stroke. */
  private recorded: { readonly before: MaskWork; readonly after: MaskWork } | undefined;
  private wake = () => {};
  private readonly painted: Promise<void>;

  constructor(private readonly pen: Pen) {
    this.painted = pixels.enqueue(() => this.paint());
  }

  add(points: readonly StrokePoint[]): void {
    const spacing = Math.max(0.25, this.pen.widthPx * SPACING);
    for (const point of points.map(roundPoint)) {
      const last = this.points.at(-1);
      if (last && Math.hypot(point.x - last.x, point.y - last.y) < spacing) continue;
      if (this.points.length < MAX_POINTS) this.points.push(point);
    }
    this.wake();
  }

  private async paint(): Promise<void> {
    try {
      await maskWorker.begin(this.pen);
      const { generation } = maskWorker;
      for (;;) {
        if (this.sent < this.points.length) pixels.drawPatch(await maskWorker.extend(this.unsent()));
        else if (this.isOver) break;
        else
          await new Promise<void>((wake) => {
            this.wake = wake;
          });
      }
      const { recorded } = this;
      const isKept = recorded !== undefined && generation === maskWorker.generation && pixels.shows(recorded.before);
      pixels.drawPatch(await (isKept ? maskWorker.end() : maskWorker.abandon()));
      if (isKept) pixels.hold(recorded.after);
      if (generation !== maskWorker.generation) pixels.redraw();
    } catch {
      // The worker has stopped. It starts with the mask before the stroke, and the document's view follows.
      pixels.redraw();
    }
  }

  private unsent(): readonly number[] {
    const packed = packPoints(this.points.slice(this.sent));
    this.sent = this.points.length;
    return packed;
  }

  /** Records the stroke in the document at once. A hint about the subject recomputes the mask instead. */
  async finish(): Promise<void> {
    const stroke = { ...this.pen, points: packPoints(this.points) };
    if (isHint(this.pen)) {
      await this.abandon();
      await maskScreen.refine(stroke);
      return;
    }
    const before = document.present();
    maskScreen.paintStroke(stroke);
    this.recorded = { before, after: document.present() };
    await this.end();
  }

  /** Discards the stroke, for example when a second finger starts a pinch. */
  abandon = (): Promise<void> => this.end();

  private end(): Promise<void> {
    this.isOver = true;
    this.wake();
    return this.painted;
  }
}
