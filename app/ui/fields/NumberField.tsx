import { type LucideIcon, Minus, Plus } from 'lucide-react';
import { createContext, useContext, useEffect, useId, useRef, useState } from 'react';
import { Button } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { NumberField as NumberFieldDeclaration } from '#core/parameters/fields.ts';
import { clampNumber, roundToDigits } from '#core/parameters/parse.ts';
import { commitOnLeave } from '../blur-on-outside-press.ts';
import { FieldFrame, framedInput } from './FieldFrame.tsx';
import { acceptedText, numberIn } from './number-text.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly field: NumberFieldDeclaration;
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  /** Maximum that is lower than the declared maximum, for example the image's width. */
  readonly max?: number;
  readonly disabled?: boolean;
  readonly hideLabel?: boolean;
  /** Called when the visitor clears the field. Without this callback, an empty field is an error. */
  readonly onEmpty?: () => void;
  readonly onMissing?: (missing: boolean) => void;
  /** True to commit at each keystroke, if the text is a complete number within the limits, for example not `1.`. */
  readonly live?: boolean;
}

/** Version of the settings. If the version changes, as after Undo, cleared fields show their committed value again. */
export const FieldRevision = createContext<unknown>(undefined);

const STEP_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };
const LARGE_STEP = 10;

/** A number input. Accepts only characters of numbers. Commits and clamps on blur, Enter or a step of the value. */
export function NumberField(props: NumberFieldProps) {
  const { label, field: declared, value, onChange, max, disabled, hideLabel, onEmpty, onMissing, live } = props;
  const { t } = useTranslation();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState<string>();
  const revision = useContext(FieldRevision);
  // Value and revision when the visitor cleared the field. If one of the two changes, the field shows the value again.
  const [emptied, setEmptied] = useState<{ readonly value: number | undefined; readonly revision: unknown }>();
  const isEmptied = emptied !== undefined && emptied.value === value && emptied.revision === revision;
  if (emptied && !isEmptied) setEmptied(undefined);
  const field = max === undefined ? declared : { ...declared, max: Math.min(declared.max, max) };
  const committed = value === undefined || isEmptied ? '' : String(roundToDigits(value, field.fractionDigits));
  const isEmpty = draft === undefined ? isEmptied : draft.trim() === '';
  const error = !onEmpty && isEmpty && t('common.enterValue');
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
    // A minus sign or decimal point alone is not a number, so the field shows the committed value again.
    else onMissing?.(committed === '');
  };
  const onLeave = commitOnLeave(commit);
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
    <FieldFrame id={id} label={label} hideLabel={hideLabel} error={error} disabled={disabled}>
      <input
        ref={input}
        {...framedInput(id, error)}
        {...onLeave}
        className="field-input tabular"
        inputMode={inputModeOf(field)}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        value={draft ?? committed}
        disabled={disabled}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setDraft(text);
          onMissing?.(text.trim() === '');
          if (live && text !== '' && String(clampNumber(field, Number(text))) === text) change(Number(text));
        }}
        onKeyDown={(event) => {
          onLeave.onKeyDown(event);
          const direction = STEP_KEYS[event.key];
          if (direction === undefined || event.nativeEvent.isComposing) return;
          event.preventDefault();
          event.stopPropagation();
          step(direction * (event.shiftKey ? LARGE_STEP : 1));
        }}
      />
      {unit && <span className="field-unit">{unit}</span>}
      {stepButton(-1, t('common.decrease', { label }), Minus)}
      {stepButton(1, t('common.increase', { label }), Plus)}
    </FieldFrame>
  );
}

function useAcceptedText(input: React.RefObject<HTMLInputElement>, field: NumberFieldDeclaration): void {
  const { min, integerDigits, fractionDigits } = field;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only these properties of the declaration matter
  useEffect(() => {
    const element = input.current;
    if (!element) return;
    const filter = (event: InputEvent) => {
      const inserted = event.data ?? event.dataTransfer?.getData('text/plain');
      // Text from an input method can't be rejected while typing, so the field parses the text on blur.
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

/** True if the device's number keyboard has a minus key. The iPhone's number keyboard has none. */
const hasMinus = (): boolean => typeof navigator === 'undefined' || !/iPhone/.test(navigator.userAgent);

function inputModeOf({ min, fractionDigits }: NumberFieldDeclaration): 'text' | 'decimal' | 'numeric' {
  if (min < 0) return hasMinus() ? 'numeric' : 'text';
  return fractionDigits > 0 ? 'decimal' : 'numeric';
}
