import type { callErrorCodes, ErrorCode } from '#core/base/error-codes.ts';
import { CancelledError as CoreCancelledError, type ErrorData, FudebakoError } from '#core/base/errors.ts';
import { en } from '#core/locales/all-en.ts';
import { errorReason, errorSentence, fillIn } from '#core/locales/format.ts';
import type { Warning } from '#core/platform/context.ts';
import { isSystemCode, systemSentence } from '../command/base/errors.ts';
import { MissingPackageError as PlatformMissingPackageError } from '../platform/missing-package.ts';
import type { CallSignal } from './globals.ts';

/** A call's error, with an English sentence that is not in the tables of translations. */
export class CallError extends FudebakoError {
  constructor(code: ErrorCode & (typeof callErrorCodes)[number], message: string, data?: ErrorData, cause?: unknown) {
    super(code, data, cause === undefined ? undefined : { cause });
    setProperty(this, 'message', message);
  }
}

/** `options.signal` aborted the call. `cause` is the reason of the signal. No result was written. */
export class CancelledError extends CallError {
  override readonly name = 'CancelledError';

  constructor(reason?: unknown) {
    super('cancelled', 'The call was canceled.', {}, reason);
  }
}

/** An optional package is not installed. The message contains the command that installs the package. */
export class MissingPackageError extends CallError {
  override readonly name = 'MissingPackageError';

  constructor(message: string, cause?: unknown) {
    super('packageMissing', message, {}, cause);
  }
}

/** Returns the error for the library's caller: always a `FudebakoError` with a readable message. */
export function toCallError(error: unknown, signal?: CallSignal): FudebakoError {
  if (error instanceof CoreCancelledError) return new CancelledError(signal?.aborted ? signal.reason : undefined);
  if (error instanceof FudebakoError) {
    setProperty(error, 'message', describeError(error));
    return error;
  }
  if (!(error instanceof Error)) return new CallError('unexpected', String(error), {}, error);
  // Errors from threads keep their names, but lose their classes.
  if (error.name === PlatformMissingPackageError.name) return new MissingPackageError(error.message, error);
  const { code, path, dest = path } = error as NodeJS.ErrnoException & { dest?: string };
  if (!isSystemCode(code)) return new CallError('unexpected', error.message, {}, error);
  const sentence = code === 'EEXIST' ? EXISTS : (systemSentence(error) ?? error.message);
  const message = dest === undefined ? sentence : `${dest}: ${sentence}`;
  return new CallError(code === 'EEXIST' ? 'fileExists' : 'fileSystem', message, { systemCode: code }, error);
}

const EXISTS = 'The file already exists; set the option force to replace it.';

const setProperty = (error: Error, name: string, value: unknown) =>
  Object.defineProperty(error, name, { value, configurable: true, writable: true, enumerable: false });

export const warningMessage = ({ code, data }: Warning): string => fillIn(en.warnings[code] ?? code, data);

/** Returns an English sentence for an error of a library call. Programs use the error's `code` and `data`. */
export function describeError(error: unknown): string {
  const sentence = errorSentence(error, en);
  if (sentence) return [sentence, errorReason(error, en)].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}
