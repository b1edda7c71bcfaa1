import { FudebakoError } from '#core/base/errors.ts';
import type { SourceFile } from '#core/base/files.ts';
import { beat } from './life-signs.ts';

/** What browsers say of a file that is no longer on the disk as it was when it was chosen (File API, 7.1). */
const GONE = ['NotFoundError', 'NotReadableError'];

/**
 * A `File` or `Blob` as core reads it. In a worker, each reading is a sign that it goes on.
 * Reading throws FudebakoError `fileGone` where the file has been removed or changed meanwhile.
 */
export function sourceFile(blob: Blob, name: string): SourceFile {
  return {
    name,
    size: blob.size,
    async read(start = 0, end = blob.size) {
      const bytes = new Uint8Array(await blob.slice(start, end).arrayBuffer().catch(refuse));
      beat();
      return bytes;
    },
  };
}

function refuse(cause: unknown): never {
  throw cause instanceof DOMException && GONE.includes(cause.name)
    ? new FudebakoError('fileGone', {}, { cause })
    : cause;
}
