import type { FileSink } from '#core/base/files.ts';

/** Initial buffer size for results of unknown length. A full buffer is replaced by a buffer of twice the size. */
const FIRST_BYTES = 1 << 16;

export interface MemorySink extends FileSink {
  /** Returns a copy of the bytes that have been written. */
  bytes(): Uint8Array<ArrayBuffer>;
}

export function createMemorySink(): MemorySink {
  let [buffer, size] = [new Uint8Array(FIRST_BYTES), 0];
  return {
    async write(data, position) {
      const end = position + data.length;
      if (end > buffer.length) {
        const larger = new Uint8Array(Math.max(end, buffer.length * 2));
        larger.set(buffer.subarray(0, size));
        buffer = larger;
      }
      buffer.set(data, position);
      size = Math.max(size, end);
    },
    bytes: () => buffer.slice(0, size),
  };
}
