import { joinBytes, letters, uint16, uint32 } from '#core/base/bytes.ts';
import { findBox } from '#core/image/formats/heif/iso-boxes.ts';
import { readHeifItems } from '#core/image/formats/heif/items.ts';

type Part = Uint8Array | readonly number[];

export const isoBox = (type: string, ...parts: readonly Part[]): Uint8Array => {
  const content = joinBytes(...parts);
  return joinBytes(uint32(content.length + 8), letters(type), content);
};

/** The box of an AVIF item property, and the property's flag `essential`. */
export interface AvifProperty {
  readonly box: Uint8Array;
  readonly isEssential?: boolean;
}

export interface AvifItem {
  readonly type: string;
  readonly payload: Uint8Array;
  readonly properties: readonly AvifProperty[];
  /** True if the item's data is in the `idat` box. */
  readonly isInMeta?: boolean;
}

export const typeOf = ({ box }: Pick<AvifProperty, 'box'>): string => String.fromCharCode(...box.subarray(4, 8));

export const ispe = (width: number, height: number): AvifProperty => ({
  box: isoBox('ispe', uint32(0), uint32(width), uint32(height)),
});
export const irot = (angle: number): AvifProperty => ({ box: isoBox('irot', [angle]), isEssential: true });
export const imir = (axis: number): AvifProperty => ({ box: isoBox('imir', [axis]), isEssential: true });
/** Takes eight numbers: numerator and denominator of the width, the height and the two offsets. */
export const clap = (...numbers: readonly number[]): AvifProperty => ({
  box: isoBox('clap', ...numbers.map(uint32)),
  isEssential: true,
});
export const nclx = (primaries: number, transfer: number, matrix: number, isFullRange: boolean): AvifProperty => ({
  box: isoBox('colr', letters('nclx'), uint16(primaries), uint16(transfer), uint16(matrix), [isFullRange ? 128 : 0]),
});
export const icc = (profile: Uint8Array): AvifProperty => ({ box: isoBox('colr', letters('prof'), profile) });
export const alphaType: AvifProperty = {
  box: isoBox('auxC', uint32(0), letters('urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0')),
};

/** The alpha property with the URN of HEVC files, which some AVIF files use. */
export const hevcAlphaType: AvifProperty = {
  box: isoBox('auxC', uint32(0), letters('urn:mpeg:hevc:2015:auxid:1\0')),
};

/** Returns a file of these items. Their IDs are 1, 2 and so on; the first is the primary item. */
export function makeAvif(
  items: readonly AvifItem[],
  references: readonly (readonly [type: string, from: number, ...to: number[]])[] = [],
  { brand = 'avif', brands = '', extentShift = 0, extents = 1, isPrimaryStated = true } = {},
): Uint8Array<ArrayBuffer> {
  const boxes = [...new Set(items.flatMap(({ properties }) => properties.map(({ box }) => box)))];
  const inMeta = items.filter((item) => item.isInMeta);
  const inData = items.filter((item) => !item.isInMeta);
  const offsetIn = (list: readonly AvifItem[], item: AvifItem) =>
    list.slice(0, list.indexOf(item)).reduce((sum, { payload }) => sum + payload.length, 0);
  const build = (dataStart: number): Uint8Array =>
    isoBox(
      'meta',
      uint32(0),
      isoBox('hdlr', uint32(0), uint32(0), letters('pict'), new Uint8Array(13)),
      ...(isPrimaryStated ? [isoBox('pitm', uint32(0), uint16(1))] : []),
      isoBox(
        'iloc',
        [1, 0, 0, 0, 0x44, 0],
        uint16(items.length),
        ...items.map((item, index) => [
          ...uint16(index + 1),
          ...uint16(item.isInMeta ? 1 : 0),
          ...uint16(0),
          ...uint16(extents),
          ...Array.from({ length: extents }, () => [
            ...uint32(item.isInMeta ? offsetIn(inMeta, item) : dataStart + offsetIn(inData, item) + extentShift),
            ...uint32(item.payload.length),
          ]).flat(),
        ]),
      ),
      isoBox(
        'iinf',
        uint32(0),
        uint16(items.length),
        ...items.map(({ type }, index) =>
          isoBox('infe', [2, 0, 0, 0], uint16(index + 1), uint16(0), letters(`${type}\0`)),
        ),
      ),
      isoBox(
        'iprp',
        isoBox('ipco', ...boxes),
        isoBox(
          'ipma',
          uint32(0),
          uint32(items.length),
          ...items.map(({ properties }, index) => [
            ...uint16(index + 1),
            properties.length,
            ...properties.map(({ box, isEssential }) => (boxes.indexOf(box) + 1) | (isEssential ? 128 : 0)),
          ]),
        ),
      ),
      ...(references.length === 0
        ? []
        : [
            isoBox(
              'iref',
              uint32(0),
              ...references.map(([type, from, ...to]) =>
                isoBox(type, uint16(from), uint16(to.length), ...to.map(uint16)),
              ),
            ),
          ]),
      ...(inMeta.length === 0 ? [] : [isoBox('idat', ...inMeta.map(({ payload }) => payload))]),
    );
  const head = isoBox('ftyp', letters(brand), uint32(0), letters(brands || `${brand}mif1miaf`));
  const length = build(0).length;
  return joinBytes(head, build(head.length + length + 8), isoBox('mdat', ...inData.map(({ payload }) => payload)));
}

