import { Fragment, type ReactNode } from 'react';
import type { GroupField, Parameters } from '#core/parameters/fields.ts';
import { panelSections } from '#core/parameters/panel.ts';
import { useDeclaredWords } from './declared-words.ts';
import { ParameterField } from './ParameterField.tsx';
import type { Size } from './stage-view.ts';

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
  const { operation, within, fields, values, elsewhere, section: only } = props;
  const say = useDeclaredWords();
  const sections = panelSections(fields, values, Object.keys(elsewhere ?? {}));
  const shown = only === undefined ? sections : sections.filter(({ section }) => section === only);
  return shown.map(({ section, rows }) => {
    const controls = rows.map((row) => {
      const cells = row.map((name) => <Cell key={name} {...props} name={name} />);
      return row.length > 1 ? (
        <div key={row[0]} className="field-grid">
          {cells}
        </div>
      ) : (
        <Fragment key={row[0]}>{cells}</Fragment>
      );
    });
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

function Cell({ name, ...props }: ParameterFieldsProps & { readonly name: string }) {
  const { operation, within, fields, values, onChange, onChangeEnd, custom, maxOf, live, disabled } = props;
  const field = fields[name];
  if (!field) return null;
  if (custom && Object.hasOwn(custom, name)) return custom[name];
  if (field.kind === 'group') return <Group {...props} name={name} field={field} />;
  const mayBeEmpty = field.kind === 'number' && field.default === undefined && !field.required;
  return (
    <ParameterField
      operation={operation}
      name={within === undefined ? name : `${within}.${name}`}
      field={field}
      value={values[name]}
      onChange={(value: never) => onChange(name, value, name)}
      onChangeEnd={onChangeEnd && ((value: never) => onChangeEnd(name, value))}
      onEmpty={mayBeEmpty ? () => onChange(name, undefined as never, name) : undefined}
      max={maxOf?.(name)}
      live={live}
      disabled={disabled}
    />
  );
}

/** Fields that belong together, as the edges of a box do. */
function Group({
  name,
  field,
  ...props
}: ParameterFieldsProps & { readonly name: string; readonly field: GroupField }) {
  const { operation, within, values, onChange, maxOf, live, disabled } = props;
  const say = useDeclaredWords();
  const path = within === undefined ? name : `${within}.${name}`;
  const value = values[name] as Values;
  return (
    <fieldset className="fields">
      <legend className="field-label">{say(`parameters.${operation}.${path}.label`)}</legend>
      <ParameterFields
        operation={operation}
        within={path}
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
