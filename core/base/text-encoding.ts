import { MAX_TAG_TEXT_BYTES } from './limits.ts';

/** Decodes ISO 8859-1, for which `TextDecoder` would use windows-1252. */
export function decodeLatin1(bytes: Uint8Array): string {
  let text = '';
  // Decodes text in pieces, because a string built from single characters takes many times the memory.
  for (let at = 0; at < bytes.length; at += 8192) text += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return text;
}

/** Decodes UTF-16. A byte order mark overrides `littleEndian`; lone surrogates become U+FFFD. */
export function decodeUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const little = mark === 0xfffe ? true : mark === 0xfeff ? false : littleEndian;
  return new TextDecoder(little ? 'utf-16le' : 'utf-16be').decode(bytes.subarray(0, bytes.length & ~1));
}

/** Encodes text as UTF-16, little-endian, with a byte order mark. */
export function encodeUtf16(text: string): Uint8Array<ArrayBuffer> {
  const view = new DataView(new ArrayBuffer(2 + text.length * 2));
  view.setUint16(0, 0xfeff, true);
  for (let index = 0; index < text.length; index++) view.setUint16(2 + index * 2, text.charCodeAt(index), true);
  return new Uint8Array(view.buffer);
}

/** Decodes UTF-8. Returns `undefined` for invalid UTF-8. With `isCut`, drops an incomplete character at the end. */
export function decodeUtf8(bytes: Uint8Array, isCut = false): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** Decodes UTF-8, or ISO 8859-1 if the bytes aren't valid UTF-8. Text at the size limit may end within a character. */
export function decodeUtf8OrLatin1(bytes: Uint8Array): string {
  return decodeUtf8(bytes, bytes.length >= MAX_TAG_TEXT_BYTES) ?? decodeLatin1(bytes);
}

/** Encodes text as UTF-8; lone surrogates become U+FFFD. */
export const encodeUtf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

export function encodeLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
