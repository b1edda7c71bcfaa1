/**
 * `npm run new-operation -- posterize`: creates an operation that already runs, with list entry, words in both
 * languages, fixtures, a test and a screen.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const id = process.argv[2] ?? '';

if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(id)) fail('usage: npm run new-operation -- ID (kebab-case, verb-noun)');

const name = id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const title = id.charAt(0).toUpperCase() + id.slice(1).replaceAll('-', ' ');

const declaration = `core/operations/${id}.ts`;
const machinery = `core/image/${id}.ts`;
const test = `tests/core/${id}.test.ts`;
const fixtures = `tests/fixtures/${id}`;
const route = id.replaceAll('-', '_');
const screen = `app/routes/${route}.tsx`;
for (const path of [declaration, machinery, test, fixtures, screen])
  if (existsSync(resolve(root, path))) fail(`${path} already exists`);

write(
  declaration,
  `import { defineOperation } from '../operation.ts';
import { parameters, slider } from '../parameters/fields.ts';

/** Mixes an image with its negative. */
export const ${name} = defineOperation({
  id: '${id}',
  inputs: { image: 'image' },
  params: parameters({
    amount: slider({ default: 0, min: 0, max: 1, step: 0.01 }),
  }),
  output: 'image',
  run: async ({ image }, params) => (await import('../image/${id}.ts')).${name}(image, params),
});
`,
);
write(
  machinery,
  `import { type Raster, wrapRaster } from '../base/raster.ts';

/** Every color \`c\` becomes \`c + amount · (255 − 2c)\`; alpha stays. */
export function ${name}(image: Raster, { amount }: { readonly amount: number }): Raster {
  if (amount === 0) return image;
  const data = image.data.slice();
  for (let index = 0; index < data.length; index++)
    if (index % 4 !== 3) data[index] = (data[index] as number) + amount * (255 - 2 * (data[index] as number));
  return wrapRaster(image.width, image.height, data);
}
`,
);
write(
  test,
  `import { describe, expect, it } from 'vitest';
import { ${name} } from '#core/image/${id}.ts';
import { everyAlpha } from './pictures.ts';

describe('${id}', () => {
  it('gives the picture itself at its neutral value', () => {
    const image = everyAlpha();
    expect(${name}(image, { amount: 0 })).toBe(image);
  });

  it('leaves alpha alone', () => {
    const image = everyAlpha();
    const alpha = (_: number, index: number) => index % 4 === 3;
    expect(${name}(image, { amount: 1 }).data.filter(alpha)).toEqual(image.data.filter(alpha));
  });
});
`,
);

const gradient = { picture: 'gradient', width: 8, height: 4 };
const firstFixtures = {
  'nothing-to-do': { source: 'the neutral value', inputs: { image: gradient }, expect: { same: 'image' } },
  'the-negative': {
    source: 'c + amount · (255 − 2c): 43, 26 and 200 become 212, 229 and 55',
    inputs: { image: { picture: 'flat', width: 3, height: 2, colors: ['#2b1ac880'] } },
    params: { amount: 1 },
    expect: { size: [3, 2], pixels: [[2, 1, '#d4e53780']] },
  },
  'amount-above-1': {
    source: 'the declared limits',
    inputs: { image: gradient },
    params: { amount: 1.01 },
    expect: { error: { code: 'parameterRange', path: 'amount' } },
  },
};
for (const [name, fixture] of Object.entries(firstFixtures))
  write(`${fixtures}/${name}.json`, `${JSON.stringify(fixture, undefined, 2)}\n`);

edit('core/operations/index.ts', (source) =>
  insertBefore(
    insertImport(source, `import { ${name} } from './${id}.ts';`),
    /\n?\] as const;/,
    source.includes('] as const;') && /\n\] as const/.test(source) ? `\n  ${name},` : `, ${name}`,
  ),
);
for (const [language, label] of [
  ['en', 'Amount'],
  ['ja', '強さ'],
] as const) {
  edit(`core/words/${language}.ts`, (source) =>
    insertInto(source, 'operations', `    '${id}': { name: '${title}', summary: '${title}' },`),
  );
  edit(`core/words/edits-${language}.ts`, (source) =>
    insertInto(source, 'parameters', `    '${id}': { amount: '${label}' },`),
  );
}

const component = name.charAt(0).toUpperCase() + name.slice(1);
write(
  screen,
  `import { ${name} } from '#core/operations/${id}.ts';
import { OperationScreen } from '../features/common/OperationScreen.tsx';

export default function ${component}() {
  return <OperationScreen route="${route}" operation={${name}} />;
}
`,
);
edit('app/state/catalogue.ts', (source) =>
  insertBefore(
    source,
    / {2}\{ route: 'advanced_text_editor'/,
    `  { route: '${route}', group: 'image', operation: '${id}' },\n`,
  ),
);
edit('app/shell/icons.ts', (source) =>
  insertBefore(
    insertBefore(source, /import TextAlignStart/, "import Sparkles from 'lucide-react/icons/sparkles';\n"),
    / {2}advanced_text_editor:/,
    `  ${route}: Sparkles,\n`,
  ),
);
for (const language of ['en', 'ja'])
  edit(`app/locales/${language}.ts`, (source) =>
    insertBefore(
      source,
      / {2}shape_editor: \{\n/,
      `  ${route}: { summary: '${title}', keywords: '${title.toLowerCase()}' },\n`,
    ),
  );

console.log(`
Next:
1. Declare inputs and parameters in ${declaration}.
2. Write the algorithm in ${machinery}.
3. Name the operation and its parameters in core/words and app/locales, and add its help to scripts/command/help-texts.ts.
4. Add expected results to ${fixtures} (see tests/fixtures/README.md), and a case to tests/parity/cases.ts.
5. Try it: npm run -s cli -- ${id} photo.jpg -o out.png, and npm run dev, /${route}`);

function fail(reason: string): never {
  console.error(reason);
  process.exit(2);
}

function write(path: string, content: string): void {
  mkdirSync(dirname(resolve(root, path)), { recursive: true });
  writeFileSync(resolve(root, path), content);
  console.log(`created ${path}`);
}

function edit(path: string, change: (source: string) => string): void {
  const file = resolve(root, path);
  writeFileSync(file, change(readFileSync(file, 'utf8')));
  console.log(`changed ${path}`);
}

function insertImport(source: string, line: string): string {
  const last = source.lastIndexOf("from './");
  const end = source.indexOf('\n', last) + 1;
  return `${source.slice(0, end)}${line}\n${source.slice(end)}`;
}

function insertBefore(source: string, anchor: RegExp, text: string): string {
  const at = source.search(anchor);
  if (at < 0) fail(`${anchor} not found`);
  return source.slice(0, at) + text + source.slice(at);
}

/** Inserts as the last entry of a top-level table of words. */
function insertInto(source: string, table: string, entry: string): string {
  const start = source.indexOf(`\n  ${table}: {\n`);
  const end = source.indexOf('\n  },', start);
  if (start < 0 || end < 0) fail(`table ${table} not found`);
  return `${source.slice(0, end)}\n${entry}${source.slice(end)}`;
}
