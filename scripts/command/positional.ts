import { type InputSpecs, inputSpec } from '#core/operation.ts';

/** The input that is named without a flag, several times where it is to be done to several files. */
export interface PositionalInput {
  readonly name: string;
  readonly optional: boolean;
}

/**
 * An operation's only input needs no flag, nor does a first one that everything else only helps;
 * where inputs stand beside each other as equals, each has its own flag.
 */
export function positionalInput(inputs: InputSpecs): PositionalInput | undefined {
  const specs = Object.entries(inputs).map(([name, input]) => ({ name, ...inputSpec(input) }));
  const [first, ...others] = specs;
  if (!first || first.max !== undefined) return undefined;
  const isSubject = first.name === first.kind && others.every(({ optional, max }) => optional || max !== undefined);
  return others.length === 0 || isSubject ? { name: first.name, optional: first.optional ?? false } : undefined;
}
