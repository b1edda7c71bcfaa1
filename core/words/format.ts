import { FudebakoError } from '../base/errors.ts';
import type { CoreWords } from './en.ts';

/** Fills `{{name}}` in a sentence with the data of that name. */
export function fillIn(sentence: string, data: Readonly<Record<string, unknown>>): string {
  return sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(data[name] ?? ''));
}

type ErrorWords = Pick<CoreWords, 'errors' | 'reasons' | 'punctuation'>;

/** What the platform says of an error, which is in no language of ours; nothing where the catalogue knows the cause. */
export function foreignDetail(error: unknown): string | undefined {
  if (!(error instanceof FudebakoError) || error.cause instanceof FudebakoError) return undefined;
  const { detail } = error.data;
  return detail === undefined ? undefined : String(detail);
}

/**
 * The sentence of an error in the reader's language; `undefined` for one the catalogue does not know.
 * @param unknownDetail stands in the place of what the platform says
 */
export function errorSentence(error: unknown, words: ErrorWords, unknownDetail?: string): string | undefined {
  if (!(error instanceof FudebakoError)) return undefined;
  const { code, data, cause } = error;
  const detail = errorSentence(cause, words) ?? unknownDetail ?? data.detail;
  const reasons = reasonSentence(data.reasons, error, words);
  return withArticles(fillIn(words.errors[code], { ...data, detail, reasons }));
}

/** English says “an AVIF image” and “an SVGZ image”. */
const withArticles = (sentence: string): string => sentence.replace(/\ba (?=(?:[AEIO]|SVG)\w*\b.* image)/g, 'an ');

/** What is known of an error's cause, as further sentences. */
export function errorReason(error: unknown, words: ErrorWords): string | undefined {
  if (!(error instanceof FudebakoError)) return undefined;
  const { data, cause } = error;
  if (data.reason !== undefined) return reasonSentence(data.reason, error, words);
  // A sentence with a detail has told its cause already.
  const sentences = [data.detail === undefined && errorSentence(cause, words), errorReason(cause, words)];
  return sentences.filter(Boolean).join(words.punctuation.sentence) || undefined;
}

/** A reason is a name in the catalogue, or stands for itself. */
function reasonSentence(reason: unknown, { data }: FudebakoError, words: ErrorWords): string | undefined {
  const sentence = words.reasons[reason as keyof CoreWords['reasons']];
  return sentence === undefined ? (reason as string | undefined) : fillIn(sentence, data);
}
