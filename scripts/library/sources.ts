import { realpathSync } from 'node:fs';
import { isAbsolute, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CancelSignal } from '#core/base/cancel-signal.ts';
import { FudebakoError } from '#core/base/errors.ts';
import type { SourceFile } from '#core/base/files.ts';
import { type MemoryFile, openMemoryFile, type SharedPixels, sourceOf } from '../command/plan/memory-files.ts';
import { type OpenFile, openFile, type PendingFile, refuseMissing } from '../platform/files.ts';
import { CallError } from './errors.ts';
import type { ByteBlob, FileUrl } from './globals.ts';
import { type ByteStream, isByteStream, spoolStream } from './streams.ts';

/**
 * An input file: a path, a `file:` URL, bytes, a `Blob`, a stream of up to 4 GB, or an image from `open`. The bytes
 * determine the type. Use a `File` if the name matters, for example for fonts.
 */
export type FileInput = string | FileUrl | Uint8Array | ArrayBuffer | ByteBlob | ByteStream | OpenImage;

/** A decoded image from `open`, which several calls share. */
export interface OpenImage {
  /** Width in pixels, with the EXIF orientation applied. */
  readonly width: number;
  readonly height: number;
  /** Frees the pixels. Later calls with this image reject; running calls finish. */
  dispose(): void;
  [Symbol.dispose](): void;
}

/** Pixels of an `OpenImage`, with the source file. */
export interface OpenedPixels {
  readonly pixels: SharedPixels;
  readonly source: MemoryFile;
}

const openImages = new WeakMap<object, OpenedPixels>();

export function createOpenImage(opened: OpenedPixels): OpenImage {
  const { width, height } = opened.pixels;
  const dispose = () => void openImages.delete(image);
  const image: OpenImage = { width, height, dispose, [Symbol.dispose]: dispose };
  openImages.set(image, opened);
  return image;
}

/** Files of a call as plain data, which can be sent to a thread. */
export interface CollectedFiles {
  /** Adds an input. `unnamed` is the name for bytes without a name. Throws CallError, and errors of `spoolStream`. */
  add(input: FileInput, unnamed?: string): Promise<MemoryFile>;
  /** Removes the temporary files of streams. */
  release(): Promise<void>;
}

export function collectFiles(signal: CancelSignal | undefined): CollectedFiles {
  const spools: PendingFile[] = [];
  return {
    async add(input, unnamed) {
      if (!isByteStream(input)) return toMemoryFile(input, unnamed);
      const spool = await spoolStream(input, signal);
      spools.push(spool);
      return { path: spool.temporary };
    },
    async release() {
      for (const spool of spools.splice(0)) await spool.discard();
    },
  };
}

function toMemoryFile(input: Exclude<FileInput, ByteStream>, unnamed = 'input'): MemoryFile {
  if (input instanceof Uint8Array) return { name: unnamed, content: input };
  if (input instanceof ArrayBuffer) return { name: unnamed, content: new Uint8Array(input) };
  if (input instanceof Blob) {
    const { name } = input as { name?: unknown };
    return { name: typeof name === 'string' ? name : unnamed, content: input };
  }
  if (typeof input === 'string' || input instanceof URL) return { path: pathOf(input) };
  const opened = typeof input === 'object' && input !== null ? openImages.get(input) : undefined;
  if (opened) return opened;
  if (typeof input === 'object' && input !== null && 'dispose' in input)
    throw new CallError('invalidCall', 'The image is disposed.');
  throw new CallError(
    'invalidCall',
    'A file must be a path, a file: URL, bytes, a Blob, a stream or an image from open().',
  );
}

export interface OpenSources {
  /** Opens an input. `unnamed` is the name for bytes without a name. Throws FudebakoError or Node's errors. */
  open(input: FileInput, unnamed?: string): Promise<SourceFile>;
  close(): Promise<void>;
}

export function createSources(signal: CancelSignal | undefined): OpenSources {
  const opened: OpenFile[] = [];
  const collected = collectFiles(signal);
  return {
    async open(input, unnamed) {
      const source = sourceOf(await collected.add(input, unnamed));
      if (!('path' in source)) return openMemoryFile(source);
      const { path, stamp } = source;
      const file = await openFile(path, undefined, stamp).catch(refuseMissing(path));
      opened.push(file);
      return file;
    },
    async close() {
      for (const file of opened.splice(0)) await file.close();
      await collected.release();
    },
  };
}

/** Returns an absolute path. Throws CallError `invalidCall` for other values, and for URLs of other schemes. */
export function pathOf(place: unknown): string {
  if (typeof place === 'string') return resolve(place);
  if (place instanceof URL && place.protocol === 'file:') return fileURLToPath(place);
  throw new CallError('invalidCall', 'A place must be a path or a file: URL.');
}

/** Returns a path inside a folder. Throws FudebakoError `fileNotFound` for names and symlinks that lead outside. */
export function insideFolder(folder: string | FileUrl, name: string): string {
  try {
    const root = realpathSync(pathOf(folder));
    const path = realpathSync(resolve(root, name));
    const relativePath = relative(root, path);
    if (relativePath !== '' && relativePath.split(/[\\/]/, 1)[0] !== '..' && !isAbsolute(relativePath))
      return join(root, relativePath);
  } catch {}
  throw new FudebakoError('fileNotFound', { name });
}
