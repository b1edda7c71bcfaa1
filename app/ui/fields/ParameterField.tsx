import type { Field } from '#core/parameters/fields.ts';
import { ChoiceField } from './ChoiceField.tsx';
import { ColorField } from './ColorField.tsx';
import { useDeclaredWords } from './declared-words.ts';
import { NumberField } from './NumberField.tsx';
import { SliderField } from './SliderField.tsx';
import { SwitchField } from './SwitchField.tsx';

interface ParameterFieldProps {
  readonly operation: string;
  readonly name: string;
  readonly field: Field;
  readonly value: unknown;
  readonly onChange: (value: never) => void;
  readonly onChangeEnd?: (value: never) => void;
  readonly max?: number;
  readonly onEmpty?: () => void;
  readonly live?: boolean;
  readonly disabled?: boolean;
}

export function ParameterField({
  operation,
  name,
  field,
  value,
  onChange,
  onChangeEnd,
  max,
  onEmpty,
  live,
  disabled,
}: ParameterFieldProps) {
  const translate = useDeclaredWords();
  const label = translate(`parameters.${operation}.${name}`);
  const common = { label, disabled };
  switch (field.kind) {
    case 'number':
      if (field.values) {
        const unit = field.unit ? ` ${translate(`units.${field.unit}`)}` : '';
        return (
          <ChoiceField
            {...common}
            options={field.values.map((number) => ({ id: String(number), label: `${number}${unit}` }))}
            value={String(value)}
            onChange={(id) => (onChange as (value: number) => void)(Number(id))}
          />
        );
      }
      return field.control === 'slider' ? (
        <SliderField
          {...common}
          field={field}
          value={value as number}
          onChange={onChange as (value: number) => void}
          onChangeEnd={onChangeEnd as ((value: number) => void) | undefined}
        />
      ) : (
        <NumberField
          {...common}
          field={field}
          value={value as number | undefined}
          onChange={onChange as (value: number) => void}
          max={max}
          onEmpty={onEmpty}
          live={live}
        />
      );
    case 'toggle':
      return (
        <SwitchField
          {...common}
          value={value as boolean}
          onChange={onChange as (value: boolean) => void}
          initial={field.control === 'initial' ? name.split('.').at(-1) : undefined}
        />
      );
    case 'color':
      return (
        <ColorField
          {...common}
          value={value as string}
          onChange={onChange as (value: string) => void}
          alpha={field.alpha}
        />
      );
    case 'choice':
      return (
        <ChoiceField
          {...common}
          options={field.options.map((id) => ({ id, label: translate(`choices.${operation}.${name}.${id}`) }))}
          value={value as string}
          onChange={onChange as (value: string) => void}
        />
      );
    default:
      throw new Error(`${operation}.${name}: a ${field.kind} has no single control`);
  }
}
