import { tilesOf } from '../heif/coded-images.ts';
import { codesOf, sequenceFrames } from '../heif/heif.ts';
import { colorOf, findProperty, readHeicLayout } from '../heif/layout.ts';
import type { Coding } from '../image-format.ts';

export { findExif } from '../heif/heif-exif.ts';

export function readCoding(bytes: Uint8Array): Partial<Coding> {
  const { properties, items } = readHeicLayout(bytes);
  const coded = [items.primary, ...tilesOf(items, items.primary)].map((id) => items.properties.get(id) ?? []);
  const config = coded.flatMap((list) => findProperty(list, 'hvcC', 23) ?? [])[0];
  // The last bits of byte 16 of `hvcC` are chroma_format_idc (ISO/IEC 14496-15, 8.3.3.1; ITU-T H.265, table 6-1).
  const chroma = config && (['', '4:2:0', '4:2:2', '4:4:4'] as const)[(bytes[config.start + 16] as number) & 3];
  const codes = codesOf(colorOf(bytes, properties).nclx);
  return { codes, frames: sequenceFrames(bytes), ...(chroma && { chromaSubsampling: chroma }) };
}
