import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { en } from '#core/locales/all-en.ts';
import { readRecipeLink, recipeFragment } from '#core/recipes/link.ts';
import { parseRecipe, type Recipe } from '#core/recipes/recipe.ts';
import { readRows } from '#scripts/command/parse/rows.ts';
import type { Random } from './random.ts';
import { WrongResult } from './wrong-result.ts';

const PIECES = [
  'a',
  'B',
  '7',
  ' b',
  '"',
  '""',
  ',',
  ';',
  '\t',
  '\n',
  "'",
  '古池や',
  '👨‍👩‍👧',
  'é',
  '=1+1',
  '\\n',
  '{',
  ']',
];

/** Joins hostile pieces to a text that starts and ends with letters, because readers may trim white space there. */
const randomText = (random: Random) =>
  `x${Array.from({ length: random.below(8) }, () => random.from(PIECES)).join('')}y`;

const WRITE_TEXT: Recipe = [{ operation: 'write-vertical', params: { text: 'a', width: 40, height: 40 } }];

/** Writes a table as CSV (RFC 4180) or JSON Lines, and checks that every cell reads back equal. */
export async function checkRows(random: Random): Promise<void> {
  const rows = Array.from({ length: random.between(1, 5) }, () => randomText(random));
  const kind = random.from(['csv', 'tsv', 'jsonl'] as const);
  const quoted = (text: string) =>
    /[",\t\n;]/.test(text) || random.chance(2) ? `"${text.replaceAll('"', '""')}"` : text;
  const end = random.from(['\n', '\r\n']);
  const lines = kind === 'jsonl' ? rows.map((text) => JSON.stringify({ text })) : ['text', ...rows.map(quoted)];
  const folder = mkdtempSync(join(tmpdir(), 'fudebako-fuzz-rows-'));
  try {
    const path = join(folder, `rows.${kind}`);
    writeFileSync(path, `${random.chance(4) ? '\uFEFF' : ''}${lines.join(end)}${random.chance(2) ? end : ''}`);
    const read = await readRows(path, parseRecipe(WRITE_TEXT), en, () => ({}));
    const texts = read.map(({ steps }) => (steps[0]?.params as { readonly text?: string } | undefined)?.text);
    if (!isDeepStrictEqual(texts, rows))
      throw new WrongResult('result differs', `${kind}: ${JSON.stringify(texts)} is not ${JSON.stringify(rows)}`);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Writes a recipe as a link, and checks that it reads back equal. */
export async function checkLink(random: Random): Promise<void> {
  const params = { ...WRITE_TEXT[0]?.params, text: randomText(random) };
  const steps: Recipe = [
    ...(random.chance(2) ? [{ operation: 'write-vertical', params } as const] : []),
    ...Array.from({ length: random.between(1, 4) }, () => ({
      operation: 'scale' as const,
      params: { percent: random.between(1, 400) },
    })),
  ];
  const read = await readRecipeLink(`https://example.com/recipe#${await recipeFragment(steps)}`);
  if (!isDeepStrictEqual(read, JSON.parse(JSON.stringify(steps))))
    throw new WrongResult('result differs', `${JSON.stringify(read)} is not ${JSON.stringify(steps)}`);
}
