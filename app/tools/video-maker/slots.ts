import type { Warning } from '#core/platform/context.ts';
import { mainIndex, mainSlot, type SlotId, slotsOf, type VideoMaker } from './maker.ts';

export interface SlotItem {
  readonly id: string;
  readonly name: string;
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly Warning[];
  /** File of the image; undefined if the browser's storage no longer contains the file. */
  readonly blob: Blob | undefined;
  readonly thumbnail: Blob | undefined;
}

export type Slots = Readonly<Partial<Record<SlotId, SlotItem>>>;

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
  const order = Array.from({ length: maker.mainSlots }, (_, index) => mainSlot((first + index) % maker.mainSlots));
  const free = order.filter((slot) => !slots[slot]);
  return [...(open && openIndex === undefined ? [open] : []), ...free].slice(0, count);
}
