import type { History } from '#app/storage/history.ts';
import { parseRecipe, type Recipe, type RecipeStep } from '#core/recipes/recipe.ts';
import { MAX_STEPS } from '#core/recipes/step.ts';
import { getOwnProperty } from '../storage/stored.ts';

/** A recipe step with its editing state. The visitor can switch off each step, and edit one step at a time. */
export interface EditStep {
  readonly step: RecipeStep;
  readonly off?: boolean;
  /** `live` if the displayed image includes the step during its editing; `waiting` if the step appears after Apply. */
  readonly editing?: 'live' | 'waiting';
}

export type EditSteps = readonly EditStep[];

/** Editing states of each recipe in the undo history, so undo also restores which steps are switched on. */
const editStepsByRecipe = new WeakMap<Recipe, EditSteps>();

/** Returns a recipe's steps with their editing states. By default, all steps are on. */
export const editStepsOf = (recipe: Recipe): EditSteps =>
  editStepsByRecipe.get(recipe) ?? recipe.map((step) => ({ step }));

/** Returns the steps that the displayed image includes: those before the edited step, and that step if `live`. */
export function recipeOfSteps(editSteps: EditSteps): Recipe {
  const at = editSteps.findIndex(({ editing }) => editing);
  const shown = at < 0 ? editSteps : editSteps.slice(0, editSteps[at]?.editing === 'live' ? at + 1 : at);
  const recipe = shown.filter(({ off }) => !off).map(({ step }) => step);
  editStepsByRecipe.set(recipe, editSteps);
  return recipe;
}

/** Returns all steps that are switched on, which exports and copied recipes contain. */
export function wholeRecipe(recipe: Recipe): Recipe {
  const editSteps = editStepsByRecipe.get(recipe);
  return editSteps ? editSteps.filter(({ off }) => !off).map(({ step }) => step) : recipe;
}

export const editedStep = (recipe: Recipe): RecipeStep | undefined =>
  editStepsByRecipe.get(recipe)?.find(({ editing }) => editing)?.step;

/** Appends steps, or replaces the step that is being edited. */
export function withSteps(recipe: Recipe, steps: readonly RecipeStep[]): Recipe {
  const editSteps = editStepsOf(recipe);
  const at = editSteps.findIndex(({ editing }) => editing);
  const added = steps.map((step) => ({ step }));
  return recipeOfSteps(
    at < 0 ? [...editSteps, ...added] : [...editSteps.slice(0, at), ...added, ...editSteps.slice(at + 1)],
  );
}

/** Applies a tool's change of the recipe. Steps that are switched off, or after the edited step, stay in place. */
export function revised(recipe: Recipe, next: Recipe): Recipe {
  const editSteps = editStepsOf(recipe);
  const at = editSteps.findIndex(({ editing }) => editing);
  const same = next.findIndex((step, index) => JSON.stringify(step) !== JSON.stringify(recipe[index]));
  const unchanged = same < 0 ? Math.min(next.length, recipe.length) : same;
  const fresh = next.slice(unchanged).map((step): EditStep => (at < 0 ? { step } : { step, editing: 'live' }));
  const before = at < 0 ? editSteps : editSteps.slice(0, at + 1);
  const changed: EditStep[] = [];
  let on = 0;
  for (const each of before) {
    if (each.off) changed.push(each);
    else if (on++ < unchanged) changed.push(each);
    // New steps are inserted at the first difference between the old and the new recipe.
    else changed.push(...fresh.splice(0));
  }
  return recipeOfSteps([...changed, ...fresh, ...(at < 0 ? [] : editSteps.slice(at + 1))]);
}

export const switchStep = (editSteps: EditSteps, at: number): EditSteps =>
  editSteps.map((each, index) => (index === at ? { step: each.step, ...(!each.off && { off: true }) } : each));

export const removeStep = (editSteps: EditSteps, at: number): EditSteps => editSteps.toSpliced(at, 1);

export function moveStep(editSteps: EditSteps, at: number, by: -1 | 1): EditSteps {
  const [one, other] = [editSteps[at], editSteps[at + by]];
  return one && other ? editSteps.with(at, other).with(at + by, one) : editSteps;
}

/** Starts editing a step in its tool. A step with a live preview is also switched on. */
export const editStep = (editSteps: EditSteps, at: number, how: 'live' | 'waiting'): EditSteps =>
  endEditing(editSteps).map((each, index) => (index === at ? { step: each.step, editing: how } : each));

export const endEditing = (editSteps: EditSteps): EditSteps =>
  editSteps.map(({ step, off }) => ({ step, ...(off && { off }) }));

/** Changes the steps that are switched on, and ends the editing of a step. Switched-off steps don't change. */
export function withStepsOn(recipe: Recipe, change: (on: Recipe) => Recipe): Recipe {
  const editSteps = endEditing(editStepsOf(recipe));
  const next = change(editSteps.filter(({ off }) => !off).map(({ step }) => step));
  let on = 0;
  return recipeOfSteps(editSteps.map((each) => (each.off ? each : { step: next[on++] ?? each.step })));
}

const inOrder = ({ past, present, future }: History<Recipe>): readonly Recipe[] => [...past, present, ...future];

/** Returns the editing states of all recipes in a history, for storage; null for recipes whose steps are all on. */
export const storedEditSteps = (history: History<Recipe>): readonly (EditSteps | null)[] =>
  inOrder(history).map((recipe) => {
    const editSteps = editStepsByRecipe.get(recipe);
    return editSteps?.some(({ off, editing }) => off || editing) ? editSteps : null;
  });

export function restoreEditSteps(history: History<Recipe>, stored: unknown): History<Recipe> {
  if (!Array.isArray(stored)) return history;
  const restored = inOrder(history).map((recipe, index) => restoreSteps(recipe, stored[index]));
  const at = history.past.length;
  return { past: restored.slice(0, at), present: restored[at] as Recipe, future: restored.slice(at + 1) };
}

/** Restores stored editing states only if their steps equal the recipe's steps. */
function restoreSteps(recipe: Recipe, stored: unknown): Recipe {
  if (!Array.isArray(stored) || stored.length > MAX_STEPS) return recipe;
  try {
    const editSteps = stored.map((each): EditStep => {
      const step = getOwnProperty(each, 'step');
      parseRecipe([step]);
      const editing = getOwnProperty(each, 'editing');
      return {
        step: step as RecipeStep,
        ...(getOwnProperty(each, 'off') === true && { off: true }),
        ...((editing === 'live' || editing === 'waiting') && { editing }),
      };
    });
    if (editSteps.filter(({ editing }) => editing).length > 1) return recipe;
    const restored = recipeOfSteps(editSteps);
    return JSON.stringify(restored) === JSON.stringify(recipe) ? restored : recipe;
  } catch {
    return recipe;
  }
}
