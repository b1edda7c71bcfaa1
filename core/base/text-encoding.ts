import { MAX_TAG_TEXT_BYTES } from './limits.ts';

/** Texts as bytes, in the encodings of tags and of SVG. */

/** ISO 8859-1. Written out, as `TextDecoder` takes every name of it for windows-1252. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  // Pieces of some thousand at a time: one by one they would take many times the memory.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/**
 * UTF-16; a byte order mark at the start outranks `littleEndian`. A byte too many is left out, and U+FFFD stands for
 * half of a surrogate pair.
 */
export function decodeUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const little = mark === 0xfffe ? true : mark === 0xfeff ? false : littleEndian;
  return new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
}

/** UTF-16, little-endian, with a byte order mark. */
export function encodeUtf16(text: string): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, true);
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), true);
  return new Uint8Array(view.buffer);
}

/**
 * @param isCut leaves out a character that is cut at the end
 * @returns `undefined` where the bytes are no UTF-8
 */
export function decodeUtf8(bytes: Uint8Array, isCut = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Where nothing says which: text that is no UTF-8 hardly ever reads as it. A tag's text may be cut at its limit. */
export function decodeUtf8OrLatin1(bytes: Uint8Array): string {
  return decodeUtf8(bytes, bytes.length >= MAX_TAG_TEXT_BYTES) ?? decodeLatin1(bytes);
}

/** U+FFFD stands for half of a surrogate pair. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

/** True where ISO 8859-1 has every character. */
export function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0xff) return false;
  return true;
}

export function encodeLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
