import { ParameterError } from '#core/base/errors.ts';
import { flagName } from '#core/recipes/command-line.ts';
import { errorReason, errorSentence } from '#core/words/format.ts';
import type { CommandWords } from './words.ts';

/** The command line is wrong: said in one line, and nothing has been touched. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What is wrong, in a line for people. */
export function describeError(error: unknown, words: CommandWords): string {
  const sentence = errorSentence(error, words);
  if (sentence) return [sentence, errorReason(error, words)].filter(Boolean).join(' ');
  if (!(error instanceof Error)) return String(error);
  return systemSentence(error) ?? error.message;
}

/** By which programs tell failures apart: the catalogue's name, the system's (`ENOSPC`), or `unknown`. */
export function errorCode(error: unknown): string {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

const systemSentences: Record<string, string> = {
  ENOENT: 'There is no such file.',
  EACCES: 'Permission denied.',
  EPERM: 'Permission denied.',
  EISDIR: 'This is a folder, not a file.',
  ENOTDIR: 'A part of the path is a file, not a folder.',
  EEXIST: 'A file of this name exists already; --force replaces it.',
  ENOSPC: 'No space is left on the disk.',
  EDQUOT: 'The disk quota is used up.',
  EIO: 'The disk or device failed to read or write.',
  EROFS: 'The disk is read-only.',
  ELOOP: 'The links go in a circle.',
  ENAMETOOLONG: 'The name is too long.',
  EMFILE: 'Too many files are open.',
};

function systemSentence(error: Error): string | undefined {
  return systemSentences[(error as NodeJS.ErrnoException).code ?? ''];
}

/** A parameter's error with its flag in place of its name: `--top-x` for `topX`; a place inside a list stays. */
export function namingFlags(error: unknown): unknown {
  if (!(error instanceof ParameterError) || /^--|[.[]/.test(error.path)) return error;
  return new ParameterError(`--${flagName(error.path)}`, error.limits, error.value);
}
