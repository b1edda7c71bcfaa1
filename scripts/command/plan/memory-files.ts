import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { type Raster, wrapRaster } from '#core/base/raster.ts';

/** An input that a job refers to by a name instead of a path, as plain data that can be sent to a thread. */
export type MemoryFile =
  | { readonly name: string; readonly content: Uint8Array | Blob }
  /**
   * A file on disk whose path differs from the input's name, only as long as it has the stamp; below, a decoded image
   * with its source file.
   */
  | { readonly path: string; readonly stamp?: string }
  | { readonly pixels: SharedPixels; readonly source: MemoryFile };

/** 8-bit RGBA pixels in memory that threads share. */
export interface SharedPixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<SharedArrayBuffer>;
}

export function sharePixels({ width, height, data }: Raster): SharedPixels {
  const shared = new Uint8ClampedArray(new SharedArrayBuffer(data.length));
  shared.set(data);
  return { width, height, data: shared };
}

/** Copies a shared image, because canvases and WebAssembly don't accept shared memory. */
export const unsharePixels = ({ width, height, data }: SharedPixels): Raster =>
  wrapRaster(width, height, new Uint8ClampedArray(data));

/** Returns the file with an input's bytes: the input itself, or the source file of a decoded image. */
export const sourceOf = (file: MemoryFile): Exclude<MemoryFile, { pixels: SharedPixels }> =>
  'pixels' in file ? sourceOf(file.source) : file;

export function openMemoryFile({
  name,
  content,
}: {
  readonly name: string;
  readonly content: Uint8Array | Blob;
}): SourceFile {
  if (content instanceof Uint8Array) return fileFromBytes(name, plainBytes(content));
  return {
    name,
    size: content.size,
    read: async (start, end) => new Uint8Array(await content.slice(start, end).arrayBuffer()),
  };
}

/** Returns a `Uint8Array`, whose `slice` copies: a `Buffer`'s `slice` doesn't, and workers take over the memory. */
const plainBytes = ({ buffer, byteOffset, byteLength }: Uint8Array) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
