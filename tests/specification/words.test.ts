import { expect, it } from 'vitest';
import { isUsed } from './product.ts';
import { everyKey } from './words.ts';

it('the word tables contain no unused key', () => {
  expect(everyKey().filter((key) => !isUsed(key))).toEqual([]);
});
