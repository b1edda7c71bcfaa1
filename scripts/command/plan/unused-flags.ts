import { formatsWith, type OutputFormat } from '#core/image/formats/output-formats.ts';
import type { Field, Parameters } from '#core/parameters/fields.ts';
import { conditionsOf, isVisible } from '#core/parameters/panel.ts';
import { flagName } from '#core/recipes/command-line.ts';
import type { CommandStep } from '../base/environment.ts';
import type { RawFlags } from '../parse/flags.ts';
import { encodingFields } from '../parse/general-flags.ts';
import type { Request } from '../parse/request.ts';
import type { PlannedJob } from './plan.ts';

/** Returns a sentence for each given flag that changes nothing. */
export function unusedFlags(
  { name, output, steps, subject, paths, givenFlags = {} }: Request,
  jobs: readonly PlannedJob[],
): string[] {
  const inputs = subject && paths.length > 0 ? [subject.name] : [];
  const ofParameters = name === 'run' ? [] : steps.flatMap((step) => unusedParameterFlags(step, inputs, givenFlags));
  const formats = output === 'image' ? jobs.flatMap(({ encoding }) => encoding?.format ?? []) : [];
  const own = name === 'run' ? {} : (steps.find(({ operation }) => !operation.encoding)?.operation.params ?? {});
  return [...ofParameters, ...unusedEncodingFlags(givenFlags, own, formats)];
}

/** Names the formats of the outputs in which an encoding flag has no effect. */
function unusedEncodingFlags(rawFlags: RawFlags, own: Parameters, formats: readonly OutputFormat[]): string[] {
  const written = [...new Set(formats)];
  if (written.length === 0) return [];
  return given(encodingFields, rawFlags).flatMap(([name, field, flag]) => {
    if (Object.hasOwn(own, name)) return [];
    const known: readonly unknown[] =
      formatsWith(name).length > 0 ? formatsWith(name) : (conditionsOf(field)[0]?.format ?? written);
    const others = written.filter((format) => !known.includes(format)).map((format) => format.toUpperCase());
    if (others.length > 0) return [`${flag} has no effect on ${others.sort().join(', ')}.`];
    return unlessSet(flag, field, rawFlags, encodingFields);
  });
}

type Reason = (params: Readonly<Record<string, unknown>>) => string | undefined;

const inHorizontalText: Reason = () => 'in horizontal text';

/** Parameters that other parameters can make void, each with the reason. */
const VOID: Readonly<Record<string, Readonly<Record<string, Reason>>>> = {
  'make-mask': {
    refine: ({ subject, selections }) => {
      const { auto, left } = subject as { readonly auto: boolean; readonly left?: number };
      const kinds = (selections as readonly { readonly kind: string }[]).map(({ kind }) => kind);
      return auto || left !== undefined || kinds.includes('subject') ? undefined : 'without --subject';
    },
  },
  'write-horizontal': { tateChuYoko: inHorizontalText },
  'animate-horizontal': { tateChuYoko: inHorizontalText },
  'write-texts': {
    tateChuYoko: ({ texts }) =>
      (texts as readonly { readonly useVerticalText: boolean }[]).some(({ useVerticalText }) => useVerticalText)
        ? undefined
        : 'in horizontal text',
  },
};

/** Names flags that have no effect because of another parameter or an input of the operation. */
function unusedParameterFlags(step: CommandStep, inputs: readonly string[], rawFlags: RawFlags): string[] {
  const { params, encoding } = step.operation;
  return given(encoding ? {} : params, rawFlags).flatMap(([name, field, flag]) => {
    if (name === 'background' && rawFlags.flatten === true) return [];
    const { unusedWith } = field;
    if (unusedWith !== undefined && (inputs.includes(unusedWith) || step.inputs[unusedWith] !== undefined))
      return [`${flag} has no effect on an ${unusedWith}.`];
    const reason = VOID[step.operation.id]?.[name]?.(step.params);
    if (reason !== undefined) return [`${flag} has no effect ${reason}.`];
    if (isVisible(field, step.params)) return unlessSet(flag, field, rawFlags, params);
    const conditions = conditionsOf(field).map((condition) =>
      Object.entries(condition)
        .map(([name, values]) =>
          values.includes(true) ? `--${flagName(name)}` : `--${flagName(name)} ${values.join(' or ')}`,
        )
        .join(' and '),
    );
    return [`${flag} has no effect without ${conditions.join(', or ')}.`];
  });
}

/** Names the parameters without which a flag has no effect. */
function unlessSet(flag: string, { needs = [] }: Field, rawFlags: RawFlags, fields: Parameters): string[] {
  const missing = needs.filter((name) => !isGiven(name, fields[name], rawFlags));
  return missing.length === 0
    ? []
    : [`${flag} has no effect without ${missing.map((name) => `--${flagName(name)}`).join(' and ')}.`];
}

const isGiven = (name: string, field: Field | undefined, rawFlags: RawFlags) =>
  rawFlags[name] !== undefined || (field?.formerly !== undefined && rawFlags[field.formerly] !== undefined);

const given = (fields: Parameters, rawFlags: RawFlags): [name: string, field: Field, flag: string][] =>
  Object.entries(fields)
    .filter(([name, field]) => isGiven(name, field, rawFlags))
    .map(([name, field]) => [name, field, `--${rawFlags[name] === false ? 'no-' : ''}${flagName(name)}`]);
