interface Cache<Key, Value> {
  get(key: Key): Value | undefined;
  has(key: Key): boolean;
  set(key: Key, value: Value): unknown;
}

/** Returns the value of a key in a map. If the map lacks the key, computes the value and adds it to the map. */
export function cached<Key, Value>(cache: Cache<Key, Value>, key: Key, compute: () => Value): Value {
  const known = cache.get(key);
  if (known !== undefined || cache.has(key)) return known as Value;
  const value = compute();
  cache.set(key, value);
  return value;
}
