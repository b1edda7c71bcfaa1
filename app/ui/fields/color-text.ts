import { COLOR } from '#core/parameters/parse.ts';

/**
 * Parses a typed or pasted hex color: `#rgb` or `#rrggbb`, with alpha `#rgba` or `#rrggbbaa`. The `#` is optional.
 * @returns six digits, eight for a translucent color, or `undefined` for any other text
 */
export function colorIn(text: string, alpha: boolean): string | undefined {
  const code = text.normalize('NFKC').trim().toLowerCase().replace(/^#?/, '#');
  if (!COLOR.test(code)) return undefined;
  const digits = code.length > 5 ? code : code.replace(/[0-9a-f]/g, '$&$&');
  if (digits.length === 7) return digits;
  if (digits.endsWith('ff')) return digits.slice(0, 7);
  return alpha ? digits : undefined;
}
