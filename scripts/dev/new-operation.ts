/** `npm run new-operation -- posterize`: creates an operation with words, fixtures, a test and a screen. */
import { addTool, toolFiles } from './new-tool.ts';
import { camelCase, edit, exists, fail, insertBefore, insertImport, KEBAB_CASE, titleOf, write } from './sources.ts';

const id = process.argv[2] ?? '';

if (!KEBAB_CASE.test(id)) fail('usage: npm run new-operation -- ID (kebab-case, verb-noun)');

const name = camelCase(id);
const title = titleOf(id);

const declaration = `core/operations/${id}.ts`;
const machinery = `core/image/${id}.ts`;
const test = `tests/core/${id}.test.ts`;
const fixtures = `tests/fixtures/${id}`;
for (const path of [declaration, machinery, test, fixtures, ...toolFiles(id)])
  if (exists(path)) fail(`${path} already exists`);

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
import { everyAlpha } from './test-images.ts';

describe('${id}', () => {
  it('returns the image itself at its neutral value', () => {
    const image = everyAlpha();
    expect(${name}(image, { amount: 0 })).toBe(image);
  });

  it('does not change alpha', () => {
    const image = everyAlpha();
    const alpha = (_: number, index: number) => index % 4 === 3;
    expect(${name}(image, { amount: 1 }).data.filter(alpha)).toEqual(image.data.filter(alpha));
  });
});
`,
);

const gradient = { pattern: 'gradient', width: 8, height: 4 };
const firstFixtures = {
  'nothing-to-do': { source: 'the neutral value', inputs: { image: gradient }, expect: { same: 'image' } },
  'the-negative': {
    source: 'c + amount · (255 − 2c): 43, 26 and 200 become 212, 229 and 55',
    inputs: { image: { pattern: 'flat', width: 3, height: 2, colors: ['#2b1ac880'] } },
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
  edit(`core/locales/everywhere-${language}.ts`, (source) =>
    insertInto(source, 'operations', `    '${id}': { name: '${title}', summary: '${title}' },`),
  );
  edit(`core/locales/tools-${language}.ts`, (source) =>
    insertInto(source, 'parameters', `    '${id}': { amount: '${label}' },`),
  );
}

addTool(id, title);

console.log(`
Next:
1. Declare inputs and parameters in ${declaration}.
2. Write the algorithm in ${machinery}.
3. Name the operation and its parameters in core/locales and app/locales, and add its help to scripts/command/parse/help-texts.ts.
4. Add expected results to ${fixtures} (see tests/fixtures/README.md), and a case to tests/parity/cases.ts.
5. Try it: npm run -s cli -- ${id} photo.jpg -o out.png, and npm run dev, /${id.replaceAll('-', '_')}`);

function insertInto(source: string, table: string, entry: string): string {
  const start = source.indexOf(`\n  ${table}: {\n`);
  const end = source.indexOf('\n  },', start);
  if (start < 0 || end < 0) fail(`table ${table} not found`);
  return `${source.slice(0, end)}\n${entry}${source.slice(end)}`;
}
