import { FudebakoError, ParameterError } from '../base/errors.ts';

/** The longest main text, in characters as JavaScript counts them. */
export const MAX_TEXT_LENGTH = 2000;

/** What is kept of a text that is too long, so that it can be shortened: a field of millions would stop the page. */
export const MAX_KEPT_TEXT_LENGTH = 100_000;

/** Everything of Unicode's control characters but newline and tab; line separators count as newlines. */
const CONTROL = /[\p{Cc}]/u;

/** Line ends as `\n`, no white space at the end of a line, no empty lines at the end. */
export function prepareText(text: string): string {
  // Line by line: a regular expression would look from each of many spaces to the last of them.
  const lines = text.split(/\r\n?|[\n\u2028\u2029\u0085]/).map((line) => line.trimEnd());
  while (lines.at(-1) === '') lines.pop();
  return lines.join('\n');
}

/** Why a text cannot be drawn. */
export type TextProblem = 'textEmpty' | 'textTooLong' | 'textControlCharacters';

/** What is wrong with a main text, as the line below its field says it; nothing when it can be drawn. */
export function findTextProblem(text: string): TextProblem | undefined {
  const prepared = prepareText(text);
  if (prepared.trim() === '') return 'textEmpty';
  if (prepared.length > MAX_TEXT_LENGTH) return 'textTooLong';
  return hasControlCharacters(prepared) ? 'textControlCharacters' : undefined;
}

/** What is wrong with a text that may be left out. */
export function findOptionalTextProblem(text: string): TextProblem | undefined {
  const problem = findTextProblem(text);
  return problem === 'textEmpty' ? undefined : problem;
}

/** True for control characters other than newline and tab. */
function hasControlCharacters(text: string): boolean {
  return CONTROL.test(text.replace(/[\n\t]/g, ''));
}

/**
 * Holds a text that may be empty against what can be drawn.
 * @throws ParameterError naming the path
 */
export function checkText(text: string, path: string): void {
  if (hasControlCharacters(prepareText(text))) throw new ParameterError(path, { problem: 'control' }, text);
}

/**
 * A text that is ready to be set.
 * @throws FudebakoError with the problem's name
 */
export function requireText(text: string): string {
  const problem = findTextProblem(text);
  if (problem) throw new FudebakoError(problem, { max: MAX_TEXT_LENGTH });
  return prepareText(text);
}
