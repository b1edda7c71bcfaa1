import { type InputSpecs, inputSpec } from '#core/operation.ts';

/** Input that arguments fill without a flag. Several arguments run the operation several times. */
export interface PositionalInput {
  readonly name: string;
  readonly optional: boolean;
}

/** Returns the input that arguments fill, if any: the only input, or the first if all others are optional or lists. */
export function positionalInput(inputs: InputSpecs): PositionalInput | undefined {
  const specs = Object.entries(inputs).map(([name, input]) => ({ name, ...inputSpec(input) }));
  const [first, ...others] = specs;
  if (!first || first.max !== undefined) return undefined;
  const isSubject = first.name === first.kind && others.every(({ optional, max }) => optional || max !== undefined);
  return others.length === 0 || isSubject ? { name: first.name, optional: first.optional ?? false } : undefined;
}
