import { useTranslation } from 'react-i18next';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { ColorField } from '../../ui/fields/ColorField.tsx';
import { INITIAL_FIT } from './fit.ts';

interface BackgroundFieldProps {
  /** Background of the padding around a scaled image: a color, `blur` or `transparent`. */
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly disabled: boolean;
}

export function BackgroundField({ value, onChange, disabled }: BackgroundFieldProps) {
  const { t } = useTranslation(['app', 'stage']);
  const kind = value === 'blur' || value === 'transparent' ? value : 'color';
  return (
    <>
      <ChoiceRow
        label={t('stage:padding.background')}
        options={(['color', 'blur', 'transparent'] as const).map((id) => ({ id, label: t(`stage:padding.${id}`) }))}
        value={kind}
        onChange={(next) => onChange(next === 'color' ? INITIAL_FIT.background : next)}
        disabled={disabled}
      />
      {kind === 'color' && (
        <ColorField label={t('stage:padding.color')} value={value} onChange={onChange} alpha disabled={disabled} />
      )}
    </>
  );
}
