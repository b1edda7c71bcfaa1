import { FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import type { SlotImage } from './images.ts';
import { makeVideo, type VideoExtras, type VideoSettings } from './make-video.ts';
import type { FitMode } from './plan/fit-modes.ts';
import { still } from './plan/timeline.ts';

export interface VideoFiles {
  readonly audio: SourceFile | undefined;
  readonly start: SourceFile | undefined;
  readonly end: SourceFile | undefined;
}

export interface EdgeFits {
  readonly fitStart: FitMode;
  readonly fitEnd: FitMode;
}

export interface AudioVideoParameters extends VideoSettings, EdgeFits {
  readonly fitMain: FitMode;
}

/** Makes a video of one image. Throws FudebakoError `videoAudioMissing`, `videoMainMissing`, errors of `makeVideo`. */
export async function makeAudioVideo(
  files: VideoFiles & { readonly main: SourceFile | undefined },
  settings: AudioVideoParameters,
  context: OperationContext,
  extras: VideoExtras = {},
): Promise<WrittenFile> {
  const { audio, main } = files;
  if (!audio) throw new FudebakoError('videoAudioMissing');
  if (!main) throw new FudebakoError('videoMainMissing');
  const images: SlotImage[] = [{ id: 'main:0', file: main, fit: settings.fitMain }, ...edgeImages(files, settings)];
  return makeVideo({ audio, images, settings, fillMain: (frames) => [still('main:0', frames)], ...extras }, context);
}

export function edgeImages({ start, end }: VideoFiles, { fitStart, fitEnd }: EdgeFits): SlotImage[] {
  return [
    ...(start ? [{ id: 'start' as const, file: start, fit: fitStart }] : []),
    ...(end ? [{ id: 'end' as const, file: end, fit: fitEnd }] : []),
  ];
}
