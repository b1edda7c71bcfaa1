import { FudebakoError, ParameterError } from '../base/errors.ts';
import { isReservedName } from '../base/outside-json.ts';
import { MAX_STEPS } from './step.ts';

/** Major version of the recipe format, raised by changes that older versions of Fudebako would misread. */
export const RECIPE_VERSION = 1;

/** Address of the JSON Schema in a project that has the package, relative to a recipe in the project's folder. */
const RECIPE_SCHEMA = './node_modules/fudebako/schemas/recipe.json';

/** Returns a recipe as files contain it, with the version of the format and the schema for editors. */
export const recipeDocument = (steps: readonly unknown[]) => ({
  $schema: RECIPE_SCHEMA,
  version: RECIPE_VERSION,
  steps,
});

/** Maximum characters of a recipe's field `$schema`; real URLs are shorter. */
const MAX_SCHEMA_CHARACTERS = 2000;

/** The steps of a recipe as JSON, and the path of the steps in the recipe: empty, or `steps`. */
export interface RecipeForm {
  readonly steps: unknown;
  readonly path: string;
}

/**
 * Returns the steps of a recipe, which is a step, a list of steps, or an object with `steps`.
 * @throws FudebakoError `recipeVersion` for a newer format; ParameterError for unknown keys, other values and more than
 *   `MAX_STEPS` steps
 */
export function readRecipeForm(raw: unknown): RecipeForm {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { steps: withinLimit(raw), path: '' };
  const { $schema, version, ...rest } = raw as Readonly<Record<string, unknown>>;
  checkVersion(version);
  if ($schema !== undefined && (typeof $schema !== 'string' || $schema.length > MAX_SCHEMA_CHARACTERS))
    throw new ParameterError('$schema', { type: 'text' }, typeof $schema);
  if (!Object.hasOwn(rest, 'steps')) return { steps: rest, path: '' };
  const stray = Object.keys(rest).find((name) => name !== 'steps');
  if (stray !== undefined)
    throw new ParameterError(stray, { problem: isReservedName(stray) ? 'reserved' : 'unknown' }, rest[stray]);
  if (!Array.isArray(rest.steps)) throw new ParameterError('steps', { type: 'list' }, rest.steps);
  return { steps: withinLimit(rest.steps), path: 'steps' };
}

function withinLimit(steps: unknown): unknown {
  if (Array.isArray(steps) && steps.length > MAX_STEPS)
    throw new ParameterError('steps', { maxLength: MAX_STEPS }, steps.length);
  return steps;
}

/** Checks a recipe's `version`: a major version as a number, or a version such as `1.0` as a string. */
export function checkVersion(version: unknown): void {
  if (version === undefined) return;
  const text = typeof version === 'number' ? String(version) : version;
  const [, major] = typeof text === 'string' ? (/^([1-9]\d{0,5})(?:\.\d{1,6}){0,2}$/.exec(text) ?? []) : [];
  if (major === undefined || (typeof version === 'number' && !Number.isInteger(version)))
    throw new ParameterError('version', { options: [String(RECIPE_VERSION)] }, version);
  if (Number(major) > RECIPE_VERSION)
    throw new FudebakoError('recipeVersion', { version: String(version), supported: RECIPE_VERSION });
}
