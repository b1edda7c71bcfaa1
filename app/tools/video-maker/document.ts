import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import type { Cue } from '#core/text/captions/captions.ts';
import { planDurations } from '#core/video/plan/durations.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';
import type { Change, DocumentKind } from '../../document/document.ts';
import { getOwnProperty, storedReference } from '../../storage/stored.ts';
import { storedCues } from '../../storage/stored-cues.ts';
import {
  arrivalDurations,
  fieldsOf,
  fitsOf,
  type MakerSettings,
  mainSlot,
  mainSlotsOf,
  moveItem,
  type SlotId,
  slotsOf,
  type VideoMaker,
} from './maker.ts';
import { countSlidesOf } from './preview-plan.ts';
import { filledSlots, placesFor, type Slots, type VideoFile } from './slots.ts';

/** The audio, the images and the settings of a video. */
export interface VideoDocument {
  readonly audio?: VideoFile;
  readonly slots: Slots;
  readonly settings: MakerSettings;
  /** Captions, sorted by start, in seconds of the audio file. */
  readonly cues?: readonly Cue[];
}

/** Names of the project's changes, for Undo and Redo. A change of one setting has the setting's name. */
const CHANGES = ['addFiles', 'moveImage', 'clearImage', 'clearAudio', 'captions', 'settings'] as const;

export const changeName = (label: string) => CHANGES.find((name) => name === label);

/** Unused placeholders for slideshow settings in the video maker with a single image. */
const WITHOUT_SLIDES = { fitMainArray: [] as readonly FitMode[], imageDurationSec: 0, transitionSec: 0 };

const restoreSettings = (maker: VideoMaker, stored: unknown): MakerSettings => ({
  ...WITHOUT_SLIDES,
  ...(restoreValues(fieldsOf(maker), stored) as Omit<MakerSettings, keyof typeof WITHOUT_SLIDES>),
});

export const filesOf = ({ audio, slots }: VideoDocument): readonly string[] =>
  [audio, ...Object.values(slots)].flatMap((file) => file?.id ?? []);

export const videoKind = (maker: VideoMaker): DocumentKind<VideoDocument> => ({
  key: maker.tool,
  initial: { slots: {}, settings: restoreSettings(maker, undefined) },
  parse: (stored) => {
    const slots = getOwnProperty(stored, 'slots');
    if (typeof slots !== 'object' || slots === null) return undefined;
    const audio = storedReference(getOwnProperty(stored, 'audio'));
    const images = slotsOf(maker).flatMap((slot) => {
      const image = storedReference(getOwnProperty(slots, slot));
      return image ? [[slot, image] as const] : [];
    });
    const cues = storedCues(getOwnProperty(stored, 'cues'));
    return {
      ...(audio && { audio }),
      slots: Object.fromEntries(images),
      settings: restoreSettings(maker, getOwnProperty(stored, 'settings')),
      ...(cues.length > 0 && { cues }),
    };
  },
  filesOf,
});

/** Files that the visitor adds together, and the slot that is open. */
export interface AddedFiles {
  readonly audio?: VideoFile | undefined;
  /** Duration of the audio in seconds. */
  readonly audioSec?: number | undefined;
  readonly images: readonly VideoFile[];
  /** Captions that replace those of the video. */
  readonly cues?: readonly Cue[] | undefined;
  readonly open: SlotId | undefined;
}

/**
 * Replaces the audio, and adds images to the slots that `placesFor` chooses. Images without a slot are skipped. Images
 * that arrive with their audio fill it: their duration is fitted, unless the visitor has changed the duration.
 */
export const addFiles =
  (maker: VideoMaker, { audio, audioSec, images, cues, open }: AddedFiles): Change<VideoDocument> =>
  (video) => {
    const places = placesFor(maker, video.slots, images.length, open);
    if (!audio && places.length === 0 && !cues) return video;
    const slots: Slots = {
      ...video.slots,
      ...Object.fromEntries(places.map((slot, index) => [slot, images[index] as VideoFile])),
    };
    // Only the first place can be the start or end slot, which get a duration.
    const settings = { ...video.settings, ...(places[0] && arrivalDurations(video.settings, places[0])) };
    const isUnset = settings.imageDurationSec === soundToSlideshow.params.imageDurationSec.default;
    const count =
      audioSec !== undefined && isUnset && places.length > 0
        ? countSlidesOf(filledSlots(maker, slots), settings, planDurations(audioSec, settings))
        : undefined;
    return {
      ...video,
      ...(audio && { audio }),
      ...(cues && { cues }),
      slots,
      settings: { ...settings, ...(count && { imageDurationSec: count.fittingSec }) },
    };
  };

/** Removes a file wherever it is: if stored files arrive late, the file may be in another slot. */
export const removeFile =
  (id: string): Change<VideoDocument> =>
  (video) => {
    if (!filesOf(video).includes(id)) return video;
    const { audio, slots, ...others } = video;
    return {
      ...others,
      ...(audio && audio.id !== id && { audio }),
      slots: Object.fromEntries(Object.entries(slots).filter(([, image]) => image?.id !== id)),
    };
  };

/** Moves a main image and its fit mode to another slot. The images between the two slots shift by one. */
export const moveImage =
  (maker: VideoMaker, id: string, to: number): Change<VideoDocument> =>
  (video) => {
    const mains = mainSlotsOf(maker);
    const from = mains.findIndex((slot) => video.slots[slot]?.id === id);
    if (from < 0 || from === to) return video;
    const moved = moveItem(mains, from, to).flatMap((source, index) => {
      const image = video.slots[source];
      return image ? [[mainSlot(index), image] as const] : [];
    });
    const { start, end } = video.slots;
    return {
      ...video,
      slots: { ...(start && { start }), ...(end && { end }), ...Object.fromEntries(moved) },
      settings: { ...video.settings, fitMainArray: moveItem(fitsOf(maker, video.settings), from, to) },
    };
  };

export const changeSettings =
  (change: Partial<MakerSettings>): Change<VideoDocument> =>
  (video) => {
    const settings = { ...video.settings, ...change };
    return JSON.stringify(settings) === JSON.stringify(video.settings) ? video : { ...video, settings };
  };

/** Sets the fit mode of one main slot. */
export const changeFit =
  (maker: VideoMaker, index: number, fit: FitMode): Change<VideoDocument> =>
  (video) =>
    changeSettings({ fitMainArray: fitsOf(maker, video.settings).with(index, fit) })(video);
