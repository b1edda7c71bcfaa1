import { useId } from 'react';
import type { ChoiceOption } from './ChoiceField.tsx';

interface ChoiceRowProps<Id extends string> {
  readonly label: string;
  readonly options: readonly ChoiceOption<Id>[];
  readonly value: Id;
  readonly onChange: (value: Id) => void;
  readonly disabled?: boolean;
}

export function ChoiceRow<Id extends string>({ label, options, value, onChange, disabled }: ChoiceRowProps<Id>) {
  const name = useId();
  return (
    <fieldset className="choices" disabled={disabled}>
      <legend className="sr-only">{label}</legend>
      {options.map((option) => (
        <label key={option.id} className="choice relative">
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={option.id === value}
            onChange={() => onChange(option.id)}
          />
          {option.label}
          {option.note !== undefined && <span className="choice-note tabular">{option.note}</span>}
        </label>
      ))}
    </fieldset>
  );
}
