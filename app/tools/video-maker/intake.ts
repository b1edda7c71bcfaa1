import { extensionOf } from '#core/base/files.ts';
import { isAccepted } from '../../ui/accepted-pictures.ts';
import type { SlotId } from './maker.ts';

export interface Intake {
  /** Images that went into main slots, although the start or end slot was selected. */
  readonly toMain: number;
  readonly skippedImages: number;
  readonly skippedAudio: number;
}

export const NOTHING_HIDDEN: Intake = { toMain: 0, skippedImages: 0, skippedAudio: 0 };

const SOUND_EXTENSIONS = ['wav', 'mp3'];

/** Sorts added files into images and audio files. On the audio tab, every file except images counts as audio. */
export function sortFiles(files: readonly File[], at: SlotId | 'sound' | undefined) {
  const isPicture = (file: File) => file.type.startsWith('image/') || isAccepted(file);
  const isSoundFile = (file: File) =>
    file.type.startsWith('audio/') || SOUND_EXTENSIONS.includes(extensionOf(file.name)) || at === 'sound';
  const others = files.filter((file) => !isPicture(file));
  return {
    pictures: files.filter(isPicture),
    sounds: others.filter(isSoundFile),
    unsupported: others.filter((file) => !isSoundFile(file)),
  };
}
