import type { ErrorCode } from '#core/base/errors.ts';
import { soundToSlideshow } from '#core/operations/sound-to-slideshow.ts';
import { soundToVideo } from '#core/operations/sound-to-video.ts';
import type { Field } from '#core/parameters/fields.ts';
import type { CaptionParameters } from '#core/text/captions/caption-style.ts';
import type { TitleSettings } from '#core/text/captions/title-settings.ts';
import type { SlotImage } from '#core/video/images.ts';
import type { VideoSettings } from '#core/video/make-video.ts';
import type { FitMode } from '#core/video/plan/fit-modes.ts';

/** ID of an image slot, as in the video operation: `start`, `end` or a main image. */
export type SlotId = SlotImage['id'];

export interface VideoMaker {
  readonly tool: 'sound_to_video' | 'sound_to_slide_show_video';
  readonly operation: typeof soundToVideo | typeof soundToSlideshow;
  readonly mainSlots: number;
  readonly mainRequired: ErrorCode;
}

export const audioVideoMaker: VideoMaker = {
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

/** Settings of both video makers. Only the slideshow maker uses the slideshow settings. */
export interface MakerSettings extends VideoSettings, CaptionParameters, TitleSettings {
  readonly fitStart: FitMode;
  readonly fitMain: FitMode;
  readonly fitEnd: FitMode;
  /** Fit mode of each main slot, even without an image. A missing entry means `fitMain`. */
  readonly fitMainArray: readonly FitMode[];
  readonly imageDurationSec: number;
  readonly transitionSec: number;
}

/** Duration in seconds of a new start or end image, if its duration in the settings is 0. */
const ARRIVAL_SEC = 2;

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

/** Returns the index of a main slot, counted from 0; undefined for the start and end slot. */
export function mainIndex(slot: SlotId): number | undefined {
  return slot.startsWith('main:') ? Number(slot.slice('main:'.length)) : undefined;
}

export const mainSlotsOf = ({ mainSlots }: VideoMaker): readonly SlotId[] =>
  Array.from({ length: mainSlots }, (_, index) => mainSlot(index));

export const slotsOf = (maker: VideoMaker): readonly SlotId[] => ['start', ...mainSlotsOf(maker), 'end'];

export function fitOf(slot: SlotId, settings: MakerSettings): FitMode {
  if (slot === 'start') return settings.fitStart;
  if (slot === 'end') return settings.fitEnd;
  return settings.fitMainArray[mainIndex(slot) ?? 0] ?? settings.fitMain;
}

/** Returns the fit mode of each main slot, even without an image. */
export const fitsOf = (maker: VideoMaker, settings: MakerSettings): readonly FitMode[] =>
  mainSlotsOf(maker).map((slot) => fitOf(slot, settings));

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, items[from] as Item);
}
