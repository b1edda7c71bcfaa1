import { Check } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { boxAround, wholeBox } from '#core/geometry/box.ts';
import type { Size } from '#core/geometry/point.ts';
import { blurSharpen } from '#core/operations/blur-sharpen.ts';
import { redact } from '#core/operations/redact.ts';
import { ImageActions } from '../../image-tool/ImageActions.tsx';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import type { OnTurn } from '../../image-tool/turn-actions.ts';
import { EffectPreview } from '../../preview/EffectPreview.tsx';
import type { PreviewEffect } from '../../preview/effects.ts';
import { GpuNote } from '../../preview/GpuNote.tsx';
import { useRequestedSettings } from '../../recipes/requested-settings.ts';
import { useOperationSettings, useToolSettings } from '../../storage/settings.ts';
import { getOwnProperty } from '../../storage/stored.ts';
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { AreaFields, brushWidthField } from './AreaFields.tsx';
import { AreaOverlay } from './AreaOverlay.tsx';
import {
  type AreaShape,
  type Areas,
  added,
  areaInPixels,
  areaOfBox,
  boxOf,
  NO_AREAS,
  parseAreas,
  redactFields,
  removed,
  turnedArea,
  withActive,
} from './areas.ts';
import { useAreas } from './use-areas.ts';

const TOOL = 'blur_sharpen';

type Mode = 'whole' | 'area';

interface ModeSettings {
  readonly mode: Mode;
  readonly shape: AreaShape;
  readonly brushWidth: number;
}

const DEFAULT_MODE: ModeSettings = { mode: 'whole', shape: 'rect', brushWidth: brushWidthField.default };

function restoreMode(stored: object): Partial<ModeSettings> {
  const [mode, shape, width] = ['mode', 'shape', 'brushWidth'].map((name) => getOwnProperty(stored, name));
  return {
    ...((mode === 'whole' || mode === 'area') && { mode }),
    ...((shape === 'rect' || shape === 'ellipse' || shape === 'brush') && { shape }),
    ...(typeof width === 'number' && width >= brushWidthField.min && width <= brushWidthField.max
      ? { brushWidth: width }
      : {}),
  };
}

