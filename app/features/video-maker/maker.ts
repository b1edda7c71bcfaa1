import type { ErrorCode } from '#core/base/errors.ts';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { soundToVideo } from '#core/operations/sound-to-video.ts';
import type { Field } from '#core/parameters/fields.ts';
import type { VideoSettings } from '#core/video/make-video.ts';
import type { SlotPicture } from '#core/video/pictures.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';

/** Where a picture can be put: core's own names of them. */
export type SlotId = SlotPicture['id'];

/** What makes one maker of video another than the next. */
export interface VideoMaker {
  /** The screen's route, under which settings and files are kept. */
  readonly tool: 'sound_to_video' | 'sound_to_slide_show_video';
  readonly operation: typeof soundToVideo | typeof soundToSlideshow;
  /** How many main images there can be. */
  readonly mainSlots: number;
  /** What is said when there is none. */
  readonly mainRequired: ErrorCode;
}

export const soundVideoMaker: VideoMaker = {
  tool: 'sound_to_video',
  operation: soundToVideo,
  mainSlots: 1,
  mainRequired: 'videoMainRequired',
};

export const slideshowMaker: VideoMaker = {
  tool: 'sound_to_slide_show_video',
  operation: soundToSlideshow,
  mainSlots: soundToSlideshow.inputs.main.max,
  mainRequired: 'videoMainsRequired',
};

/** The settings of both; those of the slideshow alone are there where the maker is one. */
export interface MakerSettings extends VideoSettings {
  readonly fitStart: FitMode;
  readonly fitMain: FitMode;
  readonly fitEnd: FitMode;
  /** By slot, filled or not; a slot without an entry takes `fitMain`. */
  readonly fitMainArray: readonly FitMode[];
  readonly imageDurationSec: number;
  readonly transitionSec: number;
}

/** How long a start or end image is shown from its arrival on, where its duration has been 0. */
const ARRIVAL_SEC = 2;

/** The duration that a picture brings with it which has just come into a slot. */
export function arrivalDurations(
  { durStartSec, durEndSec }: Pick<MakerSettings, 'durStartSec' | 'durEndSec'>,
  slot: SlotId,
): Partial<MakerSettings> {
  if (slot === 'start' && durStartSec === 0) return { durStartSec: ARRIVAL_SEC };
  if (slot === 'end' && durEndSec === 0) return { durEndSec: ARRIVAL_SEC };
  return {};
}

export const fieldsOf = ({ operation }: VideoMaker): Readonly<Record<string, Field>> => operation.params;

export const mainSlot = (index: number): SlotId => `main:${index}`;

/** The number of a main slot, counted from 0; nothing for the others. */
export function mainIndex(slot: SlotId): number | undefined {
  return slot.startsWith('main:') ? Number(slot.slice('main:'.length)) : undefined;
}

/** Every slot that a maker has. */
export function slotsOf({ mainSlots }: VideoMaker): readonly SlotId[] {
  return ['start', ...Array.from({ length: mainSlots }, (_, index) => mainSlot(index)), 'end'];
}

export function fitOf(slot: SlotId, settings: MakerSettings): FitMode {
  if (slot === 'start') return settings.fitStart;
  if (slot === 'end') return settings.fitEnd;
  return settings.fitMainArray[mainIndex(slot) ?? 0] ?? settings.fitMain;
}

/** The items with one of them taken out and put in at another place. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, items[from] as Item);
}
