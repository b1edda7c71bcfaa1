import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Waveform } from './Waveform.tsx';
import './time-handle.css';

interface TrimmedWaveformProps {
  readonly name: string;
  readonly peaks: Float32Array | undefined;
  readonly durationSec: number;
  /** Part of the audio that is kept, in seconds. */
  readonly fromSec: number;
  readonly toSec: number;
  /** Element that plays the audio. The waveform shows its position, and a click changes the position. */
  readonly player: RefObject<HTMLMediaElement>;
  /** Handles on the time axis of the waveform. */
  readonly children?: ReactNode;
}

/** A waveform whose trimmed ends are pale. */
export function TrimmedWaveform({ name, peaks, durationSec, fromSec, toSec, player, children }: TrimmedWaveformProps) {
  const percent = (seconds: number) => `${Math.min(1, Math.max(0, seconds / durationSec)) * 100}%`;
  const seek = ({ clientX, currentTarget, target }: MouseEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    if (!player.current || (target as Element).closest('[role=slider]')) return;
    player.current.currentTime = Math.max(0, ((clientX - left) / width) * durationSec);
  };
  return (
    // biome-ignore-start lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the player's slider does the same
    <div className="trim-wave" onClick={seek}>
      <Waveform name={name} peaks={peaks} />
      <span className="trim-cut" style={{ insetInlineStart: 0, inlineSize: percent(fromSec) }} />
      <span className="trim-cut" style={{ insetInlineEnd: 0, inlineSize: percent(durationSec - toSec) }} />
      <Playhead {...{ player, durationSec }} />
      {children}
    </div>
    // biome-ignore-end lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: see above
  );
}

/** A line at the position of the player. Follows every frame while the player plays, without rendering. */
function Playhead({ player, durationSec }: Pick<TrimmedWaveformProps, 'player' | 'durationSec'>) {
  const line = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const media = player.current;
    if (!media) return;
    let frame = 0;
    const follow = () => {
      cancelAnimationFrame(frame);
      const fraction = Math.min(1, media.currentTime / durationSec);
      line.current?.style.setProperty('inset-inline-start', `${fraction * 100}%`);
      if (!media.paused) frame = requestAnimationFrame(follow);
    };
    const events = ['play', 'timeupdate', 'seeking', 'emptied'];
    for (const event of events) media.addEventListener(event, follow);
    follow();
    return () => {
      cancelAnimationFrame(frame);
      for (const event of events) media.removeEventListener(event, follow);
    };
  }, [player, durationSec]);
  return <span ref={line} className="wave-playhead" />;
}
