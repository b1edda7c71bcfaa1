import { viewOf } from '../../../base/bytes.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { lookupTable } from './jpeg-reader-kernels.ts';
import { type StoredTable, standardTable } from './standard-tables.ts';

export const damagedJpeg = (): FudebakoError => new FudebakoError('imageLoad', { reason: 'damaged' });

/** Tables that the segments of a JPEG have declared so far. Throws FudebakoError `imageLoad` for invalid tables. */
export class DeclaredTables {
  /** Quantization tables by destination number, with steps in zigzag order (T.81, B.2.4.1). */
  readonly quantizations = new Map<number, Uint16Array>();
  hasZeroStep = false;
  readonly #view: DataView;
  readonly #tables = new Map<number, StoredTable>();
  readonly #lookups = new Map<number, Uint8Array>();

  constructor(readonly bytes: Uint8Array) {
    this.#view = viewOf(bytes);
  }

  /** Reads DQT (T.81, B.2.4.1). A quantization step of 0 would erase a coefficient in every block. */
  readQuantizations(start: number, end: number): void {
    let at = start;
    while (at < end) {
      const name = this.#view.getUint8(at);
      if ((name & 15) > 3) throw damagedJpeg();
      const stepBytes = name >> 4 === 0 ? 1 : 2;
      const first = at + 1;
      at = first + 64 * stepBytes;
      if (at > end) throw damagedJpeg();
      const steps = Uint16Array.from({ length: 64 }, (_, index) =>
        stepBytes === 1 ? this.#view.getUint8(first + index) : this.#view.getUint16(first + 2 * index),
      );
      this.hasZeroStep ||= steps.includes(0);
      this.quantizations.set(name & 15, steps);
    }
  }

  /** Reads DHT (T.81, B.2.4.2). */
  readHuffmanTables(start: number, end: number): void {
    let at = start;
    while (end - at > 16) {
      const name = this.#view.getUint8(at);
      const lengths = this.bytes.subarray(at + 1, at + 17);
      const count = lengths.reduce((sum, each) => sum + each, 0);
      at += 17;
      if (count > 256 || count > end - at || (name & ~0x10) > 3) throw damagedJpeg();
      this.#tables.set(name, { lengths, symbols: this.bytes.subarray(at, at + count) });
      this.#lookups.delete(name);
      at += count;
    }
    if (at !== end) throw damagedJpeg();
  }

  /** True if a Huffman table is declared or standard. */
  hasHuffmanTable(name: number): boolean {
    return this.#tables.has(name) || standardTable(name) !== undefined;
  }

  /** Returns a Huffman table for the kernels: by default the standard table (T.81, K.3), as in Motion JPEG. */
  lookup(name: number, isProgressive: boolean): Uint8Array {
    const known = this.#lookups.get(name);
    if (known) return known;
    const table = this.#tables.get(name) ?? (isProgressive ? undefined : standardTable(name));
    const isKnown = table && (name >= 0x10 || table.symbols.every((symbol) => symbol < 16));
    const lookup = isKnown && lookupTable(table.lengths, table.symbols);
    if (!lookup) throw damagedJpeg();
    this.#lookups.set(name, lookup);
    return lookup;
  }
}
