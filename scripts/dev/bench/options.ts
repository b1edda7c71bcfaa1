import { parseArgs } from 'node:util';

/**
 * Reads the options of a benchmark: the pattern `--only`, the flag `--write`, the number `--rounds` or `--count`, and
 * the flags `more`. Throws Error for other options, and for a number below 1.
 */
export function benchOptions(numberName: 'rounds' | 'count', numberDefault: number, more: readonly string[] = []) {
  const flags = ['write', ...more].map((name) => [name, { type: 'boolean' }] as const);
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      [numberName]: { type: 'string', default: String(numberDefault) },
      ...Object.fromEntries(flags),
    },
  });
  const number = Number(values[numberName]);
  if (!Number.isInteger(number) || number < 1) throw new Error(`--${numberName} must be 1 or more`);
  return { only: new RegExp(String(values.only), 'i'), number, has: (flag: string) => values[flag] === true };
}
