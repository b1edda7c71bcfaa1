/** Parses `#rgb`, `#rgba`, `#rrggbb` or `#rrggbbaa` to channels from 0 to 255. */
export function rgbaOf(color: string): readonly [red: number, green: number, blue: number, alpha: number] {
  const digits = color.length <= 5 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
  const channel = (index: number) => Number.parseInt(digits.slice(index * 2, index * 2 + 2), 16);
  return [channel(0), channel(1), channel(2), digits.length === 8 ? channel(3) : 255];
}
