import { expect } from 'vitest';
import { haveSameBytes } from './same-bytes.ts';

// Element by element, as `toEqual` would compare them, a picture of 300 × 200 px takes seconds.
expect.addEqualityTesters([haveSameBytes]);
