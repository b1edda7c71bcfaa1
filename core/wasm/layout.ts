/** Allocates parts of a WebAssembly memory, at offsets that are multiples of 16 bytes. */
export class MemoryLayout {
  size = 0;

  add(bytes: number): number {
    const start = this.size;
    this.size = Math.ceil((start + bytes) / 16) * 16;
    return start;
  }
}
