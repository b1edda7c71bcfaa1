import type { ImageEncoding } from '#core/image/codecs/encode.ts';
import { currentStep, parseRecipe, type Recipe, type RecipeStep, recipeEncoding } from '#core/recipes/recipe.ts';
import { MAX_STEPS } from '#core/recipes/step.ts';
import { parseOnce } from '../document/parse-once.ts';
import { getOwnProperty } from '../storage/stored.ts';

/** A recipe step with its editing state. The visitor can switch off each step, and edit one step at a time. */
export interface EditStep {
  readonly step: RecipeStep;
  readonly off?: boolean;
  /** `live` if the displayed image includes the step during its editing; `waiting` if the step appears after Apply. */
  readonly editing?: 'live' | 'waiting';
}

export type EditSteps = readonly EditStep[];

export const stepsOf = (recipe: Recipe): EditSteps => recipe.map((step) => ({ step }));

/** Returns the steps that the displayed image includes: those before the edited step, and that step if `live`. */
export function shownRecipe(steps: EditSteps): Recipe {
  const at = editedAt(steps);
  const shown = at < 0 ? steps : steps.slice(0, steps[at]?.editing === 'live' ? at + 1 : at);
  return wholeRecipe(shown);
}

/** Returns all steps that are switched on, which exports and copied recipes contain. */
export const wholeRecipe = (steps: EditSteps): Recipe => steps.filter(({ off }) => !off).map(({ step }) => step);

export const editedStep = (steps: EditSteps): RecipeStep | undefined => steps[editedAt(steps)]?.step;

const editedAt = (steps: EditSteps): number => steps.findIndex(({ editing }) => editing);

/** Returns the export settings that a recipe contains, as a preset does. */
export function exportOf(recipe: Recipe): ImageEncoding | undefined {
  const step = recipe.findLast(({ operation }) => operation === 'convert');
  return step && recipeEncoding(parseRecipe([step]));
}

/** Appends steps, or replaces the step that is being edited. */
export function withSteps(steps: EditSteps, added: Recipe): EditSteps {
  const at = editedAt(steps);
  return at < 0 ? [...steps, ...stepsOf(added)] : [...steps.slice(0, at), ...stepsOf(added), ...steps.slice(at + 1)];
}

/** Applies a tool's change of the displayed recipe. Steps that it doesn't contain stay in place. */
export function revised(steps: EditSteps, next: Recipe): EditSteps {
  const recipe = shownRecipe(steps);
  const at = editedAt(steps);
  const same = next.findIndex((step, index) => JSON.stringify(step) !== JSON.stringify(recipe[index]));
  const unchanged = same < 0 ? Math.min(next.length, recipe.length) : same;
  const fresh = next.slice(unchanged).map((step): EditStep => (at < 0 ? { step } : { step, editing: 'live' }));
  const before = at < 0 ? steps : steps.slice(0, at + 1);
  const changed: EditStep[] = [];
  let on = 0;
  for (const each of before) {
    if (each.off) changed.push(each);
    else if (on++ < unchanged) changed.push(each);
    // New steps are inserted at the first difference between the old and the new recipe.
    else changed.push(...fresh.splice(0));
  }
  return [...changed, ...fresh, ...(at < 0 ? [] : steps.slice(at + 1))];
}

export const switchStep = (steps: EditSteps, at: number): EditSteps =>
  steps.map((each, index) => (index === at ? { step: each.step, ...(!each.off && { off: true }) } : each));

export const removeStep = (steps: EditSteps, at: number): EditSteps => steps.toSpliced(at, 1);

export function moveStep(steps: EditSteps, from: number, to: number): EditSteps {
  const moved = steps[from];
  return moved && to !== from && steps[to] ? steps.toSpliced(from, 1).toSpliced(to, 0, moved) : steps;
}

/** Starts editing a step in its tool. A step with a live preview is also switched on. */
export const editStep = (steps: EditSteps, at: number, how: 'live' | 'waiting'): EditSteps =>
  endEditing(steps).map((each, index) => (index === at ? { step: each.step, editing: how } : each));

export const endEditing = (steps: EditSteps): EditSteps =>
  editedAt(steps) < 0 ? steps : steps.map(({ step, off }) => ({ step, ...(off && { off }) }));

/** Changes the steps that are switched on, and ends the editing of a step. Switched-off steps don't change. */
export function withStepsOn(steps: EditSteps, change: (on: Recipe) => Recipe): EditSteps {
  const ended = endEditing(steps);
  const next = change(wholeRecipe(ended));
  let on = 0;
  return ended.map((each) => (each.off ? each : { step: next[on++] ?? each.step }));
}

/** Returns the ID in a reference to a file. A pasted recipe may contain any text as a reference. */
export function fileIn(reference: string): string | undefined {
  try {
    const file = getOwnProperty(JSON.parse(reference), 'file');
    return typeof file === 'string' ? file : undefined;
  } catch {
    return undefined;
  }
}

/** Start of the IDs of the visitor's fonts, which all tabs share. Other files of steps are in the file store. */
export const FONTS = 'own-fonts';

/** IDs of the files that are inputs of steps. */
export const recipeFiles = (recipe: Recipe): readonly string[] =>
  recipe.flatMap(({ inputs }) => Object.values(inputs ?? {}).flat()).flatMap((reference) => fileIn(reference) ?? []);

const filesOnce = parseOnce((steps) =>
  recipeFiles((steps as EditSteps).map(({ step }) => step)).filter((id) => !id.startsWith(`${FONTS}/`)),
);

/** IDs of the steps' files in the file store. The same steps return the same array. */
export const stepFiles = (steps: EditSteps): readonly string[] => filesOnce(steps) ?? [];

/** Returns stored steps if all of them are valid; undefined otherwise. */
export function parseSteps(stored: unknown): EditSteps | undefined {
  if (!Array.isArray(stored) || stored.length > MAX_STEPS) return undefined;
  try {
    const steps = stored.map((each): EditStep => {
      const step = getOwnProperty(each, 'step');
      const [parsed] = parseRecipe([step]);
      const editing = getOwnProperty(each, 'editing');
      return {
        step: currentStep(step as RecipeStep, parsed),
        ...(getOwnProperty(each, 'off') === true && { off: true }),
        ...((editing === 'live' || editing === 'waiting') && { editing }),
      };
    });
    return steps.filter(({ editing }) => editing).length > 1 ? undefined : steps;
  } catch {
    return undefined;
  }
}
