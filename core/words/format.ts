import { FudebakoError } from '../errors.ts';
import type { CoreWords } from './en.ts';

/** Fills `{{name}}` in a sentence with the data of that name. */
export function fillIn(sentence: string, data: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''));
}

/** The sentence of an error in the reader's language; `undefined` for one the catalogue does not know. */
export function errorSentence(error: unknown, words: Pick<CoreWords, 'errors'>): string | undefined {
  return error instanceof FudebakoError ? fillIn(words.errors[error.code], error.data) : undefined;
}

/** What is known of an error's cause, as a second sentence. */
export function errorReason(error: unknown, words: Pick<CoreWords, 'reasons'>): string | undefined {
  if (!(error instanceof FudebakoError)) return undefined;
  const { reason } = error.data;
  return words.reasons[reason as keyof CoreWords['reasons']] ?? (reason === undefined ? undefined : String(reason));
}
