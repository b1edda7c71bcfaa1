import { rgbaOf } from '#core/base/color.ts';
import type { Size } from '#core/geometry/point.ts';
import { movingRows, paintMoving } from '#core/video/moving/moving.ts';
import { createMask } from '#core/video/moving/paint.ts';
import { type MovingVideo, planMoving } from '#core/video/moving/plan-moving.ts';
import type { MovingSettings } from '#core/video/moving/settings.ts';

export { peakCount } from '#core/video/moving/plan-moving.ts';

/** Draws what moves over the previewed video, as it is in the exported video. */
export interface MovingPreview {
  /** Frames over which something moves; the end is exclusive. */
  readonly from: number;
  readonly to: number;
  paint(canvas: HTMLCanvasElement, frame: number): void;
}

/** Plans the drawing for frames of this size. Loads with the first waveform or progress bar. */
export function previewMoving(
  settings: MovingSettings,
  video: MovingVideo,
  peaks: Float32Array,
): MovingPreview | undefined {
  const moving = planMoving(settings, video, peaks);
  if (!moving) return undefined;
  const painter = createPainter(settings.waveformColor ?? '#ffffff', video);
  return {
    from: moving.from,
    to: moving.to,
    paint(canvas, frame) {
      if (frame >= moving.from && frame < moving.to) painter(canvas, moving.drawing(frame, 1));
    },
  };
}

function createPainter(color: string, { width, height }: Size) {
  const [red, green, blue, alpha] = rgbaOf(color);
  const mask = createMask({ width, height });
  const layer = new OffscreenCanvas(width, height);
  const image = new ImageData(width, height);
  const words = new Uint32Array(image.data.buffer);
  const [opaque = 0] = new Uint32Array(new Uint8Array([red, green, blue, 0]).buffer);
  return (canvas: HTMLCanvasElement, drawing: Parameters<typeof paintMoving>[1]) => {
    const context = layer.getContext('2d');
    const rows = movingRows(drawing, mask).map(([top, end]) => [16 * top, Math.min(height, 16 * end)] as const);
    for (const [top, end] of rows) mask.data.fill(0, top * width, end * width);
    paintMoving(mask, drawing, 0);
    for (const [top, end] of rows) {
      for (let at = top * width; at < end * width; at++) {
        words[at] = opaque;
        image.data[4 * at + 3] = Math.round(((mask.data[at] as number) * alpha) / 255);
      }
      context?.putImageData(image, 0, 0, 0, top, width, end - top);
      canvas.getContext('2d')?.drawImage(layer, 0, top, width, end - top, 0, top, width, end - top);
    }
  };
}
