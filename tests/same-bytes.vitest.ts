import { expect } from 'vitest';
import { haveSameBytes } from './same-bytes.ts';

// `toEqual` compares element by element, which takes seconds for an image of 300 × 200 px.
expect.addEqualityTesters([haveSameBytes]);
