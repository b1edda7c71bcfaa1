/** Reading binary headers. Every reader throws a `RangeError` past the end, as `DataView` does. */

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** ASCII characters `[start, start + length)`, of some thousand at most. */
export function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

export function startsWith(bytes: Uint8Array, signature: readonly number[], offset = 0): boolean {
  return signature.every((byte, index) => bytes[offset + index] === byte);
}

/** A run of bytes with a name: a PNG or RIFF chunk, an ISO box, a JPEG segment. */
export interface Chunk {
  readonly type: string;
  /** Of the content, without the chunk's own header. */
  readonly start: number;
  readonly end: number;
}
