import { codesOf, sequenceFrames } from '../heif/heif.ts';
import { colorOf, findProperty, readAvifLayout } from '../heif/layout.ts';
import type { Coding } from '../image-format.ts';

export { findExif } from '../heif/heif-exif.ts';
export { embedInAvif as embed } from './embed-avif.ts';
export { stripAvif as strip } from './strip-avif.ts';

export function readCoding(bytes: Uint8Array): Partial<Coding> {
  const { properties, items } = readAvifLayout(bytes);
  const tile = items?.references.find(({ type, from }) => type === 'dimg' && from === items.primary)?.to[0];
  const config =
    findProperty(properties, 'av1C', 4) ?? findProperty(items?.properties.get(tile ?? -1) ?? [], 'av1C', 4);
  const color = colorOf(bytes, properties);
  // Byte 2 of `av1C`: monochrome, chroma_subsampling_x, chroma_subsampling_y (AV1 in ISOBMFF, 2.3.3).
  const flags = config ? (bytes[config.start + 2] as number) : 0;
  const isGray = (flags & 0x10) !== 0;
  const chroma = (['4:4:4', undefined, '4:2:2', '4:2:0'] as const)[(flags >> 2) & 3];
  return {
    codes: codesOf(color.nclx),
    frames: sequenceFrames(bytes),
    // Matrix coefficients 0 mean RGB (ITU-T H.273, table 4).
    ...(config && !isGray && color.nclx?.matrix !== 0 && { chromaSubsampling: chroma }),
  };
}
