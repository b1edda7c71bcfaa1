import type { Size } from '../../geometry/point.ts';
import type { AnimationFormat } from './formats.ts';

/** An animation's size, and how many of its pixels a pixel of the picture is: at most 1. */
export interface AnimationSize extends Size {
  readonly scale: number;
}

const MAX_VIDEO_EDGE = 1920;
const MAX_GIF_HEIGHT = 800;

/** The largest even number of pixels that there are, for video's chroma; one row or column may fall away. */
const even = (pixels: number) => Math.max(2, Math.floor(pixels / 2 + 1e-9) * 2);
const whole = (pixels: number) => Math.max(1, Math.round(pixels));

/** The size in which a picture is animated: its own, or less where it is larger than the format has it. */
export function animationSize({ width, height }: Size, format: AnimationFormat): AnimationSize {
  const scale = Math.min(1, format === 'mp4' ? MAX_VIDEO_EDGE / Math.max(width, height) : MAX_GIF_HEIGHT / height);
  const fit = format === 'mp4' ? even : whole;
  return { width: fit(width * scale), height: fit(height * scale), scale };
}
