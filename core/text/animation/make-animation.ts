import { audioWarnings } from '../../audio/audio-warnings.ts';
import { CancelledError, FudebakoError } from '../../base/errors.ts';
import type { SourceFile } from '../../base/files.ts';
import { withFileName } from '../../base/with-file-name.ts';
import { fontLibrary } from '../../fonts/library.ts';
import { readOwnFont } from '../../fonts/own.ts';
import { blankRaster } from '../../image/blank.ts';
import { checkImageSize } from '../../image/check-size.ts';
import { formatName } from '../../image/formats/output-formats.ts';
import type { WrittenFile } from '../../operation.ts';
import type { OperationContext } from '../../platform/context.ts';
import { type AudioSource, openAudio } from '../../video/audio/audio-source.ts';
import { type AudioTrack, createAudioTrack } from '../../video/audio/audio-track.ts';
import { TRACK_RATE } from '../../video/audio/render-audio.ts';
import { withChildSignal } from '../../video/child-signal.ts';
import type { VideoExtras } from '../../video/make-video.ts';
import type { CaptionParameters } from '../captions/caption-style.ts';
import { missingOf } from '../compose.ts';
import { findMisfits } from '../fit.ts';
import { prepareText, requireText } from '../prepare.ts';
import {
  type BlankBackground,
  composeWork,
  type TextWork,
  unusedNotation,
  type WriteInputs,
  warnOfMisfits,
  warnOfMissing,
  warnOfUnused,
} from '../write.ts';
import type { AnimationContext, TextAnimation } from './animation.ts';
import { type AnimationFormat, animationFormats, animationTiming } from './formats.ts';
import { createAnimationPainter } from './painter.ts';
import { planRevealOf, type RevealUnit } from './reveal.ts';
import { animationSize } from './size.ts';

export type AnimationWork = Exclude<TextWork, { readonly kind: 'texts' }>;

export interface AnimationInputs extends WriteInputs {
  /** WAV or MP3 for the audio track of an MP4. For a GIF, only the audio's length matters. */
  readonly audio?: SourceFile | undefined;
  /** Captions of an MP4. */
  readonly extras?: VideoExtras;
}

export interface AnimationSettings {
  readonly format: AnimationFormat;
  readonly frameRate: number | undefined;
  readonly durationSec?: number | undefined;
  readonly pauseSec?: number | undefined;
  readonly reveal?: RevealUnit | undefined;
  readonly matchAudio?: boolean | undefined;
}

/** Splits the parameters of a text animation into background, page and settings of the animation. */
export function splitAnimation<Parameters extends BlankBackground & AnimationSettings & CaptionParameters>(
  parameters: Parameters,
) {
  const { width, height, background, format, frameRate, durationSec, pauseSec, reveal, matchAudio, ...rest } =
    parameters;
  const { captionsAs: _, captionStyle: __, ...page } = rest;
  const settings = { format, frameRate, durationSec, pauseSec, reveal, matchAudio };
  return { blank: { width, height, background }, page, settings };
}

const formats = {
  mp4: {
    mimeType: 'video/mp4',
    failure: 'videoMp4',
    write: async (animation: TextAnimation, context: AnimationContext) =>
      (await import('./write-video.ts')).writeVideo(animation, context),
  },
  gif: {
    mimeType: 'image/gif',
    failure: 'imageEncode',
    write: async (animation: TextAnimation, context: AnimationContext) =>
      (await import('./write-gif.ts')).writeGif(animation, context),
  },
} as const;

/**
 * Writes an animation in which text appears by characters, words or lines, or fades in. The pause at the end shows the
 * whole text. Warns about missing glyphs and text that doesn't fit.
 * @throws FudebakoError `animationTextMissing`, `animationSizeMissing`, `textTooLong`, `textControlCharacters`,
 * `fontUnknown`, `fontType`, `fontLoad`, `videoSoundType`, `videoSoundDuration`, `videoEncode`, `videoMp4`,
 * `imageEncode`; CancelledError
 */
