import { ChevronDown } from 'lucide-react';
import { Fragment, memo, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { Size } from '#core/geometry/point.ts';
import type { Field, GroupField, Parameters } from '#core/parameters/fields.ts';
import { panelSections } from '#core/parameters/panel.ts';
import { useDeclaredWords } from './declared-words.ts';
import { ParameterField } from './ParameterField.tsx';

type Values = Readonly<Record<string, unknown>>;

interface ParameterFieldsProps {
  /** Operation whose translations provide the labels of the fields. */
  readonly operation: string;
  /** Path of a group of parameters, for example `texts`; omitted for top-level parameters. */
  readonly within?: string;
  readonly fields: Parameters;
  /** Current values by parameter name. A field without a value is empty. */
  readonly values: Values;
  /** @param control path of the changed field, for example `boundingBox.left` */
  readonly onChange: (name: string, value: never, control: string) => void;
  readonly onChangeEnd?: (name: string, value: never) => void;
  readonly section?: string;
  readonly elsewhere?: Readonly<Record<string, string>>;
  readonly custom?: Readonly<Record<string, ReactNode>>;
  readonly maxOf?: (control: string) => number | undefined;
  readonly live?: boolean;
  readonly disabled?: boolean;
}

/** Returns the maximum that keeps a coordinate such as `boundingBox.left` or `startPoint.y` inside the image. */
export const insideImage =
  ({ width, height }: Size) =>
  (control: string): number | undefined => {
    if (/\.(left|right|x)$/.test(control)) return width;
    return /\.(top|bottom|y)$/.test(control) ? height : undefined;
  };

export function ParameterFields(props: ParameterFieldsProps) {
  const { operation, within, fields, values, elsewhere, section: only, custom, maxOf, live, disabled } = props;
  const translate = useDeclaredWords();
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
  const isChanged = (name: string) => {
    const field = fields[name];
    return field !== undefined && 'default' in field && values[name] !== field.default;
  };
  const sections = panelSections(fields, values, Object.keys(elsewhere ?? {}));
  const shown = only === undefined ? sections : sections.filter(({ section }) => section === only);
  return shown.map(({ section, isFolded, rows }) => {
    const controls = rows.map((row) =>
      row.length > 1 ? (
        <div key={row[0]} className="field-grid">
          {row.map(cell)}
        </div>
      ) : (
        row.map(cell)
      ),
    );
    if (section === undefined || section === only) return <Fragment key={rows[0]?.[0]}>{controls}</Fragment>;
    const heading = translate(['sections', operation, within, section].filter(Boolean).join('.'));
    if (isFolded)
      return (
        <FoldedSection key={section} heading={heading} isChanged={rows.flat().some(isChanged)}>
          {controls}
        </FoldedSection>
      );
    return (
      <fieldset key={section} className="fields">
        <legend className="field-label">{heading}</legend>
        {controls}
      </fieldset>
    );
  });
}

interface FoldedSectionProps {
  readonly heading: string;
  /** True if a value in the section differs from its default. Then the section starts expanded. */
  readonly isChanged: boolean;
  /** True to render the content when the section is first expanded. */
  readonly isLazy?: boolean;
  readonly children: ReactNode;
}

export function FoldedSection({ heading, isChanged, isLazy = false, children }: FoldedSectionProps) {
  const [opensFirst] = useState(isChanged);
  const [isRendered, setRendered] = useState(isChanged || !isLazy);
  const isStart = useRef(isChanged);
  return (
    <details
      className="folded-section"
      open={opensFirst}
      onToggle={({ currentTarget }) => {
        flushSync(() => setRendered(true));
        // Brings the section into view that the visitor expands. A section that starts expanded also toggles once.
        if (currentTarget.open && !isStart.current) currentTarget.scrollIntoView({ block: 'nearest' });
        isStart.current = false;
      }}
    >
      <summary className="field-label folded-section-head">
        {heading}
        <ChevronDown aria-hidden="true" size={16} strokeWidth={1.75} />
      </summary>
      <fieldset className="fields" aria-label={heading}>
        {isRendered && children}
      </fieldset>
    </details>
  );
}

type Handlers = Pick<ParameterFieldsProps, 'onChange' | 'onChangeEnd'>;

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

/** One field of the form. Memoized, so that a change re-renders only the field that changed. */
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

function Group({ operation, within, name, field, value, onChange, maxOf, live, disabled }: GroupProps) {
  const translate = useDeclaredWords();
  return (
    <fieldset className="fields">
      <legend className="field-label">{translate(`parameters.${operation}.${within}.label`)}</legend>
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
