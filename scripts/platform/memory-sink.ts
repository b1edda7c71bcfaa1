import type { FileSink } from '#core/base/files.ts';

/** Initial buffer size of a result of unknown length. The buffer doubles when full. */
const FIRST_BYTES = 1 << 16;

/** A sink that keeps a result in memory. */
export interface MemorySink extends FileSink {
  /** Returns a copy of the bytes written so far. */
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
