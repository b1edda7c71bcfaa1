import { FudebakoError, ParameterError } from './errors.ts';
import { SETTINGS_LIMITS } from './outside-limits.ts';

/** Keys that would access shared prototypes, such as `__proto__`. Untrusted data must not contain these keys. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

export const isReservedName = (name: string): boolean => RESERVED.includes(name);

/** Matches JSON that may contain reserved keys, possibly with escapes `\u`. Only such JSON is checked key by key. */
const MAY_BE_RESERVED = /__proto__|constructor|prototype|\\u/;

/**
 * Parses untrusted JSON. Checks size and depth before parsing.
 * @throws FudebakoError `settingsTooLarge`, `settingsTooDeep`, `settingsTooManyNames`; ParameterError; SyntaxError
 */
export function parseOutsideJson(text: string): unknown {
  if (text.length > SETTINGS_LIMITS.size)
    throw new FudebakoError('settingsTooLarge', { megabytes: SETTINGS_LIMITS.size / 1e6 });
  const json = text.startsWith('\uFEFF') ? text.slice(1) : text;
  checkShape(json);
  const value: unknown = JSON.parse(json);
  if (MAY_BE_RESERVED.test(json)) refuseReservedNames(value, '');
  return value;
}

/** Checks JSON's nesting depth and the number of keys of each object: counts brackets and colons outside strings. */
function checkShape(json: string): void {
  const keys: number[] = [];
  for (let index = 0; index < json.length; index++) {
    switch (json.charCodeAt(index)) {
      case 0x22: // "
        index = endOfString(json, index);
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (keys.push(0) > SETTINGS_LIMITS.depth)
          throw new FudebakoError('settingsTooDeep', { depth: SETTINGS_LIMITS.depth });
        break;
      case 0x5d: // ]
      case 0x7d: // }
        keys.pop();
        break;
      case 0x3a: {
        // A colon outside strings follows every key, so an object has as many keys as colons.
        const count = (keys.pop() ?? 0) + 1;
        if (count > SETTINGS_LIMITS.keys)
          throw new FudebakoError('settingsTooManyNames', { max: SETTINGS_LIMITS.keys });
        keys.push(count);
      }
    }
  }
}

function endOfString(json: string, start: number): number {
  for (let index = start + 1; index < json.length; index++) {
    const code = json.charCodeAt(index);
    if (code === 0x22) return index;
    if (code === 0x5c) index++;
  }
  return json.length;
}

/** Throws ParameterError for a reserved key at any depth. Recursion is safe, because the depth is checked before. */
function refuseReservedNames(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseReservedNames(item, `${path}[${index}]`);
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const at = path ? `${path}.${name}` : name;
    if (isReservedName(name)) throw new ParameterError(at, { problem: 'reserved' }, inner);
    refuseReservedNames(inner, at);
  }
}
