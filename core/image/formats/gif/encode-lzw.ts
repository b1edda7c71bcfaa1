import { UNCHANGED_ALPHA } from '../../frames/frame-change.ts';

/** Codes of GIF have at most 12 bits (GIF89a, appendix F). */
const MAX_BITS = 12;
const MAX_CODES = 1 << MAX_BITS;

/** Maximum bytes of a data sub-block (GIF89a, 15). */
const BLOCK_BYTES = 255;

/** Pixels of a GIF frame, each with the nearest palette index. */
export interface LzwSource {
  readonly indices: Uint8Array;
  /**
   * The pixels as RGBA. Those with `UNCHANGED_ALPHA` may be transparent too, and those with alpha 0 are transparent,
   * also in `indices`.
   */
  readonly words: Uint32Array;
  /** RGB bytes of the palette. */
  readonly palette: Uint8Array;
  /** Index of transparent pixels; 256 if the palette has no room for one. */
  readonly transparent: number;
  /** Maximum distance in RGB between a pixel and a color that replaces the nearest one. */
  readonly tolerance: number;
}

/**
 * Compresses palette indices to an LZW minimum code size and data sub-blocks (GIF89a, 22). A full dictionary is kept as
 * long as it compresses the next pixels better than a new one. Of the indices that a pixel may have, takes those that
 * lengthen a match: unchanged pixels may be transparent, and colors may differ by the tolerance.
 */
export function encodeLzw(source: LzwSource, literalBits: number): Uint8Array<ArrayBuffer> {
  const { length } = source.indices;
  const clear = 1 << literalBits;
  const out = bitWriter(length);
  let dictionary = createDictionary(clear, source);
  out.write(clear, literalBits + 1);
  let part = dictionary.encode(0, length);
  out.add(part);
  while (part.end < length) {
    const start = part.end;
    const fresh = createDictionary(clear, source);
    const renewed = fresh.encode(start, length);
    const kept = dictionary.encode(start, renewed.end);
    const bitsPerPixel = (each: Part) => each.bits / (each.end - start);
    const isBetter = MAX_BITS + renewed.bits < bitsPerPixel(kept) * (renewed.end - start);
    if (isBetter) {
      out.write(clear, MAX_BITS);
      dictionary = fresh;
    }
    part = isBetter ? renewed : kept;
    out.add(part);
  }
  out.write(clear + 1, dictionary.bits());
  return out.blocks(literalBits);
}

/** Codes of consecutive pixels. */
interface Part {
  /** Each code, with its number of bits in the bits above it. */
  readonly codes: readonly number[];
  readonly bits: number;
  /** Index after the last coded pixel. */
  readonly end: number;
}

/** Number of alternatives that a search for the longest match tries. */
const MAX_BRANCHES = 24;

