import { mainIndex, mainSlot, type SlotId, slotsOf, type VideoMaker } from './maker.ts';

/** A picture in its slot. */
export interface SlotItem {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  /** Nothing where the browser has lost it since the last visit. */
  readonly blob: Blob | undefined;
  /** An address of it in small. */
  readonly thumbnail: string | undefined;
}

export type Slots = Readonly<Partial<Record<SlotId, SlotItem>>>;

export const filledSlots = (maker: VideoMaker, slots: Slots): readonly SlotId[] =>
  slotsOf(maker).filter((slot) => slots[slot]);

/**
 * Where pictures go: one alone into the slot that is open, or else into the first free one; of
 * several each into a free main slot, from the open one on and then from the first. With one main
 * slot alone there is nothing to be free: it takes the first picture.
 */
export function placesFor(maker: VideoMaker, slots: Slots, count: number, open: SlotId | undefined): readonly SlotId[] {
  if (count === 0) return [];
  const openIndex = open && mainIndex(open);
  if (open && (count === 1 || openIndex === undefined)) return [open];
  if (maker.mainSlots === 1) return [mainSlot(0)];
  const first = openIndex ?? 0;
  const order = Array.from({ length: maker.mainSlots }, (_, index) => mainSlot((first + index) % maker.mainSlots));
  return order.filter((slot) => !slots[slot]).slice(0, count);
}
