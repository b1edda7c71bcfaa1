import { audioWarnings } from '../audio/audio-warnings.ts';
import type { AudioEdits } from '../audio/edit/plan-edits.ts';
import type { CancelSignal } from '../base/cancel-signal.ts';
import type { SourceFile } from '../base/files.ts';
import { withFileName } from '../base/with-file-name.ts';
import { checkImageSize } from '../image/check-size.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import { aacPackets } from './audio/audio-packets.ts';
import { type AudioSource, openAudio } from './audio/audio-source.ts';
import { beginAudio } from './audio/begin-audio.ts';
import { createEditedTrack } from './audio/edited-track.ts';
import { sourcePeaks } from './audio/source-peaks.ts';
import { withChildSignal } from './child-signal.ts';
import { chooseEncoder } from './h264/choose-encoder.ts';
import { prepareImages, type SlotImage } from './images.ts';
import { type Moving, peakCount, planMoving } from './moving/plan-moving.ts';
import { type MovingSettings, moves } from './moving/settings.ts';
import type { TrackCaption } from './mp4/caption-track.ts';
import { encodeVideo } from './mp4/video-samples.ts';
import { writeMp4 } from './mp4/write-mp4.ts';
import { withOverlay } from './overlay/overlaid-images.ts';
import { type OverlaidVideo, overlaySteps, type PlanOverlay, planOverlays, playedAudio } from './overlay/overlay.ts';
import { durationWarnings, planDurations, type VideoTiming } from './plan/durations.ts';
import { countImages, meanHold, planGops, shownImages } from './plan/gop-plan.ts';
import { type ResolutionId, resolutions } from './plan/resolutions.ts';
import { planTimeline, type Segment } from './plan/timeline.ts';

export interface VideoSettings extends VideoTiming, AudioEdits, MovingSettings {
  readonly resolution: ResolutionId;
  readonly frameRate: number;
  /** Constant rate factor of x264, 0 (lossless) to 51. */
  readonly quality: number;
  readonly watermark: boolean;
  /** True to copy the tags of the audio, such as title, artist and cover, into the video; the default. */
  readonly tags?: boolean;
}

/** Parts of a video that are planned once the duration of its audio is known. */
export interface VideoExtras {
  /** What is drawn over the images, bottom overlay first. */
  readonly overlays?: readonly PlanOverlay[];
  /** Plans the captions of a text track. */
  readonly captionTrack?: (video: OverlaidVideo) => readonly TrackCaption[];
}

