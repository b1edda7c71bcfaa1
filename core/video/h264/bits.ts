/** Writes bits, most significant first, and Exp-Golomb codes. Pads the last byte with zeros. */
export class BitWriter {
  private bytes = new Uint8Array(64);
  private length = 0;
  private pending = 0;
  private pendingBits = 0;

  /** Writes the lowest `count` bits of an integer, at most 32. */
  writeBits(value: number, count: number): void {
    let left = count;
    if (left > 16) {
      left = 16;
      this.writeBits(value >>> 16, count - 16);
    }
    this.pending = (this.pending << left) | (value & ((1 << left) - 1));
    this.pendingBits += left;
    while (this.pendingBits >= 8) {
      this.pendingBits -= 8;
      this.pushByte(this.pending >>> this.pendingBits);
    }
    this.pending &= (1 << this.pendingBits) - 1;
  }

  private pushByte(byte: number): void {
    if (this.length === this.bytes.length) {
      const longer = new Uint8Array(2 * this.length);
      longer.set(this.bytes);
      this.bytes = longer;
    }
    this.bytes[this.length++] = byte;
  }

  writeFlag(flag: boolean): void {
    this.writeBits(flag ? 1 : 0, 1);
  }

  writeUnsigned(value: number): void {
    const digits = 32 - Math.clz32(value + 1);
    this.writeBits(0, digits - 1);
    this.writeBits(value + 1, digits);
  }

  writeSigned(value: number): void {
    this.writeUnsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  get isAligned(): boolean {
    return this.pendingBits === 0;
  }

  toBytes(): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(this.length + (this.isAligned ? 0 : 1));
    bytes.set(this.bytes.subarray(0, this.length));
    if (!this.isAligned) bytes[this.length] = this.pending << (8 - this.pendingBits);
    return bytes;
  }
}

export function overwriteBits(bytes: Uint8Array, position: number, value: number, count: number): void {
  for (let index = 0; index < count; index++) {
    const at = position + index;
    const mask = 0x80 >> (at & 7);
    const bit = Math.floor(value / 2 ** (count - 1 - index)) & 1;
    bytes[at >> 3] = bit ? (bytes[at >> 3] as number) | mask : (bytes[at >> 3] as number) & ~mask;
  }
}

/** NAL units (H.264, 7.3.1 and Annex B): header byte and payload without a start code. */

export const NalType = { slice: 1, idrSlice: 5, sei: 6, sps: 7, pps: 8, delimiter: 9 } as const;

export const nalType = (unit: Uint8Array): number => (unit[0] as number) & 0x1f;
export const nalRefIdc = (unit: Uint8Array): number => ((unit[0] as number) >> 5) & 3;

/** Splits an H.264 byte stream at the start codes of three or four bytes (H.264, Annex B). */
export function splitAnnexB(stream: Uint8Array): Uint8Array[] {
  const units: Uint8Array[] = [];
  let start = -1;
  for (let index = 0; index + 2 < stream.length; index++) {
    // A start code (0 0 1) contains no byte over 1, so a third byte over 1 excludes three positions at once.
    if ((stream[index + 2] as number) > 1) {
      index += 2;
      continue;
    }
    if (stream[index] !== 0 || stream[index + 1] !== 0 || stream[index + 2] !== 1) continue;
    if (start >= 0) units.push(withoutTrailingZeros(stream.subarray(start, index)));
    start = index + 3;
    index += 2;
  }
  if (start >= 0) units.push(withoutTrailingZeros(stream.subarray(start)));
  return units.filter((unit) => unit.length > 0);
}

function withoutTrailingZeros(unit: Uint8Array): Uint8Array {
  let end = unit.length;
  while (end > 0 && unit[end - 1] === 0) end--;
  return unit.subarray(0, end);
}

/** Inserts emulation prevention bytes, so that the NAL unit contains no start code (H.264, 7.4.1). */
export function escapeNal(plain: Uint8Array): Uint8Array<ArrayBuffer> {
  // Maximum length of the escaped NAL unit: one inserted byte for every two bytes, and one byte at the end.
  const unit = new Uint8Array(Math.ceil(plain.length * 1.5) + 1);
  let length = 0;
  let zeros = 0;
  for (const byte of plain) {
    if (zeros >= 2 && byte <= 3) {
      unit[length++] = 3;
      zeros = 0;
    }
    unit[length++] = byte;
    zeros = byte === 0 ? zeros + 1 : 0;
  }
  return unit.slice(0, length);
}

/** Joins NAL units, each after its length in four bytes (ISO/IEC 14496-15, 5.3.3). */
export function lengthPrefixed(units: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(units.reduce((total, unit) => total + 4 + unit.length, 0));
  const view = new DataView(bytes.buffer);
  let offset = 0;
  for (const unit of units) {
    view.setUint32(offset, unit.length);
    bytes.set(unit, offset + 4);
    offset += 4 + unit.length;
  }
  return bytes;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
