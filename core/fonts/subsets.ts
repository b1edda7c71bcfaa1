import { cached } from '../base/cached.ts';
import type { FontFamily } from './catalogue.ts';
import { familySubsets, rangeSets } from './ranges.generated.ts';

/** First and last code point of a Unicode range, both inclusive. */
type Range = readonly [first: number, last: number];

interface Subset {
  readonly name: string;
  readonly ranges: readonly Range[];
}

const decodedSets = new Map<number, readonly Range[]>();
const familiesSubsets = new Map<string, readonly Subset[]>();

const rangesOf = (index: number): readonly Range[] =>
  cached(decodedSets, index, () => {
    let end = 0;
    return (rangeSets[index] ?? '').split(',').map((entry): Range => {
      const [gap = '', length = '0'] = entry.split('.');
      const first = end + Number.parseInt(gap, 36);
      const last = first + Number.parseInt(length, 36);
      end = last + 1;
      return [first, last];
    });
  });

const subsetsOf = ({ slug }: FontFamily): readonly Subset[] =>
  cached(familiesSubsets, slug, () => familySubsets[slug]?.split(',').flatMap(expandEntry) ?? supplement);

/** Expands an entry for consecutive subsets: `119-0:122` becomes `119:122`, `118:121` and so on down to `0`. */
function expandEntry(entry: string): Subset[] {
  const [names = '', set = ''] = entry.split(':');
  const [, high, low] = /^(\d+)-(\d+)$/.exec(names) ?? [];
  if (!high || !low) return [{ name: names, ranges: rangesOf(Number(set)) }];
  return Array.from({ length: Number(high) - Number(low) + 1 }, (_, step) => ({
    name: String(Number(high) - step),
    ranges: rangesOf(Number(set) - step),
  }));
}

/** The only subset of the fallback fonts for CP932 symbols. Its Unicode ranges are number forms and U+2252. */
const supplement: readonly Subset[] = [
  {
    name: 'symbols',
    ranges: [
      [0x2150, 0x2189],
      [0x2252, 0x2252],
    ],
  },
];

/** Returns the names of the subsets of a font family, preferred subsets first. */
export function subsetNames(family: FontFamily): readonly string[] {
  return subsetsOf(family).map(({ name }) => name);
}

/** Returns subsets whose ranges include a code point, preferred first. A font file may lack the glyph. */
export function subsetsFor(family: FontFamily, codePoint: number): string[] {
  return subsetsOf(family)
    .filter(({ ranges }) => includes(ranges, codePoint))
    .map(({ name }) => name);
}

function includes(ranges: readonly Range[], codePoint: number): boolean {
  let low = 0;
  let high = ranges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle] as Range;
    if (codePoint < range[0]) high = middle;
    else if (codePoint > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}
