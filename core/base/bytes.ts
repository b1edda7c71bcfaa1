/** Reading binary headers, and joining what is written. Every reader throws a `RangeError` past the end, as `DataView` does. */

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** ASCII characters `[start, start + length)`, of some thousand at most. */
export function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

export function startsWith(bytes: Uint8Array, signature: readonly number[], offset = 0): boolean {
  return signature.every((byte, index) => bytes[offset + index] === byte);
}

/** Several runs of bytes as one. */
export function joinBytes(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  // A loop takes a tenth of the time of `every`, and fonts have megabytes.
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** The codes of ASCII characters. */
export const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** The two and four bytes of a number, the highest first. */
export const uint16 = (value: number): number[] => [(value >>> 8) & 255, value & 255];
export const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value)];

/** A run of bytes with a name: a PNG or RIFF chunk, an ISO box, a JPEG segment. */
export interface Chunk {
  readonly type: string;
  /** Of the content, without the chunk's own header. */
  readonly start: number;
  readonly end: number;
}
