import { type ErrorCode, FudebakoError } from '#core/base/errors.ts';

/** Waits for a promise that may never settle. Throws FudebakoError with `code` after the timeout. */
export async function within<Result>(promise: Promise<Result>, milliseconds: number, code: ErrorCode): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new FudebakoError(code)), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
