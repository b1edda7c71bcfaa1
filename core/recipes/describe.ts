import type { CoreWords } from '../locales/all-en.ts';
import { findOperation } from '../operations/index.ts';
import type { Field } from '../parameters/fields.ts';
import type { RecipeStep } from './recipe.ts';

type Words = Pick<CoreWords, 'operations' | 'parameters' | 'choices' | 'units' | 'punctuation'>;

const MOST_VALUES = 6;
const MOST_CHARACTERS = 40;

/** A localized label and value, for example `{ label: 'Width', value: '1200 px' }`. */
export interface DescribedValue {
  readonly label: string;
  readonly value: string;
}

export const stepName = ({ operation }: Pick<RecipeStep, 'operation'>, words: Words): string =>
  words.operations[operation].name;

/** Describes a step's values that differ from the defaults, in declaration order. Describes a list by its length. */
export function describeValues({ operation, params = {} }: RecipeStep, words: Words): readonly DescribedValue[] {
  const fields = findOperation(operation)?.params ?? {};
  const labels = words.parameters[operation] as Readonly<Record<string, unknown>>;
  return Object.entries(fields)
    .flatMap(([name, field]) => {
      const value = params[name];
      if (value === undefined || JSON.stringify(value) === JSON.stringify(defaultOf(field))) return [];
      const described = describeValue(field, value, optionWords(words, operation, name), words);
      return described === undefined ? [] : [{ label: labelOf(labels[name], name), value: described }];
    })
    .slice(0, MOST_VALUES);
}

/** Describes a recipe step in one line, such as `Scale: Width 1200 px`, or `Scale` if all values are defaults. */
export function describeStep(step: RecipeStep, words: Words): string {
  const { punctuation } = words;
  const values = describeValues(step, words).map(({ label, value }) => `${label} ${value}`);
  return values.length === 0
    ? stepName(step, words)
    : [stepName(step, words), values.join(punctuation.list)].join(punctuation.colon);
}

export function optionWords(
  { choices }: Pick<CoreWords, 'choices'>,
  operation: string,
  name: string,
): Readonly<Record<string, string>> | undefined {
  const ofOperation = (choices as Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>)[operation];
  return ofOperation?.[name] as Readonly<Record<string, string>> | undefined;
}

const defaultOf = (field: Field): unknown => ('default' in field ? field.default : undefined);

const labelOf = (words: unknown, name: string): string =>
  typeof words === 'string' ? words : String((words as { label?: unknown } | undefined)?.label ?? name);

/** Adds a unit to a number, with a space before units that start with a letter: `1200 px`, but `50%` and `90°`. */
const withUnit = (value: string, unit: string): string => value + (/^\p{L}/u.test(unit) ? ' ' : '') + unit;

function describeValue(
  field: Field,
  value: unknown,
  options: Readonly<Record<string, string>> | undefined,
  words: Words,
): string | undefined {
  switch (field.kind) {
    case 'number':
      return field.unit === undefined ? String(value) : withUnit(String(value), words.units[field.unit]);
    case 'choice':
      return options?.[String(value)] ?? String(value);
    case 'toggle':
      return value === true ? '✓' : '✗';
    case 'list':
      return Array.isArray(value) ? `(${value.length})` : undefined;
    case 'group':
      return undefined;
    default: {
      const text = String(value)
        .replace(/\p{Cc}+/gu, ' ')
        .trim();
      return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
    }
  }
}
