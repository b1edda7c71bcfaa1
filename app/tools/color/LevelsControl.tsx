import { useEffect, useMemo, useRef, useState } from 'react';
import { Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Raster } from '#core/base/raster.ts';
import {
  type AdjustColorParameters,
  applyColorChange,
  type ColorChange,
  colorChange,
} from '#core/image/adjust-color.ts';
import { autoShift, type LevelCounts } from '#core/image/color/auto-levels.ts';
import { PlainKernels } from '#core/image/color/color-matrix-kernels.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { type ImageRef, imageWorker } from '../../workers/image-client.ts';

const NEUTRAL = { saturation: 0, brightness: 0, hue: 0, contrast: 0 };

/** Maximum width and height, in pixels, of the image that the histogram counts. Small enough to redraw every frame. */
const SAMPLE_SIDE = 160;
/** A correction by fewer levels can hardly be seen. */
const SLIGHT = 6;

const CHANNELS = ['red', 'green', 'blue'] as const;

type Points = Required<Pick<AdjustColorParameters, 'blackPoint' | 'whitePoint'>>;

interface LevelsControlProps {
  readonly source: string | undefined;
  readonly steps: Recipe;
  readonly adjustment: AdjustColorParameters;
  /** True after Auto found nothing to correct. */
  readonly isBalanced: boolean;
  readonly onChange: (points: Points) => void;
  readonly onChangeEnd: (points: Points) => void;
  readonly disabled: boolean;
}

/** True if automatic levels that move a level by at most `shift` leave every pixel as it is. */
export const isUnmoved = (shift: number): boolean => shift < 0.5;

/** The histogram of the adjusted image over that of the image before, whose black and white point can be dragged. */
export function LevelsControl({
  source,
  steps,
  adjustment,
  isBalanced,
  onChange,
  onChangeEnd,
  disabled,
}: LevelsControlProps) {
  const { t } = useTranslation(['app', 'stage']);
  const translate = useDeclaredWords();
  const pixels = useSmallImage(source, steps);
  const { auto = false, blackPoint = 0, whitePoint = 255 } = adjustment;
  const levels = useLevels(source, steps, auto);
  const before = useMemo(
    () => pixels && histogramPaths([total(histogram(pixels, colorChange({ ...NEUTRAL, auto }, levels)))]),
    [pixels, auto, levels],
  );
  const paths = useMemo(
    () => pixels && histogramPaths(histogram(pixels, colorChange(adjustment, levels))),
    [pixels, adjustment, levels],
  );
  const points = (values: readonly number[]): Points => {
    const [black = 0, white = 255] = values;
    return black < white
      ? { blackPoint: black, whitePoint: white }
      : { blackPoint: Math.min(black, 254), whitePoint: Math.min(black, 254) + 1 };
  };
  const shift = useMemo(() => levels && autoShift(levels), [levels]);
  const note =
    isBalanced || (shift !== undefined && isUnmoved(shift))
      ? t('stage:balanced')
      : shift !== undefined && t(shift < SLIGHT ? 'stage:slightlyCorrected' : 'stage:corrected');
  const reset = () => onChangeEnd({ blackPoint: 0, whitePoint: 255 });
  return (
    <>
      <Slider
        className="levels-control"
        aria-label={t('stage:levels')}
        value={[blackPoint, whitePoint]}
        onChange={(values) => onChange(points(values as number[]))}
        onChangeEnd={(values) => onChangeEnd(points(values as number[]))}
        minValue={0}
        maxValue={255}
        isDisabled={disabled}
      >
        <Histogram before={before} paths={paths} />
        <SliderTrack className="levels-track" onDoubleClick={reset}>
          <SliderThumb
            className="levels-thumb levels-black"
            index={0}
            aria-label={translate('parameters.adjust-color.blackPoint')}
          />
          <SliderThumb
            className="levels-thumb levels-white"
            index={1}
            aria-label={translate('parameters.adjust-color.whitePoint')}
          />
        </SliderTrack>
      </Slider>
      <p className="levels-note" role="status">
        {note}
      </p>
    </>
  );
}

interface HistogramProps {
  readonly before: readonly string[] | undefined;
  readonly paths: readonly string[] | undefined;
}

function Histogram({ before, paths }: HistogramProps) {
  const { t } = useTranslation();
  return (
    <svg
      className="histogram"
      viewBox={`0 0 ${BINS} 100`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('color_adjuster.histogram')}
    >
      {before?.map((path) => (
        <path key="before" d={path} className="histogram-before" />
      ))}
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

/** Returns the last result of `look`, which the worker computes from the image after the steps. */
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

const total = (bins: readonly Uint32Array[]): Uint32Array =>
  Uint32Array.from({ length: BINS }, (_, bin) => bins.reduce((sum, counts) => sum + (counts[bin] as number), 0));

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
