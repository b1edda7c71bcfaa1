import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAudioPeaks } from '../../workers/media.ts';

const BARS = 480;
const HEIGHT = 100;
/** Minimum height of a bar above and below the center, in view box units. Silence is then visible as a line. */
const LEAST = 0.6;

export function Waveform({ name, file }: { name: string; file: File | undefined }) {
  const { t } = useTranslation(['app', 'media']);
  const [peaks, setPeaks] = useState<Float32Array>();
  useEffect(() => {
    if (!file) return;
    const controller = new AbortController();
    // The waveform ignores errors, because reading or converting the file reports them.
    readAudioPeaks(file, BARS, controller.signal).then(setPeaks, () => undefined);
    return () => controller.abort();
  }, [file]);
  return (
    <svg
      className="waveform"
      viewBox={`0 0 ${BARS} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('media:sound.waveform', { name })}
    >
      {peaks && <path d={outline(peaks)} />}
    </svg>
  );
}

function outline(peaks: Float32Array): string {
  const middle = HEIGHT / 2;
  const heights = Array.from(peaks, (peak) => Math.max(LEAST, peak * middle));
  const top = heights.map((height, index) => `${index} ${(middle - height).toFixed(1)}H${index + 1}`);
  const bottom = heights.map((height, index) => `${index + 1} ${(middle + height).toFixed(1)}H${index}`).reverse();
  return `M${[...top, ...bottom].join('L')}Z`;
}
