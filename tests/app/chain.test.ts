import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Chain,
  chainOf,
  editStep,
  endEditing,
  moveStep,
  recipeOfChain,
  removeStep,
  restoreChains,
  revised,
  storedChains,
  switchStep,
  wholeRecipe,
  withSteps,
} from '#app/state/chain/chain.ts';
import type { Recipe, RecipeStep } from '#core/recipes/recipe.ts';

const scaleTo = (width: number): RecipeStep => ({ operation: 'scale', params: { width } });
const color = (hue: number): RecipeStep => ({ operation: 'adjust-color', params: { hue } });
const [one, two, three] = [scaleTo(1), scaleTo(2), scaleTo(3)] as const;
const three123: Recipe = [one, two, three];
const widths = (recipe: Recipe) => recipe.map(({ params }) => params?.width ?? params?.hue);

describe('a chain', () => {
  it('is the recipe where nothing more is known', () => {
    expect(recipeOfChain(chainOf(three123))).toEqual(three123);
    expect(wholeRecipe(three123)).toBe(three123);
  });

  it('leaves out what is switched off, and has it again', () => {
    const off = recipeOfChain(switchStep(chainOf(three123), 1));
    expect(widths(off)).toEqual([1, 3]);
    expect(widths(wholeRecipe(off))).toEqual([1, 3]);
    expect(widths(recipeOfChain(switchStep(chainOf(off), 1)))).toEqual([1, 2, 3]);
  });

  it('is moved and shortened', () => {
    expect(widths(recipeOfChain(moveStep(chainOf(three123), 0, 1)))).toEqual([2, 1, 3]);
    expect(moveStep(chainOf(three123), 2, 1)).toHaveLength(3);
    expect(widths(recipeOfChain(moveStep(chainOf(three123), 2, 1)))).toEqual([1, 2, 3]);
    expect(widths(recipeOfChain(removeStep(chainOf(three123), 1)))).toEqual([1, 3]);
  });

  it('shows what is before an edited step, writes all, and puts the new one in its place', () => {
    const editing = recipeOfChain(editStep(chainOf(three123), 1, 'waiting'));
    expect(widths(editing)).toEqual([1]);
    expect(widths(wholeRecipe(editing))).toEqual([1, 2, 3]);
    expect(widths(withSteps(editing, [scaleTo(20)]))).toEqual([1, 20, 3]);
    expect(widths(recipeOfChain(endEditing(chainOf(editing))))).toEqual([1, 2, 3]);
  });

  it('keeps an edited step that is live in the picture, and changes it where it stands', () => {
    const recipe: Recipe = [one, color(0.1), three];
    const editing = recipeOfChain(editStep(chainOf(recipe), 1, 'live'));
    expect(widths(editing)).toEqual([1, 0.1]);
    const next = revised(editing, [one, color(0.4)]);
    expect(widths(next)).toEqual([1, 0.4]);
    expect(widths(wholeRecipe(next))).toEqual([1, 0.4, 3]);
    expect(widths(recipeOfChain(endEditing(chainOf(next))))).toEqual([1, 0.4, 3]);
    // Set to nothing, it is gone, and what waited comes back.
    expect(widths(revised(next, [one]))).toEqual([1, 3]);
  });

  it('keeps what is switched off where it is while another step is made anew', () => {
    const off = recipeOfChain(switchStep(chainOf([one, two, color(0.1)]), 1));
    const next = revised(off, [one, color(0.2)]);
    expect(widths(next)).toEqual([1, 0.2]);
    expect(chainOf(next).map(({ step, off }) => [step.params?.width ?? step.params?.hue, off ?? false])).toEqual([
      [1, false],
      [2, true],
      [0.2, false],
    ]);
  });

  it('is whole again after any moves, and never says more than its steps', () => {
    const moves = fc.array(fc.tuple(fc.constantFrom('switch', 'earlier', 'later', 'edit', 'end', 'add'), fc.nat(9)));
    fc.assert(
      fc.property(moves, (made) => {
        let recipe: Recipe = three123;
        let added = 3;
        for (const [move, place] of made) {
          const chain: Chain = chainOf(recipe);
          const at = place % chain.length;
          if (move === 'switch') recipe = recipeOfChain(switchStep(endEditing(chain), at));
          else if (move === 'edit') recipe = recipeOfChain(editStep(chain, at, 'waiting'));
          else if (move === 'end') recipe = recipeOfChain(endEditing(chain));
          else if (move === 'add') recipe = withSteps(recipe, [scaleTo(++added)]);
          else recipe = recipeOfChain(moveStep(endEditing(chain), at, move === 'later' ? 1 : -1));
          const whole = wholeRecipe(recipe);
          expect(JSON.stringify(whole).startsWith(JSON.stringify(recipe).slice(0, -1))).toBe(true);
          expect(whole).toHaveLength(chainOf(recipe).filter(({ off }) => !off).length);
          // As it is stored and found again.
          const history = { past: [], present: JSON.parse(JSON.stringify(recipe)) as Recipe, future: [] };
          const stored: unknown = JSON.parse(JSON.stringify(storedChains({ ...history, present: recipe })));
          expect(chainOf(restoreChains(history, stored).present)).toEqual(chainOf(recipe));
        }
      }),
      { seed: 8 },
    );
  });
});

describe('a chain that was stored', () => {
  const history = { past: [], present: [one], future: [] };
  const off = { step: two, off: true };

  it.each([
    ['no list', 'x'],
    ['another recipe', [[{ step: three }]]],
    ['a wrong step', [[{ step: one }, { step: { operation: 'scale', params: { width: -1 } }, off: true }]]],
    ['no step', [[{ step: one }, { off: true }]]],
    ['two that are edited', [[{ step: one }, { step: two, editing: 'waiting' }, { step: two, editing: 'live' }]]],
    ['more than anybody does', [Array(1001).fill(off)]],
    ['nothing', [null]],
  ])('as %s is as if there were none', (_, stored) => {
    expect(chainOf(restoreChains(history, stored).present)).toEqual([{ step: one }]);
  });

  it('brings back what leads to its recipe', () => {
    expect(chainOf(restoreChains(history, [[{ step: one }, off]]).present)).toEqual([{ step: one }, off]);
  });
});
