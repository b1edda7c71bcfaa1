import './color.css';
import { RotateCcw, WandSparkles } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdjustColorParameters } from '#core/image/adjust-color.ts';
import { autoShift } from '#core/image/color/auto-levels.ts';
import { adjustColor } from '#core/operations/adjust-color.ts';
import type { Field } from '#core/parameters/fields.ts';
import { defaultValues, restoreValues } from '#core/parameters/parse.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { ImageActions } from '../../image-tool/ImageActions.tsx';
import { ImageScreen } from '../../image-tool/ImageScreen.tsx';
import { useImageTool } from '../../image-tool/image-tool.ts';
import { EffectPreview } from '../../preview/EffectPreview.tsx';
import { GpuNote } from '../../preview/GpuNote.tsx';
import { useRequestedSettings } from '../../recipes/requested-settings.ts';
import { type Action, useOfferActions } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { FieldRevision } from '../../ui/fields/NumberField.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { type ImageRef, imageWorker } from '../../workers/image-client.ts';
import { isUnmoved, LevelsControl } from './LevelsControl.tsx';

const TOOL = 'color_adjuster';
const NEUTRAL = defaultValues(adjustColor.params) as Required<Omit<AdjustColorParameters, 'levels'>>;

/** The adjustment is always the last step of the recipe, and each change replaces that step. */
export function ColorAdjuster() {
  const { t } = useTranslation();
  const translate = useDeclaredWords();
  const tool = useImageTool(TOOL, { batches: true });
  const { screen, state, ready } = tool;
  const { steps, committed } = useMemo(() => splitAdjustment(state.recipe), [state.recipe]);
  // Settings that the preview shows while the visitor drags a slider; undefined after the drag.
  const [held, setHeld] = useState<AdjustColorParameters>();
  const adjustment = held ?? committed;

  const commit = (next: AdjustColorParameters) => {
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
  const effect = useMemo(() => ({ kind: 'colors' as const, adjustment }), [adjustment]);
  const source = state.image?.source.id;
  const isSingle = (screen.document.present().list?.items.length ?? 0) < 2;
  const balance = useBalance(source && isSingle ? { source, steps } : undefined);
  const latest = useRef(adjustment);
  latest.current = adjustment;
  const switchAuto = async () => {
    if (adjustment.auto) return commit({ ...adjustment, auto: false });
    setHeld({ ...adjustment, auto: true });
    const isBalanced = await balance.look();
    // The visitor may have moved a slider meanwhile, or switched it off again.
    if (latest.current.auto) commit({ ...latest.current, auto: !isBalanced });
  };
  const auto: Action = {
    id: 'auto',
    label: translate('parameters.adjust-color.auto'),
    icon: WandSparkles,
    run: () => void switchAuto(),
    disabled: !ready,
  };
  useOfferActions([auto]);

  return (
    <ImageScreen
      tool={tool}
      batch={{ recipe: tool.recipeWith(pending) }}
      preview={<EffectPreview screen={screen} steps={steps} effect={effect} />}
      stageTools={<GpuNote />}
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
        <SidePanel tool={TOOL}>
          <div className="levels">
            <LevelsControl
              source={source}
              steps={steps}
              adjustment={adjustment}
              isBalanced={balance.found}
              onChange={(points) => setHeld({ ...adjustment, ...points })}
              onChangeEnd={(points) => commit({ ...adjustment, ...points })}
              disabled={!ready}
            />
            <Button icon={WandSparkles} aria-pressed={adjustment.auto} disabled={!ready} onClick={auto.run}>
              {auto.label}
            </Button>
          </div>
          <FieldRevision.Provider value={state.recipe}>
            <ParameterFields
              operation={adjustColor.id}
              fields={adjustColor.params}
              values={{ ...adjustment }}
              onChange={(name, value: number | boolean) => {
                const next = withPoints(adjustment, { [name]: value });
                // A switch has no end of a drag.
                if (typeof value === 'boolean') commit(next);
                else setHeld(next);
              }}
              onChangeEnd={(name, value) => commit(withPoints(adjustment, { [name]: value }))}
              elsewhere={{ auto: 'levels' }}
              disabled={!ready}
            />
          </FieldRevision.Provider>
        </SidePanel>
      }
    />
  );
}

/** Finds whether Auto would change the image; without an image, for example for a batch, it may change one. */
function useBalance(image: ImageRef | undefined) {
  const key = image && JSON.stringify(image);
  const [balanced, setBalanced] = useState<string>();
  const looking = useRef<AbortController>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each image is looked at anew
  useEffect(() => () => looking.current?.abort(), [key]);
  const look = async (): Promise<boolean> => {
    if (!image) return false;
    const controller = new AbortController();
    looking.current = controller;
    const levels = await imageWorker.levels(image, controller).catch(() => undefined);
    const isBalanced = levels !== undefined && isUnmoved(autoShift(levels));
    setBalanced(isBalanced ? key : undefined);
    return isBalanced;
  };
  return { look, found: key !== undefined && balanced === key };
}

/** Returns the changed adjustment, and moves the other point if the black point isn't below the white point. */
function withPoints(before: AdjustColorParameters, change: Partial<AdjustColorParameters>): AdjustColorParameters {
  const next = { ...before, ...change };
  const { blackPoint, whitePoint } = next;
  if (blackPoint === undefined || whitePoint === undefined || blackPoint < whitePoint) return next;
  return 'whitePoint' in change ? { ...next, blackPoint: whitePoint - 1 } : { ...next, whitePoint: blackPoint + 1 };
}

/** Returns the recipe with another adjustment. */
function adjusted(recipe: Recipe, next: AdjustColorParameters): Recipe {
  const { steps } = splitAdjustment(recipe);
  return isNeutral(next) ? steps : [...steps, { operation: adjustColor.id, params: stepParams(next) }];
}

/** Returns the parameters of a step; those of a folded section only if they change something. */
const stepParams = (next: AdjustColorParameters): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries<Field>(adjustColor.params)
      .map(([name, { isFolded }]) => ({ name: name as keyof typeof NEUTRAL, isFolded }))
      .filter(({ name, isFolded }) => !isFolded || next[name] !== NEUTRAL[name])
      .map(({ name }) => [name, next[name]]),
  );

const isNeutral = (adjustment: AdjustColorParameters): boolean =>
  Object.entries(NEUTRAL).every(([name, value]) => adjustment[name as keyof typeof NEUTRAL] === value);

function splitAdjustment(recipe: Recipe): { steps: Recipe; committed: AdjustColorParameters } {
  const last = recipe.at(-1);
  if (last?.operation !== adjustColor.id) return { steps: recipe, committed: NEUTRAL };
  return {
    steps: recipe.slice(0, -1),
    committed: restoreValues(adjustColor.params, last.params) as AdjustColorParameters,
  };
}
