import {
  Captions,
  Maximize,
  Pause,
  PictureInPicture2,
  Play,
  Scissors,
  SkipBack,
  SkipForward,
  StepBack,
  StepForward,
} from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { showError } from '../../notices/error-queue.ts';
import { useOfferActions } from '../../ui/actions.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceField } from '../../ui/fields/ChoiceField.tsx';
import { useTallWindow } from '../../ui/large-screen.ts';
import { RangeInput } from '../../ui/RangeInput.tsx';
import type { BarAction } from '../../ui/screen/ActionBar.tsx';
import { MoreMenu } from '../../ui/screen/MoreMenu.tsx';
import { TimeHandle } from '../audio-converter/TimeHandle.tsx';
import type { AudioSettings } from './audio-settings.ts';
import { ACCEPTED_CAPTIONS } from './files.ts';
import { createPictureInPicture, hasPictureInPicture, type PictureInPicture } from './picture-in-picture.ts';
import type { PlayerController } from './player-controller.ts';
import { CLIP_STEP_SEC, milliseconds, useClipPart } from './saving.ts';
import { timeText } from './time-text.ts';
import { VolumeControl } from './VolumeControl.tsx';

const SPEEDS = ['0.25', '0.5', '0.75', '1', '1.25', '1.5', '2', '3', '4'] as const;

interface PlayerControlsProps {
  readonly controller: PlayerController;
  readonly stage: HTMLElement | null;
  readonly canvas: HTMLCanvasElement | null;
  readonly audio: AudioSettings;
  readonly changeAudio: (change: Partial<AudioSettings>) => void;
}

export function PlayerControls({ controller, stage, canvas, audio, changeAudio }: PlayerControlsProps) {
  const { t } = useTranslation(['app', 'media']);
  const loaded = controller.use((state) => state.loaded);
  const playing = controller.use((state) => state.playing);
  const duration = controller.use((state) => state.duration);
  const speed = controller.use((state) => state.speed);
  const captionsName = controller.use((state) => state.captionsName);
  const captionsInput = useRef<HTMLInputElement>(null);
  const togglePictureInPicture = usePictureInPicture(controller, canvas);
  const disabled = !loaded;

  const start: BarAction = {
    id: 'start',
    label: t('media:player.start'),
    icon: SkipBack,
    run: () => controller.seek(0),
    disabled,
  };
  const stepBack: BarAction = {
    id: 'step-back',
    label: t('media:player.stepBack'),
    icon: StepBack,
    run: () => controller.step(-1),
    disabled,
    shortcut: ',',
  };
  const play: BarAction = {
    id: 'play',
    label: playing ? t('media:player.pause') : t('media:player.play'),
    icon: playing ? Pause : Play,
    look: loaded ? 'primary' : 'secondary',
    run: () => controller.togglePlay(),
    disabled,
    shortcut: t('media:player.keys.space'),
  };
  const stepForward: BarAction = {
    id: 'step-forward',
    label: t('media:player.stepForward'),
    icon: StepForward,
    run: () => controller.step(1),
    disabled,
    shortcut: '.',
  };
  const end: BarAction = {
    id: 'end',
    label: t('media:player.end'),
    icon: SkipForward,
    run: () => controller.seek(duration),
    disabled: disabled || !Number.isFinite(duration),
  };
  const captions: BarAction = {
    id: 'captions',
    label: captionsName ? t('media:player.removeCaptions') : t('media:player.captions'),
    icon: Captions,
    run: () => (captionsName ? controller.removeCaptions() : captionsInput.current?.click()),
  };
  const smallWindow: readonly BarAction[] = togglePictureInPicture
    ? [
        {
          id: 'picture-in-picture',
          label: t('media:player.pictureInPicture'),
          icon: PictureInPicture2,
          run: togglePictureInPicture,
          disabled,
        },
      ]
    : [];
  const fullScreen: BarAction = {
    id: 'full-screen',
    label: t('media:player.fullScreen'),
    icon: Maximize,
    run: () => toggleFullScreen(stage),
    disabled,
  };
  useOfferActions([start, play, end, stepBack, stepForward, captions, ...smallWindow, fullScreen]);

  return (
    <div className="player-controls">
      <SeekBar controller={controller} />
      <div className="player-row">
        <Control action={start} isSpared />
        <Control action={stepBack} className="player-step" />
        <Control action={play} />
        <Control action={stepForward} className="player-step" />
        <Control action={end} isSpared />
        <VolumeControl audio={audio} change={changeAudio} />
        <div className="player-speed">
          <ChoiceField
            label={t('media:player.speed')}
            hideLabel
            options={SPEEDS.map((id) => ({ id, label: t('media:player.times', { factor: id }) }))}
            value={SPEEDS.find((id) => Number(id) === speed) ?? '1'}
            onChange={(next) => controller.setSpeed(Number(next))}
            disabled={disabled}
          />
        </div>
        {[captions, ...smallWindow].map((action) => (
          <Control key={action.id} action={action} isSpared />
        ))}
        <Control action={fullScreen} />
        <div className="player-more">
          <MoreMenu actions={[start, stepBack, stepForward, end, captions, ...smallWindow]} />
        </div>
      </div>
      <input
        ref={captionsInput}
        type="file"
        accept={ACCEPTED_CAPTIONS}
        aria-label={t('media:player.captions')}
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = '';
          if (file) void controller.loadCaptions(file);
        }}
      />
    </div>
  );
}

