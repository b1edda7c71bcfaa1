import './waveform.css';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readAudioPeaks } from '../../workers/media-client.ts';

const BARS = 480;
const HEIGHT = 100;
/** Minimum height of a bar above and below the center, in view box units. Silence is then visible as a line. */
const LEAST = 0.6;

const SILENCE = new Float32Array(BARS);

/** Reads the peaks of an audio file for its waveform. */
export const readPeaks = (file: File, signal: AbortSignal): Promise<Float32Array> => readAudioPeaks(file, BARS, signal);

export function usePeaks(file: File | undefined): Float32Array | undefined {
  const [peaks, setPeaks] = useState<Float32Array>();
  useEffect(() => {
    if (!file) return;
    const controller = new AbortController();
    // Reading or converting the file reports errors. The waveform is then a line.
    readPeaks(file, controller.signal).then(setPeaks, () => {
      if (!controller.signal.aborted) setPeaks(SILENCE);
    });
    return () => controller.abort();
  }, [file]);
  return peaks;
}

interface WaveformProps {
  readonly name: string;
  readonly peaks: Float32Array | undefined;
  /** Part of the audio that is drawn, as fractions of its duration. */
  readonly from?: number;
  readonly to?: number;
}

export function Waveform({ name, peaks, from = 0, to = 1 }: WaveformProps) {
  const { t } = useTranslation(['app', 'media']);
  return (
    <svg
      className="waveform"
      viewBox={`${from * BARS} 0 ${(to - from) * BARS} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('media:sound.waveform', { name })}
    >
      {/* While the peaks are read, the line of silence is pale. Invented waves would pass for the file's own. */}
      <path d={outline(peaks ?? SILENCE)} data-loading={peaks ? undefined : ''} />
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
