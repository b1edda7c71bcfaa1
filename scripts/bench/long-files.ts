import type { FileSink, SourceFile } from '#core/files.ts';

/** A file that repeats `loop` between a head and its end. */
export function endless(name: string, head: Uint8Array, loop: Uint8Array, size: number): SourceFile {
  return {
    name,
    size,
    async read(start = 0, end = size) {
      const bytes = new Uint8Array(Math.max(0, Math.min(end, size) - start));
      for (let at = 0; at < bytes.length; ) {
        const position = start + at;
        const [part, from] = position < head.length ? [head, position] : [loop, (position - head.length) % loop.length];
        const piece = part.subarray(from, from + bytes.length - at);
        bytes.set(piece, at);
        at += piece.length;
      }
      return bytes;
    },
  };
}

/** A sink that keeps nothing but how far it has been written. */
export function countingSink(): FileSink & { size: number } {
  return {
    size: 0,
    async write(data, position) {
      this.size = Math.max(this.size, position + data.length);
    },
  };
}
