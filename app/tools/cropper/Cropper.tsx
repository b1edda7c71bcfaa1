import { Crop } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cropRect } from '#core/image/crop.ts';
import { crop } from '#core/operations/crop.ts';
import { ActionBar } from '../../parts/ActionBar.tsx';
import { ChoiceField } from '../../parts/ChoiceField.tsx';
import { ParameterField } from '../../parts/ParameterField.tsx';
import { PictureScreen } from '../../parts/PictureScreen.tsx';
import { SidePanel } from '../../parts/SidePanel.tsx';
import { StatusLine } from '../../parts/StatusLine.tsx';
import { useToolSettings } from '../../state/settings.ts';
import { own, storedSide } from '../../state/stored.ts';
import { usePictureTool } from '../picture-tool.ts';
import { CropOverlay } from './CropOverlay.tsx';
import { type Selection, type Size, wholePicture } from './selection.ts';

const TOOL = 'cropper';

/** Width ÷ height, by the name it has on the screen. */
const ASPECTS = {
  free: undefined,
  '1:1': 1,
  '4:3': 4 / 3,
  '3:2': 3 / 2,
  '16:9': 16 / 9,
  '3:4': 3 / 4,
  '2:3': 2 / 3,
  '9:16': 9 / 16,
};
type Aspect = keyof typeof ASPECTS;

const FREE: { readonly aspect: Aspect } = { aspect: 'free' };

function restoreAspect(stored: object): typeof FREE {
  const aspect = own(stored, 'aspect');
  return typeof aspect === 'string' && Object.hasOwn(ASPECTS, aspect) ? { aspect: aspect as Aspect } : FREE;
}

const FIELDS = [
  { name: 'topX', side: 'left', along: 'width' },
  { name: 'topY', side: 'top', along: 'height' },
  { name: 'bottomX', side: 'right', along: 'width' },
  { name: 'bottomY', side: 'bottom', along: 'height' },
] as const;

export function Cropper() {
  const { t } = useTranslation();
  const tool = usePictureTool(TOOL);
  const { workbench, state, ready } = tool;
  const size: Size | undefined = state.picture?.info;
  const [selection, setSelection] = useSelection(state.picture?.version, size);
  const [{ aspect }, setAspect] = useToolSettings(TOOL, 'aspect', FREE, restoreAspect);

  const corners = { topX: selection.left, topY: selection.top, bottomX: selection.right, bottomY: selection.bottom };
  const rect = size && cropRect(corners, size);
  const changes =
    rect && size && rect.width > 0 && rect.height > 0 && (rect.width < size.width || rect.height < size.height);
  const run = () => {
    if (changes && ready) void workbench.apply({ operation: 'crop', params: corners });
  };

  return (
    <PictureScreen
      tool={tool}
      title={t('cropper.name')}
      lead={t('cropper.summary')}
      overlay={(view) =>
        size && (
          <CropOverlay
            view={view}
            size={size}
            selection={{
              left: Math.min(selection.left, selection.right),
              top: Math.min(selection.top, selection.bottom),
              right: Math.max(selection.left, selection.right),
              bottom: Math.max(selection.top, selection.bottom),
            }}
            aspect={ASPECTS[aspect]}
            onChange={setSelection}
            onCrop={run}
          />
        )
      }
      actions={
        <ActionBar
          groups={[
            [{ id: 'crop', label: t('common.crop'), icon: Crop, look: 'primary', run, disabled: !ready }],
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
          <div className="field-grid">
            {FIELDS.map(({ name, side, along }) => (
              <ParameterField
                key={name}
                operation={crop.id}
                name={name}
                field={crop.params[name]}
                value={size && selection[side]}
                max={size?.[along]}
                disabled={!ready}
                onChange={(value) => setSelection({ ...selection, [side]: value })}
              />
            ))}
          </div>
          <p className="panel-note tabular">
            {t('cropper.selected', { width: rect?.width ?? 0, height: rect?.height ?? 0 })}
          </p>
          <ChoiceField
            label={t('cropper.aspect')}
            options={(Object.keys(ASPECTS) as Aspect[]).map((id) => ({
              id,
              label: id === 'free' ? t('cropper.aspectFree') : id,
            }))}
            value={aspect}
            onChange={(next) => setAspect({ aspect: next })}
            disabled={!ready}
          />
        </SidePanel>
      }
    />
  );
}

interface KeptSelection {
  readonly version?: string;
  readonly selection?: Selection;
}

const NOTHING: KeptSelection = {};

function restoreSelection(stored: object): KeptSelection {
  const [version, selection] = [own(stored, 'version'), own(stored, 'selection')];
  const [left, top, right, bottom] = (['left', 'top', 'right', 'bottom'] as const).map((side) =>
    storedSide(own(selection, side)),
  );
  if (typeof version !== 'string' || left === undefined || top === undefined) return NOTHING;
  return right === undefined || bottom === undefined ? NOTHING : { version, selection: { left, top, right, bottom } };
}

/** The selection belongs to one state of the picture: another state starts with all of it selected. */
function useSelection(version: string | undefined, size: Size | undefined): [Selection, (next: Selection) => void] {
  const [stored, store] = useToolSettings(TOOL, 'selection', NOTHING, restoreSelection);
  const current = stored.version === version && stored.selection;
  return [current || wholePicture(size ?? { width: 0, height: 0 }), (selection) => store({ version, selection })];
}
