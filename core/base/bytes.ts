/** Returns a DataView of the bytes. Reading past the end of the bytes throws RangeError. */

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Decodes ASCII text of at most a few thousand characters. */
export function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

export function startsWith(bytes: Uint8Array, signature: readonly number[], offset = 0): boolean {
  return signature.every((byte, index) => bytes[offset + index] === byte);
}

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
  // Compares bytes in a loop, because `Array.every` takes ten times as long, and fonts have several megabytes.
  for (let index = 0; index < a.length; index++) if (a[index] !== b[index]) return false;
  return true;
}

/** Returns the offset of the first occurrence of a byte sequence; −1 if there is none. */
export function indexOfBytes(bytes: Uint8Array, sequence: readonly number[], from = 0): number {
  const [first = 0] = sequence;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (sequence.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}

export const letters = (text: string): number[] => [...text].map((letter) => letter.charCodeAt(0));

/** Returns the big-endian bytes of a 16-bit number. */
export const uint16 = (value: number): number[] => [(value >>> 8) & 255, value & 255];
export const uint32 = (value: number): number[] => [...uint16(value >>> 16), ...uint16(value)];

/** Returns the first `count` bytes of a 32-bit number, least significant byte first. */
export const littleEndian = (value: number, count: number): number[] => uint32(value).reverse().slice(0, count);

/** A named range of bytes: a PNG or RIFF chunk, an ISO box, a JPEG segment. */
export interface Chunk {
  readonly type: string;
  /** Offsets of a chunk's content, without the chunk's header. */
  readonly start: number;
  readonly end: number;
}

/** Returns a RIFF chunk with header, padded to an even length. */
export function riffChunk(
  type: string,
  ...content: readonly (Uint8Array | readonly number[])[]
): Uint8Array<ArrayBuffer> {
  const body = joinBytes(...content);
  return joinBytes(letters(type), littleEndian(body.length, 4), body, body.length % 2 ? [0] : []);
}