interface VideoInput extends VideoExtras {
  readonly audio: SourceFile;
  readonly images: readonly SlotImage[];
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
  { audio, images: slots, settings, fillMain, overlays = [], captionTrack }: VideoInput,
  context: OperationContext,
): Promise<WrittenFile> {
  const { platform, sink, onProgress, onStage, failOn, limits, onWarning } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  const parts = { platform, signal };
  const decoding = { ...parts, failOn, limits, onWarning };
  checkImageSize(resolutions[settings.resolution], limits);

  onStage?.('readAudio');
  const source = await withFileName(audio, openAudio(audio, parts));
  const measured = settings.loudness === 'off' ? 0 : MEASURING;
  const { track, removed, warnings } = await createEditedTrack(source, settings, {
    ...parts,
    onProgress: (fraction) => onProgress?.(fraction * measured),
  });
  for (const warning of warnings) onWarning?.(warning);
  const durations = planDurations(source.durationSec - removed.startSec - removed.endSec, settings);
  const timeline = planTimeline({
    fps: settings.frameRate,
    timing: settings,
    durations,
    hasStart: slots.some(({ id }) => id === 'start'),
    hasEnd: slots.some(({ id }) => id === 'end'),
    watermark: settings.watermark,
    fillMain,
  });
  const size = resolutions[settings.resolution];
  const video: OverlaidVideo = {
    width: size.width,
    height: size.height,
    fps: timeline.fps,
    frames: timeline.frames,
    ...playedAudio(durations, settings, removed),
  };
  const overlay = await planOverlays(overlays, video);
  const captions = captionTrack?.(video);
  const moving = await planMovingOver(source, settings, video, parts);
  const plan = planGops({
    ...timeline,
    ...(overlay && { overlay: overlaySteps(overlay.changes, timeline.fps) }),
    moving,
  });
  const progress = shareProgress((fraction) => onProgress?.(measured + fraction * (1 - measured)), {
    images: IMAGE_WORK * slots.length,
    video: GROUP_IMAGE_WORK * countImages(plan),
    audio: aacPackets(track.samples),
  });

  onStage?.('prepareImages');
  const { frameRate: fps, quality } = settings;
  const encoderSettings = { ...resolutions[settings.resolution], fps, quality, hold: meanHold(plan) };
  // Starts with the images, because encoding frames requires the images. Audio uses the remaining workers.
  const preparing = prepareImages(slots, shownImages(plan), encoderSettings, decoding, progress.images);
  const [audioPackets, encoder, images] = await Promise.all([
    beginAudio(track, parts, progress.audio),
    chooseEncoder(encoderSettings, parts, plan.distinct),
    preparing,
  ]);

  onStage?.('encode');
  await writeMp4({
    settings: encoderSettings,
    frames: plan.frames,
    gops: encodeVideo({
      plan,
      images: {
        ...(overlay ? withOverlay(images, overlay, size) : { get: (id) => images.get(id) }),
        ...(moving && { moving: { drawing: moving.drawing, workers: platform.workers } }),
      },
      encoder,
      signal,
      onProgress: progress.video,
    }),
    audio: audioPackets,
    captions,
    tags: settings.tags === false ? undefined : source.tags,
    platform,
    sink,
  });
  onProgress?.(1);
  return {
    mimeType: 'video/mp4',
    extension: 'mp4',
    warnings: [...durationWarnings(durations), ...audioWarnings(source)],
  };
}

/** Share of the progress in which the loudness of the audio is measured. */
const MEASURING = 0.2;

/** Plans what moves over the video, for which it reads the audio once. */
async function planMovingOver(
  source: AudioSource,
  settings: VideoSettings,
  video: OverlaidVideo,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): Promise<Moving | undefined> {
  if (!moves(settings)) return undefined;
  const { durationSec } = source;
  const hasWaveform = (settings.waveform ?? 'none') !== 'none';
  const peaks = hasWaveform ? await sourcePeaks(source, peakCount(durationSec), context) : new Float32Array(0);
  return planMoving(settings, { ...video, timing: settings, durationSec }, peaks);
}

/** Work of fitting an image, and of encoding a frame, in units of the work of encoding an audio packet. */
const IMAGE_WORK = 400;
const GROUP_IMAGE_WORK = 150;

/** Progress callbacks of the parallel parts of a task. Each callback receives the part's progress from 0 to 1. */
type PartProgress<Part extends string> = Readonly<Record<Part, (fraction: number) => void>>;

/** Combines the progress of parallel parts, weighted by their share of the work. The total never decreases. */
function shareProgress<const Part extends string>(
  onProgress: (fraction: number) => void,
  work: Readonly<Record<Part, number>>,
): PartProgress<Part> {
  const parts = Object.keys(work) as Part[];
  const total = parts.reduce((sum, part) => sum + work[part], 0);
  const done = new Map<Part, number>();
  let reported = 0;
  const report = (part: Part, fraction: number) => {
    done.set(part, Math.max(done.get(part) ?? 0, fraction));
    const sum = parts.reduce((all, each) => all + work[each] * (done.get(each) ?? 0), 0);
    reported = Math.max(reported, Math.min(1, sum / total));
    onProgress(reported);
  };
  return Object.fromEntries(
    parts.map((part) => [part, (fraction: number) => report(part, fraction)]),
  ) as PartProgress<Part>;
}
