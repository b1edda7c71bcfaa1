import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { adjustmentMatrix, type ColorAdjustment, isNeutral } from '#core/image/color/color-matrix.ts';
import { adjustColor } from '#core/operations/adjust-color.ts';
import { defaultValues, restoreValues } from '#core/parameters/parse.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { ImageActions } from '../../image-tool/ImageActions.tsx';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { EffectPreview } from '../../preview/EffectPreview.tsx';
import { GpuNote } from '../../preview/GpuNote.tsx';
import { useRequestedSettings } from '../../recipes/requested-settings.ts';
import { FieldRevision } from '../../ui/fields/NumberField.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { HoldButton } from '../../ui/HoldButton.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { Histogram } from './Histogram.tsx';
import './color.css';

const TOOL = 'color_adjuster';
const NEUTRAL = defaultValues(adjustColor.params) as ColorAdjustment;

/** The adjustment is always the last step of the recipe, and each change replaces that step. */
export function ColorAdjuster() {
  const { t } = useTranslation();
  const tool = useImageTool(TOOL, { batches: true });
  const { screen, state, ready } = tool;
  const { steps, committed } = useMemo(() => splitAdjustment(state.recipe), [state.recipe]);
  // Settings that the preview shows while the visitor drags a slider; undefined after the drag.
  const [held, setHeld] = useState<ColorAdjustment>();
  const [compares, setCompares] = useState(false);
  const adjustment = held ?? committed;

  const commit = (next: ColorAdjustment) => {
    setHeld(undefined);
    if (JSON.stringify(next) !== JSON.stringify(committed))
      screen.revise(adjustColor.id, (shown) => adjusted(shown, next));
  };
  const commitDraft = async () => {
    commit(adjustment);
    return true;
  };
  useRequestedSettings(TOOL, ready ? (wanted) => commit({ ...adjustment, ...wanted }) : undefined);
  const pending = held && { recipe: adjusted(state.recipe, held), commit: commitDraft };
  const shown = compares ? NEUTRAL : adjustment;
  const effect = useMemo(() => ({ kind: 'colors' as const, adjustment: shown }), [shown]);
  const matrix = useMemo(() => adjustmentMatrix(shown), [shown]);

  return (
    <ImageScreen
      tool={tool}
      batch={{ recipe: tool.recipeWith(pending) }}
      preview={<EffectPreview screen={screen} steps={steps} effect={effect} />}
      stageTools={
        <>
          <HoldButton
            label={t('color_adjuster.original')}
            hint={t('color_adjuster.originalHint')}
            disabled={!ready}
            held={compares}
            onHold={setCompares}
          />
          <GpuNote />
        </>
      }
      actions={
        <ImageActions
          tool={tool}
          reset={{
            id: 'default',
            label: t('common.reset'),
            icon: RotateCcw,
            run: () => commit(NEUTRAL),
            disabled: !ready || isNeutral(committed),
          }}
          pending={pending}
        />
      }
      panel={
        <SidePanel tool={TOOL} title={t('common.settings')}>
          <Histogram source={state.image?.source.id} steps={steps} matrix={matrix} />
          <FieldRevision.Provider value={state.recipe}>
            <ParameterFields
              operation={adjustColor.id}
              fields={adjustColor.params}
              values={{ ...adjustment }}
              onChange={(name, value) => setHeld({ ...adjustment, [name]: value })}
              onChangeEnd={(name, value) => commit({ ...adjustment, [name]: value })}
              disabled={!ready}
            />
          </FieldRevision.Provider>
        </SidePanel>
      }
    />
  );
}

/** Returns the recipe with another adjustment. */
function adjusted(recipe: Recipe, next: ColorAdjustment): Recipe {
  const { steps } = splitAdjustment(recipe);
  return isNeutral(next) ? steps : [...steps, { operation: adjustColor.id, params: { ...next } }];
}

function splitAdjustment(recipe: Recipe): { steps: Recipe; committed: ColorAdjustment } {
  const last = recipe.at(-1);
  if (last?.operation !== adjustColor.id) return { steps: recipe, committed: NEUTRAL };
  return {
    steps: recipe.slice(0, -1),
    committed: restoreValues(adjustColor.params, last.params) as ColorAdjustment,
  };
}
