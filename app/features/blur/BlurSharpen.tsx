import { Check } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { blurSharpen } from '#core/operations/blur-sharpen.ts';
import { ParameterFields } from '../../parts/fields/ParameterFields.tsx';
import { ActionBar } from '../../parts/screen/ActionBar.tsx';
import { SidePanel } from '../../parts/screen/SidePanel.tsx';
import { StatusLine } from '../../parts/screen/StatusLine.tsx';
import { EffectPreview } from '../../preview/EffectPreview.tsx';
import { GpuNote } from '../../preview/GpuNote.tsx';
import { useOperationSettings } from '../../state/settings.ts';
import { PictureScreen } from '../common/PictureScreen.tsx';
import { usePictureTool } from '../common/picture-tool.ts';

const TOOL = 'blur_sharpen';
const NEUTRAL = { sharpness: blurSharpen.params.sharpness.default };

export function BlurSharpen() {
  const { t } = useTranslation();
  const tool = usePictureTool(TOOL);
  const { session, state, ready } = tool;
  const [{ sharpness }, change] = useOperationSettings<typeof NEUTRAL>(TOOL, blurSharpen.params);
  const effect = useMemo(() => ({ kind: 'sharpness' as const, sharpness }), [sharpness]);

  const step = { operation: blurSharpen.id, params: { sharpness } };
  const settle = async () => {
    const done = await session.apply(step);
    // What has been applied would otherwise show twice.
    if (done) change(NEUTRAL);
    return done;
  };
  const changes = ready && sharpness !== NEUTRAL.sharpness;
  const pending = changes ? { recipe: [...state.history.present, step], settle } : undefined;

  return (
    <PictureScreen
      tool={tool}
      title={t('core:operations.blur-sharpen.name')}
      lead={t('blur_sharpen.summary')}
      preview={
        <EffectPreview
          session={session}
          steps={state.history.present}
          effect={effect}
          label={state.picture?.source.name ?? ''}
        />
      }
      stageTools={<GpuNote />}
      actions={
        <ActionBar
          groups={[
            [
              {
                id: 'apply',
                label: t('common.apply'),
                icon: Check,
                look: 'primary',
                run: () => void settle(),
                disabled: !changes,
              },
            ],
            tool.historyActions,
            tool.exportActions(['jpg', 'png'], { pending }),
          ]}
          waiting={!state.idle}
          more={tool.recipeActions(pending)}
        >
          <StatusLine session={session} />
        </ActionBar>
      }
      panel={
        <SidePanel tool={TOOL} title={t('common.settings')}>
          <ParameterFields
            operation={blurSharpen.id}
            fields={blurSharpen.params}
            values={{ sharpness }}
            onChange={(name, value) => change({ [name]: value })}
            disabled={!ready}
          />
          <p className="panel-note">{t('blur_sharpen.hint')}</p>
        </SidePanel>
      }
    />
  );
}
