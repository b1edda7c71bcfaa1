import { joinBytes } from '#core/base/bytes.ts';

/** Functions that create inputs of about the given number of bytes, for tests that look for slow parsers. */

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

export type Part = Uint8Array | readonly number[] | string;

export const joined = (...parts: readonly Part[]): Uint8Array<ArrayBuffer> =>
  joinBytes(...parts.map((part) => (typeof part === 'string' ? latin1(part) : part)));

export const big32 = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255);
export const little32 = (value: number) => big32(value).reverse();
const syncsafe = (value: number) => [21, 14, 7, 0].map((shift) => (value >>> shift) & 127);

/** Joins `part(0)`, `part(1)` and so on, up to `size` bytes. */
export function repeated(size: number, part: (index: number) => Uint8Array): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(size);
  let at = 0;
  for (let index = 0; at < size; index++) {
    const piece = part(index).subarray(0, size - at);
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

export const filled = (size: number, pattern: readonly number[] | string): Uint8Array<ArrayBuffer> => {
  const bytes = typeof pattern === 'string' ? latin1(pattern) : Uint8Array.from(pattern);
  return new Uint8Array(Buffer.alloc(size, bytes));
};

/** Returns an ID3v2.3 tag with these frames. */
export const id3Tag = (frames: Uint8Array): Uint8Array<ArrayBuffer> =>
  joined('ID3', [3, 0, 0], syncsafe(frames.length), frames);

export const id3Frame = (id: string, body: Uint8Array): Uint8Array => joined(id, big32(body.length), [0, 0], body);

/** Returns the frame IDs `TAAA`, `TAAB` and so on. */
export const textFrameId = (index: number): string =>
  `T${[676, 26, 1].map((weight) => String.fromCharCode(65 + (Math.floor(index / weight) % 26))).join('')}`;

export const comment = (text: Uint8Array): Uint8Array => joined([0], 'eng', [0], text);

export const wave = (...chunks: readonly Uint8Array[]): Uint8Array<ArrayBuffer> => {
  const body = joined('WAVE', ...chunks);
  return joined('RIFF', little32(body.length), body);
};

export const isoBox = (type: string, ...content: readonly (Uint8Array | readonly number[])[]): Uint8Array => {
  const body = joined(...content);
  return joined(big32(body.length + 8), type, body);
};
