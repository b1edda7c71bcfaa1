import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Lists the files in a folder tree, including hidden files, sorted by name. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** @throws Error for a result whose bytes differ from a single run's */
export function provePartial(folder: string, single: string): { readonly complete: number; readonly unnamed: number } {
  const files = filesIn(folder);
  const named = files.filter((name) => !name.endsWith('.part'));
  for (const name of named) proveSame(folder, single, name);
  return { complete: named.length, unnamed: files.length - named.length };
}

/** Throws Error unless a folder contains exactly the results of a single run, with equal bytes. */
export function proveAll(folder: string, single: string): void {
  const [files, expected] = [filesIn(folder), filesIn(single)];
  const missing = expected.filter((name) => !files.includes(name));
  const more = files.filter((name) => !expected.includes(name));
  if (missing.length > 0 || more.length > 0)
    throw new Error(`${folder}: missing ${listed(missing)}, unexpected ${listed(more)}`);
  for (const name of files) proveSame(folder, single, name);
}

const listed = (names: readonly string[]) => `${names.length} (${names.slice(0, 3).join(', ')})`;

function proveSame(folder: string, single: string, name: string): void {
  if (!readFileSync(join(folder, name)).equals(readFileSync(join(single, name))))
    throw new Error(`${join(folder, name)} differs from the single run`);
}

export const linesIn = (folder: string): Record<string, unknown>[] =>
  linesOf(
    filesIn(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join(''),
  );

export const linesOf = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Throws Error unless the reports of all slices contain one line per input. */
export function proveReports(reports: string, inputs: readonly string[]): void {
  const reported = linesIn(reports).flatMap(({ input, error }) => {
    if (error !== undefined) throw new Error(`${input} failed: ${JSON.stringify(error)}`);
    return typeof input === 'string' ? [input] : [];
  });
  if (reported.sort().join('\n') !== [...inputs].sort().join('\n'))
    throw new Error(
      `The reports tell of ${reported.length} inputs (${new Set(reported).size} different), not ${inputs.length}`,
    );
}
