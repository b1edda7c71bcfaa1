import { extensionOf } from '#core/base/files.ts';
import { isAccepted } from '../../state/accepted-pictures.ts';
import type { SlotId } from './maker.ts';

/** What became of files that were given together, as far as it does not show. */
export interface Intake {
  /** Pictures that went to main slots although another slot is open. */
  readonly toMain: number;
  readonly picturesLeftOut: number;
  readonly soundsLeftOut: number;
}

export const NOTHING_HIDDEN: Intake = { toMain: 0, picturesLeftOut: 0, soundsLeftOut: 0 };

const SOUND_EXTENSIONS = ['wav', 'mp3'];

/** Files by what they are for. On the sound's own tab whatever is no picture is meant to be the sound. */
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
