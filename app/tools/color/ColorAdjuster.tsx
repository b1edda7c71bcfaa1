import './color.css';
import { RotateCcw } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Raster } from '#core/base/raster.ts';
import {
  type AdjustColorParameters,
  applyColorChange,
  type ColorChange,
  colorChange,
} from '#core/image/adjust-color.ts';
import type { LevelCounts } from '#core/image/color/auto-levels.ts';
import { PlainKernels } from '#core/image/color/color-matrix-kernels.ts';
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
import { FieldRevision } from '../../ui/fields/NumberField.tsx';
import { ParameterFields } from '../../ui/fields/ParameterFields.tsx';
import { HoldButton } from '../../ui/HoldButton.tsx';
import { SidePanel } from '../../ui/screen/SidePanel.tsx';
import { type ImageRef, imageWorker } from '../../workers/image-client.ts';

const TOOL = 'color_adjuster';
const NEUTRAL = defaultValues(adjustColor.params) as Required<Omit<AdjustColorParameters, 'levels'>>;

/** The adjustment is always the last step of the recipe, and each change replaces that step. */
export function ColorAdjuster() {
  const { t } = useTranslation();
  const tool = useImageTool(TOOL, { batches: true });
  const { screen, state, ready } = tool;
  const { steps, committed } = useMemo(() => splitAdjustment(state.recipe), [state.recipe]);
  // Settings that the preview shows while the visitor drags a slider; undefined after the drag.
  const [held, setHeld] = useState<AdjustColorParameters>();
  const [compares, setCompares] = useState(false);
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
  const shown = compares ? NEUTRAL : adjustment;
  const effect = useMemo(() => ({ kind: 'colors' as const, adjustment: shown }), [shown]);
  const source = state.image?.source.id;
  const levels = useLevels(source, steps, shown.auto === true);
  const change = useMemo(() => colorChange(shown, levels), [shown, levels]);

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
        <SidePanel tool={TOOL}>
          <Histogram source={source} steps={steps} change={change} />
          <FieldRevision.Provider value={state.recipe}>
            <ParameterFields
              operation={adjustColor.id}
              fields={adjustColor.params}
              values={{ ...adjustment }}
              onChange={(name, value: number | boolean) => {
                const next = { ...adjustment, [name]: value };
                // A switch has no end of a drag.
                if (typeof value === 'boolean') commit(next);
                else setHeld(next);
              }}
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

/** Maximum width and height, in pixels, of the image that the histogram counts. Small enough to redraw every frame. */
const SAMPLE_SIDE = 160;
const CHANNELS = ['red', 'green', 'blue'] as const;

interface HistogramProps {
  readonly source: string | undefined;
  readonly steps: Recipe;
  readonly change: ColorChange | undefined;
}

function Histogram({ source, steps, change }: HistogramProps) {
  const { t } = useTranslation();
  const pixels = useSmallImage(source, steps);
  const paths = useMemo(() => pixels && histogramPaths(histogram(pixels, change)), [pixels, change]);
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${BINS} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('color_adjuster.histogram')}
    >
      {paths?.map((path, channel) => (
        <path key={CHANNELS[channel]} d={path} className={`histogram-${CHANNELS[channel]}`} />
      ))}
    </svg>
  );
}

const useSmallImage = (source: string | undefined, steps: Recipe): Raster | undefined =>
  useSeen(source, steps, (image, controller) => imageWorker.pixels(image, SAMPLE_SIDE, controller));

/** Returns the levels of the whole image while they are wanted. */
const useLevels = (source: string | undefined, steps: Recipe, isWanted: boolean): LevelCounts | undefined =>
  useSeen(isWanted ? source : undefined, steps, imageWorker.levels);

/** Returns what the worker finds in an image. */
function useSeen<Found>(
  source: string | undefined,
  steps: Recipe,
  look: (image: ImageRef, controller: AbortController) => Promise<Found>,
): Found | undefined {
  const [found, setFound] = useState<Found>();
  const key = JSON.stringify(steps);
  const latest = useRef(look);
  latest.current = look;
  useEffect(() => {
    if (!source) {
      setFound(undefined);
      return;
    }
    const controller = new AbortController();
    latest.current({ source, steps: JSON.parse(key) }, controller).then(
      (answer) => !controller.signal.aborted && setFound(answer),
      // The histogram ignores decode errors, because the stage shows them.
      () => undefined,
    );
    return () => controller.abort();
  }, [source, key]);
  return found;
}

const BINS = 64;
const kernels = new PlainKernels();

/** Counts each level of red, green and blue after a change of colors. Skips transparent pixels. */
function histogram({ data }: Raster, change: ColorChange | undefined): readonly Uint32Array[] {
  const bins = [0, 1, 2].map(() => new Uint32Array(BINS));
  const changed = change ? applyColorChange(kernels, { data: data.slice(), ...change }) : data;
  for (let index = 0; index < changed.length; index += 4) {
    if (changed[index + 3] === 0) continue;
    for (const [channel, counts] of bins.entries()) {
      const bin = ((changed[index + channel] as number) * BINS) >> 8;
      counts[bin] = (counts[bin] as number) + 1;
    }
  }
  return bins;
}

/** Returns an SVG path per channel, in a view box of `BINS` × 100. */
function histogramPaths(bins: readonly Uint32Array[]): string[] {
  // Ignores the first and last bin, because a black or white background would flatten all other bars.
  const tallest = Math.max(1, ...bins.flatMap((channel) => [...channel.subarray(1, BINS - 1)]));
  return bins.map((channel) => {
    const tops = [...channel].map((count, bin) => {
      const y = 100 - Math.min(100, (count / tallest) * 100);
      return `L${bin} ${y.toFixed(1)}H${bin + 1}`;
    });
    return `M0 100${tops.join('')}L${BINS} 100Z`;
  });
}
