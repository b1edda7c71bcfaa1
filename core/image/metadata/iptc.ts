import { indexOfBytes, letters, viewOf } from '../../base/bytes.ts';
import { MAX_EXIF_ENTRIES } from '../../base/limits.ts';

/** Image resource 0x0404 of Photoshop, which contains IPTC data (IPTC-IIM in Photoshop's file format). */
const RESOURCE = [...letters('8BIM'), 4, 4];

/** Numbers of data sets in record 2 of IPTC-IIM 4.2, section 6. */
export const IPTC = {
  title: 5,
  keywords: 25,
  creator: 80,
  city: 90,
  sublocation: 92,
  copyright: 116,
  caption: 120,
} as const;

/** Returns the data sets of record 2 in a file or block with Photoshop's image resources, by number. */
export function findIptc(bytes: Uint8Array): ReadonlyMap<number, readonly Uint8Array[]> {
  const sets = new Map<number, Uint8Array[]>();
  const at = indexOfBytes(bytes, RESOURCE);
  if (at < 0) return sets;
  const view = viewOf(bytes);
  // A name in Pascal format with even length, then the length of the data in four bytes.
  const name = at + RESOURCE.length;
  const start = name + (((bytes[name] ?? 0) + 2) & ~1) + 4;
  if (start > bytes.length) return sets;
  const end = Math.min(bytes.length, start + view.getUint32(start - 4));
  let from = start;
  for (let count = 0; count < MAX_EXIF_ENTRIES && from + 5 <= end && bytes[from] === 0x1c; count++) {
    const [record, set, length] = [bytes[from + 1], bytes[from + 2] as number, view.getUint16(from + 3)];
    // Data sets with extended lengths are longer than any text of this record (IPTC-IIM 4.2, 1.6).
    if (length > 32_767 || from + 5 + length > end) break;
    if (record === 2 && length > 0)
      sets.set(set, [...(sets.get(set) ?? []), bytes.subarray(from + 5, from + 5 + length)]);
    from += 5 + length;
  }
  return sets;
}
