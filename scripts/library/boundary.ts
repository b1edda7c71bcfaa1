import { ParameterError } from '#core/base/errors.ts';
import { CallError, toCallError } from './errors.ts';
import type { CallSignal } from './globals.ts';
import { destroySink, sinksOf } from './sinks.ts';

/** Runs a call. Rejects unknown options. On an error, destroys output streams and throws a `FudebakoError`. */
export async function atBoundary<Result>(
  options: object | undefined,
  known: readonly string[],
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    checkOptions(options, known);
    checkRunning(options ?? {});
    return await act();
  } catch (error) {
    const reported = toCallError(error, (options as { signal?: CallSignal } | undefined)?.signal);
    for (const sink of sinksOf(options)) destroySink(sink, reported);
    throw reported;
  }
}

/** Rejects a signal or a progress callback of another type, which would fail only while the call runs. */
function checkRunning({ signal, onProgress }: { readonly signal?: unknown; readonly onProgress?: unknown }): void {
  if (signal != null && typeof (signal as { addEventListener?: unknown }).addEventListener !== 'function')
    throw new CallError('invalidCall', 'The option signal must be an AbortSignal.');
  if (onProgress != null && typeof onProgress !== 'function')
    throw new CallError('invalidCall', 'The option onProgress must be a function.');
}

/** Returns an argument that maps names to files. Throws CallError `invalidCall` for other values. */
export function checkedFiles(files: unknown, name: string): Readonly<Record<string, unknown>> {
  if (typeof files === 'object' && files !== null && !Array.isArray(files)) return files as Record<string, unknown>;
  throw new CallError('invalidCall', `${name} must be an object with a file for each name.`);
}

/** Rejects unknown options. Throws ParameterError. */
export function checkOptions(options: unknown, known: readonly string[]): void {
  if (options === undefined) return;
  if (typeof options !== 'object' || options === null || Array.isArray(options))
    throw new ParameterError('options', { type: 'object' }, options);
  const stray = Object.keys(options).find((name) => !known.includes(name));
  if (stray !== undefined) throw new ParameterError(`options.${stray}`, { problem: 'unknown' }, undefined);
}
