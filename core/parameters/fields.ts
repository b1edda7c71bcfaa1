/** Declarations of parameters, for the page, the command, settings and recipes. */

export type Unit =
  | 'px'
  | 'percent'
  | 'seconds'
  | 'milliseconds'
  | 'degrees'
  | 'kbps'
  | 'points'
  | 'em'
  | 'fps'
  | 'kilobytes'
  | 'mm'
  | 'decibels';

/** Condition under which a parameter applies: names of other parameters, each with its permitted values. */
export type Condition = Readonly<Record<string, readonly (string | boolean)[]>>;

interface Placement {
  /** True to show the control in the same row as the preceding control. */
  readonly beside?: boolean;
  /** Section of the panel in which the control is shown. */
  readonly section?: string;
  readonly isFolded?: boolean;
  /** Several conditions: one of them is enough. */
  readonly visibleWhen?: Condition | readonly Condition[];
}

interface FieldBase extends Placement {
  readonly required: boolean;
  /** Parameters without which the parameter has no effect. */
  readonly needs?: readonly string[];
  /** Input that makes the parameter ineffective, because it replaces what the parameter describes. */
  readonly unusedWith?: string;
  /** Earlier name of the parameter, which recipes, settings and flags may still use. */
  readonly formerly?: string;
}

export interface NumberField extends FieldBase {
  readonly kind: 'number';
  readonly default: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  /** Digits after the decimal point, to which numbers are rounded; 0 allows only integers. */
  readonly fractionDigits: number;
  /** Maximum digits that can be typed before the decimal point. */
  readonly integerDigits: number;
  readonly unit: Unit | undefined;
  readonly control: 'field' | 'slider';
  /** Allowed values of a number with few values, which the panel shows as a list. */
  readonly values: readonly number[] | undefined;
}

export interface ChoiceField<Option extends string = string> extends FieldBase {
  readonly kind: 'choice';
  readonly default: Option | undefined;
  readonly options: readonly Option[];
  /** Earlier names of options, which recipes, settings and flags may still use. */
  readonly formerOptions?: Readonly<Record<string, Option>> | undefined;
}

export interface ToggleField extends FieldBase {
  readonly kind: 'toggle';
  readonly default: boolean;
  /** Default value in the page's panels, if different from the default of command and library. */
  readonly pageDefault?: boolean;
  /** `initial`: a button that shows the first letter of the parameter's name. */
  readonly control?: 'initial';
}

/** A color as `#rgb`, `#rrggbb`, `#rgba` or `#rrggbbaa`. */
export interface ColorField extends FieldBase {
  readonly kind: 'color';
  readonly default: string;
  /** True if the panel has a control for alpha. Files and flags always accept alpha. */
  readonly alpha: boolean;
}

export interface TextField extends FieldBase {
  readonly kind: 'text';
  readonly default: string;
  readonly maxLength: number;
  readonly multiline: boolean;
  /** Restricts a text to one of `options`, or to text that starts with `prefix`. */
  readonly among: { readonly options: readonly string[]; readonly prefix: string } | undefined;
}

export interface ListField<Item extends Field = Field> extends FieldBase {
  readonly kind: 'list';
  readonly default: readonly ValueOf<Item>[];
  readonly item: Item;
  readonly maxItems: number;
}

export interface GroupField<Fields extends Parameters = Parameters> extends FieldBase {
  readonly kind: 'group';
  readonly fields: Fields;
}

export type Field = NumberField | ChoiceField | ToggleField | ColorField | TextField | ListField<any> | GroupField<any>;

/** Declared parameters by name, in camelCase. */
export type Parameters = Readonly<Record<string, Field>>;

export type ValueOf<F> = F extends { kind: 'number'; default: undefined; required: false }
  ? number | undefined
  : F extends { kind: 'number' }
    ? number
    : F extends ChoiceField<infer Option>
      ? Option
      : F extends { kind: 'toggle' }
        ? boolean
        : F extends { kind: 'color' | 'text' }
          ? string
          : F extends ListField<infer Item>
            ? ValueOf<Item>[]
            : F extends GroupField<infer Fields>
              ? ValuesOf<Fields>
              : never;

export type ValuesOf<P> = { -readonly [Name in keyof P]: ValueOf<P[Name]> };

export function parameters<const P extends Parameters>(fields: P): P {
  return fields;
}

interface NumberOptions {
  default?: number;
  min?: number;
  max?: number;
  step?: number;
  fractionDigits?: number;
  integerDigits?: number;
  unit?: Unit;
  control?: 'field' | 'slider';
  values?: readonly number[];
  required?: boolean;
}

type DefaultedNumber = NumberField & { default: number };
type RequiredNumber = NumberField & { required: true };
type OptionalNumber = NumberField & { default: undefined; required: false };
type NumberFieldFor<O extends NumberOptions> = O extends { required: true }
  ? RequiredNumber
  : O extends { default: number }
    ? DefaultedNumber
    : OptionalNumber;

