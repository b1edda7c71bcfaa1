/** Generator of 32-bit random numbers (splitmix32), which gives the same numbers on every machine for a seed. */
export class Random {
  #state: number;

  constructor(...seeds: readonly number[]) {
    this.#state = seeds.reduce((state, seed) => mix((state ^ seed) + 0x9e3779b9), 0x243f6a88) >>> 0;
  }

  /** Returns an integer from 0 to `below` - 1. */
  below(below: number): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    return Math.floor((mix(this.#state) / 2 ** 32) * below);
  }

  /** Returns an integer from `least` to `most`, both inclusive. */
  between(least: number, most: number): number {
    return least + this.below(most - least + 1);
  }

  from<Item>(items: ArrayLike<Item>): Item {
    return items[this.below(items.length)] as Item;
  }

  chance(of: number): boolean {
    return this.below(of) === 0;
  }
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x21f0aaad);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
  return (mixed ^ (mixed >>> 15)) >>> 0;
}
