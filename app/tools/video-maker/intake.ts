import { extensionsOf, kindOfName } from '../../intake/file-kinds.ts';
import { isAccepted } from '../../ui/accepted-images.ts';
import { mainIndex, type SlotId } from './maker.ts';
import type { Slots } from './slots.ts';

/** Files that the visitor has added last. */
export interface Arrivals {
  /** IDs of the images that could be opened. */
  readonly images: readonly string[];
  /** Number of images that were not opened, because there can't be a slot for them. */
  readonly unopened: number;
  readonly open: SlotId | undefined;
  readonly skippedAudio: number;
  /** Seconds per image that fit the images to the audio; undefined if the duration hasn't changed. */
  readonly fittedSec?: number | undefined;
}

export interface Intake {
  /** Images that went into main slots, although the start or end slot was selected. */
  readonly toMain: number;
  readonly skippedImages: number;
  readonly skippedAudio: number;
}

/** Returns what became of the files that were added last, from the slots that the project has now. */
export function intakeOf(slots: Slots, arrivals: Arrivals | undefined): Intake {
  if (!arrivals) return { toMain: 0, skippedImages: 0, skippedAudio: 0 };
  const { images, unopened, open, skippedAudio } = arrivals;
  const isPlaced = (slot: SlotId) => images.includes(slots[slot]?.id ?? '');
  const places = (Object.keys(slots) as SlotId[]).filter(isPlaced);
  const isElsewhere = open === 'start' || open === 'end';
  return {
    toMain: isElsewhere ? places.filter((slot) => mainIndex(slot) !== undefined).length : 0,
    skippedImages: images.length + unopened - places.length,
    skippedAudio,
  };
}

/** File picker's `accept` attribute for captions. */
export const ACCEPTED_CAPTIONS = extensionsOf.captions.map((extension) => `.${extension}`).join(',');

const AUDIO_KINDS: readonly (string | undefined)[] = ['wav', 'mp3', 'audio', 'video'];

/** Sorts added files into images and audio files. On the audio tab, every file except images counts as audio. */
export function sortFiles(files: readonly File[], at: SlotId | 'sound' | undefined) {
  const captions = files.filter(({ name }) => kindOfName(name) === 'captions');
  const isImage = (file: File) => file.type.startsWith('image/') || isAccepted(file);
  const isAudioFile = (file: File) =>
    file.type.startsWith('audio/') || AUDIO_KINDS.includes(kindOfName(file.name)) || at === 'sound';
  const others = files.filter((file) => !isImage(file) && !captions.includes(file));
  return {
    captions,
    images: files.filter(isImage),
    audioFiles: others.filter(isAudioFile),
    unsupported: others.filter((file) => !isAudioFile(file)),
  };
}
