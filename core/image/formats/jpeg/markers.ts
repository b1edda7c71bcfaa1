import { joinBytes, uint16 } from '../../../base/bytes.ts';

// JPEG markers (T.81, table B.1): the byte after 0xFF.

export const SOF_BASELINE = 0xc0;
/** Extended sequential DCT; with 8 bits, its only difference from baseline is the number of tables. */
export const SOF_EXTENDED = 0xc1;
export const SOF_PROGRESSIVE = 0xc2;
export const DHT = 0xc4;
export const DAC = 0xcc;
export const SOI = 0xd8;
export const EOI = 0xd9;
export const SOS = 0xda;
export const DQT = 0xdb;
export const DNL = 0xdc;
export const DRI = 0xdd;
export const DHP = 0xde;
export const APP0 = 0xe0;
export const APP1 = 0xe1;
export const APP2 = 0xe2;
export const APP14 = 0xee;
export const COM = 0xfe;

export const isApplication = (marker: number): boolean => marker >= APP0 && marker <= 0xef;
export const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && marker !== DHT && marker !== 0xc8 && marker !== DAC;
export const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;
export const isStandaloneMarker = (marker: number): boolean => marker === 0x01 || isRestart(marker);

/** Returns a JPEG segment: marker, length and content (T.81, B.1.1.4). */
export function jpegSegment(
  marker: number,
  ...content: readonly (Uint8Array | readonly number[])[]
): Uint8Array<ArrayBuffer> {
  const body = joinBytes(...content);
  return joinBytes([0xff, marker], uint16(2 + body.length), body);
}

interface FoundMarker {
  readonly marker: number;
  readonly end: number;
  /** True if unexpected bytes, which belong to no segment, precede the JPEG marker. */
  readonly hasExtraneous: boolean;
}

/** Returns the next marker of a JPEG from offset `at` on, by libjpeg's rules; `undefined` at the end of the data. */
export function nextMarker(bytes: Uint8Array, at: number): FoundMarker | undefined {
  let hasExtraneous = false;
  for (let offset = at; ; ) {
    const found = bytes.indexOf(0xff, offset);
    if (found < 0) return undefined;
    hasExtraneous ||= found > offset;
    offset = found;
    while (bytes[offset] === 0xff) offset++;
    const marker = bytes[offset++];
    if (marker === undefined) return undefined;
    if (marker !== 0) return { marker, end: offset, hasExtraneous };
    hasExtraneous = true;
  }
}
