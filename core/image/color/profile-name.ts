import { ascii, viewOf } from '../../base/bytes.ts';

/** Maximum number of ICC tags that are searched, and maximum characters of a profile name. */
const LIMITS = { tags: 100, characters: 200 };

const TAGS_AT = 128;

/** Returns an ICC profile's description, such as `Display P3`; `undefined` for a missing or damaged description. */
export function profileName(icc: Uint8Array): string | undefined {
  try {
    const view = viewOf(icc);
    const count = Math.min(LIMITS.tags, view.getUint32(TAGS_AT));
    for (let index = 0; index < count; index++) {
      const entry = TAGS_AT + 4 + index * 12;
      if (ascii(icc, entry, 4) === 'desc') return readDescription(icc, view, view.getUint32(entry + 4));
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

function readDescription(icc: Uint8Array, view: DataView, at: number): string | undefined {
  const type = ascii(icc, at, 4);
  // textDescriptionType (ICC.1:2001-04, 6.5.17): the length of ASCII text, then the text.
  if (type === 'desc') return cleaned(ascii(icc, at + 12, Math.min(LIMITS.characters, view.getUint32(at + 8))));
  if (type !== 'mluc') return undefined;
  // multiLocalizedUnicodeType (ICC.1:2022, 10.15): records with language, country, length and offset.
  const records = Array.from(
    { length: Math.min(LIMITS.tags, view.getUint32(at + 8)) },
    (_, index) => at + 16 + index * 12,
  );
  const record = records.find((start) => ascii(icc, start, 2) === 'en') ?? records[0];
  if (record === undefined) return undefined;
  const length = Math.min(LIMITS.characters, view.getUint32(record + 4) / 2);
  const start = at + view.getUint32(record + 8);
  const units = Array.from({ length }, (_, index) => view.getUint16(start + index * 2));
  return cleaned(String.fromCharCode(...units));
}

const cleaned = (text: string): string | undefined => text.split('\0', 1)[0]?.trim() || undefined;
