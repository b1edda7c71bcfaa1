/** Destinations of Huffman tables. */
export const LUMA = 0;
export const CHROMA = 1;
export const TABLES = 2;

/** Index of an empty code after all codes, for entries without a symbol. */
const NO_SYMBOL = TABLES * 256;

/** Entry without symbol and extra bits. */
const NOTHING = NO_SYMBOL << 20;

/** Maximum number of extra bits of an entry. */
const MAX_EXTRA = 15;

const FIRST_CAPACITY = 1 << 16;

/** Symbols of a scan of a progressive JPEG with their extra bits, before Huffman coding. */
export class ScanSymbols {
  /** Number of uses of each symbol: 256 of each table. */
  readonly counts = new Uint32Array(TABLES * 256);
  /** Entries: 2 bits for the table, 8 for the symbol, 4 for the number of extra bits, and 16 for the extra bits. */
  private entries = new Uint32Array(FIRST_CAPACITY);
  private length = 0;
  private extraBits = 0;

  /** `table` is the table of the next symbols. */
  constructor(public table = LUMA) {}

  /** Adds a symbol, followed by the lowest `size` bits of `bits`. */
  add(symbol: number, bits: number, size: number): void {
    this.fill(this.reserve(), symbol, bits, size);
  }

  /** Adds a reserved entry, which remains empty unless it is filled. Returns the entry's index. */
  reserve(): number {
    if (this.length === this.entries.length) {
      const grown = new Uint32Array(2 * this.length);
      grown.set(this.entries);
      this.entries = grown;
    }
    this.entries[this.length] = NOTHING;
    return this.length++;
  }

  /** Fills a reserved entry with a symbol, followed by the lowest `size` bits of `bits`. */
  fill(at: number, symbol: number, bits: number, size: number): void {
    const code = (this.table << 8) | symbol;
    this.entries[at] = (code << 20) | (size << 16) | bits;
    this.counts[code] = (this.counts[code] as number) + 1;
    this.extraBits += size;
  }

  /** Fills a reserved entry with the symbol of a run of blocks without further coefficients (T.81, G.1.2.2). */
  fillEmptyBlocks(at: number, count: number): void {
    const size = 31 - Math.clz32(count);
    this.fill(at, size << 4, count - (1 << size), size);
  }

  /** Adds a bit without a symbol. */
  addBit(bit: number): void {
    this.extraBits++;
    const last = this.entries[this.length - 1] as number;
    const size = (last >>> 16) & 15;
    // Extends the last entry if the entry has bits only. An empty entry is reserved for a symbol.
    if (last >>> 20 === NO_SYMBOL && size > 0 && size < MAX_EXTRA)
      this.entries[this.length - 1] = NOTHING | ((size + 1) << 16) | ((last & 0xffff) << 1) | bit;
    else {
      const at = this.reserve();
      this.entries[at] = NOTHING | (1 << 16) | bit;
    }
  }

  /**
   * Returns the entropy-coded data, with a zero byte after each 0xFF (T.81, B.1.1.5). `codes` has the 256 codes of each
   * table in the format of `writeCodes`.
   */
  write(codes: Uint32Array): Uint8Array {
    const { entries } = this;
    const allCodes = new Uint32Array(NO_SYMBOL + 1);
    allCodes.set(codes);
    const bytes = new Uint8Array(2 * Math.ceil(this.bitsOf(codes) / 8));
    let length = 0;
    let pending = 0;
    let pendingBits = 0;
    for (let at = 0; at < this.length; at++) {
      const entry = entries[at] as number;
      const code = allCodes[entry >>> 20] as number;
      pending = (pending << (code & 31)) | (code >>> 5);
      pendingBits += code & 31;
      for (; pendingBits >= 8; pendingBits -= 8) {
        const byte = (pending >>> (pendingBits - 8)) & 255;
        bytes[length++] = byte;
        // The bytes are zero at first, so the zero byte after 0xFF is skipped.
        if (byte === 0xff) length++;
      }
      const size = (entry >>> 16) & 15;
      pending = (pending << size) | (entry & ((1 << size) - 1));
      pendingBits += size;
      for (; pendingBits >= 8; pendingBits -= 8) {
        const byte = (pending >>> (pendingBits - 8)) & 255;
        bytes[length++] = byte;
        if (byte === 0xff) length++;
      }
    }
    // Pads the last byte with ones (T.81, F.1.2.3).
    if (pendingBits > 0) {
      const byte = ((pending << (8 - pendingBits)) | (255 >> pendingBits)) & 255;
      bytes[length++] = byte;
      if (byte === 0xff) length++;
    }
    return bytes.subarray(0, length);
  }

  private bitsOf(codes: Uint32Array): number {
    let bits = this.extraBits;
    for (const [symbol, count] of this.counts.entries()) bits += count * ((codes[symbol] as number) & 31);
    return bits;
  }
}
