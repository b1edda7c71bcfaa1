/** A position in a text; line and column are counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Returns where JSON becomes invalid; Node's messages do not always say it. */
export function jsonErrorPlace(text: string): TextPlace {
  const before = text.slice(0, errorIndex(text)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Returns the length of the longest valid start. Nesting is limited before, by `parseOutsideJson`. */
function errorIndex(text: string): number {
  let at = 0;
  const skip = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const isMatch = pattern.test(text);
    if (isMatch) at = pattern.lastIndex;
    return isMatch;
  };
  const space = () => skip(SPACE);
  const sign = (character: string) => {
    space();
    if (text[at] !== character) return false;
    at++;
    return true;
  };
  const items = (end: string, item: () => boolean): boolean => {
    if (sign(end)) return true;
    do if (!item()) return false;
    while (sign(','));
    return sign(end);
  };
  const member = () => {
    space();
    return skip(STRING) && sign(':') && value();
  };
  const value = (): boolean => {
    space();
    if (sign('{')) return items('}', member);
    if (sign('[')) return items(']', value);
    return skip(STRING) || skip(SCALAR);
  };
  if (text.startsWith('\uFEFF')) at = 1;
  if (value()) space();
  return at;
}
