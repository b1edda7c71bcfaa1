import type { ReactNode } from 'react';
import { Waveform } from './Waveform.tsx';
import './time-handle.css';

interface TrimmedWaveformProps {
  readonly name: string;
  readonly peaks: Float32Array | undefined;
  readonly durationSec: number;
  /** Part of the audio that is kept, in seconds. */
  readonly fromSec: number;
  readonly toSec: number;
  /** Handles on the time axis of the waveform. */
  readonly children: ReactNode;
}

/** A waveform whose trimmed ends are pale. */
export function TrimmedWaveform({ name, peaks, durationSec, fromSec, toSec, children }: TrimmedWaveformProps) {
  const percent = (seconds: number) => `${Math.min(1, Math.max(0, seconds / durationSec)) * 100}%`;
  return (
    <div className="trim-wave">
      <Waveform name={name} peaks={peaks} />
      <span className="trim-cut" style={{ insetInlineStart: 0, inlineSize: percent(fromSec) }} />
      <span className="trim-cut" style={{ insetInlineEnd: 0, inlineSize: percent(durationSec - toSec) }} />
      {children}
    </div>
  );
}
