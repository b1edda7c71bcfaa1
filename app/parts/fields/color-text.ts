import { COLOR } from '#core/parameters/parse.ts';

/**
 * The color that a typed or pasted text names: `#rgb`, `#rrggbb`, and with alpha `#rgba`, `#rrggbbaa`; the
 * `#` may be missing.
 * @param alpha whether the color may be translucent
 * @returns six digits, or eight for a translucent color; nothing for any other text
 */
export function colorIn(text: string, alpha: boolean): string | undefined {
  const code = text.normalize('NFKC').trim().toLowerCase().replace(/^#?/, '#');
  if (!COLOR.test(code)) return undefined;
  const digits = code.length > 5 ? code : code.replace(/[0-9a-f]/g, '$&$&');
  if (digits.length === 7) return digits;
  if (digits.endsWith('ff')) return digits.slice(0, 7);
  return alpha ? digits : undefined;
}
