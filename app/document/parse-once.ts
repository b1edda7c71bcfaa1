/**
 * Parses each stored object once, because the values of a history share objects, also in the database. `accept` marks
 * an object as parsed.
 */
export function parseOnce<Value>(parse: (stored: object) => Value | undefined) {
  const parsed = new WeakMap<object, Value | undefined>();
  const read = (stored: unknown): Value | undefined => {
    if (typeof stored !== 'object' || stored === null) return undefined;
    if (!parsed.has(stored)) parsed.set(stored, parse(stored));
    return parsed.get(stored);
  };
  return Object.assign(read, { accept: (value: Value & object) => void parsed.set(value, value) });
}
