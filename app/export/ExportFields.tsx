import { useTranslation } from 'react-i18next';
import { type ImageFormat, imageFormats } from '#core/image/codecs/encode.ts';
import { metadataChoices } from '#core/image/metadata/choices.ts';
import { convert } from '#core/operations/convert.ts';
import { ChoiceRow } from '../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../ui/fields/declared-words.ts';
import { NumberField } from '../ui/fields/NumberField.tsx';
import { ParameterFields } from '../ui/fields/ParameterFields.tsx';
import { SwitchField } from '../ui/fields/SwitchField.tsx';
import type { ExportSettings } from './export-settings.ts';
import './export.css';

interface ExportFieldsProps {
  readonly settings: ExportSettings;
  readonly onChange: (change: Partial<ExportSettings>) => void;
}

export function ExportFields({ settings, onChange }: ExportFieldsProps) {
  const { t } = useTranslation(['app', 'export']);
  const translate = useDeclaredWords();
  const { format, limitsSize, maxKilobytes, metadata } = settings;
  return (
    <>
      <ParameterFields
        operation={convert.id}
        fields={convert.params}
        values={{ ...settings }}
        onChange={(name, value) => onChange({ [name]: value })}
        custom={{
          format: (
            <ChoiceRow
              label={translate('parameters.convert.format')}
              options={imageFormats.map((id: ImageFormat) => ({
                id,
                label: translate(`choices.convert.format.${id}`),
              }))}
              value={format}
              onChange={(next) => onChange({ format: next })}
            />
          ),
          maxKilobytes: (
            <>
              <SwitchField
                label={t('export:limitsSize')}
                value={limitsSize}
                onChange={(next) => onChange({ limitsSize: next })}
              />
              {limitsSize && (
                <NumberField
                  label={translate('parameters.convert.maxKilobytes')}
                  field={convert.params.maxKilobytes}
                  value={maxKilobytes}
                  onChange={(next) => onChange({ maxKilobytes: next })}
                />
              )}
            </>
          ),
          // Uses radio buttons, because a select's popup would open behind the dialog.
          metadata: (
            <div className="export-metadata">
              <span aria-hidden className="field-label">
                {translate('parameters.convert.metadata')}
              </span>
              <ChoiceRow
                label={translate('parameters.convert.metadata')}
                options={metadataChoices.map((id) => ({ id, label: translate(`choices.convert.metadata.${id}`) }))}
                value={metadata}
                onChange={(next) => onChange({ metadata: next })}
              />
            </div>
          ),
        }}
      />
      <p className="panel-note">{t(`export:metadataNotes.${metadata}`)}</p>
      {format === 'png' && <p className="panel-note">{t('export:qualityNote')}</p>}
    </>
  );
}
