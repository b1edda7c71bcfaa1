/** A position in a text. Line and column are counted from 1. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

const SPACE = /[ \t\r\n]*/y;
const STRING = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/uy;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)/y;

/** Returns the position at which JSON becomes invalid, because some of Node's messages lack the position. */
export function jsonErrorPlace(text: string): TextPlace {
  const before = text.slice(0, errorIndex(text)).split('\n');
  return { line: before.length, column: (before.at(-1) ?? '').length + 1 };
}

/** Returns the length of the longest valid start of a JSON text. Callers limit the nesting, so recursion is safe. */
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

/** Returns the place of a path such as `steps[0].params`, or of its deepest existing parent: ` (line 3, column 5)`. */
export function placeText(text: string, path: string): string {
  let place = skipSpace(text, text.startsWith('\uFEFF') ? 1 : 0);
  let value = place;
  for (const name of path.match(/[^.[\]]+/g) ?? []) {
    const child = childOf(text, value, name);
    if (!child) break;
    [place, value] = child;
  }
  const before = text.slice(0, place).split('\n');
  return ` (line ${before.length}, column ${(before.at(-1) ?? '').length + 1})`;
}

function skipSpace(text: string, at: number): number {
  SPACE.lastIndex = at;
  SPACE.test(text);
  return SPACE.lastIndex;
}

/** Returns the offset of a property's key and of its value. For a list item, both are the item's offset. */
function childOf(text: string, parent: number, name: string): readonly [number, number] | undefined {
  const isList = text[parent] === '[';
  if (!isList && text[parent] !== '{') return undefined;
  let found: readonly [number, number] | undefined;
  let at = skipSpace(text, parent + 1);
  for (let index = 0; at < text.length && text[at] !== ']' && text[at] !== '}'; index++) {
    const keyEnd = isList ? at : valueEnd(text, at);
    const value = isList ? at : skipSpace(text, skipSpace(text, keyEnd) + 1);
    // Of several equal keys, the last key counts, as in `JSON.parse`.
    if (isList ? String(index) === name : JSON.parse(text.slice(at, keyEnd)) === name) found = [at, value];
    at = skipSpace(text, valueEnd(text, value));
    if (text[at] === ',') at = skipSpace(text, at + 1);
  }
  return found;
}

/** Returns the offset after the value at `at`, by counting brackets outside of strings. */
function valueEnd(text: string, at: number): number {
  let depth = 0;
  do {
    STRING.lastIndex = at;
    SCALAR.lastIndex = at;
    const character = text[at] ?? '';
    if (character === '"' && STRING.test(text)) at = STRING.lastIndex;
    else if ('{['.includes(character)) [depth, at] = [depth + 1, at + 1];
    else if ('}]'.includes(character)) [depth, at] = [depth - 1, at + 1];
    else if (SCALAR.test(text)) at = SCALAR.lastIndex;
    else at++;
  } while (depth > 0 && at < text.length);
  return at;
}
