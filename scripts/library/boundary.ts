import { ParameterError } from '#core/base/errors.ts';
import { toCallError } from './errors.ts';
import { destroySink, sinksOf } from './sinks.ts';

/** Runs a call. Rejects unknown options. On an error, destroys output streams and throws a `FudebakoError`. */
export async function atBoundary<Result>(
  options: object | undefined,
  known: readonly string[],
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    checkOptions(options, known);
    return await act();
  } catch (error) {
    const reported = toCallError(error, (options as { signal?: AbortSignal } | undefined)?.signal);
    for (const sink of sinksOf(options)) destroySink(sink, reported);
    throw reported;
  }
}

/** Rejects unknown options. Throws ParameterError. */
export function checkOptions(options: unknown, known: readonly string[]): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ParameterError('options', { type: 'object' }, options);
  const stray = Object.keys(options).find((name) => !known.includes(name));
  if (stray !== undefined) throw new ParameterError(`options.${stray}`, { problem: 'unknown' }, undefined);
}