interface ControlProps {
  readonly action: BarAction;
  /** True if a narrow control bar moves this control into its menu. */
  readonly isSpared?: boolean;
  readonly className?: string;
}

function Control({
  action: { label, icon, look = 'quiet', run, disabled, shortcut },
  isSpared,
  className = '',
}: ControlProps) {
  return (
    <Button
      look={look}
      icon={icon}
      iconOnly
      className={isSpared ? 'player-spared' : className}
      onClick={run}
      disabled={disabled}
      title={[label, shortcut].filter(Boolean).join(' · ')}
    >
      {label}
    </Button>
  );
}

function toggleFullScreen(stage: HTMLElement | null): void {
  const change = document.fullscreenElement ? document.exitFullscreen() : stage?.requestFullscreen();
  change?.catch(showError);
}

/** Returns a function that toggles picture-in-picture, if supported. Closing the video closes the floating window. */
function usePictureInPicture(controller: PlayerController, canvas: HTMLCanvasElement | null): (() => void) | undefined {
  const [available, setAvailable] = useState(false);
  const window = useRef<PictureInPicture>();
  const loaded = controller.use((state) => state.loaded);
  useEffect(() => setAvailable(hasPictureInPicture()), []);
  useEffect(() => {
    if (!canvas || !loaded) return;
    window.current = createPictureInPicture(canvas, (playing) => controller.setPlaying(playing));
    return () => window.current?.close();
  }, [controller, canvas, loaded]);
  return available ? () => void window.current?.toggle().catch(showError) : undefined;
}

export const wholeSeconds = (duration: number): number =>
  Number.isFinite(duration) ? Math.max(1, Math.floor(duration)) : 1;

/** Window events that end a drag of the seek bar. `blur` fires when another window receives the focus. */
const LETTING_GO = ['pointerup', 'pointercancel', 'blur'] as const;

