import { calc } from '@csstools/css-calc';
import { color as parseColor, serializeRGB } from '@csstools/css-color-parser';
import { parseComponentValue } from '@csstools/css-parser-algorithms';
import { TokenType } from '@csstools/css-tokenizer';
import { fromSrgb } from '../../color/nclx.ts';
import type { Budget } from './document.ts';
import { isTooNested, replaceCalls, splitAt, textOf, tokensOf } from './tokens.ts';

/** Custom properties of an element, with their variables substituted. */
export type Custom = ReadonlyMap<string, string>;

/** Maximum chain of custom properties that refer to each other; longer chains are invalid. */
const MAX_CHAIN = 100;

/** Substitutes `var()`. */
export class Variables {
  readonly #budget: Budget;

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Returns a value without `var()`; `undefined` if a variable without fallback is missing. Throws `imageWork`. */
  substitute(value: string, lookUp: (name: string) => string | undefined): string | undefined {
    if (!/var\(/i.test(value)) return value;
    const tokens = tokensOf(value);
    if (isTooNested(tokens)) return undefined;
    const replaced = replaceCalls(tokens, ['var'], (content) => {
      const [name = [], ...rest] = splitAt(content, TokenType.Comma);
      const known = lookUp(textOf(name).trim());
      if (known !== undefined) return known;
      return rest.length === 0
        ? undefined
        : this.substitute(
            rest
              .map((part) => textOf(part))
              .join(',')
              .trim(),
            lookUp,
          );
    });
    this.#budget.spend(replaced?.length ?? 0);
    return replaced;
  }

  /** Computes custom properties of an element (CSS Variables 1, 2). Properties that refer to themselves are invalid. */
  compute(declared: ReadonlyMap<string, string>, inherited: Custom): Custom {
    if (declared.size === 0) return inherited;
    const computed = new Map(inherited);
    const done = new Set<string>();
    const chain: string[] = [];
    const cyclic = new Set<string>();
    const resolve = (name: string): string | undefined => {
      const value = declared.get(name);
      if (value === undefined || done.has(name)) return computed.get(name);
      const before = chain.indexOf(name);
      if (before >= 0 || chain.length === MAX_CHAIN) {
        for (const each of chain.slice(Math.max(before, 0))) cyclic.add(each);
        return undefined;
      }
      chain.push(name);
      const keyword = value.toLowerCase();
      const result =
        keyword === 'inherit' || keyword === 'unset'
          ? inherited.get(name)
          : keyword === 'initial'
            ? undefined
            : this.substitute(value, resolve);
      chain.pop();
      done.add(name);
      if (result === undefined || cyclic.has(name)) computed.delete(name);
      else computed.set(name, result);
      return computed.get(name);
    };
    for (const name of declared.keys()) resolve(name);
    return computed;
  }
}

/** Maximum characters of a color or a calculation. */
const MAX_VALUE_CHARACTERS = 2000;

/** System colors in browsers, which have no color for the parsing library (CSS Color 4, 6.2): light and dark. */
const SYSTEM_COLORS: Readonly<Record<string, readonly [string, string]>> = {
  canvas: ['rgb(255, 255, 255)', 'rgb(18, 18, 18)'],
  canvastext: ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'],
  linktext: ['rgb(0, 0, 238)', 'rgb(158, 158, 255)'],
  graytext: ['rgb(128, 128, 128)', 'rgb(128, 128, 128)'],
};

/** Returns a color that resvg reads, such as `rgba(0, 0, 0, 0.5)`; `undefined` for invalid colors. */
export function plainColor(value: string, current: string, isDark: boolean): string | undefined {
  if (/^currentcolor$/i.test(value)) return 'currentColor';
  const system = SYSTEM_COLORS[value.toLowerCase()];
  if (system) return system[isDark ? 1 : 0];
  if (value.length > MAX_VALUE_CHARACTERS) return undefined;
  const tokens = tokensOf(pickScheme(value, isDark) ?? '').map((token) =>
    token[0] === TokenType.Ident && token[1].toLowerCase() === 'currentcolor' ? tokensOf(current) : [token],
  );
  const flat = tokens.flat();
  if (flat.length === 0 || isTooNested(flat)) return undefined;
  if (/^currentcolor$/i.test(textOf(flat).trim())) return 'currentColor';
  const component = parseComponentValue([...flat, [TokenType.EOF, '', -1, -1, undefined]]);
  const parsed = component && parseColor(component);
  return parsed ? serializeRGB(parsed, false).toString() : undefined;
}

/** Rewrites shadows in a list of filter functions so that resvg draws their colors. */
export function plainShadows(value: string, current: string, isDark: boolean): string | undefined {
  const tokens = tokensOf(value);
  if (isTooNested(tokens)) return undefined;
  return replaceCalls(tokens, ['drop-shadow'], (content) => {
    const parts = splitAt(content, TokenType.Whitespace).map(textOf).filter(Boolean);
    const colors = parts.map((part) => plainColor(part, current, isDark));
    const color = colors.find((each) => each !== undefined) ?? 'currentColor';
    const lengths = parts.filter((_, at) => colors[at] === undefined);
    return `drop-shadow(${lengths.join(' ')} ${shadowColor(color === 'currentColor' ? current : color)})`;
  });
}

/**
 * Converts `rgb()` or `rgba()` to the color for which resvg draws it in a shadow: resvg takes the color of a shadow for
 * linear RGB, and reads no functions there.
 */
function shadowColor(color: string): string {
  const [red = 0, green = 0, blue = 0, alpha = 1] = color.match(/[\d.]+/g)?.map(Number) ?? [];
  const channels = [red, green, blue].map((value) => fromSrgb(value / 255) * 255);
  return `#${[...channels, alpha * 255].map((each) => Math.round(each).toString(16).padStart(2, '0')).join('')}`;
}

/** Replaces `light-dark()` by one of its colors. */
function pickScheme(value: string, isDark: boolean): string | undefined {
  if (!/light-dark\(/i.test(value)) return value;
  const tokens = tokensOf(value);
  if (isTooNested(tokens)) return undefined;
  return replaceCalls(tokens, ['light-dark'], (content) => {
    const colors = splitAt(content, TokenType.Comma);
    return colors.length === 2 ? pickScheme(textOf(colors[isDark ? 1 : 0] ?? []).trim(), isDark) : undefined;
  });
}

/** A paint: `none`, a color, or a reference with an optional color (SVG 2, 13.2). */
export function plainPaint(value: string, current: string, isDark: boolean): string | undefined {
  if (/^(?:none|context-fill|context-stroke)$/i.test(value)) return value.toLowerCase();
  if (!/^url\(/i.test(value)) return plainColor(value, current, isDark);
  const tokens = tokensOf(value);
  const end = tokens[0]?.[0] === TokenType.URL ? 1 : tokens.findIndex(([type]) => type === TokenType.CloseParen) + 1;
  const rest = textOf(tokens.slice(end)).trim();
  const reference = textOf(tokens.slice(0, end));
  if (rest === '') return reference;
  const fallback = plainPaint(rest, current, isDark);
  return fallback && `${reference} ${fallback}`;
}

/** Lengths in CSS pixels to which the relative units of a value refer. */
export interface Units {
  readonly em: number;
  readonly rem: number;
  readonly percent: number;
  /** Size of the whole image. */
  readonly width: number;
  readonly height: number;
}

const RELATIVE = /(?<![\w#-])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|rem|em|ex|ch|vw|vh|vmin|vmax)(?![\w-])/gi;
const MATH = /\b(?:calc|min|max|clamp|round|mod|rem|abs|hypot|sqrt|pow|sin|cos|tan)\(/i;

/** True if a length has a form that resvg does not read. */
const needsCalculation = (value: string): boolean => MATH.test(value) || /\d(?:rem|vw|vh|vmin|vmax)\b/i.test(value);

/** Returns a value whose calculations and units resvg reads; `undefined` for invalid calculations. */
export function plainLengths(value: string, units: Units): string | undefined {
  if (!needsCalculation(value)) return value;
  if (value.length > MAX_VALUE_CHARACTERS || isTooNested(tokensOf(value))) return undefined;
  const { em, rem, percent, width, height } = units;
  const sizes: Readonly<Record<string, number>> = {
    '%': percent / 100,
    em,
    rem,
    ex: em / 2,
    ch: em / 2,
    vw: width / 100,
    vh: height / 100,
    vmin: Math.min(width, height) / 100,
    vmax: Math.max(width, height) / 100,
  };
  const absolute = value.replace(RELATIVE, (_, number: string, unit: string) => {
    return `${Number(number) * (sizes[unit.toLowerCase()] as number)}px`;
  });
  const result = calc(absolute, { precision: 6 });
  return MATH.test(result) ? undefined : result;
}
