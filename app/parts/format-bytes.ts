/** `1,234,567` → `1.2 MB`. */
export function formatBytes(count: number, language: string): string {
  const [value, unit] =
    count < 1e3 ? [count, 'byte'] : count < 1e6 ? [count / 1e3, 'kilobyte'] : [count / 1e6, 'megabyte'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
