import type { Damage } from '../../base/damage.ts';
import type { Raster } from '../../base/raster.ts';
import type { Box } from '../../geometry/box.ts';
import type { Size } from '../../geometry/point.ts';

/** A frame as stored in a file: an image on a part of the canvas. In an empty frame, width or height is 0. */
export interface CodedFrame extends Size {
  readonly left: number;
  readonly top: number;
  /** Frame delay in milliseconds, as stored in the file. */
  readonly delayMs: number;
  /** True to blend the frame with the canvas; false to replace the canvas's pixels. */
  readonly isBlended: boolean;
  readonly disposal: 'keep' | 'clear' | 'restore';
  /** Damage in the frame's structure. The decoder that reads the frame's pixels can't detect this damage. */
  readonly damage?: Damage | undefined;
  /** Returns the frame as the bytes of a still image file. */
  readonly still: () => Uint8Array<ArrayBuffer>;
}

/** A composed frame of an animation. */
export interface AnimationFrame {
  /** The whole frame. Its pixels change when the next frame is requested. */
  readonly image: Raster;
  /** Part of the frame outside of which no pixel differs from the previous frame; in the first frame, the whole frame. */
  readonly changed: Box;
  readonly delayMs: number;
}

export interface CodedAnimation {
  /** Number of times that the animation plays; 0 repeats forever. */
  readonly loop: number;
  /** Yields the frames; returns structural damage. Throws FudebakoError `imageLoad` for an unreadable frame. */
  readonly frames: () => Generator<CodedFrame, Damage | undefined>;
}
