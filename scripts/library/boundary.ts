import { CancelledError, FudebakoError, ParameterError } from '#core/base/errors.ts';
import { describeError } from './words.ts';

/**
 * Runs a library call. Errors get readable messages, and the cause of `CancelledError` is the signal's reason.
 * @throws ParameterError for an unknown option
 */
export async function atBoundary<Result>(
  options: object | undefined,
  known: readonly string[],
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    checkOptions(options, known);
    return await act();
  } catch (error) {
    throw readable(error, (options as { signal?: AbortSignal } | undefined)?.signal);
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

/** Replaces the internal message of an error by a sentence. */
export function readable(error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof FudebakoError) setProperty(error, 'message', describeError(error));
  if (error instanceof CancelledError && signal?.aborted) setProperty(error, 'cause', signal.reason);
  return error;
}

const setProperty = (error: Error, name: string, value: unknown) =>
  Object.defineProperty(error, name, { value, configurable: true, writable: true, enumerable: false });
