import { ParameterError } from '../../base/errors.ts';
import type { InputSpec } from '../../operation.ts';

/** Path of an input's file, or a list of paths, of which some may not be set yet. */
export type RowInput = string | readonly (string | undefined)[];

/** Replaces an input's files, or the file at index `inside`. `locate` maps names to paths. Throws ParameterError. */
export function overlayInput(
  spec: InputSpec,
  current: RowInput | undefined,
  inside: readonly string[],
  value: unknown,
  path: string,
  locate: (name: string) => string,
): RowInput {
  const { max } = spec;
  const [key, ...rest] = inside;
  const read = (name: unknown, at: string) => locate(readName(name, at));
  if (key === undefined) {
    if (max === undefined || !Array.isArray(value)) return read(value, path);
    checkLength(value.length, max, path);
    return value.map((name, index) => read(name, `${path}[${index}]`));
  }
  if (max === undefined || rest.length > 0 || !/^\d{1,9}$/.test(key))
    throw new ParameterError(`${path}.${key}`, { problem: 'unknown' }, value);
  const index = Number(key);
  checkLength(index + 1, max, path);
  const files = [current ?? []].flat();
  while (files.length <= index) files.push(undefined);
  files[index] = read(value, `${path}[${index}]`);
  return files;
}

/** Returns the files of an input after a row is applied. Throws ParameterError if a file of the list is missing. */
export function wholeInput(input: RowInput, path: string): string | readonly string[] {
  if (typeof input === 'string') return input;
  return input.map((file, index) => {
    if (file === undefined) throw new ParameterError(`${path}[${index}]`, { problem: 'required' }, undefined);
    return file;
  });
}

function checkLength(length: number, max: number, path: string): void {
  if (length > max) throw new ParameterError(path, { maxLength: max }, length);
}

/** Reads a file name from a table cell. Throws for a NUL character, which a path can't contain. */
function readName(value: unknown, path: string): string {
  if (typeof value !== 'string' || value.includes('\0')) throw new ParameterError(path, { type: 'text' }, value);
  if (value === '') throw new ParameterError(path, { problem: 'required' }, value);
  return value;
}