function SeekBar({ controller }: { readonly controller: PlayerController }) {
  const { t } = useTranslation(['app', 'media']);
  const position = controller.use((state) => state.position);
  const duration = controller.use((state) => state.duration);
  const loaded = controller.use((state) => state.loaded);
  const [hovered, setHovered] = useState<number>();
  const [holding, setHolding] = useState(false);
  useEffect(() => {
    if (!holding) return;
    const release = () => setHolding(false);
    for (const type of LETTING_GO) window.addEventListener(type, release);
    return () => {
      for (const type of LETTING_GO) window.removeEventListener(type, release);
      controller.releasePosition();
    };
  }, [holding, controller]);
  const max = wholeSeconds(duration);
  const shown = Math.min(position, max);
  const hover = (event: React.PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const fraction = Math.min(1, Math.max(0, (event.clientX - left) / width));
    setHovered(event.pointerType === 'mouse' && loaded ? fraction * max : undefined);
  };
  return (
    <div className="player-seek">
      <span className="tabular">{timeText(position)}</span>
      <div className="player-seek-bar" onPointerMove={hover} onPointerLeave={() => setHovered(undefined)}>
        <RangeInput
          data-seek
          label={t('media:player.seek')}
          valueText={t('media:player.positionOf', { position: timeText(position), duration: timeText(duration) })}
          max={max}
          step="any"
          value={shown}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            controller.holdPosition();
            setHolding(true);
          }}
          onChange={(next) => controller.seek(next)}
          disabled={!loaded}
        />
        {hovered !== undefined && <Thumbnail controller={controller} at={hovered} fraction={hovered / max} />}
        <PartHandles controller={controller} />
      </div>
      <span className="tabular">{timeText(duration)}</span>
    </div>
  );
}

/** Handles below the seek bar for the part to save. Moving a handle shows the frame there. */
function PartHandles({ controller }: { readonly controller: PlayerController }) {
  const { t } = useTranslation(['app', 'media']);
  const file = controller.use((state) => (state.loaded ? state.file : undefined));
  const duration = controller.use((state) => state.duration);
  const [part, change] = useClipPart(file);
  const first = useRef<HTMLDivElement>(null);
  const end = Number.isFinite(duration) ? milliseconds(duration) : 0;
  const isTall = useTallWindow();
  const isCuttable = isTall && file !== undefined && end > 0;
  useOfferActions([
    {
      id: 'cut-video',
      label: t('media:player.cut'),
      icon: Scissors,
      run: () => first.current?.querySelector<HTMLElement>('[role=slider]')?.focus(),
      disabled: !isCuttable,
    },
  ]);
  // The fields From and To stay.
  if (!isTall) return null;
  if (!isCuttable) return <div className="player-part" />;
  const to = Math.min(part.to ?? end, end);
  const from = Math.min(part.from, to);
  const axis = wholeSeconds(duration);
  const percent = (seconds: number) => `${(Math.min(seconds, axis) / axis) * 100}%`;
  const textOf = (seconds: number) => t('media:sound.seconds', { seconds: seconds.toFixed(1) });
  const show = (time: number, change: () => void) => {
    change();
    controller.seek(time);
  };
  return (
    <div ref={first} className="player-part">
      <span
        className="player-part-kept"
        style={{ insetInlineStart: percent(from), inlineSize: percent(Math.min(to, axis) - from) }}
        aria-hidden
      />
      <TimeHandle
        label={t('media:player.save.from')}
        valueText={textOf(from)}
        at={from}
        min={0}
        max={Math.max(0, to - CLIP_STEP_SEC)}
        step={CLIP_STEP_SEC}
        seconds={axis}
        moveTo={(time) => show(time, () => change({ from: milliseconds(time) }))}
        restore={() => change({ from: part.from })}
      />
      <TimeHandle
        label={t('media:player.save.to')}
        valueText={textOf(to)}
        at={to}
        min={Math.min(end, from + CLIP_STEP_SEC)}
        max={end}
        step={CLIP_STEP_SEC}
        seconds={axis}
        moveTo={(time) => show(time, () => change({ to: time >= end ? undefined : milliseconds(time) }))}
        restore={() => change({ to: part.to })}
      />
    </div>
  );
}

interface ThumbnailProps {
  readonly controller: PlayerController;
  readonly at: number;
  readonly fraction: number;
}

function Thumbnail({ controller, at, fraction }: ThumbnailProps) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let wanted = true;
    void controller.thumbnail(at).then((image) => {
      if (wanted && image) place.current?.replaceChildren(image);
    });
    return () => {
      wanted = false;
    };
  }, [controller, at]);
  return (
    <div className="player-thumbnail" style={{ insetInlineStart: `${fraction * 100}%` }} aria-hidden>
      <div ref={place} className="player-thumbnail-picture" />
      <span className="tabular">{timeText(at)}</span>
    </div>
  );
}
