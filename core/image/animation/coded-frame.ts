import type { Damage } from '../../base/damage.ts';
import type { Raster } from '../../base/raster.ts';
import type { Size } from '../../geometry/point.ts';

/** A frame as its file stores it: an image on part of the canvas. A frame without pixels has a side of 0. */
export interface CodedFrame extends Size {
  readonly left: number;
  readonly top: number;
  /** Delay as stored, in milliseconds. */
  readonly delayMs: number;
  /** True to draw over the canvas; false to replace its pixels. */
  readonly isBlended: boolean;
  /** What happens to the frame's area before the next frame. */
  readonly disposal: 'keep' | 'clear' | 'restore';
  /** Damage that a decoder of `still` can't see. */
  readonly damage?: Damage | undefined;
  /** Returns the frame as a file with a single image. */
  readonly still: () => Uint8Array<ArrayBuffer>;
}

/** A complete image of an animation. The receiver owns the pixels. */
export interface AnimationFrame {
  readonly picture: Raster;
  readonly delayMs: number;
}

export interface CodedAnimation {
  /** How often the animation plays; 0 repeats forever. */
  readonly plays: number;
  /** Yields the frames, and returns the damage of the file's structure. Throws FudebakoError `imageLoad`. */
  readonly frames: () => Generator<CodedFrame, Damage | undefined>;
}
