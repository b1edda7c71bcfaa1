import { FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import type { Raster } from '../base/raster.ts';
import type { OperationContext } from '../platform/context.ts';
import { framePixels, frameViewOf } from './frames/frame-pixels.ts';
import { framesAt, openVideo, prepareFrames } from './frames/open-video.ts';

/** Seconds by which a frame may begin after the time: decoders count in microseconds, and people type milliseconds. */
export const TIME_TOLERANCE = 0.000_501;

export interface FrameParameters {
  /** Time in seconds, as the player shows times. */
  readonly at: number;
}

/**
 * Returns the frame that is shown at a time: the last frame that begins by then, or the first frame of the video.
 * @throws FudebakoError `inspectUnknown`, `videoTrackMissing`, `videoUndecodable`, `videoTooShort`, `mediaDamaged`,
 * `imageTooLarge`, `memoryLimit`; CancelledError
 */
export async function extractFrame(
  file: SourceFile,
  { at }: FrameParameters,
  context: OperationContext,
): Promise<Raster> {
  const video = await openVideo(file);
  try {
    await prepareFrames(video, context);
    checkTime(at, video.durationSec);
    const view = await frameViewOf(video.track);
    for await (const frame of framesAt(video, [at + video.originSec + TIME_TOLERANCE])) {
      try {
        return await framePixels(frame, view, context);
      } finally {
        frame.close();
      }
    }
    throw new FudebakoError('mediaDamaged');
  } finally {
    video.close();
  }
}

/** Throws FudebakoError `timeOutside` for a time after the end of the video. */
export function checkTime(time: number, durationSec: number): void {
  if (time > durationSec + TIME_TOLERANCE)
    throw new FudebakoError('timeOutside', { time, duration: Math.floor(durationSec * 1000) / 1000 });
}
