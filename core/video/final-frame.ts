import type { Raster } from '../base/raster.ts';
import { watermarkRaster } from '../image/watermark.ts';
import type { Platform } from '../platform/platform.ts';
import { whiteFrame } from './plan/fit.ts';

/** Watermark height as a fraction of the frame's height, reduced if the watermark would be too wide. */
export const WATERMARK_HEIGHT = 0.25;
const WATERMARK_WIDTH = 0.8;

/** Draws a video's final frame: the watermark centered on white; plain white if the watermark can't be drawn. */
export function drawFinalFrame(size: { readonly width: number; readonly height: number }, platform: Platform): Raster {
  const frame = whiteFrame(size);
  let mark: Raster;
  try {
    mark = watermarkRaster(size.height * WATERMARK_HEIGHT, size.width * WATERMARK_WIDTH, platform);
  } catch {
    return frame;
  }
  composeCentered(frame, mark);
  return frame;
}

function composeCentered(frame: Raster, mark: Raster): void {
  const left = (frame.width - mark.width) >> 1;
  const top = (frame.height - mark.height) >> 1;
  for (let y = 0; y < mark.height; y++) {
    for (let x = 0; x < mark.width; x++) {
      const from = (y * mark.width + x) * 4;
      const to = ((top + y) * frame.width + left + x) * 4;
      const alpha = (mark.data[from + 3] as number) / 255;
      for (let channel = 0; channel < 3; channel++) {
        const base = frame.data[to + channel] as number;
        frame.data[to + channel] = base + ((mark.data[from + channel] as number) - base) * alpha;
      }
    }
  }
}
