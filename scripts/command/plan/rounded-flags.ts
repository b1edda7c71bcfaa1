import { flagName } from '#core/recipes/command-line.ts';
import type { Request } from '../parse/request.ts';

/** Returns a sentence for each given number that has more decimals than its parameter. */
export function roundedFlags({ name: command, steps, givenFlags = {} }: Request): string[] {
  if (command === 'run') return [];
  return steps.flatMap(({ operation, params }) =>
    Object.entries(operation.params).flatMap(([parameter, field]) => {
      const name = givenFlags[parameter] === undefined ? (field.formerly ?? parameter) : parameter;
      const [given, value] = [givenFlags[name], params[parameter]];
      if (field.kind !== 'number' || typeof given !== 'string' || typeof value !== 'number') return [];
      return Number.parseFloat(given) === value ? [] : [`--${flagName(name)} ${given} was rounded to ${value}.`];
    }),
  );
}