export function BlurSharpen() {
  const { t } = useTranslation(['app', 'core', 'stage']);
  const onTurn = useRef<OnTurn>();
  const tool = useImageTool(TOOL, { batches: true, onTurn: (turn) => onTurn.current?.(turn) });
  const { screen, state, ready } = tool;
  const { version } = state.image ?? {};
  const size: Size | undefined = state.image?.info;
  const [{ mode, shape, brushWidth }, setMode] = useToolSettings(TOOL, 'mode', DEFAULT_MODE, restoreMode);
  const [{ sharpness }, setSharpness] = useOperationSettings<{ sharpness: number }>(TOOL, blurSharpen.params);
  const [look, setLook] = useOperationSettings<Readonly<Record<string, unknown>>>(TOOL, redactFields);
  const [committed, setAreas] = useAreas(TOOL, version);
  const [draft, setDraft] = useState<Areas>();
  const shown = draft ?? committed;
  const isArea = mode === 'area' || draft !== undefined;

  const step = useMemo(
    () =>
      isArea
        ? { operation: redact.id, params: { areas: shown.areas.map(stepArea), ...look } }
        : { operation: blurSharpen.id, params: { sharpness } },
    [isArea, shown.areas, look, sharpness],
  );
  const changes = ready && (isArea ? shown.areas.length > 0 : sharpness !== 0);
  const effect = useMemo((): PreviewEffect | undefined => {
    if (!isArea) return { kind: 'sharpness', sharpness };
    return changes ? { kind: 'step', step } : undefined;
  }, [isArea, sharpness, changes, step]);
  const latest = useRef(sharpness);
  latest.current = sharpness;
  const commit = async () => {
    const done = await screen.apply(step);
    if (done && isArea) setAreas(NO_AREAS);
    // Resets the applied value, so the preview doesn't apply the value twice. Keeps a value typed during processing.
    else if (done && latest.current === sharpness) setSharpness({ sharpness: 0 });
    return done;
  };
  const pending = changes ? { recipe: [...state.recipe, step], commit } : undefined;
  const change = (next: Areas) => {
    setDraft(undefined);
    setMode({ mode: 'area' });
    setAreas(next);
  };
  const remove = () => {
    if (isArea && committed.areas.length > 0) change(removed(committed));
  };
  onTurn.current = (turn) => {
    if (!size || committed.areas.length === 0) return;
    const areas = committed.areas.map((area) => turnedArea(area, turn, size));
    return () => setAreas({ ...committed, areas }, screen.use.getState().image?.version);
  };
  useRequestedSettings(
    TOOL,
    size &&
      (({ areas, sharpness: wanted, ...others }) => {
        const requested = parseAreas(areas).map((area) => areaInPixels(area, size));
        if (typeof wanted === 'number') {
          setMode({ mode: 'whole' });
          setSharpness({ sharpness: wanted });
          return;
        }
        setLook(others);
        setMode({ mode: 'area' });
        if (requested.length > 0) setAreas({ areas: requested, active: requested.length - 1 });
      }),
  );
  const setShape = (next: AreaShape) => {
    setMode({ shape: next });
    const active = committed.areas[committed.active];
    if (active && active.shape !== 'brush' && next !== 'brush')
      setAreas(withActive(committed, areaOfBox(next, boxOf(active))));
  };
  const add = () => {
    if (!size || shape === 'brush') return;
    const box = boxAround(
      { x: size.width / 2, y: size.height / 2 },
      { width: size.width / 4, height: size.height / 4 },
    );
    change(added(committed, areaOfBox(shape, wholeBox(box, size))));
  };

  return (
    <ImageScreen
      tool={tool}
      batch={{ recipe: tool.recipeWith(pending) }}
      canDraw
      overlay={(view) =>
        size && (
          <AreaOverlay
            view={view}
            size={size}
            committed={committed}
            shown={isArea ? shown : NO_AREAS}
            shape={shape}
            brushWidth={brushWidth}
            isOpen={isArea}
            onDraft={setDraft}
            onCommit={change}
            onRemove={remove}
          />
        )
      }
      preview={effect && <EffectPreview screen={screen} steps={state.recipe} effect={effect} />}
      stageTools={!isArea && <GpuNote />}
      actions={
        <ImageActions tool={tool} verb={{ id: 'apply', label: t('common.apply'), icon: Check }} pending={pending} />
      }
      panel={
        <SidePanel tool={TOOL}>
          <ChoiceRow
            label={t('stage:areas.mode')}
            options={(['whole', 'area'] as const).map((id) => ({ id, label: t(`stage:areas.${id}`) }))}
            value={isArea ? 'area' : 'whole'}
            onChange={(next) => setMode({ mode: next })}
            disabled={!ready}
          />
          {isArea ? (
            <AreaFields
              shape={shape}
              onShape={setShape}
              brushWidth={brushWidth}
              onBrushWidth={(width) => setMode({ brushWidth: width })}
              values={look}
              onValue={setLook}
              count={committed.areas.length}
              onAdd={add}
              onRemove={remove}
              disabled={!ready}
            />
          ) : (
            <>
              <ParameterFields
                operation={blurSharpen.id}
                fields={blurSharpen.params}
                values={{ sharpness }}
                onChange={(_, value) => setSharpness({ sharpness: value })}
                disabled={!ready}
              />
              <p className="panel-note">{t('blur_sharpen.hint')}</p>
            </>
          )}
        </SidePanel>
      }
    />
  );
}

/** Omits parameters that an area's shape doesn't use, so that copied recipes are short. */
const stepArea = ({ shape, unit = 'px', points, width, ...edges }: Areas['areas'][number]) =>
  shape === 'brush' ? { shape, unit, points, width } : { shape, unit, ...edges };
