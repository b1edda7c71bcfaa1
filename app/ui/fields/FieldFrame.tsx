import type { ReactNode } from 'react';

interface FieldFrameProps {
  /** ID of the input. The error has the same ID with the suffix `-error`. */
  readonly id: string;
  readonly label: string;
  readonly hideLabel?: boolean | undefined;
  readonly error?: string | false | undefined;
  readonly disabled?: boolean | undefined;
  /** The input, with buttons beside it. */
  readonly children: ReactNode;
}

/** A labeled input with its error. */
export function FieldFrame({ id, label, hideLabel, error, disabled, children }: FieldFrameProps) {
  return (
    <div className="field" data-invalid={error ? true : undefined} data-disabled={disabled || undefined}>
      <label className={hideLabel ? 'sr-only' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <div className="field-box">{children}</div>
      {error && (
        <span className="field-error" id={errorId(id)}>
          {error}
        </span>
      )}
    </div>
  );
}

const errorId = (id: string): string => `${id}-error`;

/** Attributes of the input inside a `FieldFrame`. */
export const framedInput = (id: string, error: string | false | undefined) => ({
  id,
  'aria-invalid': error ? (true as const) : undefined,
  'aria-describedby': error ? errorId(id) : undefined,
});
