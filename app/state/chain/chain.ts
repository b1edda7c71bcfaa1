import type { History } from '#core/editing/history.ts';
import { parseRecipe, type Recipe, type RecipeStep } from '#core/recipes/recipe.ts';
import { own } from '../stored.ts';

/**
 * What a visitor did to a picture, one step after another, with what core's recipes do not know: a step that is switched
 * off, and one that is being edited, behind which the others wait.
 */
export interface ChainStep {
  readonly step: RecipeStep;
  readonly off?: boolean;
  /** Its tool is open; `live` where what the tool shows is already part of the picture. */
  readonly editing?: 'live' | 'waiting';
}

export type Chain = readonly ChainStep[];

/** By the recipe that stands in a history: each state of it has its own, so that Undo brings this back as well. */
const chains = new WeakMap<Recipe, Chain>();

/** The steps as a visitor sees them; of a recipe that nothing more is known of, its own. */
export const chainOf = (recipe: Recipe): Chain => chains.get(recipe) ?? recipe.map((step) => ({ step }));

/** The recipe whose pixels are on the stage: up to what is being edited. */
export function recipeOfChain(chain: Chain): Recipe {
  const at = chain.findIndex(({ editing }) => editing);
  const shown = at < 0 ? chain : chain.slice(0, chain[at]?.editing === 'live' ? at + 1 : at);
  const recipe = shown.filter(({ off }) => !off).map(({ step }) => step);
  chains.set(recipe, chain);
  return recipe;
}

/** What is written, copied and kept under a name: all that is not switched off, also what waits for an edited step. */
export function wholeRecipe(recipe: Recipe): Recipe {
  const chain = chains.get(recipe);
  return chain ? chain.filter(({ off }) => !off).map(({ step }) => step) : recipe;
}

/** The step that is being edited, if there is one. */
export const editedStep = (recipe: Recipe): RecipeStep | undefined =>
  chains.get(recipe)?.find(({ editing }) => editing)?.step;

/** Some steps later: behind the others, or in the place of the one that was edited. */
export function withSteps(recipe: Recipe, steps: readonly RecipeStep[]): Recipe {
  const chain = chainOf(recipe);
  const at = chain.findIndex(({ editing }) => editing);
  const added = steps.map((step) => ({ step }));
  return recipeOfChain(at < 0 ? [...chain, ...added] : [...chain.slice(0, at), ...added, ...chain.slice(at + 1)]);
}

/** A tool that makes its last step anew says the whole recipe: what is switched off or waits stays where it is. */
export function revised(recipe: Recipe, next: Recipe): Recipe {
  const chain = chainOf(recipe);
  const at = chain.findIndex(({ editing }) => editing);
  const same = next.findIndex((step, index) => JSON.stringify(step) !== JSON.stringify(recipe[index]));
  const kept = same < 0 ? Math.min(next.length, recipe.length) : same;
  const fresh = next.slice(kept).map((step): ChainStep => (at < 0 ? { step } : { step, editing: 'live' }));
  const before = at < 0 ? chain : chain.slice(0, at + 1);
  const changed: ChainStep[] = [];
  let on = 0;
  for (const each of before) {
    if (each.off) changed.push(each);
    else if (on++ < kept) changed.push(each);
    // In the place of the first that is different.
    else changed.push(...fresh.splice(0));
  }
  return recipeOfChain([...changed, ...fresh, ...(at < 0 ? [] : chain.slice(at + 1))]);
}

export const switchStep = (chain: Chain, at: number): Chain =>
  chain.map((each, index) => (index === at ? { step: each.step, ...(!each.off && { off: true }) } : each));

export const removeStep = (chain: Chain, at: number): Chain => chain.toSpliced(at, 1);

/** Changes places with a neighbour; the same chain at its end. */
export function moveStep(chain: Chain, at: number, by: -1 | 1): Chain {
  const [one, other] = [chain[at], chain[at + by]];
  return one && other ? chain.with(at, other).with(at + by, one) : chain;
}

/** Opens a step for its tool. One that is live there stays part of the picture, and is switched on. */
export const editStep = (chain: Chain, at: number, how: 'live' | 'waiting'): Chain =>
  endEditing(chain).map((each, index) => (index === at ? { step: each.step, editing: how } : each));

/** Nothing is edited any more; what was, is as it stands. */
export const endEditing = (chain: Chain): Chain => chain.map(({ step, off }) => ({ step, ...(off && { off }) }));

/** The same chain with other steps in the places of those that are on; nothing of it is edited any more. */
export function withStepsOn(recipe: Recipe, change: (on: Recipe) => Recipe): Recipe {
  const chain = endEditing(chainOf(recipe));
  const next = change(chain.filter(({ off }) => !off).map(({ step }) => step));
  let on = 0;
  return recipeOfChain(chain.map((each) => (each.off ? each : { step: next[on++] ?? each.step })));
}

const inOrder = ({ past, present, future }: History<Recipe>): readonly Recipe[] => [...past, present, ...future];

/** What is stored beside a history: for each of its recipes its chain, where the recipe does not say it all. */
export const storedChains = (history: History<Recipe>): readonly (Chain | null)[] =>
  inOrder(history).map((recipe) => {
    const chain = chains.get(recipe);
    return chain?.some(({ off, editing }) => off || editing) ? chain : null;
  });

/** A history with what was stored beside it, as far as it is as it should be. */
export function restoreChains(history: History<Recipe>, stored: unknown): History<Recipe> {
  if (!Array.isArray(stored)) return history;
  const restored = inOrder(history).map((recipe, index) => restoreChain(recipe, stored[index]));
  const at = history.past.length;
  return { past: restored.slice(0, at), present: restored[at] as Recipe, future: restored.slice(at + 1) };
}

/** More than anybody does to a picture. */
const MAX_STEPS = 1000;

/** Only what leads to that very recipe is taken. */
function restoreChain(recipe: Recipe, stored: unknown): Recipe {
  if (!Array.isArray(stored) || stored.length > MAX_STEPS) return recipe;
  try {
    const chain = stored.map((each): ChainStep => {
      const step = own(each, 'step');
      parseRecipe([step]);
      const editing = own(each, 'editing');
      return {
        step: step as RecipeStep,
        ...(own(each, 'off') === true && { off: true }),
        ...((editing === 'live' || editing === 'waiting') && { editing }),
      };
    });
    if (chain.filter(({ editing }) => editing).length > 1) return recipe;
    const restored = recipeOfChain(chain);
    return JSON.stringify(restored) === JSON.stringify(recipe) ? restored : recipe;
  } catch {
    return recipe;
  }
}
