import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { fontFamilies } from '#core/fonts/catalogue.ts';

/** The file that `npm run font-ranges` writes. */
export const RANGES_FILE = fileURLToPath(new URL('../../../core/fonts/ranges.generated.ts', import.meta.url));

const require = createRequire(import.meta.url);

/** Generates a module with the code points of font subsets, from @fontsource's `unicode.json`. Lists a set once. */
export function rangesModule(): string {
  const sets = new Map<string, number>();
  const families = fontFamilies.map(({ slug }) => {
    const subsets: Record<string, string> = JSON.parse(
      readFileSync(require.resolve(`@fontsource/${slug}/unicode.json`), 'utf8'),
    );
    const names = Object.entries(subsets).map(([name, ranges]) => {
      const encoded = encodeRanges(ranges);
      const index = sets.get(encoded) ?? sets.size;
      sets.set(encoded, index);
      return [name.replace(/[[\]]/g, ''), index] as const;
    });
    // Later subsets come first, because CSS uses the later of two overlapping subsets.
    return `  '${slug}': '${runs(names.reverse())}',`;
  });
  return `// Made by \`npm run font-ranges\` from the @fontsource packages; see scripts/dev/build/font-ranges.ts.
// biome-ignore-all lint: made by a script
// biome-ignore-all format: made by a script

/** Sets of ranges as \`gap.length\` in base 36: gap after the previous range, and number of code points minus one. */
export const rangeSets: readonly string[] = [
${[...sets.keys()].map((set) => `  '${set}',`).join('\n')}
];

/** Subsets of each family as \`name:index\` of \`rangeSets\`; \`119-0:122\` means \`119:122,118:121\` and so on to 0. */
export const familySubsets: Readonly<Record<string, string>> = {
${families.join('\n')}
};
`;
}

/** Encodes ranges of code points, for example `U+0-FF,U+131` as `0.73,1e`. Omits a length of one. */
function encodeRanges(text: string): string {
  let end = 0;
  return text
    .split(',')
    .map((range) => parseRange(range.trim()))
    .sort((a, b) => a[0] - b[0])
    .map(([first, last]) => {
      const gap = (first - end).toString(36);
      end = last + 1;
      return last === first ? gap : `${gap}.${(last - first).toString(36)}`;
    })
    .join(',');
}

function parseRange(text: string): [first: number, last: number] {
  const [first = '', last] = text.replace(/^U\+/i, '').split('-');
  return [parse(first.replaceAll('?', '0')), parse(last ?? first.replaceAll('?', 'F'))];
}

const parse = (hex: string) => Number.parseInt(hex, 16);

/** Merges subsets whose numbers and sets are both consecutive into one entry. */
function runs(names: readonly (readonly [name: string, set: number])[]): string {
  const entries: string[] = [];
  for (let index = 0; index < names.length; ) {
    const [name, set] = names[index] as readonly [string, number];
    let length = 1;
    const follows = (by: number) =>
      names[index + by]?.[0] === String(Number(name) - by) && names[index + by]?.[1] === set - by;
    while (follows(length)) length++;
    entries.push(length === 1 ? `${name}:${set}` : `${name}-${Number(name) - length + 1}:${set}`);
    index += length;
  }
  return entries.join(',');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(RANGES_FILE, rangesModule());
