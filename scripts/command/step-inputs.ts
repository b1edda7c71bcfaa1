import type { ParsedStep } from '#core/recipes/recipe.ts';

/** Returns a step whose input files have the names that `rename` returns. */
export function withInputs<Step extends Pick<ParsedStep, 'inputs'>>(
  step: Step,
  rename: (file: string) => string,
): Step {
  const inputs = Object.entries(step.inputs).map(([name, files]) => [
    name,
    typeof files === 'string' ? rename(files) : files.map(rename),
  ]);
  return { ...step, inputs: Object.fromEntries(inputs) };
}
