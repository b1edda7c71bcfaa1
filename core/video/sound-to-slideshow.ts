import { FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import type { SlotImage } from './images.ts';
import { makeVideo, type VideoExtras } from './make-video.ts';
import type { FitMode } from './plan/fit-modes.ts';
import { fillWithSlides, type SlideshowTiming } from './plan/slideshow.ts';
import { type AudioVideoParameters, edgeImages, type VideoFiles } from './sound-to-video.ts';

export interface SlideshowParameters extends AudioVideoParameters, SlideshowTiming {
  /** Fit mode of each image by index; an image without an entry uses `fitMain`. */
  readonly fitMainArray: readonly FitMode[];
}

/** Makes a slideshow. Throws FudebakoError `videoAudioMissing`, `videoMainsMissing`, and errors of `makeVideo`. */
export async function makeSlideshow(
  files: VideoFiles & { readonly main: readonly SourceFile[] | undefined },
  settings: SlideshowParameters,
  context: OperationContext,
  extras: VideoExtras = {},
): Promise<WrittenFile> {
  const { audio, main = [] } = files;
  if (!audio) throw new FudebakoError('videoAudioMissing');
  if (main.length === 0) throw new FudebakoError('videoMainsMissing');
  const slides: SlotImage[] = main.map((file, slot) => ({
    id: `main:${slot}`,
    file,
    fit: settings.fitMainArray[slot] ?? settings.fitMain,
  }));
  const ids = slides.map(({ id }) => id);
  return makeVideo(
    {
      audio,
      images: [...slides, ...edgeImages(files, settings)],
      settings,
      fillMain: (frames) => fillWithSlides(ids, settings, settings.frameRate, frames),
      ...extras,
    },
    context,
  );
}