export async function makeAnimation(
  inputs: AnimationInputs,
  blank: BlankBackground,
  work: AnimationWork,
  settings: AnimationSettings,
  context: OperationContext,
): Promise<WrittenFile> {
  if (prepareText(work.page.text).trim() === '') throw new FudebakoError('animationTextMissing');
  requireText(work.page.text);
  const { width, height } = inputs.image ?? blank;
  if (!(width > 0 && height > 0)) throw new FudebakoError('animationSizeMissing');
  checkImageSize({ width, height }, context.limits);
  const { mimeType, failure, write } = formats[settings.format];
  const audio = await withChildSignal(context.signal, failure, async (signal) => {
    if (inputs.audio) context.onStage?.('readAudio');
    const audio =
      inputs.audio &&
      (await withFileName(inputs.audio, openAudio(inputs.audio, { platform: context.platform, signal })));
    const animation = await prepareAnimation(inputs, blank, work, { ...settings, audio }, { ...context, signal });
    try {
      context.onStage?.('encode');
      await write(animation, { platform: context.platform, signal });
    } finally {
      animation.painter.release();
    }
    return audio;
  });
  context.onProgress?.(1);
  return { mimeType, extension: settings.format, ...(audio && { warnings: audioWarnings(audio) }) };
}

/** Fraction of the total progress that text layout and drawing the first frame take. */
const PREPARED = 0.05;

async function prepareAnimation(
  { image, fonts = [], extras }: AnimationInputs,
  blank: BlankBackground,
  work: AnimationWork,
  {
    format,
    frameRate: fps = animationFormats[format].fps,
    durationSec,
    pauseSec,
    reveal = 'character',
    matchAudio = true,
    audio,
  }: AnimationSettings & { readonly audio: AudioSource | undefined },
  context: OperationContext,
): Promise<TextAnimation> {
  const { platform, signal, sink, onProgress, onStage } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  onStage?.('prepareImages');
  const { width, height } = image ?? blank;
  const ownFonts = await Promise.all(fonts.map(readOwnFont));
  const library = fontLibrary(platform.fonts);
  await library.openOwnFonts(ownFonts);
  const scene = await composeWork(work, { width, height }, { library, ownFonts });
  if (signal?.aborted) throw new CancelledError();
  warnOfMissing(missingOf(scene), context);
  warnOfMisfits(work, findMisfits(scene, { width, height }), context);
  if (context.findsUnused)
    warnOfUnused(await unusedNotation(scene, work, { width, height }, { library, ownFonts }), context);
  const size = animationSize({ width, height }, format);
  if (size.scale < 1)
    context.onWarning?.({
      code: 'animationScaled',
      data: { width: size.width, height: size.height, format: formatName(format) },
    });
  const base = image ?? blankRaster({ width, height }, blank.background);
  const painter = await createAnimationPainter(scene, base, size, { platform, signal });
  onProgress?.(PREPARED);
  const timing = animationTiming({ durationSec, pauseSec }, fps, matchAudio ? audio?.durationSec : undefined);
  return {
    states: planRevealOf(scene, reveal, fps, timing),
    extras,
    playedSec: audio && matchAudio ? audio.durationSec : timing.durationSec,
    track: audio && format === 'mp4' ? trackOf(audio, timing.durationSec, { platform, signal }) : undefined,
    fps,
    size,
    painter,
    sink,
    onProgress: onProgress && ((fraction) => onProgress(PREPARED + fraction * (1 - PREPARED))),
  };
}

function trackOf(
  audio: AudioSource,
  durationSec: number,
  context: Pick<OperationContext, 'platform' | 'signal'>,
): AudioTrack {
  const untrimmed = { trimStartSec: 0, trimEndSec: 0, blankStartSec: 0, blankEndSec: 0 };
  const { read } = createAudioTrack(audio, untrimmed, context);
  return { samples: Math.round(durationSec * TRACK_RATE), read };
}
