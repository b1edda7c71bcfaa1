import { FudebakoError } from '../base/errors.ts';
import type { SourceFile } from '../base/files.ts';
import type { WrittenFile } from '../operation.ts';
import type { OperationContext } from '../platform/context.ts';
import { makeVideo, type VideoSettings } from './make-video.ts';
import type { SlotPicture } from './pictures.ts';
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

export interface SoundVideoParameters extends VideoSettings, EdgeFits {
  readonly fitMain: FitMode;
}

/** Makes a video of one image. Throws FudebakoError `videoAudioMissing`, `videoMainMissing`, errors of `makeVideo`. */
export async function makeSoundVideo(
  files: VideoFiles & { readonly main: SourceFile | undefined },
  settings: SoundVideoParameters,
  context: OperationContext,
): Promise<WrittenFile> {
  const { audio, main } = files;
  if (!audio) throw new FudebakoError('videoAudioMissing');
  if (!main) throw new FudebakoError('videoMainMissing');
  const pictures: SlotPicture[] = [
    { id: 'main:0', file: main, fit: settings.fitMain },
    ...edgePictures(files, settings),
  ];
  return makeVideo({ audio, pictures, settings, fillMain: (frames) => [still('main:0', frames)] }, context);
}

export function edgePictures({ start, end }: VideoFiles, { fitStart, fitEnd }: EdgeFits): SlotPicture[] {
  return [
    ...(start ? [{ id: 'start' as const, file: start, fit: fitStart }] : []),
    ...(end ? [{ id: 'end' as const, file: end, fit: fitEnd }] : []),
  ];
}
