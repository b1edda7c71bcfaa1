import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { TableReader } from '#core/recipes/rows/row-reader.ts';
import { commandHere, emptyFolder, jsonLines } from './harness.ts';

const folder = emptyFolder();
const path = (name: string) => join(folder, name);
const run = (...args: string[]) => commandHere(folder, ['run', 'recipe.json', ...args]);

beforeAll(() => {
  const params = { text: '（空）', watermark: false, width: 200, height: 300, background: '#ffffff' };
  writeFileSync(path('recipe.json'), JSON.stringify({ operation: 'write-vertical', params }));
});

/** Returns true if a result contains pixels of a pure color. */
async function hasColor(name: string, color: readonly number[]): Promise<boolean> {
  const { data } = await sharp(path(name)).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  for (let at = 0; at < data.length; at += 3)
    if (color.every((value, channel) => data[at + channel] === value)) return true;
  return false;
}

describe('the command run with a file of rows', () => {
  it('makes an image of each row of a table', async () => {
    writeFileSync(
      path('poems.csv'),
      '\uFEFFname,text,style.main.textColor,watermark\r\n秋,"秋の田の\nかりほ",#ff0000,\r\n,"""春""",,true\r\n',
    );
    expect(await run('poems.csv', '-o', 'table')).toMatchObject({ code: 0, stderr: '' });
    expect(readdirSync(path('table')).toSorted()).toEqual(['poems-002.png', '秋.png']);
    expect(await hasColor('table/秋.png', [255, 0, 0])).toBe(true);
    expect(await hasColor('table/poems-002.png', [255, 0, 0])).toBe(false);
    expect(await hasColor('table/poems-002.png', [250, 248, 244])).toBe(true);
  });

  it('makes an image of each JSON line, several at once, and names each row', async () => {
    const lines = ['春', '夏', '秋', '冬'].map((text) =>
      JSON.stringify({ text, style: { author: { textColor: '#00ff00' } }, author: text }),
    );
    writeFileSync(path('seasons.jsonl'), `${lines.join('\n\n')}\n`);
    const { code, stdout } = await run('seasons.jsonl', '-o', 'json', '--jobs', '2', '--format', 'jpg', '--json');
    expect(code).toBe(0);
    const results = jsonLines(stdout);
    expect(results.map(({ input, output }) => [input, output])).toEqual(
      [1, 2, 3, 4].map((row) => [`seasons.jsonl, row ${row}`, `json/seasons-00${row}.jpg`]),
    );
    const files = readdirSync(path('json')).map((name) => readFileSync(path(`json/${name}`)).toString('base64'));
    expect(new Set(files).size).toBe(4);
  });

  it('accepts a recipe without the text that every row supplies, and refuses a row without text', async () => {
    const params = { text: '', watermark: false, width: 100, height: 150, background: '#ffffff' };
    writeFileSync(path('bare.json'), JSON.stringify({ operation: 'write-vertical', params }));
    writeFileSync(path('bare.csv'), 'text,author\n春,\n');
    expect(await commandHere(folder, ['run', 'bare.json', 'bare.csv', '-o', 'bare/'])).toMatchObject({ code: 0 });
    expect(readdirSync(path('bare'))).toEqual(['bare-001.png']);
    writeFileSync(path('none.csv'), 'name,text\na,春\nb,\n');
    const { code, stderr } = await commandHere(folder, ['run', 'bare.json', 'none.csv', '-o', 'never/']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('none.csv, row 2: Please enter text.')]);
  });

  it('sets values inside lists from columns such as texts[1].fontPt', async () => {
    const texts = [{ text: 'one', textColor: '#ff0000' }, { text: 'two' }];
    const params = { width: 300, height: 300, texts };
    writeFileSync(path('texts.json'), JSON.stringify({ operation: 'write-texts', params }));
    writeFileSync(path('colors.csv'), 'texts[1].textColor,texts[1].fontPt\n#0000ff,60\n');
    expect(await commandHere(folder, ['run', 'texts.json', 'colors.csv', '-o', 'lists/'])).toMatchObject({ code: 0 });
    expect(await hasColor('lists/colors-001.png', [0, 0, 255])).toBe(true);
  });

  it.each([
    ['bad.csv', 'text,font\na,b\n', 'bad.csv, row 1: Unknown column font: no step has such a parameter or input.'],
    [
      'bad.csv',
      'text,style.main.fontPctH\na,8\na,99\n',
      'bad.csv, row 2: style.main.fontPctH must be from 0.5 to 50, not 99.',
    ],
    ['bad.csv', 'text\na,b\n', 'bad.csv, row 1: 2 cells, but the header has 1.'],
    ['bad.csv', 'text,,text \na,,b\n', 'bad.csv: Duplicate column text.'],
    ['bad.csv', 'text\n', 'bad.csv: The table has no rows.'],
    ['bad.csv', 'text\na\n"b\nc\nd\n', 'bad.csv, row 2: Unclosed quote.'],
    ['bad.csv', 'text,\na,b\n', 'bad.csv, row 1: Unknown column : no step has such a parameter or input.'],
    ['bad.jsonl', '{"text":"a"}\n{"text":', 'bad.jsonl, line 2: Invalid JSON'],
    ['bad.jsonl', '["a"]', 'bad.jsonl, line 1: A row must be a JSON object.'],
    ['bad.csv', 'name,text\nx,a\nx,b\n', 'bad.csv, row 1 and bad.csv, row 2 would both be written to never/x.png.'],
  ])('refuses %s %j before anything runs', async (name, source, message) => {
    writeFileSync(path(name), source);
    const { code, stderr } = await run(name, '-o', 'never');
    expect(stderr).toContain(message);
    expect(code).toBe(2);
    expect(readdirSync(folder)).not.toContain('never');
  });

  it('ignores a column that has neither a heading nor values', async () => {
    writeFileSync(path('emptied.csv'), 'name,text,,\nx,a,,\n');
    expect(await run('emptied.csv', '-o', 'emptied/')).toMatchObject({ code: 0 });
    expect(readdirSync(path('emptied'))).toEqual(['x.png']);
  });

  it('refuses rows beside images, and rows with one output file', async () => {
    expect((await run('poems.csv', 'x.png', '-o', 'never')).stderr).toContain(
      "Tables can't be combined with other files",
    );
    expect((await run('poems.csv', '-o', 'never.png')).stderr).toContain('Table rows need an output folder');
  });
});

/** Returns the cells of each row of a table. */
function parseTable(source: string, separator: string): string[][] {
  const rows: string[][] = [];
  const reader = new TableReader(separator, (cells) => rows.push(cells));
  reader.push(source);
  reader.end();
  return rows;
}

describe('a table of rows', () => {
  it('reads back every table that is quoted as RFC 4180 specifies', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', '字'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\r\n');
        expect(parseTable(text, ',')).toEqual(rows);
      }),
      { seed: 4180 },
    );
  });

  it('reads unquoted cells, other separators and empty lines', () => {
    expect(parseTable('a\tb c\n\n1\t"2\t3"\n', '\t')).toEqual([
      ['a', 'b c'],
      ['1', '2\t3'],
    ]);
  });
});
