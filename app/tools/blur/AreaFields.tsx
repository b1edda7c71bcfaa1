import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { redact } from '#core/operations/redact.ts';
import { pixels } from '#core/parameters/fields.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SliderField } from '../../ui/fields/SliderField.tsx';
import { type AreaShape, redactFields } from './areas.ts';

interface AreaFieldsProps {
  readonly shape: AreaShape;
  readonly onShape: (shape: AreaShape) => void;
  readonly brushWidth: number;
  readonly onBrushWidth: (width: number) => void;
  readonly values: Readonly<Record<string, unknown>>;
  readonly onValue: (change: Readonly<Record<string, unknown>>) => void;
  readonly count: number;
  readonly onAdd: () => void;
  readonly onRemove: () => void;
  readonly disabled: boolean;
}

const SHAPES = ['rect', 'ellipse', 'brush'] as const;
export const brushWidthField = pixels({ default: 40, min: 2, max: 512, integerDigits: 3, control: 'slider' });

export function AreaFields(props: AreaFieldsProps) {
  const { shape, onShape, brushWidth, onBrushWidth, values, onValue, count, onAdd, onRemove, disabled } = props;
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  return (
    <>
      <ChoiceRow
        label={t('stage:areas.shape')}
        options={SHAPES.map((id) => ({ id, label: t(`stage:areas.${id}`) }))}
        value={shape}
        onChange={onShape}
        disabled={disabled}
      />
      {shape === 'brush' && (
        <SliderField
          label={t('stage:areas.width')}
          field={brushWidthField}
          value={brushWidth}
          onChange={onBrushWidth}
          disabled={disabled}
        />
      )}
      <ParameterFields
        operation={redact.id}
        fields={redactFields}
        values={values}
        onChange={(name, value) => onValue({ [name]: value })}
        disabled={disabled}
        custom={{
          effect: (
            <ChoiceRow
              label={translate('parameters.redact.effect')}
              options={redact.params.effect.options.map((id) => ({
                id,
                label: translate(`choices.redact.effect.${id}`),
              }))}
              value={String(values.effect)}
              onChange={(effect) => onValue({ effect })}
              disabled={disabled}
            />
          ),
        }}
      />
      <p className="panel-note" role="status">
        {count === 0 ? t('stage:areas.none') : t('stage:areas.count', { count })}
      </p>
      <div className="action-group">
        <Button icon={Plus} onClick={onAdd} disabled={disabled || shape === 'brush'}>
          {t('stage:areas.add')}
        </Button>
        <Button icon={Trash2} onClick={onRemove} disabled={disabled || count === 0}>
          {t('stage:areas.remove')}
        </Button>
      </div>
    </>
  );
}
