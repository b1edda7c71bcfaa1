import { MAX_TAG_TEXT_BYTES } from './limits.ts';

/** Texts in tags. Core has no `TextDecoder`: that belongs to the platform's library. */

/** UTF-16 code units as a text. Pieces of some thousand at a time: one by one they would take many times the memory. */
function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += 8192) text += String.fromCharCode(...units.subarray(at, at + 8192));
  return text;
}

/** ISO 8859-1. */
export function decodeLatin1(bytes: Uint8Array): string {
  return textOfUnits(bytes);
}

/** UTF-16; a byte order mark at the start outranks `littleEndian`. */
export function decodeUtf16(bytes: Uint8Array, littleEndian: boolean): string {
  const mark = ((bytes[0] ?? 0) << 8) | (bytes[1] ?? 0);
  const little = mark === 0xfffe ? true : mark === 0xfeff ? false : littleEndian;
  const start = mark === 0xfffe || mark === 0xfeff ? 2 : 0;
  const units = new Uint16Array((bytes.length - start) >> 1);
  for (let index = 0; index < units.length; index++) {
    const [a, b] = [bytes[start + index * 2] as number, bytes[start + index * 2 + 1] as number];
    units[index] = little ? a | (b << 8) : (a << 8) | b;
  }
  return textOfUnits(units);
}

/** UTF-16, little-endian, with a byte order mark. */
export function encodeUtf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(2 + text.length * 2);
  bytes.set([0xff, 0xfe]);
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    bytes[2 + index * 2] = unit & 0xff;
    bytes[3 + index * 2] = unit >> 8;
  }
  return bytes;
}

/** `undefined` where the bytes are no UTF-8 (RFC 3629). */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  // No character takes more units than it has bytes.
  const units = new Uint16Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; ) {
    const first = bytes[at++] as number;
    const more = first < 0x80 ? 0 : first >= 0xc2 && first < 0xe0 ? 1 : first >= 0xe0 && first < 0xf0 ? 2 : 3;
    if (more === 3 && (first < 0xf0 || first > 0xf4)) return undefined;
    let code = more === 0 ? first : first & (0x3f >> more);
    for (let count = 0; count < more; count++) {
      const next = bytes[at++];
      if (next === undefined || next >> 6 !== 2) return undefined;
      code = (code << 6) | (next & 0x3f);
    }
    const isSurrogate = code >= 0xd800 && code < 0xe000;
    const isOverlong = (more === 2 && code < 0x800) || (more === 3 && code < 0x1_0000);
    if (isSurrogate || isOverlong || code > 0x10_ffff) return undefined;
    if (code < 0x1_0000) units[length++] = code;
    else {
      units[length++] = 0xd7c0 + (code >> 10);
      units[length++] = 0xdc00 | (code & 0x3ff);
    }
  }
  return textOfUnits(units.subarray(0, length));
}

/** Where nothing says which: text that is no UTF-8 hardly ever reads as it. A character that was cut in two at the end is left out. */
export function decodeUtf8OrLatin1(bytes: Uint8Array): string {
  return decodeUtf8(withoutCutCharacter(bytes)) ?? decodeLatin1(bytes);
}

function withoutCutCharacter(bytes: Uint8Array): Uint8Array {
  if (bytes.length < MAX_TAG_TEXT_BYTES) return bytes;
  let end = bytes.length;
  while (end > bytes.length - 3 && (bytes[end - 1] as number) >> 6 === 2) end--;
  return (bytes[end - 1] as number) >= 0xc0 ? bytes.subarray(0, end - 1) : bytes;
}

export function encodeUtf8(text: string): Uint8Array<ArrayBuffer> {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    // Half of a surrogate pair is no character; U+FFFD stands for it.
    const code = point >= 0xd800 && point < 0xe000 ? 0xfffd : point;
    if (code < 0x80) bytes.push(code);
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 0x3f));
    else if (code < 0x1_0000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
    else
      bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 0x3f), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f));
  }
  return Uint8Array.from(bytes);
}

/** True where ISO 8859-1 has every character. */
export function isLatin1(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 0xff) return false;
  return true;
}

export function encodeLatin1(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
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
