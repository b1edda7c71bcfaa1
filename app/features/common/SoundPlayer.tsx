import { Pause, Play } from 'lucide-react';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../parts/Button.tsx';
import { useToolSettings } from '../../state/settings.ts';
import { DEFAULT_SOUND, restoreSound, TOOL } from '../player/sound-settings.ts';
import { timeText } from '../player/time-text.ts';
import { VolumeControl } from '../player/VolumeControl.tsx';
import './sound-player.css';

interface SoundPlayerProps {
  readonly src: string | undefined;
  readonly label: string;
  readonly onError?: () => void;
  readonly onLoaded?: () => void;
}

/** Plays one sound: in the page's own look, with the volume that the video player has as well. */
export function SoundPlayer({ src, label, onError, onLoaded }: SoundPlayerProps) {
  const { t } = useTranslation(['app', 'media']);
  const audio = useRef<HTMLAudioElement>(null);
  const [sound, changeSound] = useToolSettings(TOOL, 'sound', DEFAULT_SOUND, restoreSound);
  const [duration, setDuration] = useState(0);
  const [position, setPosition] = useState(0);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (audio.current) Object.assign(audio.current, sound);
  }, [sound]);
  const ready = duration > 0;
  const toggle = () => {
    // What keeps it from playing is an event of the element's own.
    if (playing) audio.current?.pause();
    else void audio.current?.play().catch(() => undefined);
  };
  return (
    <section className="sound-bar" aria-label={label}>
      {/* biome-ignore lint/a11y/useMediaCaption: the visitor's own sound has no captions to show */}
      <audio
        ref={audio}
        preload="metadata"
        src={src}
        onError={onError}
        onLoadedMetadata={onLoaded}
        onDurationChange={({ currentTarget }) =>
          setDuration(Number.isFinite(currentTarget.duration) ? currentTarget.duration : 0)
        }
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        // Another sound stops the one before without a pause.
        onEmptied={() => {
          setPlaying(false);
          setPosition(0);
        }}
      />
      <Button look="quiet" iconOnly icon={playing ? Pause : Play} onClick={toggle} disabled={!ready}>
        {playing ? t('media:player.pause') : t('media:player.play')}
      </Button>
      <input
        type="range"
        className="range"
        aria-label={t('media:player.seek')}
        aria-valuetext={t('media:player.positionOf', { position: timeText(position), duration: timeText(duration) })}
        min={0}
        max={duration || 1}
        step="any"
        value={Math.min(position, duration || 1)}
        style={{ '--range-fill': `${ready ? (position / duration) * 100 : 0}%` } as CSSProperties}
        onChange={({ currentTarget }) => {
          setPosition(currentTarget.valueAsNumber);
          if (audio.current) audio.current.currentTime = currentTarget.valueAsNumber;
        }}
        disabled={!ready}
      />
      <span className="sound-bar-time tabular">{`${timeText(position)} / ${timeText(duration)}`}</span>
      <VolumeControl sound={sound} change={changeSound} />
    </section>
  );
}
