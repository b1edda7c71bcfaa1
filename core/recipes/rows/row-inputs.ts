import { ParameterError } from '../../base/errors.ts';
import type { InputSpec } from '../../operation.ts';

/** What a row says of an input: a file, or a list in which a file may be missing yet. */
export type RowInput = string | readonly (string | undefined)[];

/**
 * A row's files laid over those that the recipe names: all of an input, or the one at a place of its list.
 *
 * @param inside the way inside the input: nothing, or a place
 * @param locate makes a path of a name as it stands in the row
 * @throws ParameterError
 */
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

/** @throws ParameterError where a place before the last one got no file */
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

/** Paths cannot have NUL in them. */
function readName(value: unknown, path: string): string {
  if (typeof value !== 'string' || value.includes('\0')) throw new ParameterError(path, { type: 'text' }, value);
  if (value === '') throw new ParameterError(path, { problem: 'required' }, value);
  return value;
}
