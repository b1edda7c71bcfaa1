/** Formats bytes, for example `1.2 MB`. Intl's short unit `byte` has neither a plural nor a Japanese form. */
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
