import type { CSSProperties, InputHTMLAttributes } from 'react';

interface RangeInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange'> {
  readonly label: string;
  /** The value as screen readers announce it. */
  readonly valueText: string;
  readonly value: number;
  readonly max: number;
  readonly onChange: (value: number) => void;
}

/** A native slider from 0, whose track is filled up to the value. */
export function RangeInput({ label, valueText, value, max, onChange, ...props }: RangeInputProps) {
  return (
    <input
      {...props}
      type="range"
      className="range"
      aria-label={label}
      aria-valuetext={valueText}
      min={0}
      max={max}
      value={value}
      style={{ '--range-fill': `${(value / max) * 100}%` } as CSSProperties}
      onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}
