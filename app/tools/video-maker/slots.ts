import { mainIndex, mainSlot, mainSlotsOf, type SlotId, slotsOf, type VideoMaker } from './maker.ts';

/** A file of a video. `id` is its ID in the file store. */
export interface VideoFile {
  readonly id: string;
  readonly name: string;
}

/** The images of a video. */
export type Slots = { readonly [Slot in SlotId]?: VideoFile };

export const filledSlots = (maker: VideoMaker, slots: Slots): readonly SlotId[] =>
  slotsOf(maker).filter((slot) => slots[slot]);

/**
 * Returns slots for new images. One image goes to the selected slot; several go to a selected start or end slot first.
 * All others go to free main slots. A maker with one main slot always replaces that slot's image.
 */
export function placesFor(maker: VideoMaker, slots: Slots, count: number, open: SlotId | undefined): readonly SlotId[] {
  if (count === 0) return [];
  if (open && count === 1) return [open];
  const openIndex = open && mainIndex(open);
  if (maker.mainSlots === 1 && (open === undefined || openIndex !== undefined)) return [mainSlot(0)];
  const first = openIndex ?? 0;
  const mains = mainSlotsOf(maker);
  const order = [...mains.slice(first), ...mains.slice(0, first)];
  const free = order.filter((slot) => !slots[slot]);
  return [...(open && openIndex === undefined ? [open] : []), ...free].slice(0, count);
}

export const filledMains = (maker: VideoMaker, slots: Slots): readonly SlotId[] =>
  filledSlots(maker, slots).filter((slot) => mainIndex(slot) !== undefined);
