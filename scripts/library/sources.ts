import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FudebakoError } from '#core/base/errors.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { type OpenFile, openFile } from '../platform/files.ts';

/**
 * An input file: a path, a `file:` URL, bytes or a `Blob`. The bytes determine its kind. Use a `File` if the name
 * matters, as for fonts.
 */
export type FileInput = string | URL | Uint8Array | ArrayBuffer | Blob;

export interface OpenSources {
  /**
   * Opens an input file.
   * @param unnamed name for bytes without a name
   * @throws FudebakoError `fileNotFound`, `fileSpecial`; Node's errors of reading
   */
  open(input: FileInput, unnamed?: string): Promise<SourceFile>;
  close(): Promise<void>;
}

export function createSources(): OpenSources {
  const opened: OpenFile[] = [];
  return {
    async open(input, unnamed = 'input') {
      if (input instanceof Uint8Array) return fileFromBytes(unnamed, plainBytes(input));
      if (input instanceof ArrayBuffer) return fileFromBytes(unnamed, new Uint8Array(input));
      if (input instanceof Blob) return fileFromBlob(input, unnamed);
      if (typeof input !== 'string' && !(input instanceof URL))
        throw new TypeError('A file must be a path, a file: URL, bytes or a Blob');
      const path = pathOf(input);
      const file = await openFile(path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'ENOENT' ? new FudebakoError('fileNotFound', { name: path }) : error;
      });
      opened.push(file);
      return file;
    },
    async close() {
      for (const file of opened.splice(0)) await file.close();
    },
  };
}

export const pathOf = (place: string | URL): string =>
  typeof place === 'string' ? resolve(place) : fileURLToPath(place);

/** Returns a plain `Uint8Array`, because a `Buffer` shares memory, and workers take over memory they receive. */
const plainBytes = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

function fileFromBlob(blob: Blob, unnamed: string): SourceFile {
  const { name } = blob as { name?: unknown };
  return {
    name: typeof name === 'string' ? name : unnamed,
    size: blob.size,
    read: async (start, end) => new Uint8Array(await blob.slice(start, end).arrayBuffer()),
  };
}
