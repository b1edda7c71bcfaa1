import { useTranslation } from 'react-i18next';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { type FitSettings, fitFields } from './fit.ts';

interface FitFieldProps {
  readonly value: FitSettings['fit'];
  readonly onChange: (fit: FitSettings['fit']) => void;
  readonly disabled: boolean;
}

/** The fit modes of the operation `scale`, and padding without scaling (operation `pad`). */
export function FitField({ value, onChange, disabled }: FitFieldProps) {
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const modes = fitFields.fit.options as readonly Exclude<FitSettings['fit'], 'padOnly'>[];
  return (
    <ChoiceField
      label={translate('parameters.scale.fit')}
      options={[
        ...modes.map((id) => ({ id, label: translate(`choices.scale.fit.${id}`) })),
        { id: 'padOnly' as const, label: t('stage:padding.only') },
      ]}
      value={value}
      onChange={onChange}
      disabled={disabled}
    />
  );
}
