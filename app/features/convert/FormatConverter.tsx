import { useTranslation } from 'react-i18next';
import { imageFormats } from '#core/image/codecs/encode.ts';
import { convert } from '#core/operations/convert.ts';
import { ParameterFields } from '../../parts/fields/ParameterFields.tsx';
import { ActionBar } from '../../parts/screen/ActionBar.tsx';
import { SidePanel } from '../../parts/screen/SidePanel.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import { useOperationSettings } from '../../state/settings.ts';
import { PictureScreen } from '../common/PictureScreen.tsx';
import { usePictureTool } from '../common/picture-tool.ts';
import { setElsewhere } from '../common/set-elsewhere.ts';

const TOOL = 'format_converter';

const { quality: QUALITY } = convert.params;

export function FormatConverter() {
  const { t } = useTranslation();
  const [{ quality }, change] = useOperationSettings<{ quality: number }>(TOOL, { quality: QUALITY });
  const format = imageFormats[0];
  const tool = usePictureTool(TOOL, { closingStep: { operation: 'convert', params: { format, quality } }, many: true });
  const exports = tool.exportActions(imageFormats, { quality });
  return (
    <PictureScreen
      tool={tool}
      title={t('core:operations.convert.name')}
      lead={t('format_converter.summary')}
      batch={{ recipe: tool.state.history.present, quality }}
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
          />
          <p className="panel-note">{t('format_converter.qualityNote')}</p>
          <p className="panel-note">{t('common.metadataDropped')}</p>
        </SidePanel>
      }
    />
  );
}
