import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RangeInput } from '../../ui/RangeInput.tsx';
import type { PlayerController } from './player-controller.ts';
import { timeText } from './time-text.ts';

export const wholeSeconds = (duration: number): number =>
  Number.isFinite(duration) ? Math.max(1, Math.floor(duration)) : 1;

/** Window events that end a drag of the seek bar. `blur` fires when another window receives the focus. */
const LETTING_GO = ['pointerup', 'pointercancel', 'blur'] as const;

export function SeekBar({ controller }: { readonly controller: PlayerController }) {
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
      </div>
      <span className="tabular">{timeText(duration)}</span>
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