/** Declares a number parameter. Without `default`, the value is optional unless `required` is set. */
export function number<const O extends NumberOptions>(options: O): NumberFieldFor<O> {
  const fractionDigits = options.fractionDigits ?? 2;
  return {
    kind: 'number',
    default: options.default,
    min: options.min ?? Number.NEGATIVE_INFINITY,
    max: options.max ?? Number.POSITIVE_INFINITY,
    step: options.step ?? 10 ** -fractionDigits,
    fractionDigits,
    integerDigits: options.integerDigits ?? 4,
    unit: options.unit,
    control: options.control ?? 'field',
    values: options.values,
    required: options.required ?? false,
  } as unknown as NumberFieldFor<O>;
}

/** Declares a parameter in whole pixels, with minimum 0 unless `min` is set. */
export function pixels<const O extends NumberOptions>(options: O): NumberFieldFor<O> {
  return number({
    min: 0,
    fractionDigits: 0,
    integerDigits: 5,
    unit: 'px',
    ...options,
  }) as unknown as NumberFieldFor<O>;
}

export function ratio<const O extends NumberOptions>(options: O): NumberFieldFor<O> {
  return number({ fractionDigits: 1, ...options }) as unknown as NumberFieldFor<O>;
}

export function slider<const O extends NumberOptions & { min: number; max: number; default: number }>(
  options: O,
): DefaultedNumber {
  return number({ control: 'slider', ...options }) as unknown as DefaultedNumber;
}

export function seconds<const O extends NumberOptions>(options: O): NumberFieldFor<O> {
  return number({ min: 0, fractionDigits: 0, unit: 'seconds', ...options }) as unknown as NumberFieldFor<O>;
}

/** Declares a parameter in whole degrees, clockwise, from −180 to 180. */
export function degrees(options: NumberOptions = {}): DefaultedNumber {
  return number({
    default: 0,
    min: -180,
    max: 180,
    fractionDigits: 0,
    integerDigits: 3,
    unit: 'degrees',
    ...options,
  }) as unknown as DefaultedNumber;
}

interface ChoiceOptions<Option extends string> {
  options: readonly Option[];
  formerOptions?: Readonly<Record<string, NoInfer<Option>>>;
  default?: Option;
  required?: boolean;
}

export function choice<const Option extends string>(options: ChoiceOptions<Option>): ChoiceField<Option> {
  return {
    kind: 'choice',
    options: options.options,
    ...(options.formerOptions && { formerOptions: options.formerOptions }),
    default: options.default,
    required: options.required ?? options.default === undefined,
  };
}

export function toggle(options: Partial<Pick<ToggleField, 'default' | 'pageDefault' | 'control'>> = {}): ToggleField {
  return { kind: 'toggle', required: false, default: false, ...options };
}

export function color(options: { default: string; alpha?: boolean }): ColorField {
  return { kind: 'color', required: false, alpha: false, ...options };
}

export function text(
  options: Partial<Pick<TextField, 'default' | 'maxLength' | 'multiline' | 'among' | 'required'>> = {},
): TextField {
  return {
    kind: 'text',
    default: '',
    maxLength: 2000,
    multiline: false,
    among: undefined,
    required: false,
    ...options,
  };
}

export function list<Item extends Field>(options: {
  item: Item;
  maxItems: number;
  default?: readonly ValueOf<Item>[];
  required?: boolean;
}): ListField<Item> {
  return { kind: 'list', default: [], required: false, ...options };
}

/** Declares a nested object of parameters. If the object is omitted, every field has its default value. */
export function group<const P extends Parameters>(fields: P): GroupField<P> {
  return { kind: 'group', fields, required: false };
}

/** Returns a parameter declaration with an earlier name. */
export const renamed = <F extends Field>(formerly: string, field: F): F => ({ ...field, formerly });

/** Returns a parameter declaration that has no effect without other parameters. */
export const needing = <F extends Field>(needs: readonly string[], field: F): F => ({ ...field, needs });

/** Returns a parameter declaration that has no effect together with an input. */
export const unusedWith = <F extends Field>(unusedWith: string, field: F): F => ({ ...field, unusedWith });

/** Returns a parameter declaration whose control is shown in the same row as the preceding control. */
export const beside = <F extends Field>(field: F): F => ({ ...field, beside: true });

export const inSection = <const P extends Parameters>(section: string, fields: P): P =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, section }])) as P;

/** Puts parameters into a section that is collapsed while all its values are defaults. */
export const inFoldedSection = <const P extends Parameters>(section: string, fields: P): P =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, { ...field, section, isFolded: true }])) as P;

/** Returns a parameter declaration whose control is shown only while other parameters have the given values. */
export const visibleWhen = <F extends Field>(visibleWhen: Condition | readonly Condition[], field: F): F => ({
  ...field,
  visibleWhen,
});
