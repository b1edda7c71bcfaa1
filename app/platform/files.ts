import type { SourceFile } from '#core/files.ts';

/** A `File` or `Blob` as core reads it. */
export function sourceFile(blob: Blob, name: string): SourceFile {
  return {
    name,
    size: blob.size,
    read: async (start = 0, end = blob.size) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}
