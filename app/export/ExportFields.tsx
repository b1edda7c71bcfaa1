import { ChevronDown, ChevronUp } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  chromaSubsamplings,
  isAnimatedFormat,
  type OutputFormat,
  optionsOf,
  outputFormats,
  stillFormats,
} from '#core/image/formats/output-formats.ts';
import { metadataChoices } from '#core/image/metadata/choices.ts';
import { convert } from '#core/operations/convert.ts';
import { isVisible } from '#core/parameters/panel.ts';
import { Button } from '../ui/Button.tsx';
import { ChoiceRow } from '../ui/fields/ChoiceRow.tsx';
import { useDeclaredWords } from '../ui/fields/declared-words.ts';
import { NumberField } from '../ui/fields/NumberField.tsx';
import { ParameterFields } from '../ui/fields/ParameterFields.tsx';
import { SwitchField } from '../ui/fields/SwitchField.tsx';
import { formatBytes } from '../ui/format-bytes.ts';
import { type ExportSettings, exportParameters } from './export-settings.ts';
import './export.css';

interface ExportFieldsProps {
  readonly isAnimated?: boolean;
  readonly settings: ExportSettings;
  readonly onChange: (change: Partial<ExportSettings>) => void;
  /** Returns the file size in bytes of a format, for the format's tab; undefined if the size isn't computed. */
  readonly sizeOf?: (format: OutputFormat) => number | 'pending' | undefined;
}

const { progressive, smaller, effort, lossless, chroma, ...MAIN_FIELDS } = exportParameters;
const { quality, compression } = MAIN_FIELDS;
const ANIMATION_FIELDS = { format: MAIN_FIELDS.format, quality, compression };
const MORE_FIELDS = { progressive, smaller, effort, lossless, chroma };

export function ExportFields({ settings, onChange, isAnimated = false, sizeOf }: ExportFieldsProps) {
  const { t, i18n } = useTranslation(['app', 'export']);
  const translate = useDeclaredWords();
  const animatedFormat = isAnimated && isAnimatedFormat(settings.format) ? settings.format : undefined;
  const { format, metadata, reducesColors, dithering } = settings;
  const noteOf = (id: OutputFormat) => {
    const bytes = sizeOf?.(id);
    if (bytes === 'pending') return '…';
    return bytes === undefined ? '\u00a0' : formatBytes(bytes, i18n.language);
  };
  /** Returns a switch that shows a number field, followed by `more`. */
  const withSwitch = (
    setting: 'reducesColors' | 'limitsSize',
    label: string,
    number: 'colors' | 'maxKilobytes',
    more?: ReactNode,
  ) => (
    <>
      <SwitchField label={label} value={settings[setting]} onChange={(next) => onChange({ [setting]: next })} />
      {settings[setting] && (
        <>
          <NumberField
            label={translate(`parameters.convert.${number}`)}
            field={convert.params[number]}
            value={settings[number]}
            onChange={(next) => onChange({ [number]: next })}
          />
          {more}
        </>
      )}
    </>
  );
  return (
    <>
      <ParameterFields
        operation={convert.id}
        fields={animatedFormat ? ANIMATION_FIELDS : MAIN_FIELDS}
        values={{ ...settings, quality: settings.quality ?? optionsOf(format).quality }}
        onChange={(name, value) => onChange({ [name]: value })}
        custom={{
          format: (
            <ChoiceRow
              label={translate('parameters.convert.format')}
              options={(isAnimated ? outputFormats : stillFormats).map((id: OutputFormat) => ({
                id,
                label: translate(`choices.convert.format.${id}`),
                ...(sizeOf && { note: noteOf(id) }),
              }))}
              value={format}
              onChange={(next) => onChange({ format: next })}
            />
          ),
          colors: withSwitch(
            'reducesColors',
            t('export:fewerColors'),
            'colors',
            <SwitchField
              label={translate('parameters.convert.dithering')}
              value={dithering}
              onChange={(next) => onChange({ dithering: next })}
            />,
          ),
          dithering: null,
          maxKilobytes: withSwitch('limitsSize', t('export:limitsSize'), 'maxKilobytes'),
          // Uses radio buttons, because the popup of a select element would open behind the dialog.
          metadata: (
            <LabeledChoices
              label={translate('parameters.convert.metadata')}
              options={metadataChoices.map((id) => ({ id, label: translate(`choices.convert.metadata.${id}`) }))}
              value={metadata}
              onChange={(next) => onChange({ metadata: next })}
            />
          ),
        }}
      />
      <p className="panel-note">
        {t(animatedFormat ? `export:animationNotes.${animatedFormat}` : `export:metadataNotes.${metadata}`)}
      </p>
      {isAnimated && !animatedFormat && <p className="panel-note">{t('export:firstFrameNote')}</p>}
      {format === 'png' && reducesColors && !animatedFormat && (
        <p className="panel-note">{t('export:fewerColorsNote')}</p>
      )}
      {Object.values(MORE_FIELDS).some((field) => isVisible(field, settings)) && (
        <MoreOptions settings={settings} onChange={onChange} />
      )}
    </>
  );
}

/** Shows choices below each other, with a visible label. */
function LabeledChoices<Id extends string>(props: ComponentProps<typeof ChoiceRow<Id>>) {
  return (
    <div className="export-choices">
      <span aria-hidden className="field-label">
        {props.label}
      </span>
      <ChoiceRow {...props} />
    </div>
  );
}

function MoreOptions({ settings, onChange }: ExportFieldsProps) {
  const { t } = useTranslation(['app', 'export']);
  const translate = useDeclaredWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" icon={open ? ChevronUp : ChevronDown} aria-expanded={open} onClick={() => setOpen(!open)}>
        {t('export:moreOptions')}
      </Button>
      {open && (
        <ParameterFields
          operation={convert.id}
          fields={MORE_FIELDS}
          values={{ ...settings, effort: settings.effort ?? optionsOf(settings.format).effort }}
          onChange={(name, value) => onChange({ [name]: value })}
          custom={{
            chroma: (
              <LabeledChoices
                label={translate('parameters.convert.chroma')}
                options={chromaSubsamplings.map((id) => ({ id, label: translate(`choices.convert.chroma.${id}`) }))}
                value={settings.chroma}
                onChange={(next) => onChange({ chroma: next })}
              />
            ),
          }}
        />
      )}
    </>
  );
}
