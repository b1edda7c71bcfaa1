import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { COMMON_RATIOS, TypedRatio } from '../../ui/fields/TypedRatio.tsx';

interface PadRatioFieldProps {
  /** Aspect ratio of the padded image; empty to pad to a width and height. */
  readonly value: string;
  readonly onChange: (ratio: string) => void;
  readonly disabled: boolean;
}

export function PadRatioField({ value, onChange, disabled }: PadRatioFieldProps) {
  const { t } = useTranslation(['app', 'stage']);
  const listed = (['', ...COMMON_RATIOS] as const).find((ratio) => ratio === value);
  const [types, setTypes] = useState(false);
  const isTyped = types || listed === undefined;
  const options = [
    { id: 'size', label: t('stage:padding.bySize') },
    ...COMMON_RATIOS.map((ratio) => ({ id: ratio, label: ratio })),
    { id: 'custom', label: t('cropper.aspectCustom') },
  ];
  return (
    <>
      <ChoiceField
        label={t('cropper.aspect')}
        options={options}
        value={isTyped ? 'custom' : listed || 'size'}
        onChange={(id) => {
          setTypes(id === 'custom');
          if (id !== 'custom') onChange(id === 'size' ? '' : id);
        }}
        disabled={disabled}
      />
      {isTyped && <TypedRatio value={value} onChange={onChange} disabled={disabled} />}
    </>
  );
}
