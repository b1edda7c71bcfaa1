export interface StoredTable {
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
export function standardTable(name: number): StoredTable | undefined {
  const [lengths, hex] = standard[name] ?? [];
  if (!lengths || !hex) return undefined;
  const symbols = Uint8Array.from({ length: hex.length / 2 }, (_, index) =>
    Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16),
  );
  return { lengths: Uint8Array.from({ length: 16 }, (_, index) => lengths[index] ?? 0), symbols };
}
