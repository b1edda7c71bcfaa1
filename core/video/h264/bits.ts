/** Writes bits, most significant first, and Exp-Golomb codes. Pads the last byte with zeros. */
export class BitWriter {
  private readonly bytes: number[] = [];
  private pending = 0;
  private pendingBits = 0;

  writeBits(value: number, count: number): void {
    for (let index = count - 1; index >= 0; index--) {
      this.pending = (this.pending << 1) | (Math.floor(value / 2 ** index) & 1);
      if (++this.pendingBits === 8) {
        this.bytes.push(this.pending);
        this.pending = 0;
        this.pendingBits = 0;
      }
    }
  }

  writeFlag(flag: boolean): void {
    this.writeBits(flag ? 1 : 0, 1);
  }

  writeUnsigned(value: number): void {
    const digits = Math.floor(Math.log2(value + 1)) + 1;
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
    const tail = this.isAligned ? [] : [this.pending << (8 - this.pendingBits)];
    return new Uint8Array([...this.bytes, ...tail]);
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
