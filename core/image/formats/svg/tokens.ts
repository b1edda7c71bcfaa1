import { type CSSToken, TokenType, tokenize } from '@csstools/css-tokenizer';

/** Maximum nesting of brackets and functions in CSS; deeper values are invalid. */
const MAX_NESTING = 32;

const OPENING: readonly TokenType[] = [
  TokenType.Function,
  TokenType.OpenParen,
  TokenType.OpenSquare,
  TokenType.OpenCurly,
];
const CLOSING: readonly TokenType[] = [TokenType.CloseParen, TokenType.CloseSquare, TokenType.CloseCurly];

/** Splits CSS into tokens without comments. */
export const tokensOf = (css: string): CSSToken[] =>
  tokenize({ css }).filter(([type]) => type !== TokenType.Comment && type !== TokenType.EOF);

export const textOf = (tokens: readonly CSSToken[]): string => tokens.map(([, text]) => text).join('');

export const isSpace = (token: CSSToken | undefined): boolean => token?.[0] === TokenType.Whitespace;

/** Returns the offset of the bracket that closes the bracket or function at `at`, or the end. */
export function closingAt(tokens: readonly CSSToken[], at: number): number {
  let depth = 0;
  for (let index = at; index < tokens.length; index++) {
    const type = (tokens[index] as CSSToken)[0];
    if (OPENING.includes(type)) depth++;
    else if (CLOSING.includes(type) && --depth === 0) return index;
  }
  return tokens.length;
}

/** Splits tokens at a type of token outside brackets. */
export function splitAt(tokens: readonly CSSToken[], type: TokenType): CSSToken[][] {
  const parts: CSSToken[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (OPENING.includes(token[0])) depth++;
    else if (CLOSING.includes(token[0])) depth--;
    if (depth === 0 && token[0] === type) parts.push([]);
    else (parts.at(-1) as CSSToken[]).push(token);
  }
  return parts;
}

export function isTooNested(tokens: readonly CSSToken[]): boolean {
  let depth = 0;
  return tokens.some(([type]) => {
    if (OPENING.includes(type)) depth++;
    else if (CLOSING.includes(type)) depth--;
    return depth > MAX_NESTING;
  });
}

/** Replaces calls of functions, inner calls included if `replace` handles them; `undefined` if one call is invalid. */
export function replaceCalls(
  tokens: readonly CSSToken[],
  names: readonly string[],
  replace: (content: readonly CSSToken[], name: string) => string | undefined,
): string | undefined {
  let text = '';
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at] as CSSToken;
    const name = token[0] === TokenType.Function ? token[4].value.toLowerCase() : '';
    if (names.includes(name)) {
      const end = closingAt(tokens, at);
      const replaced = replace(tokens.slice(at + 1, end), name);
      if (replaced === undefined) return undefined;
      text += replaced;
      at = end;
    } else text += token[1];
  }
  return text;
}
