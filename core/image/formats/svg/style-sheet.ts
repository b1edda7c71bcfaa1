import { type CSSToken, TokenType } from '@csstools/css-tokenizer';
import type { Size } from '../../../geometry/point.ts';
import type { Budget } from './document.ts';
import { closingAt, isSpace, splitAt, textOf, tokensOf } from './tokens.ts';

export interface Declaration {
  readonly name: string;
  readonly value: string;
  readonly important: boolean;
}

export interface Rule {
  readonly selector: string;
  readonly specificity: number;
  readonly declarations: readonly Declaration[];
}

/** Maximum nesting of rules; deeper rules are ignored. */
const MAX_RULE_NESTING = 16;

/** Maximum characters of a selector, with those of the rules around its rule. */
const MAX_SELECTOR_CHARACTERS = 10_000;

/** Subtracted from the specificity of rules in cascade layers, which every other rule overrides. */
const LAYER = 2 ** 40;

/** Reads a style sheet. `report` gets the names of rules that can't be applied. Throws `imageWork` for endless selectors. */
export function parseStyleSheet(css: string, size: Size, budget: Budget, report: (name: string) => void): Rule[] {
  const rules: Rule[] = [];
  readRules(tokensOf(css), {
    size,
    rules,
    report,
    parent: undefined,
    depth: 0,
    base: 0,
    budget,
  });
  return rules;
}

/** Reads the declarations of a `style` attribute. */
export const parseDeclarations = (css: string): Declaration[] =>
  splitAt(tokensOf(css), TokenType.Semicolon).flatMap((tokens) => declarationOf(tokens) ?? []);

interface Scope {
  /** Size of the image, to which media queries refer. */
  readonly size: Size;
  readonly rules: Rule[];
  readonly report: (name: string) => void;
  /** Selector of the rule around nested rules. */
  readonly parent: string | undefined;
  readonly depth: number;
  readonly base: number;
  readonly budget: Budget;
}

/** Reads rules and, inside a rule, declarations (CSS Syntax 3, 5.5). */
function readRules(tokens: readonly CSSToken[], scope: Scope): void {
  const declarations: Declaration[] = [];
  for (let at = 0; at < tokens.length; ) {
    const [type, text] = tokens[at] as CSSToken;
    if (type === TokenType.Whitespace || type === TokenType.CDO || type === TokenType.CDC) {
      at++;
      continue;
    }
    const isCustom = scope.parent !== undefined && type === TokenType.Ident && text.startsWith('--');
    let end = at;
    while (end < tokens.length && (tokens[end] as CSSToken)[0] !== TokenType.Semicolon) {
      if ((tokens[end] as CSSToken)[0] === TokenType.OpenCurly && !isCustom) break;
      end = Math.max(end, bracketEnd(tokens, end)) + 1;
    }
    const start = tokens.slice(at, end);
    if (tokens[end]?.[0] !== TokenType.OpenCurly) {
      if (type === TokenType.AtKeyword) readBlock(start, [], scope);
      else if (scope.parent !== undefined) declarations.push(...(declarationOf(start) ?? []));
      at = end + 1;
      continue;
    }
    const close = closingAt(tokens, end);
    readBlock(start, tokens.slice(end + 1, close), scope);
    at = close + 1;
  }
  if (scope.parent !== undefined && scope.parent.length <= MAX_SELECTOR_CHARACTERS && declarations.length > 0)
    for (const selector of splitAt(tokensOf(scope.parent), TokenType.Comma))
      scope.rules.push({
        selector: textOf(selector).trim(),
        specificity: scope.base + specificityOf(selector),
        declarations,
      });
}

/** Returns the offset of the closing bracket if a bracket other than `{` opens at `at`, else `at`. */
function bracketEnd(tokens: readonly CSSToken[], at: number): number {
  const [type] = tokens[at] as CSSToken;
  const opens = [TokenType.Function, TokenType.OpenParen, TokenType.OpenSquare, TokenType.OpenCurly].includes(type);
  return opens ? closingAt(tokens, at) : at;
}

