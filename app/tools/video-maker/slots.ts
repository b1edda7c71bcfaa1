import type { Warning } from '#core/platform/context.ts';
import { mainIndex, mainSlot, type SlotId, slotsOf, type VideoMaker } from './maker.ts';

export interface SlotItem {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly Warning[];
  /** The image's file; undefined if the file is no longer in the browser's storage. */
  readonly blob: Blob | undefined;
  readonly thumbnail: Blob | undefined;
}

export type Slots = Readonly<Partial<Record<SlotId, SlotItem>>>;

export const filledSlots = (maker: VideoMaker, slots: Slots): readonly SlotId[] =>
  slotsOf(maker).filter((slot) => slots[slot]);

/**
 * Returns the slots for new images. A single image fills the open slot, otherwise the first free main slot.
 * Several images fill an open start or end slot first, then the free main slots.
 * The only main slot of a maker is always replaced.
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
