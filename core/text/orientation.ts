/** Orientation in vertical text (UAX 50): U upright, Tu with vertical form, R rotated, Tr vertical form or rotated. */
export type VerticalOrientation = 'U' | 'Tu' | 'Tr' | 'R';

// Hexadecimal code point ranges (UAX 50). Tu and Tr take precedence over U; unlisted characters are rotated.
const transformedUpright = ranges(
  '3001-3002 3041 3043 3045 3047 3049 3063 3083 3085 3087 308E 3095-3096 309B-309C 30A1 30A3 30A5 30A7 30A9 ' +
    '30C3 30E3 30E5 30E7 30EE 30F5-30F6 3127 31F0-31FF 3300-3357 337B-337F FE50-FE52 FF01 FF0C FF0E FF1F 1F200-1F201',
);
const transformedRotated = ranges(
  '2329-232A 3008-3011 3014-301F 3030 30A0 30FC FE59-FE5E FF08-FF09 FF1A-FF1B FF3B FF3D FF3F FF5B-FF60 FFE3',
);
const upright = ranges(
  'A7 A9 AE B1 BC-BE D7 F7 2EA-2EB 1100-11FF 1401-167F 18B0-18FF 2016 2020-2021 2030-2031 203B-203C 2042 ' +
    '2047-2049 2051 2065 20DD-20E0 20E2-20E4 2100-2101 2103-2109 210F 2113-2114 2116-2117 211E-2123 2125 2127 ' +
    '2129 212E 2135-213F 2145-214A 214C-214D 214F-2189 218C-218F 221E 2234-2235 2300-2307 230C-231F 2324-2328 ' +
    '232B 237D-239A 23BE-23CD 23CF 23D1-23DB 23E2-2422 2424-24FF 25A0-2619 2620-2767 2776-2793 2B12-2B2F ' +
    '2B50-2B59 2B97 2BB8-2BD1 2BD3-2BEB 2BF0-2BFF 2E50-2E51 2E80-A4CF A960-A97F AC00-D7FF E000-FAFF FE10-FE1F ' +
    'FE30-FE48 FE50-FE57 FE5F-FE62 FE67-FE6F FF01-FF0C FF0E-FF1B FF1F-FF60 FFE0-FFE7 FFF0-FFF8 FFFC-FFFD ' +
    '16FE0-18DFF 1AFF0-1B2FF 1D000-1D1FF 1D2E0-1D37F 1F000-1F7FF 1F900-1FAFF 20000-3FFFD F0000-10FFFD',
);

type Ranges = readonly (readonly [first: number, last: number])[];

function ranges(text: string): Ranges {
  return text.split(' ').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}

const includes = (table: Ranges, codePoint: number) =>
  table.some(([first, last]) => codePoint >= first && codePoint <= last);

const known = new Map<number, VerticalOrientation>();

export function verticalOrientation(grapheme: string): VerticalOrientation {
  const codePoint = grapheme.codePointAt(0) ?? 0;
  let orientation = known.get(codePoint);
  if (!orientation) {
    orientation = lookUp(codePoint);
    known.set(codePoint, orientation);
  }
  return orientation;
}

function lookUp(codePoint: number): VerticalOrientation {
  if (includes(transformedUpright, codePoint)) return 'Tu';
  if (includes(transformedRotated, codePoint)) return 'Tr';
  return includes(upright, codePoint) ? 'U' : 'R';
}
