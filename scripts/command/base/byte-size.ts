import { UsageError } from './errors.ts';

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  b: 1,
  k: 1e3,
  kb: 1e3,
  m: 1e6,
  mb: 1e6,
  g: 1e9,
  gb: 1e9,
  kib: 2 ** 10,
  mib: 2 ** 20,
  gib: 2 ** 30,
};

/** Parses `200000`, `200kB`, `1.5MB` or `64KiB`, ignoring case. Throws UsageError with the flag's name. */
export function readByteSize(text: string, flag: string): number {
  const [, digits, unit = ''] = /^(\d{1,15}(?:\.\d{1,6})?)\s?([a-z]{0,3})$/i.exec(text.trim()) ?? [];
  const key = unit.toLowerCase();
  if (digits === undefined || !Object.hasOwn(UNITS, key))
    throw new UsageError(`${flag} ${text}: Use a number of bytes, such as 200000, 200kB or 1.5MB.`);
  return Math.floor(Number(digits) * (UNITS[key] as number));
}

/** Formats a number of bytes with three significant digits, for example `171 kB`. */
export function byteCount(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'];
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const value = bytes / 1000 ** power;
  return `${power === 0 || value >= 100 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