function readBlock(prelude: readonly CSSToken[], content: readonly CSSToken[], scope: Scope): void {
  if (scope.depth > MAX_RULE_NESTING || (scope.parent?.length ?? 0) > MAX_SELECTOR_CHARACTERS) return;
  const [type, text] = prelude[0] ?? [];
  const inner = { ...scope, depth: scope.depth + 1 };
  if (type !== TokenType.AtKeyword) {
    const selector = textOf(prelude).trim();
    const outer = scope.parent;
    const nested = (each: string) =>
      each.includes('&') ? each.replaceAll('&', `:is(${outer})`) : `:is(${outer}) ${each.trim()}`;
    const selectors = splitAt(prelude, TokenType.Comma).map((each) => textOf(each));
    const whole = outer === undefined ? selector : selectors.map(nested).join(',');
    scope.budget.spend(whole.length);
    readRules(content, { ...inner, parent: whole });
    return;
  }
  const name = (text as string).toLowerCase();
  const condition = textOf(prelude.slice(1)).trim();
  if (name === '@media') {
    const matches = condition
      .toLowerCase()
      .split(',')
      .map((query) => mediaMatches(query, scope.size));
    if (matches.includes(true)) readRules(content, inner);
    else if (matches.includes(undefined)) scope.report(`@media ${condition}`);
  } else if (name === '@supports') {
    if (!/^not\b/i.test(condition)) readRules(content, inner);
  } else if (name === '@layer') readRules(content, { ...inner, base: scope.base - LAYER });
  else if (name === '@import') scope.report(`${name} ${condition}`);
  else if (name === '@font-face') scope.report(fontFace(content));
}

function fontFace(content: readonly CSSToken[]): string {
  const family = parseDeclarations(textOf(content)).find(({ name }) => name === 'font-family');
  return `@font-face ${family?.value ?? ''}`.trim();
}

/** True if a media query applies to an image of this size on a light page; `undefined` for unknown queries. */
function mediaMatches(query: string, size: Size): boolean | undefined {
  const [, not, rest = ''] = /^\s*(not\s+|only\s+)?(.*)$/s.exec(query) ?? [];
  const known = rest
    .trim()
    .split(/\s+and\s+/)
    .map((condition) => conditionMatches(condition, size));
  const matches = known.includes(false) ? false : known.includes(undefined) ? undefined : true;
  return not?.startsWith('not') && matches !== undefined ? !matches : matches;
}

function conditionMatches(condition: string, size: Size): boolean | undefined {
  if (/^(?:all|screen|)$|prefers-color-scheme\s*:\s*light|prefers-reduced-motion\s*:\s*no/.test(condition)) return true;
  if (/^(?:print|speech)$|prefers-|forced-colors/.test(condition)) return false;
  const [, bound, side, number] = /^\(\s*(min|max)-(width|height)\s*:\s*([\d.]+)px\s*\)$/.exec(condition) ?? [];
  if (number === undefined) return undefined;
  const own = side === 'width' ? size.width : size.height;
  return bound === 'min' ? own >= Number(number) : own <= Number(number);
}

function declarationOf(tokens: readonly CSSToken[]): Declaration[] | undefined {
  const at = tokens.findIndex((token) => !isSpace(token));
  const colon = tokens.findIndex(([type]) => type === TokenType.Colon);
  const name = tokens[at];
  if (name?.[0] !== TokenType.Ident || colon < 0 || !tokens.slice(at + 1, colon).every(isSpace)) return undefined;
  const value = textOf(tokens.slice(colon + 1)).trim();
  const plain = value.replace(/!\s{0,99}important$/i, '');
  const isCustom = name[1].startsWith('--');
  return [{ name: isCustom ? name[1] : name[1].toLowerCase(), value: plain.trim(), important: plain !== value }];
}

/** Computes the specificity of a selector (Selectors 4, 17) as one number. */
function specificityOf(tokens: readonly CSSToken[]): number {
  let sum = 0;
  for (let at = 0; at < tokens.length; at++) {
    const [type, text] = tokens[at] as CSSToken;
    const isPseudo = tokens[at - 1]?.[0] === TokenType.Colon;
    const isClass = tokens[at - 1]?.[1] === '.';
    if (type === TokenType.Hash) sum += 1e6;
    else if (type === TokenType.OpenSquare) {
      sum += 1e3;
      at = closingAt(tokens, at);
    } else if (type === TokenType.Function) {
      const end = closingAt(tokens, at);
      const inner = splitAt(tokens.slice(at + 1, end), TokenType.Comma).map(specificityOf);
      if (/^(?:is|not|has)\(/i.test(text)) sum += inner.reduce((most, each) => Math.max(most, each), 0);
      else if (!/^where\(/i.test(text)) sum += 1e3;
      at = end;
    } else if (type === TokenType.Ident) sum += isClass || isPseudo ? 1e3 : 1;
  }
  return sum;
}
