import { Switch } from 'react-aria-components';

interface SwitchFieldProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean | undefined;
  /** Name whose first letter a button shows in place of the switch and its label. */
  readonly initial?: string | undefined;
}

export function SwitchField({ label, value, onChange, disabled, initial }: SwitchFieldProps) {
  return (
    <Switch
      className={initial ? 'letter-switch' : 'switch'}
      isSelected={value}
      onChange={onChange}
      isDisabled={disabled}
    >
      {initial ? (
        <>
          <span data-letter={initial} title={label} aria-hidden>
            {initial.charAt(0).toUpperCase()}
          </span>
          <span className="sr-only">{label}</span>
        </>
      ) : (
        <>
          <span className="switch-track" aria-hidden>
            <span className="switch-knob" />
          </span>
          {label}
        </>
      )}
    </Switch>
  );
}
