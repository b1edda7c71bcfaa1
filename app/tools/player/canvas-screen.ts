import type { VideoSample } from 'mediabunny';
import type { FrameScreen } from '#app/tools/player/engine/ports.ts';
import { MAX_CANVAS_PIXELS } from '#core/base/limits.ts';

export const DEFAULT_CANVAS = { width: 640, height: 360 };

/** Draws video frames on a canvas of the video's size, limited to the browser's maximum canvas size. */
export function canvasScreen(
  canvas: HTMLCanvasElement,
  videoWidth: number,
  videoHeight: number,
): FrameScreen<VideoSample> {
  const scale = Math.min(1, Math.sqrt(MAX_CANVAS_PIXELS / (videoWidth * videoHeight)));
  const [width, height] = [Math.floor(videoWidth * scale), Math.floor(videoHeight * scale)];
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('The browser gives no canvas.');
  return {
    draw(frame) {
      if (canvas.width !== width) canvas.width = width;
      if (canvas.height !== height) canvas.height = height;
      frame.draw(context, 0, 0, width, height);
    },
  };
}

export function clearCanvas(canvas: HTMLCanvasElement): void {
  canvas.width = DEFAULT_CANVAS.width;
  canvas.height = DEFAULT_CANVAS.height;
}
