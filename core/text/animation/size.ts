import type { Size } from '../../geometry/point.ts';
import type { AnimationFormat } from './formats.ts';

/** Size of a text animation; `scale` is the number of animation pixels per image pixel, at most 1. */
export interface AnimationSize extends Size {
  readonly scale: number;
}

const MAX_VIDEO_EDGE = 1920;
const MAX_GIF_HEIGHT = 800;

/** Rounds a width or height down to an even number, because 4:2:0 chroma subsampling requires even sizes. */
const even = (pixels: number) => Math.max(2, Math.floor(pixels / 2 + 1e-9) * 2);
const whole = (pixels: number) => Math.max(1, Math.round(pixels));

/** Returns the size of a text animation: the size of the image, reduced to the limit of the output format. */
export function animationSize({ width, height }: Size, format: AnimationFormat): AnimationSize {
  const scale = Math.min(1, format === 'mp4' ? MAX_VIDEO_EDGE / Math.max(width, height) : MAX_GIF_HEIGHT / height);
  const fit = format === 'mp4' ? even : whole;
  return { width: fit(width * scale), height: fit(height * scale), scale };
}
