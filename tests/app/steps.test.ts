import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EditSteps,
  editStep,
  endEditing,
  moveStep,
  parseSteps,
  removeStep,
  revised,
  shownRecipe,
  stepsOf,
  switchStep,
  wholeRecipe,
  withSteps,
} from '#app/desk/steps.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';

const scaleTo = (width: number): RecipeStep => ({ operation: 'scale', params: { width } });
const color = (hue: number): RecipeStep => ({ operation: 'adjust-color', params: { hue } });
const [one, two, three] = [scaleTo(1), scaleTo(2), scaleTo(3)] as const;
const three123: Recipe = [one, two, three];
const widths = (recipe: Recipe) => recipe.map(({ params }) => params?.width ?? params?.hue);

describe('the steps of a recipe', () => {
  it('are all applied if no step is switched off or edited', () => {
    expect(shownRecipe(stepsOf(three123))).toEqual(three123);
    expect(wholeRecipe(stepsOf(three123))).toEqual(three123);
  });

  it('are applied without a step that is switched off, until that step is switched on again', () => {
    const off = switchStep(stepsOf(three123), 1);
    expect(widths(shownRecipe(off))).toEqual([1, 3]);
    expect(widths(wholeRecipe(off))).toEqual([1, 3]);
    expect(widths(shownRecipe(switchStep(off, 1)))).toEqual([1, 2, 3]);
  });

  it('can be moved and removed', () => {
    const steps = stepsOf(three123);
    expect(widths(shownRecipe(moveStep(steps, 0, 1)))).toEqual([2, 1, 3]);
    expect(widths(shownRecipe(moveStep(steps, 0, 2)))).toEqual([2, 3, 1]);
    expect(moveStep(steps, 2, 3)).toBe(steps);
    expect(widths(shownRecipe(removeStep(steps, 1)))).toEqual([1, 3]);
  });

  it('are applied up to a step that is being edited, while an export applies all steps', () => {
    const editing = editStep(stepsOf(three123), 1, 'waiting');
    expect(widths(shownRecipe(editing))).toEqual([1]);
    expect(widths(wholeRecipe(editing))).toEqual([1, 2, 3]);
    expect(widths(wholeRecipe(withSteps(editing, [scaleTo(20)])))).toEqual([1, 20, 3]);
    expect(widths(shownRecipe(endEditing(editing)))).toEqual([1, 2, 3]);
  });

  it('are applied up to a step that is being edited live, and each edit replaces that step', () => {
    const editing = editStep(stepsOf([one, color(0.1), three]), 1, 'live');
    expect(widths(shownRecipe(editing))).toEqual([1, 0.1]);
    const next = revised(editing, [one, color(0.4)]);
    expect(widths(shownRecipe(next))).toEqual([1, 0.4]);
    expect(widths(wholeRecipe(next))).toEqual([1, 0.4, 3]);
    expect(widths(shownRecipe(endEditing(next)))).toEqual([1, 0.4, 3]);
    // If the edited step no longer has an effect, it is removed, and the steps after it are applied again.
    expect(widths(shownRecipe(revised(next, [one])))).toEqual([1, 3]);
  });

  it('keep a switched-off step in its place while another step changes', () => {
    const next = revised(switchStep(stepsOf([one, two, color(0.1)]), 1), [one, color(0.2)]);
    expect(widths(shownRecipe(next))).toEqual([1, 0.2]);
    expect(next.map(({ step, off }) => [step.params?.width ?? step.params?.hue, off ?? false])).toEqual([
      [1, false],
      [2, true],
      [0.2, false],
    ]);
  });

  it('are complete after any sequence of changes, and are restored unchanged from storage', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom('switch', 'earlier', 'later', 'edit', 'end', 'add'), fc.nat(9)));
    fc.assert(
      fc.property(moves, (made) => {
        let steps: EditSteps = stepsOf(three123);
        let added = 3;
        for (const [move, place] of made) {
          const at = place % steps.length;
          if (move === 'switch') steps = switchStep(endEditing(steps), at);
          else if (move === 'edit') steps = editStep(steps, at, 'waiting');
          else if (move === 'end') steps = endEditing(steps);
          else if (move === 'add') steps = withSteps(steps, [scaleTo(++added)]);
          else steps = moveStep(endEditing(steps), at, move === 'later' ? at + 1 : at - 1);
          const [shown, whole] = [shownRecipe(steps), wholeRecipe(steps)];
          expect(whole.slice(0, shown.length)).toEqual(shown);
          expect(whole).toHaveLength(steps.filter(({ off }) => !off).length);
          expect(parseSteps(JSON.parse(JSON.stringify(steps)))).toEqual(steps);
        }
      }),
      { seed: 8 },
    );
  });
});

describe('stored steps of a recipe', () => {
  it.each([
    ['not a list', 'x'],
    ['an invalid step', [{ step: one }, { step: { operation: 'scale', params: { width: -1 } }, off: true }]],
    ['no step', [{ step: one }, { off: true }]],
    ['two edited steps', [{ step: one }, { step: two, editing: 'waiting' }, { step: two, editing: 'live' }]],
    ['more steps than the limit', Array(1001).fill({ step: two, off: true })],
    ['nothing', null],
  ])('are ignored if the stored value is %s', (_, stored) => {
    expect(parseSteps(stored)).toBeUndefined();
  });
});
