import { audioWarnings } from '../audio/audio-warnings.ts';
import type { CancelSignal } from '../base/cancel-signal.ts';
import type { SourceFile } from '../base/files.ts';
import { checkImageSize } from '../image/check-size.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import { withChildSignal } from './child-signal.ts';
import { chooseEncoder } from './h264/choose-encoder.ts';
import { encodeVideo } from './mp4/video-samples.ts';
import { writeMp4 } from './mp4/write-mp4.ts';
import { preparePictures, type SlotPicture } from './pictures.ts';
import { durationWarnings, planDurations, type VideoTiming } from './plan/durations.ts';
import { countPictures, planGops, shownPictures } from './plan/gop-plan.ts';
import { type ResolutionId, resolutions } from './plan/resolutions.ts';
import { planTimeline, type Segment } from './plan/timeline.ts';
import { shareProgress } from './progress.ts';
import { aacPackets } from './sound/audio-packets.ts';
import { beginAudio } from './sound/begin-audio.ts';
import { openAudio } from './sound/sound.ts';
import { createAudioTrack } from './sound/sound-track.ts';
import { withFileName } from './with-file-name.ts';

export interface VideoSettings extends VideoTiming {
  readonly resolution: ResolutionId;
  readonly frameRate: number;
  /** Constant rate factor of x264, 0 (lossless) to 51. */
  readonly quality: number;
  readonly watermark: boolean;
}

export interface VideoInput {
  readonly audio: SourceFile;
  readonly pictures: readonly SlotPicture[];
  readonly settings: VideoSettings;
  readonly fillMain: (frames: number) => readonly Segment[];
}

/**
 * Writes an MP4 with H.264 and AAC while encoding. The box `moov` precedes the samples.
 * @throws FudebakoError `videoSoundType`, `videoSoundDuration`, `imageLoad`, `imageTooLarge`, `imageTooLong`,
 * `memoryLimit`, `videoEncode`, `videoAudioCodec`; CancelledError
 */
export function makeVideo(input: VideoInput, context: OperationContext): Promise<WrittenFile> {
  return withChildSignal(context.signal, 'videoEncode', (signal) => makeVideoUnder(signal, input, context));
}

async function makeVideoUnder(
  signal: CancelSignal,
  { audio, pictures: slots, settings, fillMain }: VideoInput,
  { platform, sink, onProgress, onStage, failOn, limits, onWarning }: OperationContext,
): Promise<WrittenFile> {
  if (!sink) throw new TypeError('A file needs a sink');
  const parts = { platform, signal };
  const decoding = { ...parts, failOn, limits, onWarning };
  checkImageSize(resolutions[settings.resolution], limits);

  onStage?.('readSound');
  const sound = await withFileName(audio, openAudio(audio, signal));
  const track = createAudioTrack(sound, settings, parts);
  const durations = planDurations(sound.durationSec, settings);
  const plan = planGops(
    planTimeline({
      fps: settings.frameRate,
      timing: settings,
      durations,
      hasStart: slots.some(({ id }) => id === 'start'),
      hasEnd: slots.some(({ id }) => id === 'end'),
      watermark: settings.watermark,
      fillMain,
    }),
  );
  const progress = shareProgress(onProgress, {
    pictures: PICTURE_WORK * slots.length,
    video: GROUP_PICTURE_WORK * countPictures(plan),
    sound: aacPackets(track.samples),
  });

  onStage?.('preparePictures');
  const encoderSettings = { ...resolutions[settings.resolution], fps: settings.frameRate, quality: settings.quality };
  // Starts with the images, because encoding frames requires the images. Audio uses the remaining workers.
  const preparing = preparePictures(slots, shownPictures(plan), encoderSettings, decoding, progress.pictures);
  const [soundPackets, encoder, pictures] = await Promise.all([
    beginAudio(track, parts, progress.sound),
    chooseEncoder(encoderSettings, parts, plan.distinct),
    preparing,
  ]);

  onStage?.('encode');
  await writeMp4({
    settings: encoderSettings,
    frames: plan.frames,
    gops: encodeVideo({ plan, pictures, encoder, signal, onProgress: progress.video }),
    audio: soundPackets,
    platform,
    sink,
  });
  onProgress?.(1);
  return {
    mimeType: 'video/mp4',
    extension: 'mp4',
    warnings: [...durationWarnings(durations), ...audioWarnings(sound)],
  };
}

/** Work of fitting an image, and of encoding a frame, in units of the work of encoding an audio packet. */
const PICTURE_WORK = 400;
const GROUP_PICTURE_WORK = 150;
