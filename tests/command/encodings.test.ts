import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAudioSummary } from '#core/audio/summary.ts';
import { decodeFixedText } from '#core/audio/tags/tag-text.ts';
import { decodeForDisplay } from '#core/base/detect-encoding.ts';
import { fileFromBytes } from '#core/base/files.ts';
import { encodeUtf16 } from '#core/base/text-encoding.ts';
import { encodeLegacy } from '../encode-legacy.ts';
import { commandHere, emptyFolder, write } from './harness.ts';

const field = (name: string) =>
  new Uint8Array(readFileSync(resolve(import.meta.dirname, '../../../shared/field', name)));

const RECIPE =
  '[{"operation":"write-vertical","params":{"text":"Name"}},{"operation":"convert","params":{"format":"png"}}]';
const TABLE = 'name,text\r\n山田,春の海\r\n鈴木,雪とけて\r\n';

/** Runs a recipe for a table. Returns the result names and what the command printed. */
async function runTable(
  table: Uint8Array | string,
  args: readonly string[] = [],
  recipe: Uint8Array | string = RECIPE,
) {
  const folder = emptyFolder();
  write(join(folder, 'table.csv'), table);
  write(join(folder, 'recipe.json'), recipe);
  const run = await commandHere(folder, ['run', 'recipe.json', 'table.csv', '-o', 'out', ...args]);
  const names = run.code === 0 ? readdirSync(join(folder, 'out')).sort() : [];
  return { names, code: run.code, stderr: run.stderr };
}

const NAMES = { names: ['山田.png', '鈴木.png'].sort(), code: 0, stderr: '' };

describe('a table in Japanese gives the same names', () => {
  it.each<[string, Uint8Array | string]>([
    ['UTF-8', TABLE],
    ['UTF-8 with a byte order mark', `\ufeff${TABLE}`],
    ['Shift_JIS', encodeLegacy(TABLE, 'shift_jis') ?? ''],
    ['EUC-JP', encodeLegacy(TABLE, 'euc-jp') ?? ''],
    ['ISO-2022-JP', encodeLegacy(TABLE, 'iso-2022-jp') ?? ''],
    ['UTF-16 with a byte order mark', encodeUtf16(TABLE)],
    ['UTF-16 without a byte order mark', encodeUtf16(TABLE).slice(2)],
  ])('in %s', async (_name, table) => {
    expect(await runTable(table)).toEqual(NAMES);
  });
});

it('a table in Shift_JIS as Excel writes it names its results in Japanese (needs ../shared/field)', async () => {
  expect(await runTable(field('sjis2.csv'))).toEqual(NAMES);
  const { stderr } = await runTable(field('sjis-header.csv'));
  expect(stderr).toBe('fudebako: table.csv, row 1: Unknown column 備考: no step has such a parameter or input.\n');
});

it('a recipe in Shift_JIS writes the same image as in UTF-8', async () => {
  const recipe = RECIPE.replace('Name', '表示');
  const images = await Promise.all(
    [recipe, encodeLegacy(recipe, 'shift_jis') ?? ''].map(async (bytes) => {
      const folder = emptyFolder();
      write(join(folder, 'r.json'), bytes);
      expect(await commandHere(folder, ['run', 'r.json', '-o', 'a.png'])).toMatchObject({ code: 0, stderr: '' });
      return readFileSync(join(folder, 'a.png'));
    }),
  );
  expect(images[0]?.equals(images[1] as Buffer)).toBe(true);
});

it('an uncertain encoding is used with a warning, and --encoding decides', async () => {
  // The bytes of 不丹 in GB18030 are common characters in EUC-JP too.
  const table = Uint8Array.from([...new TextEncoder().encode('name\r\n'), ...(encodeLegacy('不丹', 'gb18030') ?? [])]);
  const guess = await runTable(table);
  expect(guess.stderr).toMatch(/^table\.csv: Encoding [\w-]+ is a guess; name it with --encoding\.\n$/);
  const named = await runTable(table, ['--encoding', 'gb18030']);
  expect(named).toEqual({ names: ['不丹.png'], code: 0, stderr: '' });
});

it('a table whose encoding cannot be told is refused with the reason', async () => {
  const broken = await runTable(Uint8Array.of(0x61, 0xff, 0xff, 0xfe, 0x00, 0x81, 0x0a));
  expect(broken).toMatchObject({ code: 2, names: [] });
  expect(broken.stderr).toContain('The text can’t be read reliably.');
  expect(broken.stderr).toContain('Its encoding is none that Fudebako knows. Save the file as UTF-8.');
  // One byte of a long UTF-8 table is damaged behind the part in which the encoding is detected.
  const long = new TextEncoder().encode(`name,text\n${'山田,春\n'.repeat(10_000)}`);
  long[long.length - 3] = 0xff;
  const damaged = await runTable(long);
  expect(damaged.stderr).toContain(
    'It has bytes that its encoding doesn’t have. Save the file as UTF-8, or name the encoding.',
  );
});

describe('a table is read with its own separator', () => {
  it.each([
    ['semicolons', 'name;text\n山田;春,海\n鈴木;雪\n'],
    ['tabs', 'name\ttext\n山田\t春,海\n鈴木\t雪;\n'],
    ['commas, with semicolons in cells', 'name,text\n山田,a;b;c\n鈴木,雪\n'],
    ['a line that states the separator', 'sep=;\r\nname;text\r\n山田;春\r\n鈴木;雪\r\n'],
    ['surplus empty cells', 'name,text\n山田,春,,\n鈴木,雪,\n'],
    ['quoted headings with another separator', '"name";"text"\n山田;"春;海"\n鈴木;雪\n'],
  ])('%s', async (_name, table) => {
    expect(await runTable(table)).toEqual(NAMES);
  });
});

it('a settings file whose encoding is uncertain is refused', async () => {
  const folder = emptyFolder();
  const list = Uint8Array.from([
    ...new TextEncoder().encode('[{"text":"'),
    ...(encodeLegacy('不丹', 'gb18030') ?? []),
    ...new TextEncoder().encode('"}]'),
  ]);
  write(join(folder, 'texts.json'), list);
  const { stderr } = await commandHere(folder, ['write-texts', '--texts', 'texts.json', '-o', 'a.png']);
  expect(stderr).toContain('Several encodings are equally likely. Save the file as UTF-8, or name the encoding.');
});

it('a tag with a zero at its end is not taken for UTF-16', () => {
  for (const text of ['Test Artist\0', 'the album\0', 'a\0'])
    expect(decodeForDisplay(new TextEncoder().encode(text))).toBe(text);
});

it('tags in Shift_JIS are read in Japanese (needs ../shared/field)', async () => {
  for (const name of ['info_sjis.wav', 'id3v23_sjis.mp3'])
    expect((await readAudioSummary(fileFromBytes(name, field(name)))).tags.title).toBe('夜に駆ける');
});

it('an ID3v1 field that ends within a character of Shift_JIS keeps its other characters', () => {
  const field = encodeLegacy('あのとき見た夜の海はとても青かった', 'shift_jis')?.subarray(0, 29) as Uint8Array;
  expect(decodeFixedText(field)).toBe('あのとき見た夜の海はとても青');
  expect(decodeFixedText(encodeLegacy('a summer evening in the café', 'windows-1252') as Uint8Array)).toBe(
    'a summer evening in the café',
  );
});
