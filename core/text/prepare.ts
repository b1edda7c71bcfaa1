import { FudebakoError, ParameterError } from '../base/errors.ts';

/** Maximum length of a main text, in UTF-16 units. */
export const MAX_TEXT_LENGTH = 2000;

/** Maximum UTF-16 units of a text read from storage. More than the tools accept, but not enough to freeze the page. */
export const MAX_STORED_TEXT_LENGTH = 100_000;

/** Matches control characters; callers remove newlines and tabs first. */
const CONTROL = /[\p{Cc}]/u;

/** Normalizes line ends to `\n`; removes trailing white space and trailing empty lines. */
export function prepareText(text: string): string {
  // Trims each line separately, because a regular expression would take quadratic time on long runs of spaces.
  const lines = text.split(/\r\n?|[\n\u2028\u2029\u0085]/).map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

export type TextProblem = 'textEmpty' | 'textTooLong' | 'textControlCharacters';

export function findTextProblem(text: string): TextProblem | undefined {
  const prepared = prepareText(text);
  if (prepared.trim() === '') return 'textEmpty';
  if (prepared.length > MAX_TEXT_LENGTH) return 'textTooLong';
  return hasControlCharacters(prepared) ? 'textControlCharacters' : undefined;
}

export function findOptionalTextProblem(text: string): TextProblem | undefined {
  const problem = findTextProblem(text);
  return problem === 'textEmpty' ? undefined : problem;
}

function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text.replace(/[\n\t]/g, ''));
}

export function checkText(text: string, path: string): void {
  if (hasControlCharacters(prepareText(text))) throw new ParameterError(path, { problem: 'control' }, text);
}

/** Checks a main text. Throws FudebakoError `textEmpty`, `textTooLong` or `textControlCharacters`. */
export function requireText(text: string): string {
  const problem = findTextProblem(text);
  if (problem) throw new FudebakoError(problem, { max: MAX_TEXT_LENGTH });
  return prepareText(text);
}
