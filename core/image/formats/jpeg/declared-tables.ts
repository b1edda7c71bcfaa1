import { viewOf } from '../../../base/bytes.ts';
import { FudebakoError } from '../../../base/errors.ts';
import { lookupTable } from './jpeg-reader-kernels.ts';

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

interface StoredTable {
  readonly lengths: Uint8Array;
  readonly symbols: Uint8Array;
}

/** Standard JPEG Huffman tables (T.81, tables K.3 to K.6), by class and destination as in a DHT segment. */
const standard: Readonly<Record<number, readonly [readonly number[], string]>> = {
  0: [[0, 1, 5, 1, 1, 1, 1, 1, 1], '000102030405060708090a0b'],
  1: [[0, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1], '000102030405060708090a0b'],
  16: [
    [0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125],
    '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282090a161718191a25262728292a343536373839' +
      '3a434445464748494a535455565758595a636465666768696a737475767778797a838485868788898a92939495969798999aa2a3a4a5a6' +
      'a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae1e2e3e4e5e6e7e8e9eaf1f2f3f4f5f6f7f8f9fa',
  ],
  17: [
    [0, 2, 1, 2, 4, 4, 3, 4, 7, 5, 4, 4, 0, 1, 2, 119],
    '000102031104052131061241510761711322328108144291a1b1c109233352f0156272d10a162434e125f11718191a262728292a3536373839' +
      '3a434445464748494a535455565758595a636465666768696a737475767778797a82838485868788898a92939495969798999aa2a3a4a5' +
      'a6a7a8a9aab2b3b4b5b6b7b8b9bac2c3c4c5c6c7c8c9cad2d3d4d5d6d7d8d9dae2e3e4e5e6e7e8e9eaf2f3f4f5f6f7f8f9fa',
  ],
};

/** Returns the Huffman table that decoders use if a sequential JPEG, such as a Motion JPEG frame, omits the table. */
function standardTable(name: number): StoredTable | undefined {
  const [lengths, hex] = standard[name] ?? [];
  if (!lengths || !hex) return undefined;
  const symbols = Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
  return { lengths: Uint8Array.from({ length: 16 }, (_, index) => lengths[index] ?? 0), symbols };
}
