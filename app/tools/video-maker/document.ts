import { restoreValues } from '#core/parameters/parse.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';
import type { Change, DocumentKind } from '../../document/document.ts';
import { getOwnProperty, storedReference } from '../../storage/stored.ts';
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
import { type ProjectFile, placesFor, type Slots } from './slots.ts';

/** The audio, the images and the settings of a video. */
export interface Project {
  readonly sound?: ProjectFile;
  readonly slots: Slots;
  readonly settings: MakerSettings;
}

/** Names of the project's changes, for Undo and Redo. A change of one setting has the setting's name. */
const CHANGES = ['addFiles', 'moveImage', 'clearImage', 'clearSound', 'settings'] as const;

export const changeName = (label: string) => CHANGES.find((name) => name === label);

/** Unused placeholders for slideshow settings in the video maker with a single image. */
const WITHOUT_SLIDES = { fitMainArray: [] as readonly FitMode[], imageDurationSec: 0, transitionSec: 0 };

const restoreSettings = (maker: VideoMaker, stored: unknown): MakerSettings => ({
  ...WITHOUT_SLIDES,
  ...(restoreValues(fieldsOf(maker), stored) as Omit<MakerSettings, keyof typeof WITHOUT_SLIDES>),
});

export const filesOf = ({ sound, slots }: Project): readonly string[] =>
  [sound, ...Object.values(slots)].flatMap((file) => file?.id ?? []);

export const projectKind = (maker: VideoMaker): DocumentKind<Project> => ({
  key: maker.tool,
  initial: { slots: {}, settings: restoreSettings(maker, undefined) },
  parse: (stored) => {
    const slots = getOwnProperty(stored, 'slots');
    if (typeof slots !== 'object' || slots === null) return undefined;
    const sound = storedReference(getOwnProperty(stored, 'sound'));
    const images = slotsOf(maker).flatMap((slot) => {
      const image = storedReference(getOwnProperty(slots, slot));
      return image ? [[slot, image] as const] : [];
    });
    return {
      ...(sound && { sound }),
      slots: Object.fromEntries(images),
      settings: restoreSettings(maker, getOwnProperty(stored, 'settings')),
    };
  },
  filesOf,
});

/** Files that the visitor adds together, and the slot that is open. */
export interface AddedFiles {
  readonly sound?: ProjectFile | undefined;
  readonly pictures: readonly ProjectFile[];
  readonly open: SlotId | undefined;
}

/** Replaces the audio, and adds images to the slots that `placesFor` chooses. Images without a slot are skipped. */
export const addFiles =
  (maker: VideoMaker, { sound, pictures, open }: AddedFiles): Change<Project> =>
  (project) => {
    const places = placesFor(maker, project.slots, pictures.length, open);
    if (!sound && places.length === 0) return project;
    return {
      ...project,
      ...(sound && { sound }),
      slots: {
        ...project.slots,
        ...Object.fromEntries(places.map((slot, index) => [slot, pictures[index] as ProjectFile])),
      },
      // Only the first place can be the start or end slot, which get a duration.
      settings: { ...project.settings, ...(places[0] && arrivalDurations(project.settings, places[0])) },
    };
  };

/** Removes a file wherever it is: if stored files arrive late, the file may be in another slot. */
export const removeFile =
  (id: string): Change<Project> =>
  (project) => {
    if (!filesOf(project).includes(id)) return project;
    const { sound, slots, settings } = project;
    return {
      ...(sound && sound.id !== id && { sound }),
      slots: Object.fromEntries(Object.entries(slots).filter(([, image]) => image?.id !== id)),
      settings,
    };
  };

/** Moves a main image and its fit mode to another slot. The images between the two slots shift by one. */
export const moveImage =
  (maker: VideoMaker, id: string, to: number): Change<Project> =>
  (project) => {
    const mains = mainSlotsOf(maker);
    const from = mains.findIndex((slot) => project.slots[slot]?.id === id);
    if (from < 0 || from === to) return project;
    const moved = moveItem(mains, from, to).flatMap((source, index) => {
      const image = project.slots[source];
      return image ? [[mainSlot(index), image] as const] : [];
    });
    const { start, end } = project.slots;
    return {
      ...project,
      slots: { ...(start && { start }), ...(end && { end }), ...Object.fromEntries(moved) },
      settings: { ...project.settings, fitMainArray: moveItem(fitsOf(maker, project.settings), from, to) },
    };
  };

export const changeSettings =
  (change: Partial<MakerSettings>): Change<Project> =>
  (project) => {
    const settings = { ...project.settings, ...change };
    return JSON.stringify(settings) === JSON.stringify(project.settings) ? project : { ...project, settings };
  };

/** Sets the fit mode of one main slot. */
export const changeFit =
  (maker: VideoMaker, index: number, fit: FitMode): Change<Project> =>
  (project) =>
    changeSettings({ fitMainArray: fitsOf(maker, project.settings).with(index, fit) })(project);
