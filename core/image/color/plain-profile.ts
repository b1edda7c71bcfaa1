import { ascii, joinBytes, letters, sameBytes, uint16, uint32, viewOf } from '../../base/bytes.ts';

/** Tags that convert colors (ICC.1:2022, 9.2), and so all tags that a copied profile contains besides its required texts. */
const COLOR_TAGS = /^(?:[rgb]XYZ|[rgbk]TRC|wtpt|chad|A2B[0-2]|B2A[0-2]|cicp)$/;

const HEADER_BYTES = 128;
const ENTRY_BYTES = 12;
const MAX_TAGS = 100;

/**
 * Rebuilds an ICC profile from the header fields and tags that conversions depend on, without names, texts, dates and
 * private tags. Returns `undefined` for a damaged profile.
 */
export function plainProfile(icc: Uint8Array): Uint8Array<ArrayBuffer> | undefined {
  try {
    const view = viewOf(icc);
    const count = view.getUint32(HEADER_BYTES);
    if (count > MAX_TAGS) return undefined;
    const tags = Array.from({ length: count }, (_, index) => {
      const at = HEADER_BYTES + 4 + index * ENTRY_BYTES;
      const [start, length] = [view.getUint32(at + 4), view.getUint32(at + 8)];
      return { name: ascii(icc, at, 4), content: elementOf(icc, start, start + length) };
    }).filter(({ name }) => COLOR_TAGS.test(name));
    // Version 2 requires a description of another type than version 4 (ICC.1:2001-04, 6.5.17; ICC.1:2022, 10.15).
    const texts = (icc[8] as number) < 4 ? [OLD_DESCRIPTION, OLD_COPYRIGHT] : [EMPTY_TEXT, EMPTY_TEXT];
    return assemble(icc, [
      { name: 'desc', content: texts[0] as Uint8Array },
      { name: 'cprt', content: texts[1] as Uint8Array },
      ...tags,
    ]);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

const OLD_DESCRIPTION = joinBytes(letters('desc'), uint32(0), uint32(1), new Uint8Array(1 + 8 + 3 + 67));
const OLD_COPYRIGHT = joinBytes(letters('text'), uint32(0), [0]);
const EMPTY_TEXT = joinBytes(letters('mluc'), uint32(0), uint32(0), uint32(12));

/** Returns a tag's content in the exact length that its type states, so that no other bytes follow. */
function elementOf(icc: Uint8Array, start: number, end: number): Uint8Array {
  if (end > icc.length || end - start < 8) throw new RangeError('A tag is cut off');
  const view = viewOf(icc);
  const type = ascii(icc, start, 4);
  const length =
    type === 'XYZ '
      ? 20
      : type === 'curv'
        ? 12 + 2 * view.getUint32(start + 8)
        : type === 'para'
          ? 12 + 4 * ([1, 3, 4, 5, 7][view.getUint16(start + 8)] ?? 0)
          : type === 'sf32'
            ? 8 + 36
            : end - start;
  if (start + length > end) throw new RangeError('A tag is cut off');
  return joinBytes(icc.subarray(start, start + 4), uint32(0), icc.subarray(start + 8, start + length));
}

interface Tag {
  readonly name: string;
  readonly content: Uint8Array;
}

function assemble(icc: Uint8Array, tags: readonly Tag[]): Uint8Array<ArrayBuffer> {
  const entries: number[] = [];
  const contents: Uint8Array[] = [];
  const placed: { readonly content: Uint8Array; readonly at: number }[] = [];
  let at = HEADER_BYTES + 4 + tags.length * ENTRY_BYTES;
  for (const { name, content } of tags) {
    // Equal tags share one place, as usual for the three curves of a display.
    const same = placed.find((each) => sameBytes(each.content, content));
    entries.push(...letters(name), ...uint32(same?.at ?? at), ...uint32(content.length));
    if (same) continue;
    placed.push({ content, at });
    // Tags start at multiples of four bytes (ICC.1:2022, 7.3.4).
    const padded = joinBytes(content, new Uint8Array((4 - (content.length % 4)) % 4));
    contents.push(padded);
    at += padded.length;
  }
  const header = joinBytes(
    uint32(at),
    uint32(0),
    // Version, device class, color space and profile connection space (ICC.1:2022, 7.2).
    icc.subarray(8, 24),
    // Creation time: the first day of 2000.
    uint16(2000),
    uint16(1),
    uint16(1),
    new Uint8Array(6),
    letters('acsp'),
    new Uint8Array(24),
    // Rendering intent and illuminant.
    icc.subarray(64, 80),
    new Uint8Array(48),
  );
  return joinBytes(header, uint32(tags.length), entries, ...contents);
}
