import { CancelledError } from '../../base/errors.ts';
import type { FileSink } from '../../base/files.ts';
import { createRaster, type Raster } from '../../base/raster.ts';
import { type Box, wholeImage } from '../../geometry/box.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { AnimationFrame } from './coded-frame.ts';
import { clearArea, joinBoxes } from './frame-area.ts';
import {
  type ChangeRules,
  copyFrameArea,
  type FrameChange,
  frameChange,
  lostBox,
  wholeChange,
} from './frame-change.ts';

export type FrameContext = Pick<OperationContext, 'platform' | 'signal'>;

/** Frames of an animation to write, all of equal size. */
export interface FrameSource {
  readonly frames: AsyncIterable<AnimationFrame>;
  /** Number of times that the animation plays; 0 repeats forever. */
  readonly loop: number;
  readonly sink: FileSink;
}

/** An animation frame as the change of the previous frame. */
export interface ChangedFrame {
  readonly index: number;
  readonly change: FrameChange;
  /** The whole frame. Its pixels change when the next frame is requested. */
  readonly whole: Raster;
  /** Area that becomes transparent before the next frame, which loses pixels. Only for binary alpha. */
  readonly cleared: Box | undefined;
  /** Start and end of the frame in milliseconds from the start of the animation. */
  readonly startMs: number;
  readonly endMs: number;
}

/**
 * Yields the change of each frame. Reads only the changed area of a frame, and holds two images of the canvas's size
 * beside the change: the source's and a copy, with which the next frame is compared.
 */
export async function* changedFrames(
  frames: AsyncIterable<AnimationFrame>,
  { snap = 1, isBinary = false }: Partial<ChangeRules> = {},
): AsyncGenerator<ChangedFrame> {
  let whole: Raster | undefined;
  let held: Omit<ChangedFrame, 'whole' | 'cleared'> | undefined;
  for await (const { image, changed, delayMs } of frames) {
    const [index, startMs] = [held ? held.index + 1 : 0, held?.endMs ?? 0];
    let area = whole ? changed : wholeImage(image);
    if (held && whole) {
      const lost = isBinary ? lostBox(whole, image, changed) : undefined;
      const cleared = lost && joinBoxes(lost, held.change);
      yield { ...held, whole, cleared };
      if (cleared) {
        clearArea(whole, cleared);
        area = joinBoxes(area, cleared);
      }
    }
    // Frees the previous change before the next one is made, because both may be as large as the canvas.
    held = undefined;
    let change = whole && frameChange(image, whole, area, { snap, isBinary });
    whole ??= createRaster(image.width, image.height);
    copyFrameArea(image, whole, area, isBinary);
    change ??= wholeChange(whole);
    held = { index, change, startMs, endMs: startMs + delayMs };
  }
  if (held && whole) yield { ...held, whole, cleared: undefined };
}

/** Number of animation frames that are encoded at the same time. */
export const FRAME_WORKERS = 2;

/** Pixels of a change that is encoded alone, so that large changes don't add up in memory. */
const LARGE_PIXELS = 2 ** 22;

/** Encodes frames, a few at a time; yields results in frame order. Throws CancelledError, and the callbacks' errors. */
export async function* encodeFrames<Encoded>(
  frames: AsyncIterable<ChangedFrame>,
  signal: FrameContext['signal'],
  encode: (frame: ChangedFrame) => Promise<Encoded>,
): AsyncGenerator<Encoded> {
  const running: Promise<Encoded>[] = [];
  for await (const frame of frames) {
    if (signal?.aborted) throw new CancelledError();
    const isLarge = frame.change.image.width * frame.change.image.height > LARGE_PIXELS;
    const run = encode(frame);
    // Prevents an unhandled rejection if this encoding fails while the result of an earlier frame is awaited.
    run.catch(() => {});
    running.push(run);
    while (running.length > (isLarge ? 0 : FRAME_WORKERS - 1)) yield await (running.shift() as Promise<Encoded>);
  }
  for (const run of running) yield await run;
  if (signal?.aborted) throw new CancelledError();
}

export function appender(sink: FileSink) {
  let position = 0;
  return {
    get position() {
      return position;
    },
    async append(bytes: Uint8Array): Promise<void> {
      await sink.write(bytes, position);
      position += bytes.length;
    },
  };
}
