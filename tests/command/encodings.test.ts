import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readAudioSummary } from '#core/audio/summary.ts';
import { decodeTogether, usedBytes } from '#core/audio/tags/tag-text.ts';
import { decodeForDisplay } from '#core/base/detect-encoding.ts';
import { fileFromBytes, type SourceFile } from '#core/base/files.ts';
import { encodeUtf16 } from '#core/base/text-encoding.ts';
import { chunk, wavFile } from '../core/audio/audio-files.ts';
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
  expect(broken.stderr).toContain('The text has no encoding that Fudebako knows. Save the file as UTF-8.');
  // One byte of a long UTF-8 table is damaged behind the part in which the encoding is detected.
  const long = new TextEncoder().encode(`name,text\n${'山田,春\n'.repeat(10_000)}`);
  long[long.length - 3] = 0xff;
  const damaged = await runTable(long);
  expect(damaged.stderr).toContain(
    'Some bytes don’t fit the encoding of the text. Save the file as UTF-8, or choose another encoding.',
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

it('a settings file, a recipe of check and the config file follow --encoding, except where they are in UTF-8', async () => {
  const folder = emptyFolder();
  const name = encodeLegacy('不丹', 'gb18030') ?? [];
  const bytes = (before: string, after: string) =>
    Uint8Array.from([...new TextEncoder().encode(before), ...name, ...new TextEncoder().encode(after)]);
  write(join(folder, 'texts.json'), bytes('[{"text":"', '"}]'));
  const settings = ['write-texts', '--texts', 'texts.json', '-o', 'a.png', '--force'];
  const guess = await commandHere(folder, settings);
  expect(guess).toMatchObject({ code: 0 });
  expect(guess.stderr).toMatch(/^texts\.json: Encoding [\w-]+ is a guess; name it with --encoding\.\n/);
  const named = await commandHere(folder, [...settings, '--encoding', 'gb18030']);
  expect(named.stderr).not.toContain('guess');

  write(join(folder, 'fudebako.config.json'), '{"recipes":{"半分":[{"operation":"scale","params":{"percent":50}}]}}');
  write(join(folder, 'other.json'), bytes('[{"operation":"convert","comment":"', '"}]'));
  for (const recipe of ['半分', 'other.json']) {
    const { stderr } = await commandHere(folder, ['check', 'a.png', '--would-change', recipe, '--encoding', 'gb18030']);
    expect(stderr).not.toContain('guess');
    expect(stderr).not.toContain('No such recipe');
  }
  expect((await commandHere(folder, ['check', 'a.png', '--encoding', 'latin'])).stderr).toContain(
    'Allowed choices are',
  );
});

it('a tag with a zero at its end is not taken for UTF-16', () => {
  for (const text of ['Test Artist\0', 'the album\0', 'a\0'])
    expect(decodeForDisplay(new TextEncoder().encode(text))).toBe(text);
});

it('tags in Shift_JIS are read in Japanese (needs ../shared/field)', async () => {
  for (const name of ['info_sjis.wav', 'id3v23_sjis.mp3'])
    expect((await readAudioSummary(fileFromBytes(name, field(name)))).tags.title).toBe('夜に駆ける');
});

it('tags of one file share an encoding, which --encoding names', async () => {
  const entry = (id: string, text: string) => {
    const bytes = encodeLegacy(text, 'shift_jis') as Uint8Array;
    return chunk(id, Uint8Array.from([...bytes, 0]));
  };
  const wavWith = (...entries: Uint8Array[]) =>
    wavFile({ data: new Uint8Array(200), after: [chunk('LIST', Buffer.concat([Buffer.from('INFO'), ...entries]))] });
  // Alone, the bytes of 海 are also ŠC in windows-1252.
  const [title, artist] = [entry('INAM', '海'), entry('IART', '山田太郎')];
  const titleOf = async (file: SourceFile) => (await readAudioSummary(file)).tags.title;
  expect([await titleOf(wavWith(title)), await titleOf(wavWith(title, artist))]).toEqual(['ŠC', '海']);

  const folder = emptyFolder();
  write(join(folder, 'a.wav'), await wavWith(title).read());
  const args = ['a.wav', '--encoding', 'shift_jis'];
  expect(
    JSON.parse((await commandHere(folder, ['inspect', '--json', ...args])).stdout.split('\n')[0] as string),
  ).toMatchObject({
    tags: { title: '海' },
  });
  expect(await commandHere(folder, ['wav-to-mp3', ...args, '-o', 'a.mp3'])).toMatchObject({ code: 0 });
  const written = fileFromBytes('a.mp3', new Uint8Array(readFileSync(join(folder, 'a.mp3'))));
  expect(await titleOf(written)).toBe('海');
});

it('an ID3v1 field that ends within a character of Shift_JIS keeps its other characters', () => {
  const field = encodeLegacy('あのとき見た夜の海はとても青かった', 'shift_jis')?.subarray(0, 29) as Uint8Array;
  const decode = (bytes: Uint8Array) => decodeTogether([usedBytes(bytes)])[0];
  expect(decode(field)).toBe('あのとき見た夜の海はとても青');
  expect(decode(encodeLegacy('a summer evening in the café', 'windows-1252') as Uint8Array)).toBe(
    'a summer evening in the café',
  );
});
