import { FudebakoError } from '#core/base/errors.ts';
import { baseName } from '#core/base/files.ts';
import { imageMimeType, stillFormats } from '#core/image/formats/output-formats.ts';
import type { TitleSettings } from '#core/text/captions/title-settings.ts';
import { isAccepted } from '../../ui/accepted-images.ts';
import { videoPreview } from './preview-client.ts';

export interface AudioDetails {
  readonly file: File;
  readonly durationSec: number;
  readonly cover: File | undefined;
  readonly tags: TitleSettings;
}

/** Opens audio in the preview's worker. @throws FudebakoError `videoSoundType`, `videoSoundDuration` */
export async function openSound(id: string, file: File): Promise<AudioDetails> {
  const { durationSec, cover, tags } = await videoPreview.openSound(id, file);
  return { file, durationSec, cover: cover && imageFile(cover, baseName(file.name)), tags };
}

/** Returns the cover image as a file that is named after the audio file; undefined for unsupported image formats. */
function imageFile(cover: Blob, name: string): File | undefined {
  const format = stillFormats.find((each) => imageMimeType(each) === cover.type);
  const file = new File([cover], `${name}.${format ?? 'bin'}`, { type: cover.type });
  return isAccepted(file) ? file : undefined;
}

/** True for an error that means that the audio data is invalid. All other errors may be temporary. */
export const isDamagedAudio = (error: unknown): boolean =>
  error instanceof FudebakoError &&
  ['videoSoundType', 'videoSoundDuration', 'audioTrackMissing', 'audioTooLarge'].includes(error.code);
