import { FudebakoError, ParameterError } from '#core/base/errors.ts';
import { errorReason, errorSentence } from '#core/locales/format.ts';
import { flagName } from '#core/recipes/command-line.ts';
import type { CommandWords } from './environment.ts';

export const STDIN_ONCE = 'stdin (-) can be used only once.';

/** An invalid command line. Thrown before any file is written, and printed in one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function describeError(error: unknown, words: CommandWords): string {
  const sentence = errorSentence(error, words);
  if (sentence) return stepText(error) + [sentence, errorReason(error, words)].filter(Boolean).join(' ');
  if (!(error instanceof Error)) return String(error);
  return systemSentence(error) ?? error.message;
}

const stepText = (error: unknown) =>
  error instanceof FudebakoError && error.step ? `Step ${error.step.index} (${error.step.operation}): ` : '';

/** Returns an error code for programs: a code of core, a system code such as `ENOSPC`, or `unknown`. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

const systemSentences: Record<string, string> = {
  ENOENT: 'No such file or folder.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EISDIR: 'Expected a file, found a folder.',
  ENOTDIR: 'Part of the path is a file, not a folder.',
  EEXIST: 'The file already exists; use --force to overwrite it.',
  ENOSPC: 'No space left on the disk.',
  EDQUOT: 'Disk quota exceeded.',
  EIO: 'Input/output error on the disk or device.',
  EROFS: 'The file system is read-only.',
  ELOOP: 'The symbolic links form a loop.',
  ENAMETOOLONG: 'The file name is too long.',
  EMFILE: 'Too many open files.',
};

export function systemSentence(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (!isSystemCode(code)) return undefined;
  // Node.js appends the system call and its paths, which may be temporary files: `EFBIG: file too large, write '…'`.
  return systemSentences[code] ?? error.message.split(', ', 1)[0];
}

/** Returns the path of a file system error: the input that can't be read, or the output that can't be written. */
export function systemPath(error: unknown): string | undefined {
  const { code, path } = error instanceof Error ? (error as NodeJS.ErrnoException) : {};
  return isSystemCode(code) ? path : undefined;
}

export const isSystemCode = (code: unknown): code is string => typeof code === 'string' && /^E[A-Z\d]+$/.test(code);

/** Replaces a parameter's name in an error by the flag, for example `topX` by `--top-x`. Keeps paths inside lists. */
export function withFlagName(error: unknown): unknown {
  if (!(error instanceof ParameterError) || /^--|[.[]/.test(error.path)) return error;
  const alternatives = error.limits.alternatives?.map((names) =>
    names.replace(/(?<![-\w])\w+/g, (name) => `--${flagName(name)}`),
  );
  const limits = alternatives ? { ...error.limits, alternatives } : error.limits;
  return new ParameterError(`--${flagName(error.path)}`, limits, error.value);
}
