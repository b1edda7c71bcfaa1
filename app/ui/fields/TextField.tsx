import { useId, useState } from 'react';
import { FieldFrame, framedInput } from './FieldFrame.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly maxLength: number;
  readonly onChange: (text: string) => void;
}

/** A single-line text input. Text that an input method is composing is not a change. */
export function TextField({ label, value, maxLength, onChange }: TextFieldProps) {
  const [composed, setComposed] = useState<string>();
  const id = useId();
  return (
    <FieldFrame id={id} label={label}>
      <input
        {...framedInput(id, undefined)}
        className="field-input"
        dir="auto"
        autoComplete="off"
        maxLength={maxLength}
        value={composed ?? value}
        onCompositionStart={(event) => setComposed(event.currentTarget.value)}
        onChange={({ currentTarget }) =>
          composed === undefined ? onChange(currentTarget.value) : setComposed(currentTarget.value)
        }
        onCompositionEnd={({ currentTarget }) => {
          setComposed(undefined);
          if (currentTarget.value !== value) onChange(currentTarget.value);
        }}
      />
    </FieldFrame>
  );
}
