import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type EditSteps,
  editStep,
  editStepsOf,
  endEditing,
  moveStep,
  recipeOfSteps,
  removeStep,
  restoreEditSteps,
  revised,
  storedEditSteps,
  switchStep,
  wholeRecipe,
  withSteps,
} from '#app/session/edit-steps.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';

const scaleTo = (width: number): RecipeStep => ({ operation: 'scale', params: { width } });
const color = (hue: number): RecipeStep => ({ operation: 'adjust-color', params: { hue } });
const [one, two, three] = [scaleTo(1), scaleTo(2), scaleTo(3)] as const;
const three123: Recipe = [one, two, three];
const widths = (recipe: Recipe) => recipe.map(({ params }) => params?.width ?? params?.hue);

describe('the steps of a recipe', () => {
  it('are all applied if no step is switched off or edited', () => {
    expect(recipeOfSteps(editStepsOf(three123))).toEqual(three123);
    expect(wholeRecipe(three123)).toBe(three123);
  });

  it('are applied without a step that is switched off, until that step is switched on again', () => {
    const off = recipeOfSteps(switchStep(editStepsOf(three123), 1));
    expect(widths(off)).toEqual([1, 3]);
    expect(widths(wholeRecipe(off))).toEqual([1, 3]);
    expect(widths(recipeOfSteps(switchStep(editStepsOf(off), 1)))).toEqual([1, 2, 3]);
  });

  it('can be moved and removed', () => {
    expect(widths(recipeOfSteps(moveStep(editStepsOf(three123), 0, 1)))).toEqual([2, 1, 3]);
    expect(moveStep(editStepsOf(three123), 2, 1)).toHaveLength(3);
    expect(widths(recipeOfSteps(moveStep(editStepsOf(three123), 2, 1)))).toEqual([1, 2, 3]);
    expect(widths(recipeOfSteps(removeStep(editStepsOf(three123), 1)))).toEqual([1, 3]);
  });

  it('are applied up to a step that is being edited, while an export applies all steps', () => {
    const editing = recipeOfSteps(editStep(editStepsOf(three123), 1, 'waiting'));
    expect(widths(editing)).toEqual([1]);
    expect(widths(wholeRecipe(editing))).toEqual([1, 2, 3]);
    expect(widths(withSteps(editing, [scaleTo(20)]))).toEqual([1, 20, 3]);
    expect(widths(recipeOfSteps(endEditing(editStepsOf(editing))))).toEqual([1, 2, 3]);
  });

  it('are applied up to a step that is being edited live, and each edit replaces that step', () => {
    const recipe: Recipe = [one, color(0.1), three];
    const editing = recipeOfSteps(editStep(editStepsOf(recipe), 1, 'live'));
    expect(widths(editing)).toEqual([1, 0.1]);
    const next = revised(editing, [one, color(0.4)]);
    expect(widths(next)).toEqual([1, 0.4]);
    expect(widths(wholeRecipe(next))).toEqual([1, 0.4, 3]);
    expect(widths(recipeOfSteps(endEditing(editStepsOf(next))))).toEqual([1, 0.4, 3]);
    // If the edited step no longer has an effect, it is removed, and the steps after it are applied again.
    expect(widths(revised(next, [one]))).toEqual([1, 3]);
  });

  it('keep a switched-off step in its place while another step changes', () => {
    const off = recipeOfSteps(switchStep(editStepsOf([one, two, color(0.1)]), 1));
    const next = revised(off, [one, color(0.2)]);
    expect(widths(next)).toEqual([1, 0.2]);
    expect(editStepsOf(next).map(({ step, off }) => [step.params?.width ?? step.params?.hue, off ?? false])).toEqual([
      [1, false],
      [2, true],
      [0.2, false],
    ]);
  });

  it('are complete after any sequence of changes, and are restored unchanged from storage', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom('switch', 'earlier', 'later', 'edit', 'end', 'add'), fc.nat(9)));
    fc.assert(
      fc.property(moves, (made) => {
        let recipe: Recipe = three123;
        let added = 3;
        for (const [move, place] of made) {
          const editSteps: EditSteps = editStepsOf(recipe);
          const at = place % editSteps.length;
          if (move === 'switch') recipe = recipeOfSteps(switchStep(endEditing(editSteps), at));
          else if (move === 'edit') recipe = recipeOfSteps(editStep(editSteps, at, 'waiting'));
          else if (move === 'end') recipe = recipeOfSteps(endEditing(editSteps));
          else if (move === 'add') recipe = withSteps(recipe, [scaleTo(++added)]);
          else recipe = recipeOfSteps(moveStep(endEditing(editSteps), at, move === 'later' ? 1 : -1));
          const whole = wholeRecipe(recipe);
          expect(JSON.stringify(whole).startsWith(JSON.stringify(recipe).slice(0, -1))).toBe(true);
          expect(whole).toHaveLength(editStepsOf(recipe).filter(({ off }) => !off).length);
          // Stores and restores the recipe, as a reload of the page does.
          const history = { past: [], present: JSON.parse(JSON.stringify(recipe)) as Recipe, future: [] };
          const stored: unknown = JSON.parse(JSON.stringify(storedEditSteps({ ...history, present: recipe })));
          expect(editStepsOf(restoreEditSteps(history, stored).present)).toEqual(editStepsOf(recipe));
        }
      }),
      { seed: 8 },
    );
  });
});

describe('stored steps of a recipe', () => {
  const history = { past: [], present: [one], future: [] };
  const off = { step: two, off: true };

  it.each([
    ['not a list', 'x'],
    ['another recipe', [[{ step: three }]]],
    ['an invalid step', [[{ step: one }, { step: { operation: 'scale', params: { width: -1 } }, off: true }]]],
    ['no step', [[{ step: one }, { off: true }]]],
    ['two edited steps', [[{ step: one }, { step: two, editing: 'waiting' }, { step: two, editing: 'live' }]]],
    ['more steps than the limit', [Array(1001).fill(off)]],
    ['nothing', [null]],
  ])('are ignored if the stored value is %s', (_, stored) => {
    expect(editStepsOf(restoreEditSteps(history, stored).present)).toEqual([{ step: one }]);
  });

  it('are restored if they match the recipe', () => {
    expect(editStepsOf(restoreEditSteps(history, [[{ step: one }, off]]).present)).toEqual([{ step: one }, off]);
  });
});
