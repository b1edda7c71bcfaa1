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

/** An open video file. Times are in seconds, as the player shows times. */
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

/** Opens a video file. @throws FudebakoError `inspectUnknown`, `videoTrackMissing`, `mediaDamaged` */
export async function openVideo(file: SourceFile): Promise<OpenVideo> {
  const { input, progress, close } = await openMedia(await mendClusters(file, () => {}));
  try {
    const track = await input.getPrimaryVideoTrack();
    if ((await input.getTracks()).length === 0) throw new FudebakoError('mediaDamaged');
    if (!track) throw new FudebakoError('videoTrackMissing');
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

/** Prepares decoding of a video's frames. @throws FudebakoError `videoUndecodable` */
export async function prepareFrames(
  { track }: OpenVideo,
  { platform }: Pick<OperationContext, 'platform'>,
): Promise<void> {
  if (!(await platform.media.prepareDecoding(track)))
    throw new FudebakoError('videoUndecodable', { codec: (await track.getCodec()) ?? '?' });
}

/** Yields the frames that are shown at times, which are the file's own, in ascending order. Each must be closed. */
export async function* framesAt(
  { frames, track, progress }: OpenVideo,
  times: readonly number[],
): AsyncGenerator<VideoSample> {
  const first = await track.getFirstTimestamp();
  const samples = frames.samplesAtTimestamps(times.map((time) => Math.max(first, time)));
  for (;;) {
    const next = await samples.next().catch((error: unknown) => {
      throw readingError(error, 'mediaDamaged');
    });
    progress();
    if (next.done) return;
    if (!next.value) throw new FudebakoError('mediaDamaged');
    yield next.value;
  }
}

/** True for MP4 and MOV. */
export const isIsoMedia = ({ name }: InputFormat): boolean => name === 'MP4' || name === 'QuickTime File Format';

/** Returns the timestamp where playback starts: 0 for MP4, whose initial gaps are intended, or the first timestamp. */
export async function originOf(input: Input): Promise<number> {
  if (isIsoMedia(await input.getFormat())) return 0;
  return Math.max(0, await input.getFirstTimestamp());
}
