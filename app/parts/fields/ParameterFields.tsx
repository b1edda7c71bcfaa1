import { Fragment, memo, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Size } from '#core/geometry/point.ts';
import type { Field, GroupField, Parameters } from '#core/parameters/fields.ts';
import { panelSections } from '#core/parameters/panel.ts';
import { useDeclaredWords } from './declared-words.ts';
import { ParameterField } from './ParameterField.tsx';

type Values = Readonly<Record<string, unknown>>;

interface ParameterFieldsProps {
  /** Whose words label them. */
  readonly operation: string;
  /** Where in the operation's parameters these stand, as `texts`; nothing for the operation's own. */
  readonly within?: string;
  readonly fields: Parameters;
  /** What they show; a number that is missing leaves its field empty. */
  readonly values: Values;
  /** @param control names what was changed, as `boundingBox.left` */
  readonly onChange: (name: string, value: never, control: string) => void;
  /** When a slider is let go. */
  readonly onChangeEnd?: (name: string, value: never) => void;
  /** Of one section alone, without its heading. */
  readonly section?: string;
  /** Parameters that have no control here, and where they are set. */
  readonly elsewhere?: Readonly<Record<string, string>>;
  /** Controls of the tool's own, in place of those that follow from the declaration. */
  readonly custom?: Readonly<Record<string, ReactNode>>;
  /** A bound below the declared one, as a picture's width is. */
  readonly maxOf?: (control: string) => number | undefined;
  /** Numbers are taken while they are typed; see `NumberField`. */
  readonly live?: boolean;
  readonly disabled?: boolean;
}

/** For `maxOf`: edges and points, as `boundingBox.left` and `startPoint.y`, stay in the picture. */
export const insidePicture =
  ({ width, height }: Size) =>
  (control: string): number | undefined => {
    if (/\.(left|right|x)$/.test(control)) return width;
    return /\.(top|bottom|y)$/.test(control) ? height : undefined;
  };

/** The controls of declared parameters, in the order, the rows and under the headings of their declaration. */
export function ParameterFields(props: ParameterFieldsProps) {
  const { operation, within, fields, values, elsewhere, section: only, custom, maxOf, live, disabled } = props;
  const say = useDeclaredWords();
  const handlers = useLatestRef(props);
  const pathOf = (name: string) => (within === undefined ? name : `${within}.${name}`);
  const cell = (name: string) => {
    const field = fields[name];
    if (!field) return null;
    if (custom && Object.hasOwn(custom, name)) return <Fragment key={name}>{custom[name]}</Fragment>;
    if (field.kind === 'group')
      return (
        <Group key={name} {...props} within={pathOf(name)} name={name} field={field} value={values[name] as Values} />
      );
    const value = values[name];
    const own = { operation, path: pathOf(name), name, field, value, handlers, max: maxOf?.(name), live, disabled };
    return <Control key={name} {...own} hasEnd={props.onChangeEnd !== undefined} />;
  };
  const sections = panelSections(fields, values, Object.keys(elsewhere ?? {}));
  const shown = only === undefined ? sections : sections.filter(({ section }) => section === only);
  return shown.map(({ section, rows }) => {
    const controls = rows.map((row) =>
      row.length > 1 ? (
        <div key={row[0]} className="field-grid">
          {row.map(cell)}
        </div>
      ) : (
        row.map(cell)
      ),
    );
    return section === undefined || section === only ? (
      <Fragment key={rows[0]?.[0]}>{controls}</Fragment>
    ) : (
      <fieldset key={section} className="fields">
        <legend className="field-label">
          {say(['sections', operation, within, section].filter(Boolean).join('.'))}
        </legend>
        {controls}
      </fieldset>
    );
  });
}

type Handlers = Pick<ParameterFieldsProps, 'onChange' | 'onChangeEnd'>;

/** What is to be called when something changes, in an object that stays the same. */
function useLatestRef({ onChange, onChangeEnd }: Handlers): { readonly current: Handlers } {
  const latest = useRef<Handlers>({ onChange });
  useLayoutEffect(() => {
    latest.current = { onChange, onChangeEnd };
  });
  return latest;
}

interface ControlProps extends Pick<ParameterFieldsProps, 'operation' | 'live' | 'disabled'> {
  readonly path: string;
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly max: number | undefined;
  readonly handlers: { readonly current: Handlers };
  readonly hasEnd: boolean;
}

/** One of a panel's many: drawn anew when something of its own changes, and not with each of the others. */
const Control = memo(function Control({ path, name, field, handlers, hasEnd, ...rest }: ControlProps) {
  const mayBeEmpty = field.kind === 'number' && field.default === undefined && !field.required;
  return (
    <ParameterField
      {...rest}
      name={path}
      field={field}
      onChange={(value: never) => handlers.current.onChange(name, value, name)}
      onChangeEnd={hasEnd ? (value: never) => handlers.current.onChangeEnd?.(name, value) : undefined}
      onEmpty={mayBeEmpty ? () => handlers.current.onChange(name, undefined as never, name) : undefined}
    />
  );
});

interface GroupProps extends Pick<ParameterFieldsProps, 'operation' | 'onChange' | 'maxOf' | 'live' | 'disabled'> {
  readonly within: string;
  readonly name: string;
  readonly field: GroupField;
  readonly value: Values;
}

/** Fields that belong together, as the edges of a box do. */
function Group({ operation, within, name, field, value, onChange, maxOf, live, disabled }: GroupProps) {
  const say = useDeclaredWords();
  return (
    <fieldset className="fields">
      <legend className="field-label">{say(`parameters.${operation}.${within}.label`)}</legend>
      <ParameterFields
        operation={operation}
        within={within}
        fields={field.fields}
        values={value}
        onChange={(part, next, control) => onChange(name, { ...value, [part]: next } as never, `${name}.${control}`)}
        maxOf={maxOf && ((control) => maxOf(`${name}.${control}`))}
        live={live}
        disabled={disabled}
      />
    </fieldset>
  );
}
