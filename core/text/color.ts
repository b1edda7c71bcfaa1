/** Splits a hexadecimal color into its opaque part and its alpha from 0 to 1. */
export function splitAlpha(color: string): { readonly opaque: string; readonly alpha: number } {
  const digits = color.slice(1);
  if (digits.length === 4)
    return { opaque: `#${digits.slice(0, 3)}`, alpha: Number.parseInt(digits.slice(3), 16) / 15 };
  if (digits.length === 8)
    return { opaque: `#${digits.slice(0, 6)}`, alpha: Number.parseInt(digits.slice(6), 16) / 255 };
  return { opaque: color, alpha: 1 };
}
