/**
 * A file as core sees it: a name and bytes that are read where they are needed. The browser's
 * `File` and a path in Node both fit; big media are never read whole.
 */
export interface SourceFile {
  /** The base name with its extension; a hint for naming the result, never for what the bytes are. */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Bytes `[start, end)`; the whole file without arguments. The caller owns the result. */
  read(start?: number, end?: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Where an operation writes a file of unknown length, at any position, as muxers need it. */
export interface FileSink {
  write(data: Uint8Array, position: number): Promise<void>;
}

/** `photo.tar.gz` → `photo.tar`; `.profile` stays. */
export function baseName(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The extension in lower case without the dot, or an empty string. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** A `SourceFile` over bytes that are in memory already. */
export function fileFromBytes(name: string, bytes: Uint8Array<ArrayBuffer>): SourceFile {
  return { name, size: bytes.byteLength, read: async (start, end) => bytes.slice(start, end) };
}

/**
 * Reads a file's small pieces out of windows, so that a million of them are not a million reads.
 * @returns bytes `[start, end)` as far as the file has them; they are shared, and not to be written to
 */
export function windowedReader(
  file: SourceFile,
  windowBytes = 4096,
): (start: number, end: number) => Promise<Uint8Array> {
  let from = 0;
  let bytes: Uint8Array = new Uint8Array(0);
  return async (start, end) => {
    const stop = Math.min(end, file.size);
    if (start < from || stop > from + bytes.length) {
      from = start;
      bytes = await file.read(start, Math.min(file.size, Math.max(end, start + windowBytes)));
    }
    return bytes.subarray(start - from, Math.max(start, stop) - from);
  };
}
