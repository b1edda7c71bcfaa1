import { expect } from 'vitest';
import { haveSameBytes } from './same-bytes.ts';

// Added because `toEqual` compares single elements, which takes seconds for an image of 300 × 200 px.
expect.addEqualityTesters([haveSameBytes]);
