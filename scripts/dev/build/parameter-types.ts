import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { familyNames, OWN_PREFIX } from '../../../core/fonts/catalogue.ts';
import { en } from '../../../core/locales/all-en.ts';
import { type InputSpec, inputSpec } from '../../../core/operation.ts';
import { operations } from '../../../core/operations/index.ts';
import type { Field, Parameters } from '../../../core/parameters/fields.ts';
import { type CommandWords, summaryOf } from '../../command/base/environment.ts';
import { describeField } from '../../command/parse/flags.ts';

export const PARAMETER_TYPES_FILE = fileURLToPath(new URL('../../library/operations.generated.ts', import.meta.url));

const words: CommandWords = en;

type Labels = Readonly<Record<string, unknown>>;

type Declarations = Map<string, string>;

/** Generates TypeScript types for the parameters of all operations, with labels, limits, units and defaults. */
export function parameterTypesModule(): string {
  const declarations: Declarations = new Map();
  const members = operations.map(({ id, inputs, params, output }) => {
    const name = `${pascal(id)}Parameters`;
    declareObject(name, summaryOf(words, id), params, (words.parameters[id] ?? {}) as Labels, declarations);
    const inputLines = Object.entries(inputs).map(([input, spec]) => inputLine(input, spec));
    const inputsType = inputLines.length > 0 ? `{ ${inputLines.join(' ')} }` : 'Readonly<Record<string, never>>';
    return `  /** ${summaryOf(words, id)}. */
  readonly ${quoted(id)}: { readonly inputs: ${inputsType}; readonly parameters: ${name}; readonly output: '${output}' };`;
  });
  return `${[
    '// Made by `npm run parameter-types` from the declarations in core/operations. One line per member.',
    "import type { FileInput } from './sources.ts';",
    FONT_FAMILY,
    ...declarations.values(),
    `/** What each operation takes and makes. */\nexport interface OperationTypes {\n${members.join('\n')}\n}`,
  ].join('\n\n')}\n`;
}

const FONT_FAMILY = [
  '/** Name of a font family, or of a font file: `own:` and the base name of the file. */',
  `export type FontFamily = ${familyNames.map((name) => `'${name}'`).join(' | ')} | \`${OWN_PREFIX}\${string}\`;`,
].join('\n');

function inputLine(name: string, input: InputSpec | InputSpec['kind']): string {
  const { kind, optional, max } = inputSpec(input);
  const what = kind === 'file' ? 'A file' : `${kind === 'image' || kind === 'audio' ? 'An' : 'A'} ${kind} file`;
  const comment = max === undefined ? `/** ${what}. */` : `/** ${what} each, at most ${max}. */`;
  const type = max === undefined ? 'FileInput' : 'readonly FileInput[]';
  return `${comment} readonly ${name}${optional ? '?' : ''}: ${type};`;
}

/** Declares a type and returns its name, or the name of an equal type that an earlier operation declared. */
function declareObject(name: string, about: string, fields: Parameters, labels: Labels, into: Declarations): string {
  // Adds this type before its nested types, so that the generated file has this order.
  into.set(name, '');
  const lines = Object.entries(fields).map(([key, field]) => {
    const own = labels[key];
    const label = typeof own === 'string' ? own : String((own as Labels | undefined)?.label ?? key);
    const inner = typeof own === 'object' ? (own as Labels) : {};
    const type = typeOf(field, `${name.replace(/Parameters$/, '')}${pascal(key)}`, label, inner, into);
    const comment = `${describeField(field, label, words)}${toggleDefault(field)}`;
    return `  /** ${comment}. */ readonly ${key}${field.required ? '' : '?'}: ${type};`;
  });
  const declare = (as: string) =>
    lines.length === 0
      ? `/** ${about}: no parameters. */\nexport type ${as} = Readonly<Record<string, never>>;`
      : `/** ${about}. */\nexport interface ${as} {\n${lines.join('\n')}\n}`;
  const equal = [...into].find(([other, declaration]) => declaration === declare(other))?.[0];
  if (equal === undefined) into.set(name, declare(name));
  else into.delete(name);
  return equal ?? name;
}

const toggleDefault = (field: Field) => (field.kind === 'toggle' ? ` (default: ${field.default})` : '');

function typeOf(field: Field, name: string, label: string, labels: Labels, into: Declarations): string {
  switch (field.kind) {
    case 'number':
      return field.values?.join(' | ') ?? 'number';
    case 'choice':
      return field.options.map((option) => `'${option}'`).join(' | ');
    case 'toggle':
      return 'boolean';
    case 'color':
      return 'string';
    case 'text':
      return field.among?.options === familyNames ? 'FontFamily' : 'string';
    case 'list': {
      const item = typeOf(field.item, name, label, labels, into);
      return /[ |]/.test(item) ? `readonly (${item})[]` : `readonly ${item}[]`;
    }
    case 'group':
      return declareObject(name, label, field.fields, labels, into);
  }
}

const pascal = (text: string) => text.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const quoted = (id: string) => (/^\w+$/.test(id) ? id : `'${id}'`);

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(PARAMETER_TYPES_FILE, parameterTypesModule());
