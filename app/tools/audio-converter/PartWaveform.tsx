import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { type AudioPart, audioPartParameters } from '#core/video/audio-file/part.ts';
import { useDeclaredWords } from '../../ui/fields/declared-words.ts';
import { TimeHandle } from './TimeHandle.tsx';
import { TrimmedWaveform } from './TrimmedWaveform.tsx';

interface PartWaveformProps {
  readonly name: string;
  readonly peaks: Float32Array | undefined;
  readonly durationSec: number;
  readonly player: RefObject<HTMLMediaElement>;
  readonly part: AudioPart;
  readonly change: (part: AudioPart) => void;
}

const { step } = audioPartParameters.from;

const rounded = (seconds: number) => Math.round(seconds / step) / Math.round(1 / step);

/** A waveform with handles for the part to convert. A handle at an end of the audio removes the value. */
export function PartWaveform({ name, peaks, durationSec, player, part, change }: PartWaveformProps) {
  const { t } = useTranslation(['app', 'media']);
  const translate = useDeclaredWords();
  const fromSec = Math.min(part.from ?? 0, durationSec);
  const toSec = Math.max(fromSec, Math.min(part.to ?? durationSec, durationSec));
  const textOf = (seconds: number) => t('media:sound.seconds', { seconds: seconds.toFixed(2) });
  return (
    <TrimmedWaveform {...{ name, peaks, durationSec, fromSec, toSec, player }}>
      <TimeHandle
        label={translate('parameters.convert-audio.from')}
        valueText={textOf(fromSec)}
        at={fromSec}
        min={0}
        max={Math.max(0, toSec - step)}
        {...{ step }}
        seconds={durationSec}
        edge="start"
        showsTime
        moveTo={(time) => change({ from: rounded(time) || undefined })}
        restore={() => change({ from: part.from })}
      />
      <TimeHandle
        label={translate('parameters.convert-audio.to')}
        valueText={textOf(toSec)}
        at={toSec}
        min={Math.min(durationSec, fromSec + step)}
        max={durationSec}
        {...{ step }}
        seconds={durationSec}
        edge="end"
        showsTime
        moveTo={(time) => change({ to: time >= durationSec ? undefined : rounded(time) })}
        restore={() => change({ to: part.to })}
      />
    </TrimmedWaveform>
  );
}