/** Returns the items of an AVIF still by sharp with their properties; the first item is the main image. */
export function itemsOf(bytes: Uint8Array): AvifItem[] {
  const meta = findBox(bytes, 0, bytes.length, 'meta');
  if (!meta) throw new RangeError('There is no meta box');
  const { types, places, properties } = readHeifItems(bytes, meta);
  return [...types].map(([id, type]) => {
    const extents = places.get(id)?.extents ?? [];
    if (extents.length === 0) throw new RangeError('An item without bytes');
    return {
      type,
      payload: joinBytes(...extents.map(({ offset, length }) => bytes.subarray(offset, offset + length))),
      properties: (properties.get(id) ?? []).map(({ start, end, isEssential }) => ({
        box: bytes.slice(start - 8, end),
        isEssential,
      })),
    };
  });
}

/** Adds properties to the item and replaces those of the same type. */
export const withProperties = (item: AvifItem, ...added: readonly AvifProperty[]): AvifItem => {
  const types = added.map(typeOf);
  return { ...item, properties: [...item.properties.filter((each) => !types.includes(typeOf(each))), ...added] };
};

/** Changes the size in the sequence header of a still's AV1 payload by libaom (AV1 specification, 5.5.1). */
export function withSequenceSize(payload: Uint8Array, width: number, height: number): Uint8Array {
  // The sequence header may follow a temporal delimiter of two bytes.
  const at = payload[0] === 0x12 ? 2 : 0;
  if (payload[at] !== 0x0a) throw new RangeError('The sequence header does not come first');
  const length = payload[at + 1] as number;
  const bits = [...payload.subarray(at + 2, at + 2 + length)].flatMap((byte) => toBits(byte, 8));
  if (bits[4] !== 1) throw new RangeError('The header is not a reduced one');
  const [oldWidth, oldHeight] = [fromBits(bits.slice(10, 14)) + 1, fromBits(bits.slice(14, 18)) + 1];
  const changed = [
    ...bits.slice(0, 10),
    ...toBits(15, 4),
    ...toBits(15, 4),
    ...toBits(width - 1, 16),
    ...toBits(height - 1, 16),
    ...bits.slice(18 + oldWidth + oldHeight),
  ];
  while (changed.length % 8 !== 0) changed.push(0);
  const header = Array.from({ length: changed.length / 8 }, (_, index) =>
    fromBits(changed.slice(index * 8, index * 8 + 8)),
  );
  return joinBytes(payload.subarray(0, at + 1), [header.length], header, payload.subarray(at + 2 + length));
}

/** Changes the primaries in the sequence header of a lossy still's payload by sharp, which states BT.709. */
export function withPrimaries(payload: Uint8Array, primaries: number): Uint8Array {
  const bits = [...payload].flatMap((byte) => toBits(byte, 8));
  const stated = [1, ...toBits(1, 8), ...toBits(13, 8), ...toBits(6, 8)].join('');
  const at = bits.join('').indexOf(stated);
  if (at < 0) throw new RangeError('The sequence header has no color codes');
  bits.splice(at + 1, 8, ...toBits(primaries, 8));
  return Uint8Array.from(payload, (_, index) => fromBits(bits.slice(index * 8, index * 8 + 8)));
}

const toBits = (value: number, count: number): number[] =>
  Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1);
const fromBits = (bits: readonly number[]): number => bits.reduce((value, bit) => value * 2 + bit, 0);
