import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFontNames } from '#core/fonts/font-name.ts';
import { unpackFont } from '#core/fonts/sfnt.ts';
import { deepOr } from '../deep.ts';

type NameRecord = readonly [platform: number, encoding: number, language: number, id: number, text: string];

const utf16 = (text: string) => {
  const bytes = Buffer.from(text, 'utf16le');
  return bytes.swap16();
};

/** Returns a font file with only a `name` table. */
function fontWith(records: readonly NameRecord[], change: (table: Buffer) => void = () => {}): Uint8Array {
  const texts = records.map(([platform, , , , text]) => (platform === 1 ? Buffer.from(text, 'latin1') : utf16(text)));
  const head = Buffer.alloc(6 + 12 * records.length);
  head.writeUInt16BE(records.length, 2);
  head.writeUInt16BE(head.length, 4);
  let offset = 0;
  for (const [index, [platform, encoding, language, id]] of records.entries()) {
    const length = texts[index]?.length ?? 0;
    for (const [field, value] of [platform, encoding, language, id, length, offset].entries())
      head.writeUInt16BE(value, 6 + 12 * index + 2 * field);
    offset += length;
  }
  const table = Buffer.concat([head, ...texts]);
  change(table);
  const directory = Buffer.alloc(28);
  directory.writeUInt32BE(0x00010000, 0);
  directory.writeUInt16BE(1, 4);
  directory.write('name', 12, 'latin1');
  directory.writeUInt32BE(28, 20);
  directory.writeUInt32BE(table.length, 24);
  return new Uint8Array(Buffer.concat([directory, table]));
}

const ENGLISH = [3, 1, 0x409] as const;
const JAPANESE = [3, 1, 0x411] as const;

describe('the names of a font file', () => {
  it('are its typographic families in English and Japanese', () => {
    const records: NameRecord[] = [
      [1, 0, 0, 1, 'Old Name'],
      [...ENGLISH, 1, 'Shippori Mincho Medium'],
      [...ENGLISH, 2, 'Medium'],
      [...JAPANESE, 1, 'しっぽり明朝'],
      [...ENGLISH, 16, 'Shippori Mincho'],
      [3, 1, 0x407, 1, 'Deutsch'],
    ];
    expect(readFontNames(fontWith(records))).toEqual({ en: 'Shippori Mincho', ja: 'しっぽり明朝' });
  });

  it.each([
    ['lobster/files/lobster-latin-400-normal.woff2', 'Lobster'],
    ['merriweather/files/merriweather-latin-400-normal.woff2', 'Merriweather'],
  ])('are read from %s', async (path, name) => {
    const file = `node_modules/@fontsource/${path}`;
    expect(existsSync(file)).toBe(true);
    expect(readFontNames(await unpackFont(new Uint8Array(readFileSync(file)))).en).toMatch(name);
  });

  it('are read without control characters and bidi overrides, and cut to the maximum length', () => {
    const name = `A\u0000\u202eB\ud800  C\n${'x'.repeat(200)}`;
    expect(readFontNames(fontWith([[...ENGLISH, 1, name]])).en).toBe(`AB C${'x'.repeat(76)}`);
    expect(readFontNames(fontWith([[...ENGLISH, 1, '\u200b \u0007']]))).toEqual({});
    expect(readFontNames(fontWith([[1, 0, 0, 1, 'Caf\u00e9']]))).toEqual({});
  });

  it.each<[string, (table: Buffer) => void]>([
    ['a count beyond the table', (table) => table.writeUInt16BE(65_535, 2)],
    ['a storage beyond the table', (table) => table.writeUInt16BE(65_535, 4)],
    ['a name beyond the table', (table) => table.writeUInt16BE(65_534, 6 + 8)],
    ['an offset beyond the table', (table) => table.writeUInt16BE(65_535, 6 + 10)],
  ])('are not read from %s', (_, change) => {
    expect(() => readFontNames(fontWith([[...ENGLISH, 1, 'Name']], change))).not.toThrow();
  });

  it('are read from damaged or cut-off files without an exception', () => {
    const whole = fontWith([
      [...ENGLISH, 16, 'Some Name'],
      [...JAPANESE, 1, '名前'],
    ]);
    for (let length = 0; length < whole.length; length++) readFontNames(whole.slice(0, length));
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 12 }), (changes) => {
        const damaged = whole.slice();
        for (const [at, value] of changes) damaged[at] = value;
        for (const name of Object.values(readFontNames(damaged))) expect(name.length).toBeLessThanOrEqual(160);
      }),
      { seed: 11, numRuns: deepOr(2000, 300) },
    );
  });
});
