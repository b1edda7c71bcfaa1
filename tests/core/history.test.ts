import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canRedo, canUndo, type Edit, pushEdit, pushHistory, redo, startHistory, undo } from '#app/storage/history.ts';

describe('the undo history', () => {
  it('undoes and redoes, also if a state is undefined', () => {
    const history = pushHistory(pushHistory(startHistory<number | undefined>(1), undefined), 3);
    expect(undo(history).present).toBe(undefined);
    expect(undo(undo(history)).present).toBe(1);
    expect(redo(undo(history))).toEqual(history);
    expect(undo(undo(undo(history))).present).toBe(1);
    expect([canUndo(history), canRedo(history)]).toEqual([true, false]);
  });

  it('discards undone entries after a new entry', () => {
    const history = pushHistory(undo(pushHistory(startHistory('a'), 'b')), 'c');
    expect(canRedo(history)).toBe(false);
    expect(undo(history).present).toBe('a');
  });

  it('merges changes of one control within a second', () => {
    let history = startHistory(0);
    let edit: Edit | undefined;
    const turn = (next: number, control: string | undefined, at: number) => {
      ({ history, edit } = pushEdit(history, next, edit, control, at));
    };
    turn(1, 'a', 1000);
    turn(2, 'a', 1999);
    expect(history).toEqual({ past: [0], present: 2, future: [] });
    turn(3, 'a', 2999);
    turn(4, 'b', 3000);
    turn(5, undefined, 3001);
    turn(6, undefined, 3002);
    expect(history).toEqual({ past: [0, 2, 3, 4, 5], present: 6, future: [] });
    ({ history } = pushEdit(undo(history), 7, { control: 'a', at: 4000 }, 'a', 4001));
    expect(history).toEqual({ past: [0, 2, 3, 4], present: 7, future: [] });
  });

  it('keeps at most the maximum number of steps', () => {
    let history = startHistory(0);
    for (let step = 1; step <= 70; step++) history = pushHistory(history, step);
    expect(history.past).toHaveLength(50);
    expect(history.past[0]).toBe(20);
  });

  it('never changes its input', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('push', 'undo', 'redo'), { maxLength: 40 }), (moves) => {
        let history = startHistory(0);
        for (const [index, move] of moves.entries()) {
          const before = JSON.stringify(history);
          const next =
            move === 'push' ? pushHistory(history, index + 1) : move === 'undo' ? undo(history) : redo(history);
          expect(JSON.stringify(history)).toBe(before);
          history = next;
        }
      }),
      { seed: 3 },
    );
  });
});
