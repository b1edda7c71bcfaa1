import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Raster } from '#core/base/raster.ts';
import type { ColorMatrix } from '#core/image/color/color-matrix.ts';
import type { Recipe } from '#core/recipes/recipe.ts';
import { imageWorker } from '../../workers/image-worker.ts';
import { BINS, histogram, histogramPaths } from './histogram.ts';

/** Maximum width and height, in pixels, of the image that the histogram counts. Small enough to redraw every frame. */
const SAMPLE_SIDE = 160;
const CHANNELS = ['red', 'green', 'blue'] as const;

interface HistogramProps {
  readonly source: string | undefined;
  readonly steps: Recipe;
  readonly matrix: ColorMatrix;
}

export function Histogram({ source, steps, matrix }: HistogramProps) {
  const { t } = useTranslation();
  const pixels = useSmallImage(source, steps);
  const paths = useMemo(() => pixels && histogramPaths(histogram(pixels, matrix)), [pixels, matrix]);
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

function useSmallImage(source: string | undefined, steps: Recipe): Raster | undefined {
  const [pixels, setPixels] = useState<Raster>();
  const key = JSON.stringify(steps);
  useEffect(() => {
    if (!source) {
      setPixels(undefined);
      return;
    }
    const controller = new AbortController();
    imageWorker.pixels({ source, steps: JSON.parse(key) }, SAMPLE_SIDE, controller).then(
      (raster) => !controller.signal.aborted && setPixels(raster),
      // The histogram ignores decode errors, because the stage shows them.
      () => undefined,
    );
    return () => controller.abort();
  }, [source, key]);
  return pixels;
}
