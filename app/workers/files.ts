import { FudebakoError } from '#core/base/errors.ts';
import type { SourceFile } from '#core/base/files.ts';
import { beat } from '../platform/worker-signals.ts';

/** Names of errors for files that were removed or changed after the visitor chose the file (File API, 7.1). */
const GONE = ['NotFoundError', 'NotReadableError'];

/** Wraps a `Blob` for core. Reads report the worker's activity, and throw `fileGone` for a removed file. */
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
