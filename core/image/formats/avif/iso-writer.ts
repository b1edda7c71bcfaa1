import { joinBytes, letters, uint16, uint32 } from '../../../base/bytes.ts';

type Part = Uint8Array | readonly number[];

/** Builds a box (ISO/IEC 14496-12, 4.2). */
export function box(type: string, ...parts: readonly Part[]): Uint8Array<ArrayBuffer> {
  const content = joinBytes(...parts);
  return joinBytes(uint32(content.length + 8), letters(type), content);
}

/** Builds a box with a version and without flags. */
export const fullBox = (type: string, version: number, ...parts: readonly Part[]) =>
  box(type, [version, 0, 0, 0], ...parts);

export interface Place {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
}

/** Start of an `iloc` box: four-byte fields, no base offset, one extent per item (ISO/IEC 14496-12, 8.11.3). */
export const PLACES_HEAD = [0, 0, 0, 0, 0x44, 0];

export const writePlaces = (places: readonly Place[]): Uint8Array<ArrayBuffer> =>
  box(
    'iloc',
    PLACES_HEAD,
    uint16(places.length),
    ...places.map(({ id, offset, length }) => [
      ...uint16(id),
      ...uint16(0),
      ...uint16(1),
      ...uint32(offset),
      ...uint32(length),
    ]),
  );
