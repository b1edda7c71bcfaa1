import { type Ref, useId, useState } from 'react';
import { MAX_STORED_TEXT_LENGTH } from '#core/text/prepare.ts';

interface TextAreaFieldProps {
  readonly label: string;
  readonly value: string;
  /** Text that the field shows instead of the value while the visitor types on the image. */
  readonly shown?: string | undefined;
  readonly onChange: (text: string) => void;
  /** Called with uncommitted input method text, and with `undefined` after composition. */
  readonly onDraft: (text: string | undefined) => void;
  readonly rows?: number;
  readonly hideLabel?: boolean;
  readonly problem?: string | undefined;
  readonly note?: string | undefined;
  readonly placeholder?: string;
  readonly fieldRef?: Ref<HTMLTextAreaElement>;
}

/** A multi-line text input. Text that an input method is composing is neither validated nor an undo step. */
export function TextAreaField({
  label,
  value,
  shown = value,
  onChange,
  onDraft,
  rows = 3,
  hideLabel,
  problem,
  note,
  placeholder,
  fieldRef,
}: TextAreaFieldProps) {
  const [composed, setComposed] = useState<string>();
  const id = useId();
  const lineId = `${id}-line`;
  const composes = composed !== undefined;
  const line = composes ? undefined : (problem ?? note);
  return (
    <div className="field" data-invalid={(problem && !composes) || undefined}>
      <label className={hideLabel ? 'sr-only' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <div className="field-box text-area">
        <textarea
          ref={fieldRef}
          id={id}
          className="field-input"
          rows={rows}
          dir="auto"
          maxLength={MAX_STORED_TEXT_LENGTH}
          placeholder={placeholder}
          value={composed ?? shown}
          aria-invalid={(problem && !composes) || undefined}
          aria-describedby={line ? lineId : undefined}
          onCompositionStart={(event) => setComposed(event.currentTarget.value)}
          onChange={({ currentTarget }) => {
            if (!composes) return onChange(currentTarget.value);
            setComposed(currentTarget.value);
            onDraft(currentTarget.value);
          }}
          onCompositionEnd={({ currentTarget }) => {
            setComposed(undefined);
            onDraft(undefined);
            if (currentTarget.value !== value) onChange(currentTarget.value);
          }}
        />
      </div>
      <p
        id={lineId}
        className={problem && !composes ? 'field-error text-area-line' : 'panel-note text-area-line'}
        role="status"
      >
        {line}
      </p>
    </div>
  );
}
