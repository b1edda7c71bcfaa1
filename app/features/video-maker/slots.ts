import type { Warning } from '#core/platform/context.ts';
import { mainIndex, mainSlot, type SlotId, slotsOf, type VideoMaker } from './maker.ts';

/** A picture in its slot. */
export interface SlotItem {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** What decoding the file warned of. */
  readonly warnings: readonly Warning[];
  /** Nothing where the browser has lost it since the last visit. */
  readonly blob: Blob | undefined;
  /** A small PNG for the slot's button. */
  readonly thumbnail: Blob | undefined;
}

export type Slots = Readonly<Partial<Record<SlotId, SlotItem>>>;

export const filledSlots = (maker: VideoMaker, slots: Slots): readonly SlotId[] =>
  slotsOf(maker).filter((slot) => slots[slot]);

/**
 * Where pictures go: one alone into the slot that is open, or else into the first free one; of
 * several each into a free main slot, from the open one on and then from the first. An open start or
 * end slot takes the first of them. With one main slot alone, that takes the first picture, be it free or not.
 */
export function placesFor(maker: VideoMaker, slots: Slots, count: number, open: SlotId | undefined): readonly SlotId[] {
  if (count === 0) return [];
  if (open && count === 1) return [open];
  const openIndex = open && mainIndex(open);
  if (maker.mainSlots === 1 && (open === undefined || openIndex !== undefined)) return [mainSlot(0)];
  const first = openIndex ?? 0;
  const order = Array.from({ length: maker.mainSlots }, (_, index) => mainSlot((first + index) % maker.mainSlots));
  const free = order.filter((slot) => !slots[slot]);
  return [...(open && openIndex === undefined ? [open] : []), ...free].slice(0, count);
}
