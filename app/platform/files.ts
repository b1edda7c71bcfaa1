import type { SourceFile } from '#core/base/files.ts';
import { beat } from './life-signs.ts';

/** A `File` or `Blob` as core reads it. In a worker, each reading is a sign that it goes on. */
export function sourceFile(blob: Blob, name: string): SourceFile {
  return {
    name,
    size: blob.size,
    async read(start = 0, end = blob.size) {
      const bytes = new Uint8Array(await blob.slice(start, end).arrayBuffer());
      beat();
      return bytes;
    },
  };
}
