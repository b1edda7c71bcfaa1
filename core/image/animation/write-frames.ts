import { CancelledError } from '../../base/errors.ts';
import type { FileSink } from '../../base/files.ts';
import type { Raster } from '../../base/raster.ts';
import type { OperationContext } from '../../platform/context.ts';
import type { AnimationFrame } from './coded-frame.ts';

export type FrameContext = Pick<OperationContext, 'platform' | 'signal'>;

/** Frames of an animation to write, all of equal size. */
export interface FrameSource {
  readonly frames: AsyncIterable<AnimationFrame>;
  /** Number of plays of the animation; 0 repeats forever. */
  readonly plays: number;
  readonly sink: FileSink;
}

/** An animation frame with its neighbors in time, which the encoder compares to find the changed pixels. */
export interface FrameInContext {
  readonly index: number;
  readonly picture: Raster;
  readonly before: Raster | undefined;
  readonly after: Raster | undefined;
  /** Start and end of the frame in milliseconds from the start of the animation. */
  readonly startMs: number;
  readonly endMs: number;
}

/** Number of animation frames that are encoded at the same time. */
const AHEAD = 2;

/** Encodes frames, a few at a time; yields results in frame order. Throws CancelledError, and the callbacks' errors. */
export async function* encodeFrames<Encoded>(
  frames: AsyncIterable<AnimationFrame>,
  signal: FrameContext['signal'],
  encode: (frame: FrameInContext) => Promise<Encoded>,
): AsyncGenerator<Encoded> {
  const running: Promise<Encoded>[] = [];
  const start = (frame: FrameInContext) => {
    const run = encode(frame);
    // Prevents an unhandled rejection if this encoding fails while the result of an earlier frame is awaited.
    run.catch(() => {});
    running.push(run);
  };
  let held: FrameInContext | undefined;
  for await (const { picture, delayMs } of frames) {
    if (signal?.aborted) throw new CancelledError();
    if (held) start({ ...held, after: picture });
    const startMs = held?.endMs ?? 0;
    held = {
      index: held ? held.index + 1 : 0,
      picture,
      before: held?.picture,
      after: undefined,
      startMs,
      endMs: startMs + delayMs,
    };
    if (running.length >= AHEAD) yield await (running.shift() as Promise<Encoded>);
  }
  if (held) start(held);
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
