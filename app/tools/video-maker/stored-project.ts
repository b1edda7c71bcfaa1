import type { Parse } from '../../storage/storage.ts';
import { getOwnProperty, storedSide, storedText } from '../../storage/stored.ts';
import { type SlotId, slotsOf, type VideoMaker } from './maker.ts';
import type { SlotItem } from './slots.ts';
import { parseWarnings } from './stored-warnings.ts';

export type StoredSlots = Partial<Record<SlotId, Omit<SlotItem, 'blob' | 'thumbnail'>>>;

export interface StoredPicture {
  readonly blob: Blob;
  readonly thumbnail: Blob;
}

export const parseSlots = (maker: VideoMaker, stored: unknown): StoredSlots | undefined => {
  const slots: StoredSlots = {};
  for (const slot of slotsOf(maker)) {
    const item = getOwnProperty(stored, slot);
    const [id, name] = [storedText(getOwnProperty(item, 'id')), storedText(getOwnProperty(item, 'name'))];
    const [width, height] = [storedSide(getOwnProperty(item, 'width')), storedSide(getOwnProperty(item, 'height'))];
    if (id && name !== undefined && width && height)
      slots[slot] = { id, name, width, height, warnings: parseWarnings(getOwnProperty(item, 'warnings')) };
  }
  return slots;
};

export const parsePicture: Parse<StoredPicture> = (stored) => {
  const [blob, thumbnail] = [getOwnProperty(stored, 'blob'), getOwnProperty(stored, 'thumbnail')];
  return blob instanceof Blob && thumbnail instanceof Blob ? { blob, thumbnail } : undefined;
};

export const pictureKey = (id: string) => `picture/${id}` as const;
