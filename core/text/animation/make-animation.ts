import { CancelledError, FudebakoError } from '../../base/errors.ts';
import { fontLibrary } from '../../fonts/library.ts';
import { readOwnFont } from '../../fonts/own.ts';
import type { WrittenFile } from '../../operation.ts';
import type { OperationContext } from '../../platform/context.ts';
import { endTogether } from '../../video/child-signal.ts';
import { missingOf } from '../compose.ts';
import { findMisfits } from '../fit.ts';
import { prepareText, requireText } from '../prepare.ts';
import {
  blankSheet,
  composeWork,
  type TextWork,
  type WriteInputs,
  type WriteSheet,
  warnOfMisfits,
  warnOfMissing,
} from '../write.ts';
import type { Film, FilmContext } from './animation.ts';
import { type FilmFormat, filmFormats } from './formats.ts';
import { createFilmPainter } from './painter.ts';
import { countCharacters, planReveal } from './reveal.ts';
import { filmSize } from './size.ts';

/** The text of the horizontal or the vertical editor. */
export type FilmWork = Exclude<TextWork, { readonly kind: 'texts' }>;

export interface FilmSettings {
  readonly format: FilmFormat;
  readonly fps: number | undefined;
}

const formats = {
  mp4: {
    mimeType: 'video/mp4',
    failure: 'videoMp4',
    write: async (film: Film, context: FilmContext) => (await import('./write-video.ts')).writeVideo(film, context),
  },
  gif: {
    mimeType: 'image/gif',
    failure: 'imageEncode',
    write: async (film: Film, context: FilmContext) =>
      (await import('./write-animation.ts')).writeAnimation(film, context),
  },
} as const;

/**
 * Makes a silent film of the picture (or a blank background) on which the text appears one
 * character after another, the author after it; the last second is the picture as `writeText` has
 * it, in the film's size. Warns of characters that the chosen fonts do not have, and of texts that do not fit.
 *
 * @throws FudebakoError `filmTextMissing`, `filmSizeMissing`, `textTooLong`, `textControlCharacters`,
 * `fontUnknown`, `fontType`, `fontLoad`, `videoEncode`, `videoMp4`, `imageEncode`; CancelledError
 */
export async function makeFilm(
  inputs: WriteInputs,
  sheet: WriteSheet,
  work: FilmWork,
  settings: FilmSettings,
  context: OperationContext,
): Promise<WrittenFile> {
  if (prepareText(work.poem.text).trim() === '') throw new FudebakoError('filmTextMissing');
  requireText(work.poem.text);
  const { width, height } = inputs.image ?? sheet;
  if (!(width > 0 && height > 0)) throw new FudebakoError('filmSizeMissing');
  const { mimeType, failure, write } = formats[settings.format];
  await endTogether(context.signal, failure, async (signal) => {
    const film = await prepareFilm(inputs, sheet, work, settings, { ...context, signal });
    try {
      context.onStage?.('encode');
      await write(film, { platform: context.platform, signal });
    } finally {
      film.painter.release();
    }
  });
  context.onProgress?.(1);
  return { mimeType, extension: settings.format };
}

/** How much of the work is done when the text is set and the first picture can be drawn. */
const PREPARED = 0.05;

async function prepareFilm(
  { image, fonts = [] }: WriteInputs,
  sheet: WriteSheet,
  work: FilmWork,
  { format, fps = filmFormats[format].fps }: FilmSettings,
  context: OperationContext,
): Promise<Film> {
  const { platform, signal, sink, onProgress, onStage } = context;
  if (!sink) throw new TypeError('A file needs a sink');
  onStage?.('preparePictures');
  const { width, height } = image ?? sheet;
  const ownFonts = await Promise.all(fonts.map(readOwnFont));
  const scene = await composeWork(work, { width, height }, { library: fontLibrary(platform.fonts), ownFonts });
  if (signal?.aborted) throw new CancelledError();
  warnOfMissing(missingOf(scene), context);
  warnOfMisfits(work, findMisfits(scene, { width, height }), context);
  const size = filmSize({ width, height }, format);
  const picture = image ?? blankSheet({ width, height }, sheet.background);
  const painter = await createFilmPainter(scene, picture, size, { platform, signal });
  onProgress?.(PREPARED);
  return {
    states: planReveal(countCharacters(scene), fps),
    fps,
    size,
    painter,
    sink,
    onProgress: onProgress && ((fraction) => onProgress(PREPARED + fraction * (1 - PREPARED))),
  };
}
