import { type LucideIcon, Minus, Plus } from 'lucide-react';
import { createContext, useContext, useEffect, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { NumberField as NumberFieldDeclaration } from '#core/parameters/fields.ts';
import { clampNumber, roundToDigits } from '#core/parameters/parse.ts';
import { blurOnOutsidePress } from '../blur-on-outside-press.ts';
import { acceptedText, numberIn } from './number-text.ts';

interface NumberFieldProps {
  readonly label: string;
  /** Limits, digits and step come from the parameter's declaration. */
  readonly field: NumberFieldDeclaration;
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  /** A limit below the declared one, as an image's width is. */
  readonly max?: number;
  readonly disabled?: boolean;
  readonly hideLabel?: boolean;
  /** Called when the field is emptied; without it, an empty field is an error. */
  readonly onEmpty?: () => void;
  /** Called when a required value goes missing, and when the field has a value again. */
  readonly onMissing?: (missing: boolean) => void;
  /** Commits at every key, as soon as the text is a value that the field would write the same way. */
  readonly live?: boolean;
}

/** A different revision of the settings, as after Undo, fills emptied fields again. */
export const FieldRevision = createContext<unknown>(undefined);

const STEP_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };
/** Steps of an arrow key with Shift. */
const LARGE_STEP = 10;

/**
 * A number to type, paste or step. Accepts only the characters of a number, commits and clamps the
 * value on blur, on Enter or with a step, and shows an error while it is empty.
 */
export function NumberField(props: NumberFieldProps) {
  const { label, field: declared, value, onChange, max, disabled, hideLabel, onEmpty, onMissing, live } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  // The text since the last commit, as typed.
  const [draft, setDraft] = useState<string>();
  const revision = useContext(FieldRevision);
  // What the emptied field replaced; a different value or revision from outside fills the field again.
  const [emptied, setEmptied] = useState<{ readonly value: number | undefined; readonly revision: unknown }>();
  const isEmptied = emptied !== undefined && emptied.value === value && emptied.revision === revision;
  if (emptied && !isEmptied) setEmptied(undefined);
  const field = max === undefined ? declared : { ...declared, max: Math.min(declared.max, max) };
  const committed = value === undefined || isEmptied ? '' : String(roundToDigits(value, field.fractionDigits));
  const isEmpty = draft === undefined ? isEmptied : draft.trim() === '';
  const showsEmpty = !onEmpty && isEmpty;
  const unit = field.unit && t(`core:units.${field.unit}`);
  useAcceptedText(input, field);

  const change = (next: number) => {
    setEmptied(undefined);
    onMissing?.(false);
    const clamped = clampNumber(field, next);
    if (clamped !== value) onChange(clamped);
  };
  const commit = () => {
    if (draft === undefined) return;
    setDraft(undefined);
    const number = numberIn(draft);
    if (!Number.isNaN(number)) change(number);
    else if (draft.trim() === '') {
      setEmptied({ value, revision });
      onEmpty?.();
    }
    // A sign or a point alone is no value: the committed one returns.
    else onMissing?.(committed === '');
  };
  const step = (by: number) => {
    const typed = draft === undefined ? Number.NaN : numberIn(draft);
    setDraft(undefined);
    change((Number.isNaN(typed) ? (value ?? field.default ?? 0) : typed) + by * field.step);
  };
  const stepButton = (direction: 1 | -1, name: string, Icon: LucideIcon) => (
    <Button
      className="field-step"
      aria-label={name}
      excludeFromTabOrder
      isDisabled={disabled}
      onPress={() => step(direction)}
    >
      <Icon aria-hidden size={14} />
    </Button>
  );

  return (
    <div className="field" data-invalid={showsEmpty || undefined} data-disabled={disabled || undefined}>
      <label className={hideLabel ? 'sr-only' : 'field-label'} htmlFor={id}>
        {label}
      </label>
      <div className="field-box">
        <input
          ref={input}
          {...blurOnOutsidePress}
          id={id}
          className="field-input tabular"
          inputMode={inputModeOf(field)}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          value={draft ?? committed}
          disabled={disabled}
          aria-invalid={showsEmpty || undefined}
          aria-describedby={showsEmpty ? `${id}-error` : undefined}
          onChange={(event) => {
            const text = event.currentTarget.value;
            setDraft(text);
            onMissing?.(text.trim() === '');
            if (live && text !== '' && String(clampNumber(field, Number(text))) === text) change(Number(text));
          }}
          onBlur={() => {
            blurOnOutsidePress.onBlur();
            commit();
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            if (event.key === 'Enter') commit();
            const direction = STEP_KEYS[event.key];
            if (direction === undefined) return;
            event.preventDefault();
            event.stopPropagation();
            step(direction * (event.shiftKey ? LARGE_STEP : 1));
          }}
        />
        {unit && <span className="field-unit">{unit}</span>}
        {stepButton(-1, t('common.decrease', { label }), Minus)}
        {stepButton(1, t('common.increase', { label }), Plus)}
      </div>
      {showsEmpty && (
        <span className="field-error" id={`${id}-error`}>
          {t('common.enterValue')}
        </span>
      )}
    </div>
  );
}

/** Refuses characters that are no part of a number, also in pasted and dropped text, before they are inserted. */
function useAcceptedText(input: React.RefObject<HTMLInputElement>, field: NumberFieldDeclaration): void {
  const { min, integerDigits, fractionDigits } = field;
  // biome-ignore lint/correctness/useExhaustiveDependencies: declarations are made anew; these parts decide
  useEffect(() => {
    const element = input.current;
    if (!element) return;
    const filter = (event: InputEvent) => {
      const inserted = event.data ?? event.dataTransfer?.getData('text/plain');
      // The text of an input method can't be refused; it is read on blur.
      if (!inserted || event.isComposing) return;
      const { value } = element;
      const start = element.selectionStart ?? value.length;
      const end = element.selectionEnd ?? start;
      const accepted = acceptedText(field, value.slice(0, start), inserted, value.slice(end));
      if (accepted === inserted) return;
      event.preventDefault();
      if (accepted === '') return;
      element.setRangeText(accepted, start, end, 'end');
      element.dispatchEvent(new Event('input', { bubbles: true }));
    };
    element.addEventListener('beforeinput', filter);
    return () => element.removeEventListener('beforeinput', filter);
  }, [input, min, integerDigits, fractionDigits]);
}

/** The number keyboard of iPhone has no minus. */
const hasMinus = (): boolean => typeof navigator === 'undefined' || !/iPhone/.test(navigator.userAgent);

function inputModeOf({ min, fractionDigits }: NumberFieldDeclaration): 'text' | 'decimal' | 'numeric' {
  if (min < 0) return hasMinus() ? 'numeric' : 'text';
  return fractionDigits > 0 ? 'decimal' : 'numeric';
}
