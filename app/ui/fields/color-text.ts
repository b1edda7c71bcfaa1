import { COLOR } from '#core/parameters/parse.ts';

/** Color of fields that show `transparent`. */
export const TRANSPARENT = '#00000000';

/** Colors that a press chooses: red, orange, yellow, green, blue, white, black. */
export const SWATCHES = ['#e03131', '#f08c00', '#ffd43b', '#2f9e44', '#1971c2', '#ffffff', '#000000'] as const;

/** Parses hex colors (`#rgb`, `#rrggbb`, with alpha `#rgba`, `#rrggbbaa`; `#` optional) to six or eight digits. */
export function colorIn(text: string, alpha: boolean): string | undefined {
  const code = text.normalize('NFKC').trim().toLowerCase().replace(/^#?/, '#');
  if (!COLOR.test(code)) return undefined;
  const digits = code.length > 5 ? code : code.replace(/[0-9a-f]/g, '$&$&');
  if (digits.length === 7) return digits;
  if (digits.endsWith('ff')) return digits.slice(0, 7);
  return alpha ? digits : undefined;
}
