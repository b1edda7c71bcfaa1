import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { commandHere, emptyFolder, type Finished, fudebako, write } from './harness.ts';

/** Returns a Node flag whose code writes the file `mark` when a worker thread starts with this flag. */
const payload = (mark: string) =>
  `--import=data:text/javascript,${encodeURIComponent(`import('node:fs').then((fs) => fs.writeFileSync(${JSON.stringify(mark)}, ''))`)}`;

const recipe = JSON.stringify({ operation: 'write-vertical', params: { text: 'a', width: 40, height: 40 } });

/** Writes a recipe, and rows or settings with the flag, into a new folder. The flag's code would create `mark`. */
function trap(name: string, content: (flag: string) => string) {
  const folder = emptyFolder();
  const mark = join(folder, 'mark');
  write(join(folder, 'recipe.json'), recipe);
  write(join(folder, name), content(payload(mark)));
  return { folder, mark };
}

const rowsOf: Record<string, (flag: string) => string> = {
  'path.csv': (flag) => `text,style.__proto__.execArgv[0]\na,"${flag}"\nb,"${flag}"\n`,
  'nested.jsonl': (flag) => `{"text":"a","style":{"__proto__":{"execArgv":[${JSON.stringify(flag)}]}}}\n{"text":"b"}\n`,
  'dotted.jsonl': (flag) => `{"text":"a","style.__proto__.execArgv[0]":${JSON.stringify(flag)}}\n{"text":"b"}\n`,
  'main.csv': (flag) => `text,style.main.constructor.prototype.execArgv[0]\na,"${flag}"\nb,"${flag}"\n`,
  'escaped.jsonl': (flag) => `{"text":"a","style":{"\\u005f_proto__":{"execArgv":[${JSON.stringify(flag)}]}}}\n`,
};

describe('reserved names in rows', () => {
  afterEach(() => expect(Object.keys(Object.prototype)).toEqual([]));

  it.each(Object.keys(rowsOf))('are refused in %s before anything runs, and the error names the path', async (name) => {
    const { folder, mark } = trap(name, rowsOf[name] as (flag: string) => string);
    const runs: Finished[] = [
      await commandHere(folder, ['run', 'recipe.json', name, '-o', 'out', '--jobs', '2']),
      await fudebako(folder, 'run', 'recipe.json', name, '-o', 'out', '--jobs', '2'),
    ];
    for (const { code, stderr } of runs) {
      expect(stderr).toMatch(/style(\.main)?\.(__proto__|constructor)[\w.[\]]* is a reserved name/);
      expect(stderr).toContain(name);
      expect(code).toBe(2);
    }
    expect(existsSync(mark)).toBe(false);
    expect(readdirSync(folder)).not.toContain('out');
    expect(({} as { execArgv?: unknown }).execArgv).toBeUndefined();
  });

  it('are refused as unknown settings if they are the name of an inherited property, at any depth', async () => {
    for (const [column, path] of [
      ['style.toString.x', 'style.toString'],
      ['text.length', 'text.length'],
      ['style.main.fontPctH.valueOf', 'style.main.fontPctH.valueOf'],
    ]) {
      const { folder } = trap('rows.csv', () => `${column}\n1\n`);
      const { code, stderr } = await commandHere(folder, ['run', 'recipe.json', 'rows.csv', '-o', 'out']);
      expect([code, stderr]).toEqual([2, `fudebako: rows.csv, row 1: Unknown parameter ${path}.\n`]);
    }
  });

  it('are refused, as is a list index beyond the maximum length', async () => {
    const folder = emptyFolder();
    write(join(folder, 'texts.json'), JSON.stringify({ operation: 'write-texts', params: { width: 9, height: 9 } }));
    write(join(folder, 'far.csv'), 'texts[4294967294].text\na\n');
    const { code, stderr } = await commandHere(folder, ['run', 'texts.json', 'far.csv', '-o', 'out']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('far.csv, row 1: Unknown parameter texts')]);
  });
});

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
const manyNames = () => `{${Array.from({ length: 1_000_000 }, (_, index) => `"k${index}":1`).join()}}`;

describe('recipes and files of flags', () => {
  const flags: Record<string, string[]> = {
    style: ['write-vertical', '--text', 'a', '-o', 'x.png', '--style', 'file.json'],
    texts: ['write-texts', '--width', '9', '--height', '9', '-o', 'x.png', '--texts', 'file.json'],
    components: ['draw-shapes', '--width', '9', '--height', '9', '-o', 'x.png', '--components', 'file.json'],
    strokes: ['make-mask', '--width', '9', '--height', '9', '-o', 'x.png', '--strokes', 'file.json'],
    recipe: ['run', 'file.json', '-o', 'x.png'],
  };
  const contents: [what: string, content: () => string, message: RegExp][] = [
    ['__proto__', () => '[{"__proto__":{"execArgv":["-e"]}}]', /\[0\]\.__proto__ is a reserved name/],
    ['constructor', () => '{"main":{"constructor":{}}}', /main\.constructor is a reserved name/],
    ['prototype', () => '{"prototype":1}', /prototype is a reserved name/],
    ['10,000 levels', () => deep(10_000), /nested too deeply: at most 64 levels/],
    ['a million names', manyNames, /too many keys in one object: at most 1000/],
    ['a byte too many', () => `"${' '.repeat(64_000_000)}"`, /larger than 64 MB/],
  ];

  it.each(Object.keys(flags).flatMap((name) => contents.map(([what]) => [name, what] as const)))(
    'are refused in one line: %s with %s',
    async (name, what) => {
      const [, content, message] = contents.find(([each]) => each === what) as (typeof contents)[number];
      const folder = emptyFolder();
      write(join(folder, 'file.json'), content());
      const { code, stderr } = await commandHere(folder, flags[name] as string[]);
      expect(stderr).toMatch(message);
      expect(stderr).toMatch(/^fudebako: .*file\.json.*\n$/);
      expect([code, readdirSync(folder)]).toEqual([2, ['file.json']]);
    },
  );

  it('rows are refused if a cell, a line or the number of columns exceeds its limit', async () => {
    for (const [name, content] of [
      ['cell.csv', `text\n"${'a'.repeat(1_000_001)}"\n`],
      ['columns.csv', `${'text,'.repeat(1001)}\n`],
      ['line.jsonl', `{"text":"${'a'.repeat(1_000_001)}`],
    ] as const) {
      const { folder } = trap(name, () => content);
      const { code, stderr } = await commandHere(folder, ['run', 'recipe.json', name, '-o', 'out']);
      expect([code, stderr]).toEqual([2, expect.stringMatching(/can have at most 100?0?0?0?0?0? /)]);
    }
  });
});
