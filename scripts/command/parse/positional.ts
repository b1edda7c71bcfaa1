import { type InputSpecs, inputSpec } from '#core/operation.ts';

/** Input that arguments fill without a flag. */
export interface PositionalInput {
  readonly name: string;
  readonly optional: boolean;
  /** True if all arguments fill the input in one run. Otherwise several arguments run the operation several times. */
  readonly together: boolean;
}

/**
 * Returns the input that arguments fill, if any: the first if it takes all files together, the only input, or the first
 * if all others are optional or lists.
 */
export function positionalInput(inputs: InputSpecs): PositionalInput | undefined {
  const specs = Object.entries(inputs).map(([name, input]) => ({ name, ...inputSpec(input) }));
  const [first, ...others] = specs;
  if (first?.together) return { name: first.name, optional: first.optional ?? false, together: true };
  if (!first || first.max !== undefined) return undefined;
  const isSubject =
    (first.name === first.kind || first.name === 'base') &&
    others.every(({ optional, max }) => optional || max !== undefined);
  return others.length === 0 || isSubject
    ? { name: first.name, optional: first.optional ?? false, together: false }
    : undefined;
}
