import type { Warning } from '#core/platform/context.ts';
import { en } from '#core/words/en.ts';
import { errorReason, errorSentence, fillIn } from '#core/words/format.ts';

/** A warning's sentence. */
export const warningMessage = ({ code, data }: Warning): string => fillIn(en.warnings[code] ?? code, data);

/** An error of any call in a sentence of English for people; its `code` and `data` are for programs. */
export function describeError(error: unknown): string {
  const sentence = errorSentence(error, en);
  if (sentence) return [sentence, errorReason(error, en)].filter(Boolean).join(' ');
  return error instanceof Error ? error.message : String(error);
}
