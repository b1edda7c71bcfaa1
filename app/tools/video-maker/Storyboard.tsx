import { AudioLines, Pause, Play } from 'lucide-react';
import { memo, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FINAL_SEC } from '#core/video/plan/durations.ts';
import type { ImageId, Timeline } from '#core/video/plan/timeline.ts';
import { ACCEPTED_AUDIO } from '../../intake/accepted-audio.ts';
import { Button } from '../../ui/Button.tsx';
import { useObjectUrl } from '../../ui/object-url.ts';
import { RangeInput } from '../../ui/RangeInput.tsx';
import { FileButton } from '../../ui/screen/FileButton.tsx';
import { Waveform } from '../audio-converter/Waveform.tsx';
import { timeText } from '../player/time-text.ts';
import { Boundaries } from './Boundaries.tsx';
import type { VideoPreviewPlayer } from './frame-style.ts';
import type { SlotId } from './maker.ts';
import type { PreviewPlan } from './preview-plan.ts';
import { useSecondsText } from './seconds-text.ts';
import { audioSpan, cellsOf, imageBoundaries } from './storyboard.ts';
import { useRemovedSilence, useVideoDocument, type VideoScreenWork } from './video-screen-work.ts';

interface StoryboardProps {
  readonly screen: VideoScreenWork;
  readonly previewPlayer: VideoPreviewPlayer;
  readonly plan: PreviewPlan | undefined;
  readonly addFiles: (files: readonly File[]) => void;
}

/** Plays the preview, and shows its images and its audio on a time axis. */
export function Storyboard({ screen, previewPlayer, plan, addFiles }: StoryboardProps) {
  const { t } = useTranslation(['app', 'media']);
  const { position, playing } = previewPlayer.use();
  const { audio, settings, slots } = useVideoDocument(screen);
  const secondsText = useSecondsText();
  const timeline = plan?.timeline;
  const seconds = timeline ? timeline.frames / timeline.fps : 0;
  const shown = Math.min(position, seconds);
  const needsAudio = !audio && Object.keys(slots).length > 0;
  const end = timeline?.segments.at(-1)?.from === 'final' ? 'final' : 'white';
  return (
    <section className="storyboard" aria-label={t('media:maker.scrubber')}>
      <Button
        iconOnly
        look="quiet"
        icon={playing ? Pause : Play}
        onClick={() => previewPlayer.togglePlay()}
        disabled={!timeline}
      >
        {playing ? t('media:player.pause') : t('media:player.play')}
      </Button>
      <div className="storyboard-line">
        {timeline ? <Strip {...{ screen, timeline }} /> : <div className="storyboard-cells" />}
        {needsAudio && (
          <div className="storyboard-add">
            <FileButton accept={ACCEPTED_AUDIO} onFiles={addFiles} multiple={false} icon={AudioLines} look="primary">
              {t('media:maker.addAudio')}
            </FileButton>
          </div>
        )}
        <RangeInput
          label={t('media:player.seek')}
          valueText={t('media:player.positionOf', { position: timeText(shown), duration: timeText(seconds) })}
          max={seconds || 1}
          step={timeline ? 1 / timeline.fps : 1}
          value={shown}
          onChange={(next) => previewPlayer.seek(next)}
          disabled={!timeline}
        />
        {plan && (
          <>
            <span className="storyboard-playhead" style={{ insetInlineStart: `${(shown / seconds) * 100}%` }} />
            <Boundaries
              {...{ screen, seconds }}
              boundaries={imageBoundaries(screen.maker, settings, slots, plan.durations)}
            />
          </>
        )}
        <p className="storyboard-texts">
          <span className="tabular">
            {timeline ? `${timeText(shown)} / ${timeText(seconds)}` : audio && t('common.opening')}
          </span>
          {timeline && settings.endCard !== false && (
            <span className="storyboard-end" data-part={end}>
              {t(`media:maker.lastSecond.${end}`, { seconds: secondsText(FINAL_SEC) })}
            </span>
          )}
        </p>
      </div>
    </section>
  );
}

interface StripProps {
  readonly screen: VideoScreenWork;
  readonly timeline: Timeline;
}

const Strip = memo(function Strip({ screen, timeline }: StripProps) {
  const cells = useMemo(() => cellsOf(timeline), [timeline]);
  return (
    <>
      <div className="storyboard-cells" aria-hidden>
        {cells.map(({ image, first, frames }) => (
          <span key={first} className="storyboard-cell" data-part={image.split(':')[0]} style={{ flexGrow: frames }}>
            <CellImage {...{ screen, image }} />
          </span>
        ))}
      </div>
      <AudioStrip {...{ screen }} seconds={timeline.frames / timeline.fps} />
    </>
  );
});

/** Repeats the thumbnail of an image along its cell. */
function CellImage({ screen, image }: { readonly screen: VideoScreenWork; readonly image: ImageId }) {
  const { slots } = useVideoDocument(screen);
  const url = useObjectUrl(screen.images.useReady(slots[image as SlotId]?.id)?.thumbnail);
  return url && <span className="storyboard-image" style={{ backgroundImage: `url(${url})` }} />;
}

function AudioStrip({ screen, seconds }: { readonly screen: VideoScreenWork; readonly seconds: number }) {
  const { audio, settings } = useVideoDocument(screen);
  const details = screen.audioFiles.useReady(audio?.id);
  const peaks = screen.peaks.useReady(audio?.id);
  const removed = useRemovedSilence(screen);
  if (!details) return null;
  const { durationSec } = details;
  const { from, to, at } = audioSpan(durationSec, settings, removed);
  const percent = (part: number) => `${(part / seconds) * 100}%`;
  return (
    <div className="storyboard-wave" aria-hidden>
      <span style={{ insetInlineStart: percent(at), inlineSize: percent(to - from) }}>
        <Waveform name={details.file.name} peaks={peaks} from={from / durationSec} to={to / durationSec} />
      </span>
    </div>
  );
}
