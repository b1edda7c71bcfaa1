/** Reads bits, most significant bit first, and Exp-Golomb codes. Throws RangeError past the end. */
export class BitReader {
  /** Position of the next bit, counted in bits from the start of the bytes. */
  position: number;

  /** @param start index of the first byte to read */
  constructor(
    private readonly bytes: Uint8Array,
    start = 0,
  ) {
    this.position = start * 8;
  }

  bit(): number {
    const byte = this.bytes[this.position >> 3];
    if (byte === undefined) throw new RangeError('Read past the end of the bits');
    return (byte >> (7 - (this.position++ & 7))) & 1;
  }

  flag(): boolean {
    return this.bit() === 1;
  }

  bits(count: number): number {
    let value = 0;
    for (let index = 0; index < count; index++) value = value * 2 + this.bit();
    return value;
  }

  skip(count: number): void {
    this.position += count;
  }

  /** Reads an unsigned Exp-Golomb code, ue(v) (ITU-T H.264, 9.1; H.265, 9.2). */
  unsigned(): number {
    let zeros = 0;
    while (this.bit() === 0) if (++zeros === 32) throw new RangeError('An Exp-Golomb code is too long');
    return 2 ** zeros - 1 + this.bits(zeros);
  }

  /** Reads a signed Exp-Golomb code, se(v) (ITU-T H.264, 9.1.1; H.265, 9.2.2). */
  signed(): number {
    const code = this.unsigned();
    return code % 2 === 1 ? (code + 1) / 2 : 0 - code / 2;
  }
}

/** Returns a copy of a NAL unit without emulation prevention bytes: `0 0 3` becomes `0 0` (H.264 and H.265, 7.3.1). */
export function unescapeNal(unit: Uint8Array): Uint8Array<ArrayBuffer> {
  const plain = new Uint8Array(unit.length);
  let length = 0;
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    plain[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return plain.subarray(0, length);
}
