import { describe, it } from 'vitest';
import { tryOrders } from './model.ts';
import { subjects } from './subjects.ts';

describe('in any order of changes, answers, reloads and faults, nothing is lost and no file stays unused', () => {
  it('in the list of an audio converter', () => tryOrders(subjects.audioList, 1, 2000));

  it('in the composition of layers', () => tryOrders(subjects.composition, 1, 2000));
});
