/** A file that is read in parts on demand: a `File` in the browser, a path in Node. */
export interface SourceFile {
  /** Base name with extension. Used to name the result, never to detect the file type. */
  readonly name: string;
  readonly size: number;
  /** Reads bytes `[start, end)`, or the whole file. The caller owns the result. */
  read(start?: number, end?: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Writes an output file at arbitrary positions, as muxers require. */
export interface FileSink {
  write(data: Uint8Array, position: number): Promise<void>;
}

/** Removes the extension: `photo.tar.gz` becomes `photo.tar`; `.profile` stays. */
export function baseName(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Returns the extension in lower case without the dot, or an empty string. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

export function fileFromBytes(name: string, bytes: Uint8Array<ArrayBuffer>): SourceFile {
  return { name, size: bytes.byteLength, read: async (start, end) => bytes.slice(start, end) };
}

/** Buffers reads, so a million small ranges don't cause a million reads. Results are shared and read-only. */
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
