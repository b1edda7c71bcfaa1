import { Scaling } from 'lucide-react';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { type Size, scaledSize } from '#core/image/scale.ts';
import { scale } from '#core/operations/scale.ts';
import { restoreValues } from '#core/parameters/parse.ts';
import { ActionBar } from '../../parts/ActionBar.tsx';
import { ParameterField } from '../../parts/ParameterField.tsx';
import { PictureScreen } from '../../parts/PictureScreen.tsx';
import { SidePanel } from '../../parts/SidePanel.tsx';
import { StatusLine } from '../../parts/StatusLine.tsx';
import { SwitchField } from '../../parts/SwitchField.tsx';
import { ofSameTypes, useToolSettings } from '../../state/settings.ts';
import { own } from '../../state/stored.ts';
import { usePictureTool } from '../picture-tool.ts';

const TOOL = 'scaler';

interface ScalerSettings {
  readonly byRatio: boolean;
  readonly ratio: number;
  readonly keepAspect: boolean;
  /** Of the picture named by `version`. */
  readonly width: number;
  readonly height: number;
  readonly version?: string;
}

// A visitor expects proportions to be kept; on the command line a flag asks for it.
const INITIAL: ScalerSettings = { byRatio: true, ratio: 1, keepAspect: true, width: 1, height: 1 };

function restore(stored: object): Partial<ScalerSettings> {
  const { ratio, width, height } = restoreValues(scale.params, stored);
  const sides = { width: width || INITIAL.width, height: height || INITIAL.height };
  const version = own(stored, 'version');
  return {
    ...ofSameTypes({ byRatio: INITIAL.byRatio, keepAspect: INITIAL.keepAspect }, stored),
    ratio: ratio ?? INITIAL.ratio,
    // Without its picture's name, a size is no picture's.
    ...(typeof version === 'string' && { ...sides, version }),
  };
}

export function Scaler() {
  const { t } = useTranslation();
  const tool = usePictureTool(TOOL);
  const { workbench, state, ready } = tool;
  const [settings, change] = useToolSettings(TOOL, 'settings', INITIAL, restore);
  const size = state.picture?.info;
  const version = state.picture?.version;
  // Width and height begin at the picture's own.
  useEffect(() => {
    if (size && settings.version !== version) change({ version, width: size.width, height: size.height });
  }, [size, version, settings.version, change]);

  const { byRatio, ratio, keepAspect, width, height } = settings;
  const params = byRatio ? { ratio } : { width, height };
  const target = size && scaledSize(size, { ...params, keepAspect: false });
  const changes = size && target && (target.width !== size.width || target.height !== size.height);
  const changeSide = (side: 'width' | 'height', value: number) => {
    const asked = { [side]: value };
    change(keepAspect && size ? clampSides(scaledSize(size, { ...asked, keepAspect })) : asked);
  };
  const sizeText = ({ width, height }: Size) => t('common.imageSize', { width, height });
  const field = (name: 'ratio' | 'width' | 'height', onChange: (value: number) => void) => (
    <ParameterField
      operation={scale.id}
      name={name}
      field={scale.params[name]}
      value={size || name === 'ratio' ? settings[name] : undefined}
      onChange={onChange}
      disabled={!ready}
    />
  );

  return (
    <PictureScreen
      tool={tool}
      title={t('scaler.name')}
      lead={t('scaler.summary')}
      actions={
        <ActionBar
          groups={[
            [
              {
                id: 'scale',
                label: t('common.scale'),
                icon: Scaling,
                look: 'primary',
                run: () => changes && void workbench.apply({ operation: 'scale', params }),
                disabled: !ready,
              },
            ],
            tool.historyActions,
            tool.exportActions(['jpg', 'png']),
          ]}
          waiting={!state.idle}
          more={tool.recipeActions}
        >
          <StatusLine workbench={tool.workbench} />
        </ActionBar>
      }
      panel={
        <SidePanel tool={TOOL} title={t('common.settings')}>
          <SwitchField label={t('common.byRatio')} value={byRatio} onChange={(next) => change({ byRatio: next })} />
          {byRatio ? (
            field('ratio', (next) => change({ ratio: next }))
          ) : (
            <>
              <ParameterField
                operation={scale.id}
                name="keepAspect"
                field={scale.params.keepAspect}
                value={keepAspect}
                onChange={(next: boolean) => {
                  change({ keepAspect: next });
                  if (next && size) change(clampSides(scaledSize(size, { width, keepAspect: next })));
                }}
              />
              <div className="field-grid">
                {field('width', (next) => changeSide('width', next))}
                {field('height', (next) => changeSide('height', next))}
              </div>
            </>
          )}
          {size && target && (
            <p className="panel-note tabular">{t('scaler.becomes', { from: sizeText(size), to: sizeText(target) })}</p>
          )}
        </SidePanel>
      }
    />
  );
}

/** Where one side's proportion would take the other past its limits, it stops there. */
function clampSides(size: { width: number; height: number }) {
  const { min, max } = scale.params.width;
  const within = (value: number) => Math.min(max, Math.max(min, value));
  return { width: within(size.width), height: within(size.height) };
}
