import { TextDecoder } from '@exodus/bytes/encoding-browser.js';
import type { TextEncoding } from '#core/base/detect-encoding.ts';

const tables = new Map<TextEncoding, Map<string, readonly number[]>>();

/** Maps each character to its bytes, by decoding every pair of bytes with `TextDecoder`. */
function tableOf(encoding: TextEncoding): Map<string, readonly number[]> {
  const known = tables.get(encoding);
  if (known) return known;
  const table = new Map<string, readonly number[]>();
  const add = (...bytes: number[]) => {
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(Uint8Array.from(bytes));
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes);
    } catch {}
  };
  for (let first = 0; first < 256; first++) add(first);
  for (let first = 0x81; first < 256; first++) for (let second = 0x40; second < 256; second++) add(first, second);
  tables.set(encoding, table);
  return table;
}

/** Encodes a text in an old encoding. Returns `undefined` for characters that the encoding lacks. */
export function encodeLegacy(text: string, encoding: TextEncoding): Uint8Array<ArrayBuffer> | undefined {
  if (encoding === 'iso-2022-jp') return encodeJis(text);
  const bytes: number[] = [];
  for (const character of text) {
    const found = tableOf(encoding).get(character);
    if (!found) return undefined;
    bytes.push(...found);
  }
  return Uint8Array.from(bytes);
}

/** Encodes as ISO-2022-JP: JIS X 0208 between escape sequences, whose codes are those of EUC-JP without the top bits. */
function encodeJis(text: string): Uint8Array<ArrayBuffer> | undefined {
  const bytes: number[] = [];
  let isKanji = false;
  const shift = (to: boolean) => {
    if (to !== isKanji) bytes.push(0x1b, ...(to ? [0x24, 0x42] : [0x28, 0x42]));
    isKanji = to;
  };
  for (const character of text) {
    const found = tableOf('euc-jp').get(character);
    if (!found || found[0] === 0x8e) return undefined;
    shift(found.length === 2);
    bytes.push(...found.map((byte) => byte & 0x7f));
  }
  shift(false);
  return Uint8Array.from(bytes);
}