function createDictionary(clear: number, source: LzwSource) {
  const { indices, words, transparent, tolerance } = source;
  const { length } = indices;
  const suffixes = new Uint8Array(MAX_CODES);
  // The entries that extend an entry by one pixel form a list.
  const [firstChild, nextSibling] = [new Uint16Array(MAX_CODES), new Uint16Array(MAX_CODES)];
  let next = clear + 2;
  let width = Math.log2(clear) + 1;
  let lastIndex = -1;
  // The next match must start with the index that extended the last entry.
  let pending = { at: -1, first: 0 };

  const isUnchanged = (at: number): boolean => (words[at] as number) >>> 24 === UNCHANGED_ALPHA;
  const branchEntries = new Uint16Array(MAX_BRANCHES);
  const branchEnds = new Uint32Array(MAX_BRANCHES);

  let branches = 0;
  let tried = 0;
  const branch = (entry: number, end: number) => {
    if (tried === MAX_BRANCHES) return;
    branchEntries[branches] = entry;
    branchEnds[branches++] = end;
    tried += 1;
  };
  // The result of `findLongest`: the entry of the match, and the index after its last pixel.
  let longest = 0;
  let longestEnd = 0;

  /** Finds the longest match that starts with an index. Prefers transparent pixels, then the nearest colors. */
  const findLongest = (first: number, start: number): void => {
    let entry = first;
    let end = start + 1;
    longest = entry;
    longestEnd = end;
    tried = 0;
    for (;;) {
      if (end > longestEnd) {
        longest = entry;
        longestEnd = end;
      }
      if (end === length) break;
      const preferred = isUnchanged(end) ? transparent : (indices[end] as number);
      const isFlexible = tolerance > 0 || preferred !== indices[end];
      let best = 0;
      let other = 0;
      for (let found = firstChild[entry] as number; found !== 0; found = nextSibling[found] as number) {
        const index = suffixes[found] as number;
        if (index === preferred) best = found;
        else if (isFlexible && isAllowed(source, end, index)) {
          if (other !== 0) branch(other, end + 1);
          other = found;
        }
        if (best !== 0 && !isFlexible) break;
      }
      if (best !== 0 && other !== 0) branch(other, end + 1);
      end += 1;
      entry = best || other;
      if (entry !== 0) continue;
      if (branches === 0) return;
      branches -= 1;
      entry = branchEntries[branches] as number;
      end = branchEnds[branches] as number;
    }
    branches = 0;
  };

  /** Returns the index of the first pixel of a match: the one with the longest match, if several are allowed. */
  const chooseFirst = (at: number): number => {
    const nearest = indices[at] as number;
    if (tolerance === 0 && !isUnchanged(at)) return nearest;
    let best = nearest;
    let end = 0;
    for (const index of [transparent, nearest, lastIndex]) {
      if (index < 0 || !isAllowed(source, at, index)) continue;
      findLongest(index, at);
      if (longestEnd < end || (longestEnd === end && index !== lastIndex)) continue;
      best = index;
      end = longestEnd;
    }
    return best;
  };
  const widen = () => {
    if (next === 1 << width && width < MAX_BITS) width += 1;
  };

  return {
    /** Codes pixels until the dictionary becomes full, or to the first code that reaches `end`. */
    encode(start: number, end: number): Part {
      const codes: number[] = [];
      const isFull = next === MAX_CODES;
      let [bits, at] = [0, start];
      let first = pending.at === at ? pending.first : chooseFirst(at);
      while (at < end && (isFull || next < MAX_CODES)) {
        findLongest(first, at);
        const entry = longest;
        at = longestEnd;
        lastIndex = entry < clear ? entry : (suffixes[entry] as number);
        codes.push((width << MAX_BITS) | entry);
        bits += width;
        if (at === length) break;
        first = chooseFirst(at);
        if (isFull) continue;
        suffixes[next] = first;
        nextSibling[next] = firstChild[entry] as number;
        firstChild[entry] = next;
        widen();
        next += 1;
      }
      pending = { at, first };
      return { codes, bits, end: at };
    },
    /** Returns the number of bits of a code after the last pixel, when decoders have one entry less. */
    bits() {
      widen();
      return width;
    },
  };
}

/** Returns true if a pixel may have a palette index. */
function isAllowed({ indices, words, palette, transparent, tolerance }: LzwSource, at: number, index: number): boolean {
  if (index === indices[at]) return true;
  const word = words[at] as number;
  const alpha = word >>> 24;
  if (index === transparent) return alpha === UNCHANGED_ALPHA;
  if (tolerance === 0 || alpha === 0) return false;
  const red = (word & 255) - (palette[index * 3] as number);
  const green = ((word >>> 8) & 255) - (palette[index * 3 + 1] as number);
  const blue = ((word >>> 16) & 255) - (palette[index * 3 + 2] as number);
  return red * red + green * green + blue * blue <= tolerance ** 2;
}

/** Packs codes, least significant bit first. */
function bitWriter(pixels: number) {
  let bytes = new Uint8Array(256 + (pixels >> 1));
  let [length, held, heldBits] = [0, 0, 0];
  const push = (byte: number) => {
    if (length === bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    bytes[length++] = byte;
  };
  const write = (code: number, bits: number) => {
    held |= code << heldBits;
    heldBits += bits;
    for (; heldBits >= 8; heldBits -= 8) {
      push(held & 255);
      held >>>= 8;
    }
  };
  return {
    write,
    add({ codes }: Part) {
      for (const each of codes) write(each & (MAX_CODES - 1), each >>> MAX_BITS);
    },
    /** Returns the minimum code size, and the packed codes in data sub-blocks, of which the last is empty. */
    blocks(literalBits: number): Uint8Array<ArrayBuffer> {
      if (heldBits > 0) push(held & 255);
      const blocks = new Uint8Array(1 + length + Math.ceil(length / BLOCK_BYTES) + 1);
      blocks[0] = literalBits;
      for (let from = 0, to = 1; from < length; from += BLOCK_BYTES) {
        const block = bytes.subarray(from, Math.min(length, from + BLOCK_BYTES));
        blocks[to] = block.length;
        blocks.set(block, to + 1);
        to += 1 + block.length;
      }
      return blocks;
    },
  };
}
