import type { Size } from '../../geometry/point.ts';
import type { YuvImage } from '../../platform/media.ts';
import { blendMask, createMask, type Mask, paintBox, paintStroke, type Stroke, type YuvColor } from './paint.ts';
import { type WaveformShape, waveformStrokes } from './waveform.ts';

/** What moves over consecutive frames: a waveform, a progress bar, or both, in one color. Workers can receive it. */
export interface MovingDrawing {
  readonly color: YuvColor;
  readonly waveform?: WaveformShape | undefined;
  /** Levels of the waveform, 0 to 1: `waveform.points` for each frame. */
  readonly levels: Float32Array<ArrayBuffer>;
  /** Played fraction at each frame, 0 to 1; empty without a progress bar. */
  readonly played: Float32Array<ArrayBuffer>;
}

/** Height of the progress bar as a fraction of the frame's height, and opacity of its part that isn't played. */
const BAR_HEIGHT = 1 / 90;
const TRACK_OPACITY = 0.35;

const barHeight = (height: number) => Math.max(4, 2 * Math.round((height * BAR_HEIGHT) / 2));

/** Returns the lines of a drawing's frame. */
export const strokesAt = ({ waveform, levels }: MovingDrawing, frame: number): Stroke[] =>
  waveform ? waveformStrokes(waveform, levels.subarray(frame * waveform.points, (frame + 1) * waveform.points)) : [];

/** Paints a drawing's frame over an empty mask. */
export function paintMoving(mask: Mask, drawing: MovingDrawing, frame: number): void {
  for (const stroke of strokesAt(drawing, frame)) paintStroke(mask, stroke);
  const fraction = drawing.played[frame];
  if (fraction === undefined) return;
  const { width, height } = mask;
  const bar = { x0: 0, y0: height - barHeight(height), y1: height };
  paintBox(mask, { ...bar, x1: width, opacity: TRACK_OPACITY });
  paintBox(mask, { ...bar, x1: fraction * width, opacity: 1 });
}

/** Returns the frame with a drawing's frame over it. */
export function drawMoving(image: YuvImage, drawing: MovingDrawing, frame: number): YuvImage {
  const mask = createMask(image);
  paintMoving(mask, drawing, frame);
  const target = { ...image, data: image.data.slice() };
  const { width, height } = image;
  for (const [top, end] of movingRows(drawing, image))
    blendMask(target, image, mask, drawing.color, {
      left: 0,
      top: 16 * top,
      right: width,
      bottom: Math.min(height, 16 * end),
    });
  return target;
}

/** Returns the rows of macroblocks that a drawing can reach, first to last, exclusive. */
export function movingRows({ waveform, played }: MovingDrawing, { height }: Size): (readonly [number, number])[] {
  const rows = Math.ceil(height / 16);
  const spans: (readonly [number, number])[] = [];
  if (waveform) {
    const reach = waveform.height / 2 + waveform.radius + 1;
    const top = Math.max(0, Math.floor((waveform.y - reach) / 16));
    spans.push([top, Math.min(rows, Math.ceil((waveform.y + reach) / 16))]);
  }
  if (played.length > 0) {
    const top = Math.floor((height - barHeight(height)) / 16);
    const above = spans[0];
    if (above && above[1] >= top) spans[0] = [above[0], rows];
    else spans.push([top, rows]);
  }
  return spans;
}
