/** Codes of GIF have at most 12 bits (GIF89a, appendix F). */
const MAX_BITS = 12;
const MAX_CODES = 1 << MAX_BITS;

/** Maximum bytes of a data sub-block (GIF89a, 15). */
const BLOCK_BYTES = 255;

/** Returns the distance of two palette indices; 0 for equal colors, infinite if a pixel must keep its index. */
export type IndexDistance = (one: number, other: number) => number;

interface Loss {
  readonly distance: IndexDistance;
  /** Maximum distance of a pixel's color from the source. */
  readonly tolerance: number;
}

/**
 * Compresses palette indices to an LZW minimum code size and data sub-blocks (GIF89a, 22). A full dictionary is kept as
 * long as it compresses the next pixels better than a new one. With `loss`, pixels take similar colors that lengthen a
 * match.
 */
export function encodeLzw(indices: Uint8Array, literalBits: number, loss?: Loss): Uint8Array<ArrayBuffer> {
  const clear = 1 << literalBits;
  const out = bitWriter(indices.length);
  let dictionary = createDictionary(clear, loss);
  out.write(clear, literalBits + 1);
  let part = dictionary.encode(indices, 0, indices.length);
  out.add(part);
  while (part.end < indices.length) {
    const start = part.end;
    const fresh = createDictionary(clear, loss);
    const renewed = fresh.encode(indices, start, indices.length);
    const kept = dictionary.encode(indices, start, renewed.end);
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

function createDictionary(clear: number, loss: Loss | undefined) {
  const suffixes = new Uint8Array(MAX_CODES);
  // The entries that extend an entry by one pixel form a list.
  const [firstChild, nextSibling] = [new Uint16Array(MAX_CODES), new Uint16Array(MAX_CODES)];
  let next = clear + 2;
  let width = Math.log2(clear) + 1;

  const child = (entry: number, pixel: number): number => {
    let found = firstChild[entry] as number;
    while (found !== 0 && suffixes[found] !== pixel) found = nextSibling[found] as number;
    return found;
  };
  const similarChild = (entry: number, pixel: number, { distance, tolerance }: Loss): number => {
    let [best, least] = [0, tolerance];
    for (let found = firstChild[entry] as number; found !== 0; found = nextSibling[found] as number) {
      const away = distance(pixel, suffixes[found] as number);
      if (away <= least) [best, least] = [found, away];
    }
    return best;
  };
  const widen = () => {
    if (next === 1 << width && width < MAX_BITS) width += 1;
  };

  return {
    /** Codes pixels until the dictionary becomes full, or to the first code that reaches `end`. */
    encode(pixels: Uint8Array, start: number, end: number): Part {
      const codes: number[] = [];
      const isFull = next === MAX_CODES;
      let [bits, at] = [0, start];
      while (at < end && (isFull || next < MAX_CODES)) {
        let entry = pixels[at++] as number;
        while (at < pixels.length) {
          const pixel = pixels[at] as number;
          const longer = child(entry, pixel) || (loss ? similarChild(entry, pixel, loss) : 0);
          if (longer === 0) break;
          entry = longer;
          at++;
        }
        codes.push((width << MAX_BITS) | entry);
        bits += width;
        if (isFull || at >= pixels.length) continue;
        suffixes[next] = pixels[at] as number;
        nextSibling[next] = firstChild[entry] as number;
        firstChild[entry] = next;
        widen();
        next += 1;
      }
      return { codes, bits, end: at };
    },
    /** Returns the number of bits of a code after the last pixel, when decoders have one entry less. */
    bits() {
      widen();
      return width;
    },
  };
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
