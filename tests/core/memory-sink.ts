import type { FileSink } from '#core/base/files.ts';

export interface MemorySink extends FileSink {
  bytes(): Uint8Array<ArrayBuffer>;
}

/** Returns a sink in memory, which grows with writes at any position. */
export function memorySink(): MemorySink {
  let buffer = new Uint8Array(1 << 16);
  let length = 0;
  return {
    async write(data, position) {
      const end = position + data.length;
      if (end > buffer.length) {
        const larger = new Uint8Array(Math.max(end, buffer.length * 2));
        larger.set(buffer);
        buffer = larger;
      }
      buffer.set(data, position);
      length = Math.max(length, end);
    },
    bytes: () => buffer.slice(0, length),
  };
}
