import type { TranslatedErrorCode } from '../base/error-codes.ts';
import { FudebakoError } from '../base/errors.ts';
import type { CoreWords } from './all-en.ts';

/** Replaces each placeholder `{{name}}` in a text by `data.name`. */
export function fillIn(sentence: string, data: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''));
}

type ErrorWords = Pick<CoreWords, 'errors' | 'reasons' | 'punctuation'>;

/** Returns the platform's error message, untranslated, unless the cause of the error has a translation. */
export function foreignDetail(error: unknown): string | undefined {
  if (!(error instanceof FudebakoError) || error.cause instanceof FudebakoError) return undefined;
  const { detail } = error.data;
  return detail === undefined ? undefined : String(detail);
}

/** Returns an error's message; `undefined` without a translation. `unknownDetail` replaces the platform's message. */
export function errorSentence(error: unknown, words: ErrorWords, unknownDetail?: string): string | undefined {
  if (!(error instanceof FudebakoError)) return undefined;
  const { code, data, cause } = error;
  const detail = errorSentence(cause, words) ?? unknownDetail ?? data.detail;
  const reasons = reasonSentence(data.reasons, error, words);
  const sentence = words.errors[code as TranslatedErrorCode] as string | undefined;
  return sentence && withArticles(fillIn(sentence, { ...data, detail, reasons }));
}

/** Corrects the article “a” before vowels: “an AVIF image”, “an SVG image”. */
const withArticles = (sentence: string): string => sentence.replace(/\ba (?=(?:[AEIO]|SVG)\w*\b.* image)/g, 'an ');

/** Returns further sentences of an error message, which explain the error's cause. */
export function errorReason(error: unknown, words: ErrorWords): string | undefined {
  if (!(error instanceof FudebakoError)) return undefined;
  const { data, cause } = error;
  if (data.reason !== undefined) return reasonSentence(data.reason, error, words);
  // Omits the message of the cause if `data.detail` is set, because the error's own message then states the cause.
  const sentences = [data.detail === undefined && errorSentence(cause, words), errorReason(cause, words)];
  const own = errorSentence(error, words);
  return sentences.filter((sentence) => sentence && sentence !== own).join(words.punctuation.sentence) || undefined;
}

/** Translates the reason of an error. Unknown reasons are returned unchanged. */
function reasonSentence(reason: unknown, { data }: FudebakoError, words: ErrorWords): string | undefined {
  const sentence = words.reasons[reason as keyof CoreWords['reasons']];
  return sentence === undefined ? (reason as string | undefined) : fillIn(sentence, data);
}
