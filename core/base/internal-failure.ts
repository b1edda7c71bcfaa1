import { CancelledError, type ErrorCode, type ErrorData, FudebakoError, isOutOfMemory } from './errors.ts';

/** Codes of errors whose cause is the program or the computer, not the file. */
const INTERNAL_CODES: ReadonlySet<ErrorCode> = new Set([
  'wasmRefused',
  'workerStart',
  'fontDownload',
  'workerDied',
  'memoryExhausted',
  'memoryFull',
  'memoryLimit',
  'timedOut',
  'stalled',
  'stalledWorking',
  'fileGone',
  'packageMissing',
] as const);

/** Codes of Node.js for modules and native libraries that can't be loaded, for dead workers, and of the system. */
const NODE_CODES = /^(?:PACKAGE_MISSING|(?:ERR_)?MODULE_NOT_FOUND|ERR_DLOPEN_FAILED|ERR_WORKER_\w+|E[A-Z\d]+)$/;

/** Matches errors of WebAssembly that can't be compiled or linked. Emscripten forwards these errors as text. */
const REFUSED_WASM = /^(?:CompileError|LinkError)$|(?:CompileError|LinkError): /;

/** Matches the messages of Chromium, Firefox and Safari for a part of the page that can't be loaded. */
const NOT_LOADED =
  /dynamically imported module|importing a module script|^(?:failed to fetch|load failed|networkerror)/i;

/** True if the program or the computer failed: a file that was being read may be undamaged. */
export function isInternalFailure(error: unknown): boolean {
  if (error instanceof FudebakoError) return INTERNAL_CODES.has(error.code) || isInternalFailure(error.cause);
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    isOutOfMemory(error) ||
    (typeof code === 'string' && NODE_CODES.test(code)) ||
    REFUSED_WASM.test(error.name) ||
    REFUSED_WASM.test(error.message) ||
    isNotLoaded(error)
  );
}

const isNotLoaded = (error: Error) => error.name === 'TypeError' && NOT_LOADED.test(error.message);

/**
 * Returns the error to throw if work on a file failed. Errors with a code and internal failures stay as they are; any
 * other error gets the code `code`, which blames the file.
 */
export function readingError(error: unknown, code: ErrorCode, data: ErrorData = {}): unknown {
  if (error instanceof FudebakoError || error instanceof CancelledError) return error;
  if (error instanceof Error && isNotLoaded(error)) return new FudebakoError('workerStart', {}, { cause: error });
  return isInternalFailure(error) ? error : new FudebakoError(code, data, { cause: error });
}

/** Returns the error to throw if the WebAssembly module `name` can't be compiled. */
export const wasmError = (name: string, cause: unknown): unknown =>
  isOutOfMemory(cause) ? cause : new FudebakoError('wasmRefused', { name }, { cause });
