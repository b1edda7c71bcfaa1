export interface CacheLimits {
  readonly count: number;
  /** Maximum total size of the entries; a single entry may be larger. */
  readonly size: number;
}

/** A cache that evicts the least recently used entries. */
export class SizedCache<Key, Value> {
  readonly #entries = new Map<Key, { readonly value: Value; size: number }>();
  readonly #limits: CacheLimits;
  readonly #onDrop: (value: Value) => void;
  #size = 0;

  constructor(limits: CacheLimits, onDrop: (value: Value) => void = () => {}) {
    this.#limits = limits;
    this.#onDrop = onDrop;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    // Moves the entry to the end of the map, because maps iterate in insertion order.
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.value;
  }

  /** Adds or replaces an entry of the cache, without calling `onDrop` for a replaced value. */
  set(key: Key, value: Value, size: number): void {
    this.#forget(key);
    this.#entries.set(key, { value, size });
    this.#size += size;
    this.#trim();
  }

  resize(key: Key, size: number): void {
    const entry = this.#entries.get(key);
    if (!entry) return;
    this.#size += size - entry.size;
    entry.size = size;
    this.#trim();
  }

  find(fits: (key: Key, value: Value) => boolean): Key | undefined {
    for (const [key, { value }] of this.#entries) if (fits(key, value)) return key;
    return undefined;
  }

  #trim(): void {
    for (const oldest of this.#entries.keys()) {
      const isWithin = this.#entries.size <= this.#limits.count && this.#size <= this.#limits.size;
      if (isWithin || this.#entries.size === 1) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const value = this.#forget(key);
    if (value !== undefined) this.#onDrop(value);
  }

  /** Removes all entries of the cache, without calling `onDrop`. */
  clear(): void {
    this.#entries.clear();
    this.#size = 0;
  }

  #forget(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (!entry) return undefined;
    this.#entries.delete(key);
    this.#size -= entry.size;
    return entry.value;
  }
}
