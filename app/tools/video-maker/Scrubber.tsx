import { Pause, Play } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ImageId, Timeline } from '#core/video/plan/timeline.ts';
import { Button } from '../../ui/Button.tsx';
import { RangeInput } from '../../ui/RangeInput.tsx';
import { timeText } from '../player/time-text.ts';
import type { PreviewPlayer } from './preview-player.ts';

export function Scrubber({
  previewPlayer,
  timeline,
}: {
  previewPlayer: PreviewPlayer;
  timeline: Timeline | undefined;
}) {
  const { t } = useTranslation(['app', 'media']);
  const { position, playing } = previewPlayer.use();
  const seconds = timeline ? timeline.frames / timeline.fps : 0;
  const shown = Math.min(position, seconds);
  return (
    <section className="scrubber" aria-label={t('media:maker.scrubber')}>
      <Button
        iconOnly
        look="quiet"
        icon={playing ? Pause : Play}
        onClick={() => previewPlayer.togglePlay()}
        disabled={!timeline}
      >
        {playing ? t('media:player.pause') : t('media:player.play')}
      </Button>
      <div className="scrubber-line">
        <RangeInput
          label={t('media:player.seek')}
          valueText={t('media:player.positionOf', { position: timeText(shown), duration: timeText(seconds) })}
          max={seconds || 1}
          step={timeline ? 1 / timeline.fps : 1}
          value={shown}
          onChange={(next) => previewPlayer.seek(next)}
          disabled={!timeline}
        />
        <div className="scrubber-parts" aria-hidden>
          {timeline &&
            partsOf(timeline).map(({ part, first, frames }) => (
              <span key={first} data-part={part} style={{ flexGrow: frames }} />
            ))}
        </div>
      </div>
      <span className="tabular">
        {timeline ? `${timeText(shown)} / ${timeText(seconds)}` : t('media:maker.addAudio')}
      </span>
    </section>
  );
}

interface Part {
  readonly part: 'white' | 'start' | 'main' | 'end' | 'final';
  readonly first: number;
  readonly frames: number;
}

const partOf = (image: ImageId): Part['part'] => (image.startsWith('main') ? 'main' : (image as Part['part']));

/** Merges adjacent segments of the same part of the video, so the bar has at most five segments. */
function partsOf({ segments }: Timeline): readonly Part[] {
  const parts: Part[] = [];
  let first = 0;
  for (const { from, frames } of segments) {
    const part = partOf(from);
    const last = parts.at(-1);
    if (last?.part === part) parts[parts.length - 1] = { ...last, frames: last.frames + frames };
    else parts.push({ part, first, frames });
    first += frames;
  }
  return parts;
}
