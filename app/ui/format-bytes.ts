/** Formats a byte count: `1,234,567` becomes `1.2 MB`. Intl's short unit `byte` has no plural and no Japanese. */
export function formatBytes(count: number, language: string): string {
  const [value, unit] =
    count < 1e3 ? [count, 'byte'] : count < 1e6 ? [count / 1e3, 'kilobyte'] : [count / 1e6, 'megabyte'];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  }).format(value);
}
