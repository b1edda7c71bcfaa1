import { describe, it } from 'vitest';
import { deepOr } from '../deep.ts';
import { documents } from './subjects.ts';

describe('in any order of changes, answers, reloads and faults, nothing is lost and no file stays unused', () => {
  it.each(Object.entries(documents))('in %s', (_, tryOrders) => tryOrders(1, deepOr(2000, 400)));
});
