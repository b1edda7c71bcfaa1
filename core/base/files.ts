/** A file that is read in parts on demand: a `File` in the browser, a path in Node. */
export interface SourceFile {
  /** File name without folders. Result files get this name; the content alone determines the file type. */
  readonly name: string;
  readonly size: number;
  /** Reads the bytes `[start, end)` of the file, or the whole file. The caller may modify the returned bytes. */
  read(start?: number, end?: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** An output file that can be written at arbitrary positions, as muxers require. */
export interface FileSink {
  write(data: Uint8Array, position: number): Promise<void>;
}

/** Returns a file name without its extension: `photo.tar` for `photo.tar.gz`, and `.profile` unchanged. */
export function baseName(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** Returns the end of the file name of an animation's frame, such as `-001`. `frame` counts from 1. */
export const frameSuffix = (frame: number, frames: number): string =>
  `-${String(frame).padStart(Math.max(3, String(frames).length), '0')}`;

/** Returns the extension of a file name in lower case without the dot, or an empty string. */
export function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

export function fileFromBytes(name: string, bytes: Uint8Array<ArrayBuffer>): SourceFile {
  return { name, size: bytes.byteLength, read: async (start, end) => bytes.slice(start, end) };
}

/** Returns a buffered reader, so small reads cause few file reads. Callers must not modify the returned bytes. */
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
