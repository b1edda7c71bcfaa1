import { ascii, viewOf } from '../base/bytes.ts';

export interface FontNames {
  readonly en?: string;
  readonly ja?: string;
}

/** Maximum number of tables and of name records that are read from a font file; real fonts have fewer. */
const MAX_TABLES = 256;
const MAX_RECORDS = 1024;
/** Maximum length of a font name: in bytes when reading, and in characters when returning. */
const MAX_NAME_BYTES = 512;
const MAX_NAME_LENGTH = 80;

const NAME_RECORD_BYTES = 12;
/** Name IDs by preference: typographic family, then family (OpenType, Naming Table). */
const FAMILY_IDS = [16, 1];

/** Reads the family names of an uncompressed font from its `name` table; no names from a damaged table. */
export function readFontNames(bytes: Uint8Array): FontNames {
  const table = findTable(bytes, 'name');
  if (!table || table.length < 6) return {};
  const view = viewOf(table);
  const count = Math.min(view.getUint16(2), MAX_RECORDS, Math.floor((table.length - 6) / NAME_RECORD_BYTES));
  const storage = view.getUint16(4);
  const found: { en?: string; ja?: string } = {};
  for (const id of FAMILY_IDS)
    for (let index = 0; index < count; index++) {
      const at = 6 + index * NAME_RECORD_BYTES;
      if (view.getUint16(at + 6) !== id) continue;
      const language = languageOf(view.getUint16(at), view.getUint16(at + 2), view.getUint16(at + 4));
      if (!language || found[language] !== undefined) continue;
      const [length, start] = [view.getUint16(at + 8), storage + view.getUint16(at + 10)];
      if (length > MAX_NAME_BYTES || start + length > table.length) continue;
      const isMac = view.getUint16(at) === MAC;
      const name = cleanName(isMac ? latinText(table, start, length) : utf16Text(view, start, length));
      if (name !== '') found[language] = name;
    }
  return found;
}

const UNICODE = 0;
const MAC = 1;
const WINDOWS = 3;

/** Returns the language of a name record, English or Japanese; `undefined` for other languages and encodings. */
function languageOf(platform: number, encoding: number, language: number): keyof FontNames | undefined {
  if (platform === UNICODE) return 'en';
  if (platform === MAC) return encoding === 0 && language === 0 ? 'en' : undefined;
  if (platform !== WINDOWS || (encoding !== 1 && encoding !== 10)) return undefined;
  // The lower ten bits of a Windows language ID are the primary language: 9 is English, 17 Japanese.
  const primary = language & 0x3ff;
  return primary === 9 ? 'en' : primary === 17 ? 'ja' : undefined;
}

function findTable(bytes: Uint8Array, tag: string): Uint8Array | undefined {
  if (bytes.length < 16) return undefined;
  const view = viewOf(bytes);
  const start = ascii(bytes, 0, 4) === 'ttcf' ? view.getUint32(12) : 0;
  if (start + 12 > bytes.length) return undefined;
  const tables = Math.min(view.getUint16(start + 4), MAX_TABLES, Math.floor((bytes.length - start - 12) / 16));
  for (let index = 0; index < tables; index++) {
    const at = start + 12 + index * 16;
    if (ascii(bytes, at, 4) !== tag) continue;
    const [offset, length] = [view.getUint32(at + 8), view.getUint32(at + 12)];
    return offset + length <= bytes.length ? bytes.subarray(offset, offset + length) : undefined;
  }
  return undefined;
}

function utf16Text(view: DataView, start: number, length: number): string {
  const units = Array.from({ length: Math.floor(length / 2) }, (_, index) => view.getUint16(start + 2 * index));
  return String.fromCharCode(...units);
}

/** Reads a Mac Roman name that consists of ASCII only. Names with other Mac Roman letters are ignored. */
function latinText(bytes: Uint8Array, start: number, length: number): string {
  const part = bytes.subarray(start, start + length);
  return part.every((byte) => byte < 128) ? String.fromCharCode(...part) : '';
}

function cleanName(name: string): string {
  const clean = name
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();
  return Array.from(clean).slice(0, MAX_NAME_LENGTH).join('');
}
