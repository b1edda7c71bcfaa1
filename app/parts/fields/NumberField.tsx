import { type LucideIcon, Minus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import { NumberField as AriaNumberField, Button, FieldError, Group, Input, Label } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { NumberField as NumberFieldDeclaration } from '#core/parameters/fields.ts';
import { clampNumber } from '#core/parameters/parse.ts';
import { blurOnOutsidePress } from '../blur-on-outside-press.ts';

interface NumberFieldProps {
  readonly label: string;
  /** Limits, digits and step come from the parameter's declaration. */
  readonly field: NumberFieldDeclaration;
  readonly value: number | undefined;
  readonly onChange: (value: number) => void;
  /** Where the picture that is given allows less than the declaration. */
  readonly max?: number;
  readonly disabled?: boolean;
  readonly hideLabel?: boolean;
  /** Where no value is a value too: the field may then be left empty. */
  readonly onEmpty?: () => void;
  /** Called while the value that the field needs is missing, and when it has one again. */
  readonly onMissing?: (missing: boolean) => void;
  /** Takes what is typed at every key, as soon as it is a value as the field would write it. */
  readonly live?: boolean;
}

const STEP_KEYS: Readonly<Record<string, 1 | -1>> = { ArrowUp: 1, ArrowDown: -1 };

/**
 * A number to type or step: only what a number is made of can be entered, it is clamped when the
 * field is left or stepped, and an empty field says so.
 */
export function NumberField({
  label,
  field: declared,
  value,
  onChange,
  max,
  disabled,
  hideLabel,
  onEmpty,
  onMissing,
  live,
}: NumberFieldProps) {
  const { t } = useTranslation();
  const [empty, setEmpty] = useState(false);
  // The value that an emptied field stood at when it was left; another value from outside fills it again.
  const [emptiedAt, setEmptiedAt] = useState<number | null>(null);
  // The value before typing began. A value from outside waits until typing ends: it would replace the typed text.
  const [typedOver, setTypedOver] = useState<{ readonly value: number | undefined }>();
  const errorId = useId();
  const field = max === undefined ? declared : { ...declared, max: Math.min(declared.max, max) };
  const showsEmpty = !onEmpty && empty && (emptiedAt === null || emptiedAt === value);
  const unit = field.unit && t(`core:units.${field.unit}`);

  const shown = typedOver ? typedOver.value : value;

  const change = (next: number) => {
    setTypedOver(undefined);
    const isEmpty = Number.isNaN(next);
    setEmpty(isEmpty);
    onMissing?.(isEmpty);
    setEmptiedAt(isEmpty ? (value ?? null) : null);
    if (!isEmpty) onChange(clampNumber(field, next));
    else onEmpty?.();
  };
  const stepButton = (direction: 1 | -1, name: string, Icon: LucideIcon) => (
    <Button
      slot={null}
      className="field-step"
      aria-label={name}
      excludeFromTabOrder
      isDisabled={disabled}
      onPress={() => change((value ?? field.default ?? 0) + direction * field.step)}
    >
      <Icon aria-hidden size={14} />
    </Button>
  );

  return (
    <AriaNumberField
      className="field"
      aria-label={hideLabel ? label : undefined}
      value={shown === undefined || shown === emptiedAt ? Number.NaN : shown}
      onChange={change}
      onBlur={() => setTypedOver(undefined)}
      minValue={field.min}
      maxValue={field.max}
      formatOptions={{ useGrouping: false, maximumFractionDigits: field.fractionDigits }}
      isDisabled={disabled}
      isInvalid={showsEmpty}
      // A declared step is for stepping only; react-aria would also snap typed values to it.
      isWheelDisabled
    >
      {!hideLabel && <Label className="field-label">{label}</Label>}
      <Group className="field-box">
        <Input
          {...blurOnOutsidePress}
          className="field-input tabular"
          aria-describedby={showsEmpty ? errorId : undefined}
          onInput={(event) => {
            const text = event.currentTarget.value.trim();
            setTypedOver((before) => before ?? { value });
            setEmpty(text === '');
            onMissing?.(text === '');
            // Written back it is the same text, so that typing goes on undisturbed.
            if (live && text !== '' && String(clampNumber(field, Number(text))) === text) change(Number(text));
          }}
          onBeforeInput={(event) => {
            if (wouldOverflow(event, field)) event.preventDefault();
          }}
          onKeyDownCapture={(event) => {
            const direction = STEP_KEYS[event.key];
            if (direction === undefined || event.nativeEvent.isComposing) return;
            event.preventDefault();
            event.stopPropagation();
            const typed = Number.parseFloat(event.currentTarget.value);
            change((Number.isFinite(typed) ? typed : (value ?? 0)) + direction * field.step);
          }}
        />
        {unit && <span className="field-unit">{unit}</span>}
        {stepButton(-1, t('common.decrease', { label }), Minus)}
        {stepButton(1, t('common.increase', { label }), Plus)}
      </Group>
      {showsEmpty && (
        <FieldError className="field-error" id={errorId}>
          {t('common.enterValue')}
        </FieldError>
      )}
    </AriaNumberField>
  );
}

/** True where typing would give more digits than the field has room for. */
function wouldOverflow(event: React.FormEvent<HTMLInputElement>, field: NumberFieldDeclaration): boolean {
  const { data } = event.nativeEvent as InputEvent;
  const input = event.currentTarget;
  if (!data) return false;
  const start = input.selectionStart ?? input.value.length;
  const end = input.selectionEnd ?? start;
  const next = input.value.slice(0, start) + data + input.value.slice(end);
  const [whole = '', fraction = ''] = next.replace(/[^\d.]/g, '').split('.');
  return whole.length > field.integerDigits || fraction.length > field.fractionDigits;
}
