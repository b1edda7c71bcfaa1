import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { fontLibrary } from '../../fonts/library.ts';
import { readOwnFont } from '../../fonts/own.ts';
import { blankRaster } from '../../image/blank.ts';
import { checkImageSize } from '../../image/check-size.ts';
import type { WrittenFile } from '../../operation.ts';
import type { OperationContext } from '../../platform/context.ts';
import { withChildSignal } from '../../video/child-signal.ts';
import { missingOf } from '../compose.ts';
import { findMisfits } from '../fit.ts';
import { prepareText, requireText } from '../prepare.ts';
import {
  type BlankBackground,
  composeWork,
  type TextWork,
  type WriteInputs,
  warnOfMisfits,
  warnOfMissing,
} from '../write.ts';
import type { AnimationContext, TextAnimation } from './animation.ts';
import { type AnimationFormat, animationFormats } from './formats.ts';
import { createAnimationPainter } from './painter.ts';
import { ANIMATION_SECONDS, PAUSE_SECONDS, planRevealOf, type RevealUnit } from './reveal.ts';
import { animationSize } from './size.ts';

export type AnimationWork = Exclude<TextWork, { readonly kind: 'texts' }>;

export interface AnimationSettings {
  readonly format: AnimationFormat;
  readonly fps: number | undefined;
  readonly durationSec?: number | undefined;
  readonly pauseSec?: number | undefined;
  readonly reveal?: RevealUnit | undefined;
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
      (await import('./write-animation.ts')).writeAnimation(animation, context),
  },
} as const;

/**
 * Writes a silent animation in which the text appears by characters, words or lines, then the author. The pause at the
 * end shows the whole text. Warns about missing glyphs and text that doesn't fit.
 * @throws FudebakoError `animationTextMissing`, `animationSizeMissing`, `textTooLong`, `textControlCharacters`,
 * `fontUnknown`, `fontType`, `fontLoad`, `videoEncode`, `videoMp4`, `imageEncode`; CancelledError
 */
export async function makeAnimation(
  inputs: WriteInputs,
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
  await withChildSignal(context.signal, failure, async (signal) => {
    const animation = await prepareAnimation(inputs, blank, work, settings, { ...context, signal });
    try {
      context.onStage?.('encode');
      await write(animation, { platform: context.platform, signal });
    } finally {
      animation.painter.release();
    }
  });
  context.onProgress?.(1);
  return { mimeType, extension: settings.format };
}

/** Fraction of the progress bar for layout and the first frame. */
const PREPARED = 0.05;

async function prepareAnimation(
  { image, fonts = [] }: WriteInputs,
  blank: BlankBackground,
  work: AnimationWork,
  {
    format,
    fps = animationFormats[format].fps,
    durationSec = ANIMATION_SECONDS,
    pauseSec = PAUSE_SECONDS,
    reveal = 'character',
  }: AnimationSettings,
  context: OperationContext,
): Promise<TextAnimation> {
  const { platform, signal, sink, onProgress, onStage } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  onStage?.('preparePictures');
  const { width, height } = image ?? blank;
  const ownFonts = await Promise.all(fonts.map(readOwnFont));
  const library = fontLibrary(platform.fonts);
  await library.openOwnFonts(ownFonts);
  const scene = await composeWork(work, { width, height }, { library, ownFonts });
  if (signal?.aborted) throw new CancelledError();
  warnOfMissing(missingOf(scene), context);
  warnOfMisfits(work, findMisfits(scene, { width, height }), context);
  const size = animationSize({ width, height }, format);
  const picture = image ?? blankRaster({ width, height }, blank.background);
  const painter = await createAnimationPainter(scene, picture, size, { platform, signal });
  onProgress?.(PREPARED);
  return {
    states: planRevealOf(scene, reveal, fps, { durationSec, pauseSec }),
    fps,
    size,
    painter,
    sink,
    onProgress: onProgress && ((fraction) => onProgress(PREPARED + fraction * (1 - PREPARED))),
  };
}
