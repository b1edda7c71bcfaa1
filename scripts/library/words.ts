import type { Warning } from '#core/platform/context.ts';
import { en } from '#core/words/all-en.ts';
import { errorReason, errorSentence, fillIn } from '#core/words/format.ts';

export const warningMessage = ({ code, data }: Warning): string => fillIn(en.warnings[code] ?? code, data);

/** Returns an English sentence for an error of a library call. Programs use the error's `code` and `data`. */
export function describeError(error: unknown): string {
  const sentence = errorSentence(error, en);
  if (sentence) return [sentence, errorReason(error, en)].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}
