import {
  type Input,
  type InputFormat,
  type InputVideoTrack,
  UnsupportedInputFormatError,
  type VideoSample,
  VideoSampleSink,
} from 'mediabunny';
import { FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { readingError } from '../../base/internal-failure.ts';
import { mendClusters } from '../../container-guard/mend-clusters.ts';
import { openMedia } from '../../container-guard/open-media.ts';
import type { OperationContext } from '../../platform/context.ts';

/** A video file whose frames can be decoded. Times are in seconds, as the player shows times. */
export interface OpenVideo {
  readonly input: Input;
  readonly track: InputVideoTrack;
  readonly frames: VideoSampleSink;
  /** The file's own time at which playback starts. */
  readonly originSec: number;
  /** End of the video track, counted from `originSec`. */
  readonly durationSec: number;
  /** Must be called after each frame or packet (see `OpenMedia`). */
  progress(): void;
  close(): void;
}

/** Opens a video file. @throws FudebakoError `inspectUnknown`, `videoTrackMissing`, `videoUndecodable`, `mediaDamaged` */
export async function openVideo(
  file: SourceFile,
  { platform }: Pick<OperationContext, 'platform'>,
): Promise<OpenVideo> {
  const { input, progress, close } = await openMedia(await mendClusters(file, () => {}));
  try {
    const track = await input.getPrimaryVideoTrack();
    if ((await input.getTracks()).length === 0) throw new FudebakoError('mediaDamaged');
    if (!track) throw new FudebakoError('videoTrackMissing');
    if (!(await platform.media.prepareDecoding(track)))
      throw new FudebakoError('videoUndecodable', { codec: (await track.getCodec()) ?? '?' });
    const originSec = await originOf(input);
    progress();
    const durationSec = (await track.computeDuration()) - originSec;
    progress();
    return { input, track, frames: new VideoSampleSink(track), originSec, durationSec, progress, close };
  } catch (error) {
    close();
    if (error instanceof UnsupportedInputFormatError) throw new FudebakoError('inspectUnknown');
    throw readingError(error, 'mediaDamaged');
  }
}

/** Passes a frame to `use`, and closes the frame. Errors of the decoder become FudebakoError `mediaDamaged`. */
export async function withFrame<Result>(
  decoding: Promise<VideoSample | null>,
  use: (frame: VideoSample) => Promise<Result>,
): Promise<Result | undefined> {
  const frame = await decoding.catch((error: unknown) => {
    throw readingError(error, 'mediaDamaged');
  });
  if (!frame) return undefined;
  try {
    return await use(frame);
  } finally {
    frame.close();
  }
}

/** True for MP4 and MOV. */
export const isIsoMedia = ({ name }: InputFormat): boolean => name === 'MP4' || name === 'QuickTime File Format';

/** Returns the timestamp where playback starts: 0 for MP4, whose initial gaps are intended, or the first timestamp. */
export async function originOf(input: Input): Promise<number> {
  if (isIsoMedia(await input.getFormat())) return 0;
  return Math.max(0, await input.getFirstTimestamp());
}
