import { useTranslation } from 'react-i18next';
import { imageFormats } from '#core/image/codecs/encode.ts';
import { convert } from '#core/operations/convert.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { useDeclaredWords } from '../../parts/fields/declared-words.ts';
import { NumberField } from '../../parts/fields/NumberField.tsx';
import { ParameterFields } from '../../parts/fields/ParameterFields.tsx';
import { SwitchField } from '../../parts/fields/SwitchField.tsx';
import { ActionBar } from '../../parts/screen/ActionBar.tsx';
import { SidePanel } from '../../parts/screen/SidePanel.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import { useWantedSettings } from '../../state/chain/wanted.ts';
import { ofSameTypes, useToolSettings } from '../../state/settings.ts';
import { PictureScreen } from '../common/PictureScreen.tsx';
import { usePictureTool } from '../common/picture-tool.ts';
import { setElsewhere } from '../common/set-elsewhere.ts';

const TOOL = 'format_converter';

const { quality: QUALITY, maxKilobytes: MAX_KILOBYTES } = convert.params;

interface ConverterSettings {
  readonly quality: number;
  /** Whether there is a limit. */
  readonly limitsSize: boolean;
  readonly maxKilobytes: number;
}

const INITIAL: ConverterSettings = { quality: QUALITY.default, limitsSize: false, maxKilobytes: 500 };

function restore(stored: object): Partial<ConverterSettings> {
  const { quality, maxKilobytes = INITIAL.maxKilobytes } = restoreValues(convert.params, stored);
  return { quality, maxKilobytes, ...ofSameTypes({ limitsSize: INITIAL.limitsSize }, stored) };
}

export function FormatConverter() {
  const { t } = useTranslation();
  const say = useDeclaredWords();
  const [{ quality, limitsSize, maxKilobytes }, change] = useToolSettings(TOOL, 'settings', INITIAL, restore);
  const encoding = { quality, ...(limitsSize && { maxKilobytes }) };
  const format = imageFormats[0];
  const tool = usePictureTool(TOOL, {
    closingStep: { operation: 'convert', params: { format, ...encoding } },
    many: true,
  });
  useWantedSettings(TOOL, ({ quality, maxKilobytes }) =>
    change({
      ...(typeof quality === 'number' && { quality }),
      ...(typeof maxKilobytes === 'number' && { limitsSize: true, maxKilobytes }),
    }),
  );
  const exports = tool.exportActions(imageFormats, { encoding });
  return (
    <PictureScreen
      tool={tool}
      title={t('core:operations.convert.name')}
      lead={t('format_converter.summary')}
      batch={{ recipe: tool.recipeWith(), encoding }}
      actions={
        <ActionBar
          groups={[exports.slice(0, -1), exports.slice(-1)]}
          waiting={!tool.state.idle}
          more={tool.recipeActions()}
        >
          <StatusLine session={tool.session} />
        </ActionBar>
      }
      panel={
        <SidePanel tool={TOOL} title={t('common.settings')}>
          <ParameterFields
            operation={convert.id}
            fields={convert.params}
            values={{ quality }}
            onChange={(name, value) => change({ [name]: value })}
            elsewhere={setElsewhere.convert}
            custom={{
              maxKilobytes: (
                <>
                  <SwitchField
                    label={t('format_converter.limitsSize')}
                    value={limitsSize}
                    onChange={(next) => change({ limitsSize: next })}
                  />
                  {limitsSize && (
                    <NumberField
                      label={say('parameters.convert.maxKilobytes')}
                      field={MAX_KILOBYTES}
                      value={maxKilobytes}
                      onChange={(next) => change({ maxKilobytes: next })}
                    />
                  )}
                </>
              ),
            }}
          />
          <p className="panel-note">{t('format_converter.qualityNote')}</p>
          <p className="panel-note">{t('common.metadataDropped')}</p>
        </SidePanel>
      }
    />
  );
}
