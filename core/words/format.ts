import { FudebakoError } from '../base/errors.ts';
import type { CoreWords } from './en.ts';

/** Replaces each `{{name}}` in a sentence by the data of that name. */
export function fillIn(sentence: string, data: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''));
}

type ErrorWords = Pick<CoreWords, 'errors' | 'reasons'>;

/**
 * Returns the platform's own message of an error, in the platform's language; `undefined` if the cause has a sentence.
 */
export function foreignDetail(error: unknown): string | undefined {
  if (!(error instanceof FudebakoError) || error.cause instanceof FudebakoError) return undefined;
  const { detail } = error.data;
  return detail === undefined ? undefined : String(detail);
}

/**
 * Returns the sentence of an error; `undefined` for an error without a code.
 * @param unknownDetail replaces the platform's own message
 */
export function errorSentence(error: unknown, words: ErrorWords, unknownDetail?: string): string | undefined {
  if (!(error instanceof FudebakoError)) return undefined;
  const { code, data, cause } = error;
  const detail = errorSentence(cause, words) ?? unknownDetail ?? data.detail;
  return fillIn(words.errors[code], { ...data, detail, reasons: reasonSentence(data.reasons, error, words) });
}

/** Returns the sentences of the reason and the causes of an error. */
export function errorReason(error: unknown, words: ErrorWords): string | undefined {
  if (!(error instanceof FudebakoError)) return undefined;
  const { data, cause } = error;
  if (data.reason !== undefined) return reasonSentence(data.reason, error, words);
  // A sentence with a detail already contains the cause.
  const sentences = [data.detail === undefined && errorSentence(cause, words), errorReason(cause, words)];
  return sentences.filter(Boolean).join(' ') || undefined;
}

/** A reason is a key of `reasons`, or a text. */
function reasonSentence(reason: unknown, { data }: FudebakoError, words: ErrorWords): string | undefined {
  const sentence = words.reasons[reason as keyof CoreWords['reasons']];
  return sentence === undefined ? (reason as string | undefined) : fillIn(sentence, data);
}
