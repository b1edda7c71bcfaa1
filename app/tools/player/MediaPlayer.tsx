import { Pause, Play } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToolSettings } from '../../storage/settings.ts';
import { Button } from '../../ui/Button.tsx';
import { RangeInput } from '../../ui/RangeInput.tsx';
import { DEFAULT_AUDIO, restoreAudio, TOOL } from './audio-settings.ts';
import { timeText } from './time-text.ts';
import { VolumeControl } from './VolumeControl.tsx';
import './media-player.css';

interface MediaPlayerProps {
  readonly kind?: 'audio' | 'video';
  readonly src: string | undefined;
  readonly label: string;
  readonly onError?: () => void;
  readonly onLoaded?: () => void;
  /** True to play the media as soon as it is open. */
  readonly plays?: boolean | undefined;
  /** Receives the element that plays the media. */
  readonly element?: RefObject<HTMLMediaElement>;
  /** Further buttons of the controls. */
  readonly children?: ReactNode;
}

/** Plays audio or video with the page's own controls. Shares its volume with the video player. */
export function MediaPlayer(props: MediaPlayerProps) {
  const { kind: Media = 'audio', src, label, onError, onLoaded, plays, children } = props;
  const { t } = useTranslation(['app', 'media']);
  const own = useRef<HTMLMediaElement>(null);
  const media = props.element ?? own;
  const [audio, changeAudio] = useToolSettings(TOOL, 'audio', DEFAULT_AUDIO, restoreAudio);
  const [duration, setDuration] = useState(0);
  const [position, setPosition] = useState(0);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    if (media.current) Object.assign(media.current, { volume: audio.volume, muted: audio.muted });
  }, [audio, media]);
  const ready = duration > 0;
  const toggle = () => {
    // The `error` event reports playback errors, so a rejected `play` call is ignored.
    if (playing) media.current?.pause();
    else void media.current?.play().catch(() => undefined);
  };
  return (
    <section className="media-player" data-kind={Media} aria-label={label}>
      <Media
        ref={media as never}
        preload={Media === 'video' ? 'auto' : 'metadata'}
        playsInline={Media === 'video' || undefined}
        onClick={toggle}
        autoPlay={plays}
        src={src}
        onError={onError}
        onLoadedMetadata={onLoaded}
        onDurationChange={({ currentTarget }) =>
          setDuration(Number.isFinite(currentTarget.duration) ? currentTarget.duration : 0)
        }
        onTimeUpdate={({ currentTarget }) => setPosition(currentTarget.currentTime)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        // A new file stops playback without a pause event, so the playback state is reset here.
        onEmptied={() => {
          setPlaying(false);
          setPosition(0);
        }}
      />
      <div className="media-bar">
        <Button look="quiet" iconOnly icon={playing ? Pause : Play} onClick={toggle} disabled={!ready}>
          {playing ? t('media:player.pause') : t('media:player.play')}
        </Button>
        <RangeInput
          label={t('media:player.seek')}
          valueText={t('media:player.positionOf', { position: timeText(position), duration: timeText(duration) })}
          max={duration || 1}
          step="any"
          value={Math.min(position, duration || 1)}
          onChange={(next) => {
            setPosition(next);
            if (media.current) media.current.currentTime = next;
          }}
          disabled={!ready}
        />
        <span className="media-bar-time tabular">{`${timeText(position)} / ${timeText(duration)}`}</span>
        {children}
        <VolumeControl audio={audio} change={changeAudio} />
      </div>
    </section>
  );
}
