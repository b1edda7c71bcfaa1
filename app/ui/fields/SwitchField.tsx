import { Switch } from 'react-aria-components';

interface SwitchFieldProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
  readonly disabled?: boolean;
}

export function SwitchField({ label, value, onChange, disabled }: SwitchFieldProps) {
  return (
    <Switch className="switch" isSelected={value} onChange={onChange} isDisabled={disabled}>
      <span className="switch-track" aria-hidden>
        <span className="switch-knob" />
      </span>
      {label}
    </Switch>
  );
}
